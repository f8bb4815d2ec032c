import { type Case, countTurns } from '../model/case.js';
import { BUILTIN_JUDGE } from '../model/judge.js';
import type { Side } from '../model/side.js';
import type { AskableSides, CallEstimate, CallPlan, CallTokens } from '../model/spending.js';
import type { PreparedSuite } from '../model/stages.js';
import type { DecidingSettings, ScorerSettings } from '../model/suite.js';
import { describeTarget, type TargetSettings } from '../model/target-settings.js';
import { findScorer } from '../scorers/catalog.js';
import { estimateTokens } from '../text/tokens.js';

const RECORDED_RUNS = 5;

/** Of an answer, for the estimate of a run's tokens: a paragraph and a list. */
const ANSWER_TOKENS = 200;
/** Rules and schema of a question to the judge: 1,133 for two (docs/judge.md). */
const QUESTION_TOKENS = 570;

/** Origin of the base's answers, and how many stored ones are judged again. */
type BaseOrigin =
  | { readonly kind: 'record'; readonly again: { readonly answers: number } | null }
  | { readonly kind: 'run' | 'none' | 'unreadable' };

export function planCheckCalls(suite: PreparedSuite, found: BaseOrigin): CallPlan {
  const headSamples = countRuns(suite.head.target, suite.settings.repeat);
  return planRun(suite, found, { compared: true, headSamples });
}

export function planBaselineCalls(suite: PreparedSuite, found: BaseOrigin): CallPlan {
  const headSamples = countRuns(suite.head.target, suite.settings.baselineRepeat);
  return planRun(suite, found, { compared: false, headSamples });
}

/** Recorded answers cost nothing, so more of them count. */
function countRuns(target: TargetSettings, repeat: number): number {
  return describeTarget(target).live ? repeat : RECORDED_RUNS;
}

function planRun(
  suite: PreparedSuite,
  found: BaseOrigin,
  asked: { readonly compared: boolean; readonly headSamples: number },
): CallPlan {
  const { settings, base, head, shown } = suite;
  const cases = head.cases.length;
  const again = found.kind === 'record' ? found.again : null;
  const runsBase = found.kind === 'run' && base !== null;
  const { live, asksProvider } = describeTarget(head.target);
  return {
    ...asked,
    cases,
    answersPerCase: countTurns(head.cases) / cases || 1,
    shown: Math.min(shown.rows.length, shown.max),
    regraded: shown.regraded.length,
    baseSamples: runsBase ? countRuns(base.target, settings.baselineRepeat) : 0,
    rejudged: again?.answers ?? 0,
    kept: { base: 0, head: 0 },
    hasBase: found.kind === 'record' || found.kind === 'run',
    extraAnswers: 0,
    askable: 'none',
    recorded: !live,
    callsPerAnswer: asksProvider ? 1 : 0,
    judgeCallsPerAnswer: countJudgeCalls(settings),
    tokens: estimateCallTokens(suite),
  };
}

/** The judge's reply is about as long as the answer that it judges. */
function estimateCallTokens({ base, head, tasks }: PreparedSuite): CallTokens {
  const { cases } = head;
  const estimateMean = (selectText: (row: Case) => unknown) => {
    const bytes = cases.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(selectText(row))), 0);
    return estimateTokens(bytes / Math.max(1, cases.length));
  };
  const question = estimateMean(({ input, turns, history }) => [turns ?? input, history]);
  const task = estimateMean(({ id }) => tasks.get(id) ?? '');
  const estimateAnswer = (side: Side | null) => (side?.promptTokens ?? 0) + question + ANSWER_TOKENS;
  return {
    base: estimateAnswer(base),
    head: estimateAnswer(head),
    judge: QUESTION_TOKENS + task + question + 2 * ANSWER_TOKENS,
  };
}

