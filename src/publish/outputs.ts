import type { Workflow } from './outlets.js';
import { type RedactedLog, tryToPublish } from './outlets.js';
import type { RunResult } from './publication.js';

/** The runner refuses all outputs if they have a megabyte or more. */
export const MAX_OUTPUT_BYTES = 900_000;

/** Outputs of the action by name, each as text; empty if there is nothing to say. */
export type Outputs = Readonly<Record<OutputName, string>>;

export const OUTPUT_NAMES = [
  'passed',
  'decision',
  'score',
  'baseline-score',
  'delta',
  'regressions',
  'worse-answers',
  'newly-irrelevant',
  'total-tokens',
  'comment-url',
  'report-path',
  'html-report',
  'results-file',
  'result-json',
] as const;

type OutputName = (typeof OUTPUT_NAMES)[number];

export async function publishOutputs(
  workflow: Workflow,
  outputs: Outputs,
  outlets: RedactedLog,
): Promise<void> {
  const setAll = async () => {
    for (const name of OUTPUT_NAMES) workflow.setOutput(name, outputs[name]);
  };
  await tryToPublish('Outputs', setAll, outlets);
}

/** Scores and counts are those of the worst suite; `passed` and tokens cover all. A result too large for an output is left out. */
export function buildOutputs(
  run: RunResult,
  places: {
    readonly commentUrl: string | null;
    readonly reportPath?: string | null;
    readonly htmlPath?: string | null;
    readonly resultsFile?: string | null;
    readonly resultJson: string | null;
  },
): Outputs {
  const { decision, passed, result, hasCounts, totalTokens } = run;
  const { commentUrl, reportPath, htmlPath, resultsFile, resultJson } = places;
  const worst = result?.suites[0];
  const count = (found: number | undefined) => (hasCounts && found !== undefined ? String(found) : '');
  return {
    passed: String(passed),
    decision,
    score: formatDecimal(worst?.score),
    'baseline-score': formatDecimal(worst?.baselineScore),
    delta: formatDecimal(worst?.delta),
    regressions: count(worst?.cases.lower),
    'worse-answers': count(worst?.worse.length),
    'newly-irrelevant': count(worst?.newlyIrrelevant),
    'total-tokens': String(totalTokens),
    'comment-url': commentUrl ?? '',
    'report-path': reportPath ?? '',
    'html-report': htmlPath ?? '',
    'results-file': resultsFile ?? '',
    'result-json': resultJson !== null && Buffer.byteLength(resultJson) <= MAX_OUTPUT_BYTES ? resultJson : '',
  };
}

/** From 0..1 to a decimal that scripts can compare: `0.85`, `-0.06`. */
function formatDecimal(fraction: number | null | undefined): string {
  if (fraction === null || fraction === undefined) return '';
  // Rounded, because a fraction times 100 is not exactly a whole number of hundredths.
  const hundredths = Math.round(fraction * 1e6) / 1e4;
  const rounded = Math.sign(hundredths) * Math.round(Math.abs(hundredths));
  return (rounded === 0 ? 0 : rounded / 100).toFixed(2);
}
