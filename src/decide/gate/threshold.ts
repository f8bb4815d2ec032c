import { findScorerFingerprint } from '../../model/run-record.js';
import { createGroupRule } from './groups.js';
import { defineRule, GROUP_RUNS, MAX_RUNS, mayRunAgain, ROUNDING } from './rule.js';

const THRESHOLDS = {
  near: {
    value: 0.05,
    unit: 'of the scale',
    because: 'a mean this near to the threshold could lie on its other side in another run',
  },
  maxRuns: MAX_RUNS,
} as const;

/** The mean is on the wrong side of the `threshold` that the user set. */
export const THRESHOLD = defineRule({
  name: 'Threshold',
  thresholds: THRESHOLDS,
  describe: () => ({
    summary: 'the mean is below your `threshold`',
    suspicious: `the head's mean is within ${THRESHOLDS.near.value} of \`threshold\``,
    asks: `head runs of every case, up to ${THRESHOLDS.maxRuns.value}`,
    red: 'the mean is below the `threshold` that you set',
    yellow: '',
  }),
  fails: 'threshold',

  suspect({ comparison, measured, head, settings: { threshold } }) {
    const { floorMean } = comparison;
    // The mean of chosen cases says nothing about the threshold.
    if (threshold === null || !measured || floorMean === null || head.subset !== undefined) return null;
    const higherIsBetter = findScorerFingerprint(head, comparison.scorer)?.higherIsBetter ?? true;
    const mean = floorMean / 100;
    return { mean, threshold, above: mean - (higherIsBetter ? threshold : 1 - threshold) };
  },

  ask({ above }, context) {
    const isNear = Math.abs(above) <= THRESHOLDS.near.value + ROUNDING;
    if (!isNear || !mayRunAgain(context)) return null;
    return { kind: 'head-runs', upTo: context.runs + 1, because: 'threshold' };
  },

  red: (suspicion, context) =>
    isMissed(suspicion) ? [{ ...buildFinding(suspicion, context), outcome: 'fails' }] : [],

  yellow: (suspicion, context) =>
    isMissed(suspicion) ? [] : [{ ...buildFinding(suspicion, context), outcome: 'info' }],
});

/** The same for the groups of `gate.tags`. */
export const THRESHOLD_OF_GROUP = createGroupRule(THRESHOLD, () => ({
  summary: '',
  suspicious: `the mean of a group's cases is within ${THRESHOLDS.near.value} of the group's \`threshold\``,
  asks: `head answers to the group's cases, up to ${GROUP_RUNS.value} each`,
  red: "the mean is below the group's `threshold`",
  yellow: '',
}));

type ThresholdDistance = { readonly mean: number; readonly threshold: number; readonly above: number };

function isMissed({ above }: ThresholdDistance): boolean {
  return above < -ROUNDING;
}

function buildFinding(
  { mean, threshold }: ThresholdDistance,
  { comparison, runs }: Parameters<typeof mayRunAgain>[0],
) {
  const cases = comparison.headCases - comparison.unscored.length;
  return { rule: 'threshold', caseIds: [], numbers: { mean, threshold, cases, runs } } as const;
}
