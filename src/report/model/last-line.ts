import { addUsage } from '../../model/answer.js';
import type { AnswerCost, EvaluatedSuite, Spending, SuiteReport } from '../../model/report.js';
import type { RunRecord } from '../../model/run-record.js';
import type { Cost } from '../../model/spending.js';
import {
  capitalize,
  cutText,
  formatCount,
  formatNumber,
  quoteAsCode,
  renderList,
  shortenCommit,
} from '../../text/values.js';
import { renderBaselineName } from '../notes/obstacle.js';
import { isFurtherScore, NONE } from './scores.js';

const MAX_NAME_LENGTH = 60;

/** The small print of a suite in parts: what was compared, and the cost. */
export function listFacts(suite: SuiteReport): readonly string[] {
  if (isFurtherScore(suite)) return [];
  if (suite.kind !== 'evaluated') return suite.spent === undefined ? [] : renderSpending(suite, suite.spent);
  const { head } = suite;
  return [
    describeBaseline(suite),
    ...renderSpending(suite, suite.spent ?? { ...head.usage, seconds: head.seconds }),
  ];
}

/** What readers want to know less often: the baseline in detail, the judge, tokens, time. */
export function listCosts(suite: SuiteReport): readonly string[] {
  if (suite.kind !== 'evaluated' || isFurtherScore(suite)) return [];
  const { baseline, head, decision } = suite;
  const { target, judge, seconds } = suite.spent ?? { ...head.usage, seconds: head.seconds };
  const { inputTokens, outputTokens } = addUsage(target, judge);
  const hasJudge = head.scorers.some(({ judged: isJudged }) => isJudged !== false);
  const tokens = inputTokens + outputTokens;
  const costs = decision.outcome === 'inconclusive' ? [] : describeAnswerCosts(listAnswerCosts(suite));
  return [
    ...(baseline.kind === 'record'
      ? [`Compared with ${renderBaselineName(baseline)}${describeAge(baseline.createdAt, head.createdAt)}.`]
      : []),
    ...(hasJudge ? [`${capitalize(renderJudge(head.judge))}.`] : []),
    ...(tokens === 0 ? [] : [`${renderTokens(tokens)} in all, ${seconds.toFixed(0)} s.`]),
    ...costs.map((cost) => `${capitalize(cost)}.`),
  ];
}

/** `12 cases, 3 answers each on main@7324a31`. */
function describeBaseline(suite: EvaluatedSuite): string {
  const { comparison, baseline } = suite;
  const cases = formatCount(comparison.headCases, 'case');
  if (baseline.kind !== 'record')
    return baseline.kind === 'none' && baseline.because === 'first' ? cases : `${cases}, no baseline`;
  return `${cases}, ${formatCount(countBaseRuns(suite), 'answer')} each on ${shortenBaseline(baseline)}`;
}

/** The base's answers per case, with or without a score of this scorer. */
function countBaseRuns({ comparison, base }: EvaluatedSuite): number {
  const scored = comparison.pairs.map(({ baseScores }) => baseScores.length);
  const answered = base?.cases.map(({ samples }) => samples.length) ?? [];
  return Math.max(0, ...scored, ...answered);
}

/** `main@7324a31`, if the record is the base commit's or has the same files. */
function shortenBaseline(baseline: Extract<EvaluatedSuite['baseline'], { kind: 'record' }>): string {
  const { base, rule } = baseline;
  if (base === undefined || !['same-commit', 'same-files', 'ran-now'].includes(rule))
    return renderBaselineName(baseline);
  return quoteAsCode(`${base.branch ? `${base.branch}@` : ''}${shortenCommit(base.commit)}`);
}

const DAY = 24 * 60 * 60 * 1000;

function describeAge(baseline: string, head: string): string {
  const days = Math.floor((Date.parse(head) - Date.parse(baseline)) / DAY);
  return days >= 1 ? `, ${formatCount(days, 'day')} old` : '';
}

function renderJudge({ builtin, name }: RunRecord['judge']): string {
  return builtin ? 'built-in judge (no claim to accuracy)' : `judge ${cutText(name, MAX_NAME_LENGTH)}`;
}

/** `70 calls, cost 0.08`. Calls that a busy provider refused are not among them. */
function renderSpending({ overload }: SuiteReport, { target, judge, cost }: Spending): readonly string[] {
  const { calls } = addUsage(target, judge);
  if (calls === 0) return [];
  return [
    [
      formatCount(calls, overload === undefined ? 'call' : 'answered call'),
      ...(cost === undefined ? [] : [renderCost(cost)]),
    ].join(', '),
  ];
}

function renderTokens(tokens: number): string {
  return tokens < 1000 ? formatCount(tokens, 'token') : `${formatNumber(Math.round(tokens / 1000))}k tokens`;
}

function renderCost(cost: Cost): string {
  if (cost.status === 'unpriced') return `no price for ${renderList(cost.models)}`;
  const name = cost.covers === 'judge' ? "judge's cost" : 'cost';
  return cost.amount > 0 && cost.amount < 0.005 ? `${name} below 0.01` : `${name} ${cost.amount.toFixed(2)}`;
}

/** One number per answer on both sides: `tokens 410 → 530`. It decides nothing. */
export type AnswerCostRow = {
  readonly name: string;
  /** The same as a row's title: `Tokens per answer`. */
  readonly title: string;
  readonly base: string;
  readonly head: string;
  /** `+29%`, or a dash. */
  readonly change: string;
};

/** A shorter time is mostly our own. */
const MIN_SECONDS = 0.1;

type Measure = readonly [
  name: string,
  title: string,
  (cost: AnswerCost) => number | null,
  (value: number) => string,
];
const MEASURES: readonly Measure[] = [
  ['tokens', 'Tokens per answer', ({ tokens }) => tokens, (tokens) => formatNumber(Math.round(tokens))],
  [
    'cost of 1,000 answers',
    'Cost of 1,000 answers',
    ({ amount }) => amount,
    (amount) => (1000 * amount).toFixed(2),
  ],
  [
    'median time',
    'Median time per answer',
    ({ seconds }) => seconds,
    (seconds) => `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`,
  ],
];

/** Tokens, cost and time of an answer, base against head; empty if neither is known, or if the run could not decide. */
export function listAnswerCosts({ answerCosts, decision }: EvaluatedSuite): readonly AnswerCostRow[] {
  if (answerCosts === undefined || decision.outcome === 'inconclusive') return [];
  const { base, head } = answerCosts;
  const isQuick = Math.max(base?.seconds ?? 0, head.seconds ?? 0) < MIN_SECONDS;
  return MEASURES.slice(0, isQuick ? -1 : undefined).flatMap(([name, title, of, render]) => {
    const [was, is] = [base && of(base), of(head)];
    if (is === null) return [];
    return [
      {
        name,
        title,
        base: was === null ? NONE : render(was),
        head: render(is),
        change: renderPercentChange(was, is),
      },
    ];
  });
}

/** `per answer: tokens 410 → 530, median time 1.2 s → 1.9 s`, if there are numbers. */
export function describeAnswerCosts(rows: readonly AnswerCostRow[]): readonly string[] {
  const parts = rows.map(
    ({ name, base, head }) => `${name} ${base === NONE || base === head ? head : `${base} → ${head}`}`,
  );
  return parts.length === 0 ? [] : [`per answer: ${parts.join(', ')}`];
}

function renderPercentChange(base: number | null, head: number): string {
  if (base === null || base === 0) return NONE;
  const percent = Math.round((100 * (head - base)) / base);
  return percent === 0 ? '0%' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`;
}
