import { type Case, countTurns } from '../model/case.js';
import { BUILTIN_JUDGE } from '../model/judge.js';
import type { AskableSides, CallEstimate, CallPlan } from '../model/spending.js';
import type { ScorerSettings, Suite } from '../model/suite.js';
import type { SuiteFiles } from '../model/suite-run.js';
import { aboutTarget, type TargetSettings } from '../model/target-settings.js';
import { aboutScorer } from '../scorers/catalog.js';

const RECORDED_RUNS = 5;

/** A suite whose base was sought, as far as its plan goes. */
type PlanSubject = {
  readonly suite: Suite;
  readonly was: Pick<Suite, 'target'>;
  readonly files: Pick<SuiteFiles, 'mostShown'> &
    Readonly<Record<'shown' | 'regraded', readonly unknown[]>> & {
      readonly cases: readonly Pick<Case, 'input' | 'turns'>[];
    };
};

/** Origin of the base's answers, and how many stored ones are judged again. */
type PlanBase =
  | { readonly kind: 'record'; readonly again: { readonly answers: number } | null }
  | { readonly kind: 'run' | 'none' | 'unreadable' };

export function planCheck(run: PlanSubject, found: PlanBase): CallPlan {
  const { repeat, target } = run.suite;
  return planRun(run, found, { compared: true, headSamples: runsOf(target, repeat) });
}

export function planBaseline(run: PlanSubject, found: PlanBase): CallPlan {
  const { baselineRepeat, target } = run.suite;
  return planRun(run, found, { compared: false, headSamples: runsOf(target, baselineRepeat) });
}

/** Recorded answers cost nothing, so more of them count. */
function runsOf(target: TargetSettings, repeat: number): number {
  return aboutTarget(target).live ? repeat : RECORDED_RUNS;
}

function planRun(
  { suite, was, files }: PlanSubject,
  found: PlanBase,
  asked: Pick<CallPlan, 'compared' | 'headSamples'>,
): CallPlan {
  const cases = files.cases.length;
  const again = found.kind === 'record' ? found.again : null;
  const { live, asksProvider } = aboutTarget(suite.target);
  return {
    ...asked,
    cases,
    answersPerCase: countTurns(files.cases) / cases || 1,
    shown: Math.min(files.shown.length, files.mostShown),
    regraded: files.regraded.length,
    baseSamples: found.kind === 'run' ? runsOf(was.target, suite.baselineRepeat) : 0,
    rejudged: again?.answers ?? 0,
    hasBase: found.kind === 'record' || found.kind === 'run',
    extraAnswers: 0,
    askable: 'none',
    recorded: !live,
    callsPerAnswer: asksProvider ? 1 : 0,
    judgeCallsPerAnswer: judgeCallsPerAnswer(suite),
  };
}

/** The plan with the gate's extra answers: none without a baseline and a threshold. */
export function planAsking(
  plan: CallPlan,
  {
    askable,
    extraRuns,
    scorers,
  }: Pick<Suite, 'scorers'> & { readonly askable: AskableSides; readonly extraRuns: number },
): CallPlan {
  const decides = plan.hasBase || scorers.some(({ gate }) => gate.threshold !== null);
  const asks = plan.compared && askable !== 'none' && decides;
  return { ...plan, askable, extraAnswers: asks ? Math.floor(extraRuns * plan.cases) : 0 };
}

/**
 * Counts the calls of a plan. One call compares a head answer with the base's; a case with a dropped fact takes two more,
 * an extra answer one.
 */
export function estimateCalls(plan: CallPlan): CallEstimate {
  const { cases, headSamples, extraAnswers } = plan;
  const ask = plan.callsPerAnswer * plan.answersPerCase;
  const judge = plan.judgeCallsPerAnswer * plan.answersPerCase;
  const compare = plan.compared && plan.hasBase && judge > 0 ? 1 : 0;
  const answers = cases * (plan.baseSamples + headSamples);
  const least = Math.round(answers * ask);
  const most = Math.round(
    least +
      (answers + plan.rejudged + plan.regraded * headSamples) * judge +
      plan.shown * headSamples * (ask + judge) +
      cases * (headSamples + Math.min(2, headSamples)) * compare,
  );
  const again = extraAnswers * (ask + judge + 2 * compare) + countSecondLooks(plan) * judge;
  return { least, most, mostInAll: Math.round(most + again) };
}

/** Answers of cases that look broken: *Broke* asks each of these cases for seven more per side, and judges all of its answers twice more. */
function countSecondLooks({ askable, extraAnswers, headSamples }: CallPlan): number {
  const fresh = askable === 'both' ? 14 : 7;
  const first = headSamples + RECORDED_RUNS;
  return 2 * Math.floor(extraAnswers / fresh) * (fresh + first);
}

/** Judge calls for one answer of up to 20 statements; 0 for the built-in judge. */
function judgeCallsPerAnswer({ judge, scorers }: Pick<Suite, 'judge' | 'scorers'>): number {
  return judge.model === BUILTIN_JUDGE ? 0 : scorers.reduce((sum, scorer) => sum + callsOf(scorer), 0);
}

function callsOf({ use }: ScorerSettings): number {
  const about = use.kind === 'own' ? null : aboutScorer(use.id);
  if (use.kind === 'own' || about?.kind !== 'judged') return 0;
  return (about.verdictCalls ?? 1) + (use.options['reason'] === 'llm' ? 1 : 0);
}
