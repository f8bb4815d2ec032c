import type { Askable } from '../model/finding.js';
import { BUILTIN_JUDGE } from '../model/judge.js';
import type { CallPlan } from '../model/spending.js';
import type { ScorerSettings, Suite } from '../model/suite.js';
import type { SuiteFiles } from '../model/suite-run.js';
import { aboutTarget } from '../model/target-settings.js';
import { aboutScorer } from '../scorers/catalog.js';

/** Recorded runs of a case that count. */
const RECORDED_RUNS = 5;

/** A suite whose base was sought, as far as its plan goes. */
type PlanSubject = {
  readonly suite: Suite;
  readonly files: Pick<SuiteFiles, 'mostShown'> &
    Readonly<Record<'cases' | 'shown' | 'regraded', readonly unknown[]>>;
};

/** Origin of the base's answers, and how many stored ones are judged again. */
type PlanBase =
  | {
      readonly kind: 'record';
      readonly again: { readonly answers: number; readonly questions: number } | null;
    }
  | { readonly kind: 'run' | 'none' | 'unreadable' };

/** Plans a check, which compares the head with a baseline. */
export function planCheck(run: PlanSubject, found: PlanBase): CallPlan {
  const { repeat, target } = run.suite;
  // Recorded answers cost nothing.
  const headSamples = aboutTarget(target).live ? repeat : RECORDED_RUNS;
  return planRun(run, found, { compared: true, headSamples });
}

/** Plans a measurement of one side, to become a baseline. */
export function planBaseline(run: PlanSubject, found: PlanBase): CallPlan {
  const { baselineRepeat, target } = run.suite;
  const headSamples = aboutTarget(target).live ? baselineRepeat : RECORDED_RUNS;
  return planRun(run, found, { compared: false, headSamples });
}

function planRun(
  { suite, files }: PlanSubject,
  found: PlanBase,
  asked: Pick<CallPlan, 'compared' | 'headSamples'>,
): CallPlan {
  const cases = files.cases.length;
  const again = found.kind === 'record' ? found.again : null;
  const known = found.kind === 'record' || found.kind === 'run';
  const { live, asksProvider } = aboutTarget(suite.target);
  return {
    ...asked,
    cases,
    shown: Math.min(files.shown.length, files.mostShown),
    regraded: files.regraded.length,
    baseSamples: found.kind === 'run' ? suite.baselineRepeat : 0,
    rejudged: again?.answers ?? 0,
    rejudgedQuestions: again?.questions ?? 0,
    extraAnswers: 0,
    recorded: !live,
    callsPerAnswer: asksProvider ? 1 : 0,
    judgeCallsPerAnswer: judgeCallsPerAnswer(suite),
    judgedByRules: isJudgedByRules(suite),
    kept: 0,
    known,
  };
}

/** The plan with the gate's extra answers: none without a baseline and a threshold. */
export function planAsking(
  plan: CallPlan,
  {
    askable,
    extraRuns,
    scorers,
  }: Pick<Suite, 'scorers'> & { readonly askable: Askable; readonly extraRuns: number },
): CallPlan {
  const decides = plan.known || scorers.some(({ gate }) => gate.threshold !== null);
  const asks = plan.compared && askable !== 'none' && decides;
  return { ...plan, extraAnswers: asks ? Math.floor(extraRuns * plan.cases) : 0 };
}

/**
 * Fewest calls of the run: the answers, and judging stored ones again. Judging new answers is left out, because their
 * verdicts may be known.
 */
export function leastCalls(plan: CallPlan): number {
  const { cases, baseSamples, headSamples, callsPerAnswer } = plan;
  const judged = plan.judgeCallsPerAnswer === 0 ? 0 : plan.rejudgedQuestions;
  const answers = cases * (baseSamples + headSamples) - plan.kept;
  return Math.max(0, answers) * callsPerAnswer + judged;
}

/** Most judge calls for one answer of up to 20 statements; 0 for the built-in judge. */
export function judgeCallsPerAnswer({ judge, scorers }: Pick<Suite, 'judge' | 'scorers'>): number {
  return judge.model === BUILTIN_JUDGE ? 0 : scorers.reduce((sum, scorer) => sum + callsOf(scorer), 0);
}

/** True if judging needs no calls. A scorer in the repository may make calls of its own. */
export function isJudgedByRules(suite: Pick<Suite, 'judge' | 'scorers'>): boolean {
  return judgeCallsPerAnswer(suite) === 0 && suite.scorers.every(({ use }) => use.kind !== 'own');
}

function callsOf({ use }: ScorerSettings): number {
  const about = use.kind === 'own' ? null : aboutScorer(use.id);
  if (use.kind === 'own' || about?.kind !== 'judged') return 0;
  return (about.verdictCalls ?? 1) + (use.options['reason'] === 'llm' ? 1 : 0);
}
