import { mostRuns, NOISY } from '../decide/gate/broken-case.js';
import { BUILTIN_JUDGE } from '../ports/judge.js';
import { aboutTarget, type ScorerSettings, type SuiteSettings } from '../ports/settings.js';
import type { CallPlan } from '../ports/spending.js';
import type { SuiteFiles } from '../ports/suite-run.js';
import { aboutScorer } from '../scorers/catalog.js';

/** Samples on which MEAN and FLOOR are decided at the latest. */
const SAMPLES_TO_DECIDE = 3;

/** A suite whose base was sought, as far as its plan goes. */
type Planned = {
  readonly suite: SuiteSettings;
  readonly files: Pick<SuiteFiles, 'mostShown'> &
    Readonly<Record<'cases' | 'shown' | 'regraded', readonly unknown[]>>;
};

/** Where the base's answers come from, and how many stored ones are judged again. */
type Found =
  | {
      readonly kind: 'record';
      readonly again: { readonly answers: number; readonly questions: number } | null;
    }
  | { readonly kind: 'run' | 'none' | 'unreadable' };

/** Plans a check: the head is held against a baseline. */
export function planCheck(run: Planned, found: Found): CallPlan {
  const { repeat, target } = run.suite;
  return planRun(run, found, {
    compared: true,
    // Recorded answers cost nothing, so as many count as are there.
    ...(!aboutTarget(target).live
      ? { headSamples: SAMPLES_TO_DECIDE, maxHeadSamples: 0 }
      : { headSamples: repeat, maxHeadSamples: Math.max(SAMPLES_TO_DECIDE, repeat) }),
  });
}

/** Plans a measurement: one side alone, to become a baseline. */
export function planBaseline(run: Planned, found: Found): CallPlan {
  const { baselineRepeat, target } = run.suite;
  const headSamples = aboutTarget(target).live ? baselineRepeat : SAMPLES_TO_DECIDE;
  return planRun(run, found, { compared: false, headSamples, maxHeadSamples: 0 });
}

function planRun(
  { suite, files }: Planned,
  found: Found,
  asked: Pick<CallPlan, 'compared' | 'headSamples' | 'maxHeadSamples'>,
): CallPlan {
  const { headSamples, maxHeadSamples } = asked;
  const cases = files.cases.length;
  const again = found.kind === 'record' ? found.again : null;
  const known = found.kind === 'record' || found.kind === 'run';
  const { live, asksProvider } = aboutTarget(suite.target);
  const asksOneCase = known && maxHeadSamples > 0;
  return {
    ...asked,
    cases,
    shown: Math.min(files.shown.length, files.mostShown),
    regraded: files.regraded.length,
    baseSamples: found.kind === 'run' ? suite.baselineRepeat : 0,
    rejudged: again?.answers ?? 0,
    rejudgedQuestions: again?.questions ?? 0,
    maxCaseSamples: asksOneCase ? mostOfOneCase(suite, cases) - headSamples : 0,
    controlSamples: 0,
    recorded: !live,
    callsPerAnswer: asksProvider ? 1 : 0,
    judgeCallsPerAnswer: judgeCallsPerAnswer(suite),
    judgedByRules: isJudgedByRules(suite),
    kept: 0,
    known,
  };
}

/** Of unsteady answers, since nobody knows yet how steady they are. */
function mostOfOneCase({ baselineRepeat, scorers }: SuiteSettings, cases: number): number {
  return mostRuns({ cases: cases * scorers.length, baseRuns: baselineRepeat, deviation: NOISY });
}

/**
 * Calls that the answers alone take, and judging stored ones again, before any sampling again: what the run cannot do
 * with less than. Of judging new answers nobody knows how much: verdicts on them may be known.
 */
export function leastCalls(plan: CallPlan): number {
  const { cases, baseSamples, headSamples, callsPerAnswer } = plan;
  const judged = plan.judgeCallsPerAnswer === 0 ? 0 : plan.rejudgedQuestions;
  const answers = cases * (baseSamples + headSamples) - plan.kept;
  return Math.max(0, answers) * callsPerAnswer + judged;
}

/** Calls that are enough whatever the gate asks for: each answer with its judging, those that are had again too. */
export function mostCalls(plan: CallPlan): number {
  const { cases, shown, baseSamples, headSamples, maxHeadSamples, maxCaseSamples, controlSamples } = plan;
  const { callsPerAnswer, judgeCallsPerAnswer } = plan;
  const ofHead = Math.max(headSamples, maxHeadSamples);
  const answers = cases * (baseSamples + ofHead + controlSamples) + maxCaseSamples + shown * headSamples;
  const rejudged = plan.rejudged + plan.regraded * ofHead;
  return answers * (callsPerAnswer + judgeCallsPerAnswer) + rejudged * judgeCallsPerAnswer;
}

/** Most judge calls for one answer of up to 20 statements; 0 for the built-in judge. */
export function judgeCallsPerAnswer({ judge, scorers }: Pick<SuiteSettings, 'judge' | 'scorers'>): number {
  return judge.model === BUILTIN_JUDGE ? 0 : scorers.reduce((sum, scorer) => sum + callsOf(scorer), 0);
}

/** True where nobody is asked to judge: a scorer of the repository's own may ask whom it likes. */
export function isJudgedByRules(suite: Pick<SuiteSettings, 'judge' | 'scorers'>): boolean {
  return judgeCallsPerAnswer(suite) === 0 && suite.scorers.every(({ use }) => use.kind !== 'own');
}

function callsOf({ use }: ScorerSettings): number {
  const about = use.kind === 'own' ? null : aboutScorer(use.id);
  if (use.kind === 'own' || about?.kind !== 'judged') return 0;
  return (about.verdictCalls ?? 1) + (use.options['reason'] === 'llm' ? 1 : 0);
}
