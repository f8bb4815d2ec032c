import { addUsage } from '../../model/answer.js';
import { lookOf } from '../../model/outcome.js';
import type { AnswerCost, EvaluatedSuite, Spending, SuiteReport } from '../../model/report.js';
import type { RunRecord } from '../../model/run-record.js';
import type { Cost } from '../../model/spending.js';
import { counted, cutText, grouped, renderList } from '../../text/values.js';
import { reviewInShort } from '../notes/note.js';
import { nameBaseline } from '../notes/obstacle.js';
import { factsOf, reasonsOf } from './finding-words.js';
import { namesThreshold } from './heading.js';
import { renderAmount } from './rise-words.js';
import { isFurtherScore, NONE, wordsOfSuite } from './scores.js';

const MAX_NAME_LENGTH = 60;

const COLOURS = { fail: 'red', worse: 'yellow', pass: '', inconclusive: '' } as const;

/** The small print of a suite in parts: why it has its colour, what was compared, the judge, the cost. */
export function listFacts(suite: SuiteReport): readonly string[] {
  if (suite.kind !== 'evaluated') {
    return suite.spent === undefined ? [] : renderSpending(suite.spent);
  }
  const { head, decision } = suite;
  const colour = COLOURS[lookOf(decision)];
  const facts = factsOf(wordsOfSuite(suite), suite.comparison);
  const reason = [
    ...decision.review.map(reviewInShort),
    ...reasonsOf(decision, facts, namesThreshold(suite)),
  ].join('; ');
  const judged = head.scorers.some(({ judged }) => judged !== false);
  const because = colour === '' || reason === '' ? [] : [`${colour} because ${reason}`];
  if (isFurtherScore(suite)) return because;
  return [
    ...because,
    comparedWith(suite),
    ...(decision.outcome === 'inconclusive' ? [] : describeAnswerCosts(listAnswerCosts(suite))),
    ...(judged ? [renderJudge(head.judge)] : []),
    ...renderSpending(suite.spent ?? { ...head.usage, seconds: head.seconds }),
  ];
}

/** `12 cases, 3 runs on main@7324a31, 9 days old`. */
function comparedWith({ comparison, baseline, head }: EvaluatedSuite): string {
  const cases = counted(comparison.headCases, 'case');
  if (baseline.kind !== 'record')
    return baseline.kind === 'none' && baseline.because === 'first' ? cases : `${cases}, no baseline`;
  const runs = Math.max(0, ...comparison.pairs.map(({ baseScores }) => baseScores.length));
  return `${cases}, ${counted(runs, 'run')} on ${nameBaseline(baseline)}${ageOf(baseline.createdAt, head.createdAt)}`;
}

const DAY = 24 * 60 * 60 * 1000;

function ageOf(baseline: string, head: string): string {
  const days = Math.floor((Date.parse(head) - Date.parse(baseline)) / DAY);
  return days >= 1 ? `, ${counted(days, 'day')} old` : '';
}

function renderJudge({ builtin, name }: RunRecord['judge']): string {
  return builtin ? 'built-in judge (no claim to accuracy)' : `judge ${cutText(name, MAX_NAME_LENGTH)}`;
}

/** `70 calls`, `88k tokens`, `cost 0.08`. */
export function renderSpending({ target, judge, cost }: Spending): readonly string[] {
  const { calls, inputTokens, outputTokens } = addUsage(target, judge);
  if (calls === 0) return [];
  const sum = inputTokens + outputTokens;
  const tokens = sum < 1000 ? counted(sum, 'token') : `${grouped(Math.round(sum / 1000))}k tokens`;
  return [[counted(calls, 'call'), tokens, ...(cost === undefined ? [] : [renderCost(cost)])].join(', ')];
}

function renderCost(cost: Cost): string {
  if (cost.status === 'unpriced') return `no price for ${renderList(cost.models)}`;
  const amount = cost.amount.toFixed(cost.amount < 0.1 ? 4 : 2);
  return `${cost.covers === 'judge' ? "judge's cost" : 'cost'} ${amount}`;
}

/** One number per answer on both sides: `tokens 410 → 530`. It decides nothing. */
export type AnswerCostRow = {
  readonly name: string;
  readonly base: string;
  readonly head: string;
  /** `+29%`, or a dash. */
  readonly change: string;
};

/** Less is mostly our own time. */
const MIN_SECONDS = 0.1;

type Measure = readonly [string, (cost: AnswerCost) => number | null, (value: number) => string];
const MEASURES: readonly Measure[] = [
  ['tokens', ({ tokens }) => tokens, (tokens) => grouped(Math.round(tokens))],
  ['cost', ({ amount }) => amount, renderAmount],
  ['median time', ({ seconds }) => seconds, (seconds) => `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`],
];

/** Tokens, cost and time of an answer, base against head; empty if neither is known, or if the run could not decide. */
export function listAnswerCosts({
  answerCosts,
  decision,
}: Pick<EvaluatedSuite, 'answerCosts' | 'decision'>): readonly AnswerCostRow[] {
  if (answerCosts === undefined || decision.outcome === 'inconclusive') return [];
  const { base, head } = answerCosts;
  const isQuick = Math.max(base?.seconds ?? 0, head.seconds ?? 0) < MIN_SECONDS;
  return MEASURES.slice(0, isQuick ? -1 : undefined).flatMap(([name, of, render]) => {
    const [was, is] = [base && of(base), of(head)];
    if (is === null) return [];
    return [
      { name, base: was === null ? NONE : render(was), head: render(is), change: renderChange(was, is) },
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

function renderChange(base: number | null, head: number): string {
  if (base === null || base === 0) return NONE;
  const percent = Math.round((100 * (head - base)) / base);
  return percent === 0 ? '0%' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`;
}
