import type { PlainRule } from './plain-rules.js';
import { runTrial, type TrialPlan } from './run-trial.js';

/** What came out of many trials of one kind. Shares are 0..1. */
export type CellResult = {
  readonly trials: number;
  readonly fails: number;
  readonly byMean: number;
  readonly byCase: number;
  readonly inconclusive: number;
  readonly extraSamples: number;
  readonly plain: Readonly<Record<PlainRule, number>>;
  readonly drop: number;
  readonly baseMean: number;
  /** Standard deviation of repeated runs of one case, pooled. */
  readonly deviation: number;
};

/** The same plan and number of trials give the same result. */
export function runCell(plan: TrialPlan, trials: number): CellResult {
  const seed = JSON.stringify(plan);
  const all = Array.from({ length: trials }, (_, index) => runTrial(plan, `${seed} ${index}`));
  const average = (of: (trial: (typeof all)[number]) => number) =>
    all.reduce((sum, trial) => sum + of(trial), 0) / trials;
  const share = (of: (trial: (typeof all)[number]) => boolean) => average((trial) => (of(trial) ? 1 : 0));
  return {
    trials,
    fails: share(({ outcome }) => outcome === 'fail'),
    byMean: share(({ byMean }) => byMean),
    byCase: share(({ byCase }) => byCase),
    inconclusive: share(({ outcome }) => outcome === 'inconclusive'),
    extraSamples: average(({ extraSamples }) => extraSamples),
    plain: {
      meanLower: share(({ plain }) => plain.meanLower),
      dropOver2: share(({ plain }) => plain.dropOver2),
      pairedT: share(({ plain }) => plain.pairedT),
      anyCase30: share(({ plain }) => plain.anyCase30),
    },
    drop: average(({ drop }) => drop),
    baseMean: average(({ baseMean }) => baseMean),
    deviation: Math.sqrt(average(({ variance }) => variance)),
  };
}
