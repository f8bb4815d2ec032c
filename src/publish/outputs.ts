import type { Report, SuiteReport } from '../ports/report.js';
import { countStatements, sortCaseChanges } from '../report/case-changes.js';
import { hasFigures, shownMeans, sortWorstFirst } from '../report/decision-words.js';
import { wordsOfSuite } from '../report/list-scores.js';
import { nativeDelta, nativeScore } from '../scorers/measure.js';
import { type PublishOutcome, publishing } from './outcome.js';
import type { Workflow } from './workflow.js';

/** The runner refuses a megabyte of outputs and more, and then none of them arrives. */
const LARGEST_OUTPUT_BYTES = 900_000;

/** Outputs of the action by name, each as text; empty where there is nothing to say. */
export type Outputs = Readonly<Record<OutputName, string>>;

export const OUTPUT_NAMES = [
  'passed',
  'decision',
  'score',
  'baseline-score',
  'delta',
  'regressions',
  'newly-irrelevant',
  'total-tokens',
  'comment-url',
  'report-path',
  'results-file',
  'result-json',
] as const;

type OutputName = (typeof OUTPUT_NAMES)[number];

/** What the outputs say. Scores, counts and decision are those of the worst suite, `passed` and tokens of all. */
export function buildOutputs(parts: {
  readonly report: Report;
  readonly commentUrl: string | null;
  readonly reportPath: string | null;
  readonly resultsFile: string | null;
  readonly resultJson: string;
}): Outputs {
  const { report } = parts;
  const worst = sortWorstFirst(report.suites)[0];
  const means = worst === undefined ? null : shownMeans(worst);
  const higherIsBetter = worst?.kind !== 'evaluated' || wordsOfSuite(worst).higherIsBetter;
  const score = (value: number | null = null) =>
    value === null ? null : nativeScore(value, { higherIsBetter });
  const delta = means?.delta ?? null;
  return {
    passed: String(report.overall.passed),
    decision: report.overall.outcome,
    score: renderDecimal(score(means?.head)),
    'baseline-score': renderDecimal(score(means?.base)),
    delta: renderDecimal(delta === null ? null : nativeDelta(delta, { higherIsBetter })),
    ...countsOf(worst),
    'total-tokens': String(report.suites.reduce((sum, suite) => sum + tokensOf(suite), 0)),
    'comment-url': parts.commentUrl ?? '',
    'report-path': parts.reportPath ?? '',
    'results-file': parts.resultsFile ?? '',
    'result-json': fitResultJson(parts.resultJson),
  };
}

export function publishOutputs(workflow: Workflow, outputs: Outputs): Promise<PublishOutcome> {
  return publishing({ name: 'Outputs', permission: null }, async () => {
    for (const name of OUTPUT_NAMES) workflow.setOutput(name, outputs[name]);
    return { status: 'published', url: null };
  });
}

function countsOf(suite: SuiteReport | undefined): { regressions: string; 'newly-irrelevant': string } {
  if (suite?.kind !== 'evaluated' || !hasFigures(suite)) {
    return { regressions: '', 'newly-irrelevant': '' };
  }
  const { lower } = sortCaseChanges(suite.comparison, suite.decision);
  return {
    regressions: String(lower.length),
    'newly-irrelevant': String(countStatements(suite.comparison.pairs, 'newly-irrelevant')),
  };
}

function tokensOf(suite: SuiteReport): number {
  const spent = suite.kind === 'unchanged' ? undefined : suite.spent;
  const usage = spent ?? (suite.kind === 'evaluated' ? suite.head.usage : null);
  if (usage === null) return 0;
  const { target, judge } = usage;
  return target.inputTokens + target.outputTokens + judge.inputTokens + judge.outputTokens;
}

/** Empty where the text is too large for an output; the results file has it always. */
export function fitResultJson(text: string): string {
  return Buffer.byteLength(text) > LARGEST_OUTPUT_BYTES ? '' : text;
}

/** Hundredths as a decimal that scripts can compare: `0.85`, `-0.06`. */
export function renderDecimal(hundredths: number | null): string {
  if (hundredths === null) return '';
  const rounded = Math.sign(hundredths) * Math.round(Math.abs(hundredths));
  return (rounded === 0 ? 0 : rounded / 100).toFixed(2);
}
