import { aboutScorer } from '../model/scorers/catalog.js';
import type { ScorerSettings, SuiteSettings } from '../model/settings.js';

/** How often each side is asked, and what one answer costs. */
export type RunPlan = {
  readonly cases: number;
  /** Samples a case to take of the base now; 0 where a stored record serves or there is no baseline. */
  readonly baseSamples: number;
  /** Stored answers of the base that are judged again; 0 where its record's judge is today's. */
  readonly rejudged: number;
  /** False where one side alone is measured, to become a baseline. */
  readonly compared: boolean;
  /** Samples a case of the head to begin with. */
  readonly headSamples: number;
  /** Most samples a case of the head that the gate may ask for. */
  readonly maxHeadSamples: number;
  /** Model calls of our own for one answer. */
  readonly callsPerAnswer: number;
  /** Most judge calls for one answer of up to 20 statements. */
  readonly judgeCallsPerAnswer: number;
  /** True where verdicts of a baseline are known. */
  readonly known: boolean;
};

/** Samples on which MEAN and FLOOR are decided at the latest. */
const SAMPLES_TO_DECIDE = 3;

/**
 * Plans a suite's run.
 *
 * @param request.purpose `check`: head against a baseline; `baseline`: one side, measured for later.
 * @param request.base where the base's answers come from.
 * @param request.rejudged stored answers of the base that are judged again.
 */
export function planRun(request: {
  readonly suite: SuiteSettings;
  readonly cases: number;
  readonly purpose: 'check' | 'baseline';
  readonly base: 'record' | 'run' | 'none';
  readonly rejudged?: number;
}): RunPlan {
  const { suite, cases, purpose, base, rejudged = 0 } = request;
  const { headSamples, maxHeadSamples } = headPlan(suite, purpose);
  return {
    cases,
    baseSamples: base === 'run' ? suite.baselineRepeat : 0,
    rejudged,
    compared: purpose === 'check',
    headSamples,
    maxHeadSamples,
    callsPerAnswer: suite.target.kind === 'prompt' ? 1 : 0,
    judgeCallsPerAnswer: suite.judge.model === 'builtin' ? 0 : judgeCalls(suite),
    known: base !== 'none',
  };
}

/** Calls that the answers alone take, before any sampling again: what the run cannot do with less than. */
export function leastCalls({ cases, baseSamples, headSamples, callsPerAnswer }: RunPlan): number {
  return cases * (baseSamples + headSamples) * callsPerAnswer;
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
  if (use.kind === 'own' || aboutScorer(use.id)?.kind !== 'judged') return 0;
  const { extraction = 'judge', reason = 'verdicts' } = use.options;
  return 1 + (extraction === 'judge' ? 1 : 0) + (reason === 'llm' ? 1 : 0);
}