/** The plan with the gate's extra answers: none without a baseline and a threshold. */
export function planExtraAnswers(
  plan: CallPlan,
  {
    askable,
    ofCases = plan.cases,
    extraRuns,
    scorers,
  }: {
    readonly askable: AskableSides;
    /** Cases that the extra answers are counted by. Default: those of the plan. */
    readonly ofCases?: number;
    readonly extraRuns: number;
    readonly scorers: readonly ScorerSettings[];
  },
): CallPlan {
  const decides = plan.hasBase || scorers.some(({ gate }) => hasThreshold(gate));
  const asks = plan.compared && askable !== 'none' && decides;
  return { ...plan, askable, extraAnswers: asks ? Math.floor(extraRuns * ofCases) : 0 };
}

/** Of all cases, or of a group. */
function hasThreshold({ threshold, tags }: ScorerSettings['gate']): boolean {
  return [threshold, ...Object.values(tags).map((limits) => limits.threshold)].some((each) => each !== null);
}

/** Calls by what they ask, on average. */
type Calls = { readonly base: number; readonly head: number; readonly judge: number };

/**
 * Counts the calls of a plan and estimates their tokens. One call compares a head answer with the base's; a case with a
 * dropped fact takes two more, an extra answer one.
 */
export function estimateCalls(plan: CallPlan): CallEstimate {
  const { cases, baseSamples, headSamples, kept, extraAnswers } = plan;
  const ask = plan.callsPerAnswer * plan.answersPerCase;
  const judge = plan.judgeCallsPerAnswer * plan.answersPerCase;
  const compare = plan.compared && plan.hasBase && judge > 0 ? 1 : 0;
  const answers = cases * (baseSamples + headSamples);
  const shownAnswers = plan.shown * headSamples;
  const judged = answers + plan.rejudged + plan.regraded * headSamples + shownAnswers;
  const first: Calls = {
    base: (cases * baseSamples - kept.base) * ask,
    head: (cases * headSamples - kept.head + shownAnswers) * ask,
    judge: judged * judge + cases * (headSamples + Math.min(2, headSamples)) * compare,
  };
  const again = extraAnswers * ask;
  // New cases run once more on the base, to see whether they notice the change.
  const onBase = plan.compared && plan.hasBase ? plan.shown : 0;
  const baseShare = plan.askable === 'both' ? 0.5 : 0;
  const inAll: Calls = {
    base: first.base + again * baseShare + onBase * ask,
    head: first.head + again * (1 - baseShare),
    judge:
      first.judge +
      extraAnswers * (judge + 2 * compare) +
      countSecondLooks(plan) * judge +
      onBase * (judge + 2 * compare),
  };
  return {
    least: Math.round((answers - kept.base - kept.head) * ask),
    most: sumCalls(first),
    mostInAll: sumCalls(inAll),
    tokens: sumTokens(first, plan),
    tokensInAll: sumTokens(inAll, plan),
  };
}

function sumCalls({ base, head, judge }: Calls): number {
  return Math.round(base + head + judge);
}

function sumTokens({ base, head, judge }: Calls, { tokens }: CallPlan): number {
  return Math.round(base * tokens.base + head * tokens.head + judge * tokens.judge);
}

/** Answers of cases that look broken: *Broke* asks each of these cases for seven more per side, and judges all of its answers twice more. */
function countSecondLooks({ askable, extraAnswers, headSamples }: CallPlan): number {
  const fresh = askable === 'both' ? 14 : 7;
  const first = headSamples + RECORDED_RUNS;
  return 2 * Math.floor(extraAnswers / fresh) * (fresh + first);
}

/** Judge calls for one answer of up to 20 statements; 0 for the built-in judge. */
function countJudgeCalls({ judge, scorers }: DecidingSettings): number {
  return judge.model === BUILTIN_JUDGE
    ? 0
    : scorers.reduce((sum, scorer) => sum + countScorerCalls(scorer), 0);
}

function countScorerCalls({ use }: ScorerSettings): number {
  const about = use.kind === 'own' ? null : findScorer(use.id);
  if (use.kind === 'own' || about?.kind !== 'judged') return 0;
  return (about.verdictCalls ?? 1) + (use.options['reason'] === 'llm' ? 1 : 0);
}
