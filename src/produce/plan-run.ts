import type { CallPlan } from '../ports/call-plan.js';
import { mostRuns } from '../ports/case-runs.js';
import type { ScorerSettings, SuiteSettings } from '../ports/settings.js';
import { aboutScorer } from '../scorers/catalog.js';

/** Samples on which MEAN and FLOOR are decided at the latest. */
const SAMPLES_TO_DECIDE = 3;

/**
 * Plans a suite's run.
 *
 * @param request.purpose `check`: head against a baseline; `baseline`: one side, measured for later.
 * @param request.base where the base's answers come from.
 * @param request.rejudged stored answers of the base that are judged again, and their questions.
 */
export function planRun(request: {
  readonly suite: SuiteSettings;
  readonly cases: number;
  readonly purpose: 'check' | 'baseline';
  readonly base: 'record' | 'run' | 'none';
  readonly rejudged?: { readonly answers: number; readonly questions: number } | null;
}): CallPlan {
  const { suite, cases, purpose, base, rejudged } = request;
  const { headSamples, maxHeadSamples } = headPlan(suite, purpose);
  const asksOneCase = base !== 'none' && maxHeadSamples > 0;
  return {
    cases,
    baseSamples: base === 'run' ? suite.baselineRepeat : 0,
    rejudged: rejudged?.answers ?? 0,
    rejudgedQuestions: rejudged?.questions ?? 0,
    compared: purpose === 'check',
    headSamples,
    maxHeadSamples,
    maxCaseSamples: asksOneCase ? mostRuns(cases, suite.baselineRepeat) - headSamples : 0,
    callsPerAnswer: suite.target.kind === 'prompt' ? 1 : 0,
    judgeCallsPerAnswer: suite.judge.model === 'builtin' ? 0 : judgeCalls(suite),
    known: base !== 'none',
  };
}

/**
 * Calls that the answers alone take, and judging stored ones again, before any sampling again: what the run cannot do
 * with less than. Of judging new answers nobody knows how much: verdicts on them may be known.
 */
export function leastCalls(plan: CallPlan): number {
  const { cases, baseSamples, headSamples, callsPerAnswer, judgeCallsPerAnswer, rejudgedQuestions } = plan;
  const judged = judgeCallsPerAnswer === 0 ? 0 : rejudgedQuestions;
  return cases * (baseSamples + headSamples) * callsPerAnswer + judged;
}

function headPlan(suite: SuiteSettings, purpose: 'check' | 'baseline') {
  // Recorded answers cost nothing, so as many count as are there.
  if (suite.target.kind === 'recorded') return { headSamples: SAMPLES_TO_DECIDE, maxHeadSamples: 0 };
  if (purpose === 'baseline') return { headSamples: suite.baselineRepeat, maxHeadSamples: 0 };
  if (suite.repeat !== 'auto') return { headSamples: suite.repeat, maxHeadSamples: 0 };
  return { headSamples: 1, maxHeadSamples: SAMPLES_TO_DECIDE };
}

function judgeCalls({ scorers }: SuiteSettings): number {
  return scorers.reduce((sum, scorer) => sum + callsOf(scorer), 0);
}

/** A scorer of the repository's own asks whom it likes; that is not known here. */
function callsOf({ use }: ScorerSettings): number {
  const about = use.kind === 'own' ? null : aboutScorer(use.id);
  if (use.kind === 'own' || about?.kind !== 'judged') return 0;
  const { extraction, reason } = use.options;
  return (about.verdictCalls ?? 1) + (extraction === 'judge' ? 1 : 0) + (reason === 'llm' ? 1 : 0);
}
