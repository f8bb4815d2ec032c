/** Values of `fail-on`: reasons that fail the job. `worse` makes a yellow check red. */
export const FAIL_ON = ['regression', 'threshold', 'error', 'inconclusive', 'worse'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** Scores, drops and limits are 0..1 of the scorer's scale. */
export type GateSettings = {
  /** Lowest acceptable mean; `null` if none is set. */
  readonly threshold: number | null;
  /** Smallest fall of the mean that counts. */
  readonly maxDrop: number;
  /** The fall of one case that is red once confirmed; `null`: `case-drop: off`. */
  readonly caseDrop: number | null;
  readonly failOn: readonly FailOn[];
  readonly onMissingBaseline: 'pass' | 'fail';
};
