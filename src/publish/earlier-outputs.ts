import type { ResultJson, SuiteResult } from '../report/result-schema.js';
import { fitResultJson, type Outputs, renderDecimal } from './outputs.js';

/**
 * The outputs of a run that measured nothing, from the result that stands. Nothing was spent.
 *
 * @param parts.result `null` where none is known: then only the decision is said.
 */
export function buildEarlierOutputs(parts: {
  readonly decision: string;
  readonly passed: boolean;
  readonly result: ResultJson | null;
  readonly commentUrl: string | null;
  readonly reportPath: string | null;
  readonly resultsFile: string | null;
}): Outputs {
  const { result } = parts;
  const worst = result?.suites[0];
  return {
    passed: String(parts.passed),
    decision: parts.decision,
    score: decimal(worst?.score),
    'baseline-score': decimal(worst?.baselineScore),
    delta: decimal(worst?.delta),
    ...countsOf(worst),
    'total-tokens': '0',
    'comment-url': parts.commentUrl ?? '',
    'report-path': parts.reportPath ?? '',
    'results-file': parts.resultsFile ?? '',
    'result-json': result === null ? '' : fitResultJson(JSON.stringify(result)),
  };
}

function countsOf(suite: SuiteResult | undefined): { regressions: string; 'newly-irrelevant': string } {
  if (suite?.status !== 'evaluated') return { regressions: '', 'newly-irrelevant': '' };
  return { regressions: String(suite.cases.lower), 'newly-irrelevant': String(suite.newlyIrrelevant) };
}

/** From 0..1; a fraction times 100 is no whole number of hundredths, so it is rounded to what it came from. */
function decimal(fraction: number | null | undefined): string {
  return renderDecimal(fraction === null || fraction === undefined ? null : Math.round(fraction * 1e6) / 1e4);
}
