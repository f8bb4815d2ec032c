import { scorerOf } from '../../model/run-record.js';
import { MOST_RUNS, NOTHING_FOUND, ROUNDING, type RuleContext, type RuleResult } from './rule.js';

/** A mean this near to the threshold is measured again before it decides; 0..1 of the scale. */
const NEAR = 0.05;

/** Rule 5: the mean of all scored head cases is below `threshold`, or above it if lower is better. */
export function decideThreshold(context: RuleContext): RuleResult {
  const { comparison, settings, measured, askable, over, runs, head } = context;
  const { threshold } = settings;
  const mean = comparison.floorMean;
  // The mean of chosen cases says nothing about the threshold.
  if (threshold === null || !measured || mean === null || head.subset !== undefined) return NOTHING_FOUND;
  const higherIsBetter = scorerOf(head, comparison.scorer)?.higherIsBetter ?? true;
  const least = higherIsBetter ? threshold : 1 - threshold;
  const isNear = Math.abs(mean / 100 - least) <= NEAR + ROUNDING;
  const mayAsk = isNear && over === null && askable !== 'none' && runs < MOST_RUNS;
  const missed = mean / 100 < least - ROUNDING;
  return {
    finding: {
      rule: 'threshold',
      outcome: missed ? 'fails' : 'info',
      caseIds: [],
      numbers: {
        mean: mean / 100,
        threshold,
        cases: comparison.headCases - comparison.unscored.length,
        runs,
      },
    },
    ask: mayAsk ? { kind: 'head-runs', upTo: runs + 1, because: 'threshold' } : null,
    fails: missed ? 'threshold' : null,
  };
}
