import { addUsage } from '../../model/answer.js';
import type { EvaluatedSuite, Spending, SuiteReport } from '../../model/report.js';
import type { RunRecord } from '../../model/run-record.js';
import type { Cost } from '../../model/spending.js';
import { counted, grouped, renderList } from '../../text/counts.js';
import { cutText } from '../../text/values.js';
import { nameBaseline } from '../notes/baseline.js';
import { describeAnswerCosts, listAnswerCosts } from './answer-cost.js';
import { factsOf, reasonOf } from './finding-words.js';
import { lookOf } from './heading.js';
import { isFurtherScore, wordsOfSuite } from './scores.js';

const NAME_CHARACTERS = 60;

const COLOURS = { fail: 'red', worse: 'yellow', pass: '', inconclusive: '' } as const;

/** The small print of a suite in parts: why it has its colour, what was compared, the judge, the cost. */
export function listFacts(suite: SuiteReport): readonly string[] {
  if (suite.kind !== 'evaluated') {
    return suite.spent === undefined ? [] : renderSpending(suite.spent);
  }
  const { head } = suite;
  const colour = COLOURS[lookOf(suite)];
  const reason = reasonOf(suite.decision, factsOf(wordsOfSuite(suite), suite.comparison));
  const judged = head.scorers.some(({ judged }) => judged !== false);
  const because = colour === '' || reason === '' ? [] : [`${colour} because ${reason}`];
  if (isFurtherScore(suite)) return because;
  return [
    ...because,
    comparedWith(suite),
    ...(suite.decision.outcome === 'inconclusive' ? [] : describeAnswerCosts(listAnswerCosts(suite))),
    ...(judged ? [renderJudge(head.judge)] : []),
    ...renderSpending(suite.spent ?? { ...head.usage, seconds: head.seconds }),
  ];
}

/** `12 cases, 3 runs on main@7324a31, 9 days old`. */
function comparedWith({ comparison, baseline, head }: EvaluatedSuite): string {
  const cases = counted(comparison.headCases, 'case');
  if (baseline.kind !== 'record')
    return baseline.kind === 'none' && baseline.reason === 'first' ? cases : `${cases}, no baseline`;
  const runs = Math.max(0, ...comparison.pairs.map(({ baseScores }) => baseScores.length));
  return `${cases}, ${counted(runs, 'run')} on ${nameBaseline(baseline)}${ageOf(baseline.createdAt, head.createdAt)}`;
}

const DAY = 24 * 60 * 60 * 1000;

function ageOf(baseline: string, head: string): string {
  const days = Math.floor((Date.parse(head) - Date.parse(baseline)) / DAY);
  return days >= 1 ? `, ${counted(days, 'day')} old` : '';
}

function renderJudge({ builtin, name }: RunRecord['judge']): string {
  return builtin ? 'built-in judge (no claim to accuracy)' : `judge ${cutText(name, NAME_CHARACTERS)}`;
}

/** `70 calls`, `88k tokens`, `cost 0.08`. */
export function renderSpending({ target, judge, cost }: Spending): readonly string[] {
  const { calls, inputTokens, outputTokens } = addUsage(target, judge);
  if (calls === 0) return [];
  const tokens = renderTokens(inputTokens + outputTokens);
  return [[counted(calls, 'call'), tokens, ...(cost === undefined ? [] : [renderCost(cost)])].join(', ')];
}

function renderTokens(tokens: number): string {
  return tokens < 1000 ? counted(tokens, 'token') : `${grouped(Math.round(tokens / 1000))}k tokens`;
}

function renderCost(cost: Cost): string {
  switch (cost.status) {
    case 'known': {
      const amount = cost.amount.toFixed(cost.amount < 0.1 ? 4 : 2);
      return `${cost.covers === 'judge' ? "judge's cost" : 'cost'} ${amount}`;
    }
    case 'unpriced':
      return `no price for ${renderList(cost.models)}`;
    default:
      return cost satisfies never;
  }
}
