import type { TestedCase } from './relabelling-test.js';
import { MOST_RUNS } from './rule.js';

/** Normal quantiles of a one-sided 2.5 % test seen with a power of 95 %: 1.96 + 1.645, rounded up. */
const QUANTILES = 3.7;
/** Of equal hundredths the rounding of their mean leaves less. */
const NO_DEVIATION = 1e-6;

/**
 * The smallest drop of the mean that the suite can see, 0..1 of the scale: `3.7 · s · sqrt((1/Kb + 1/3)/n)` with s the
 * pooled standard deviation of samples of one case on one side. `null` where single or equal samples do not tell it.
 */
export function smallestVisibleDrop(cases: readonly TestedCase[], baseRuns: number): number | null {
  const deviation = pooledDeviation(cases.flatMap(({ base, head }) => [base, head]));
  return deviation === null ? null : visibleDrop(deviation, { cases: cases.length, baseRuns });
}

/** The same for a deviation that is known, in hundredths; `null` where there is none. */
export function visibleDrop(
  deviation: number,
  { cases, baseRuns }: { readonly cases: number; readonly baseRuns: number },
): number | null {
  if (deviation < NO_DEVIATION) return null;
  return QUANTILES * (deviation / 100) * Math.sqrt((1 / baseRuns + 1 / MOST_RUNS) / cases);
}

/** Pooled standard deviation of the values of each group around their own mean; `null` where no group has two values. */
export function pooledDeviation(groups: readonly (readonly number[])[]): number | null {
  let squares = 0;
  let freedom = 0;
  for (const values of groups) {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    for (const value of values) squares += (value - mean) ** 2;
    freedom += Math.max(0, values.length - 1);
  }
  return freedom === 0 ? null : Math.sqrt(squares / freedom);
}

/**
 * Standard deviation of one measuring, from the differences between two measurings of the same things: a difference
 * has twice the variance. `null` without any.
 */
export function deviationOfRepeats(differences: readonly number[]): number | null {
  if (differences.length === 0) return null;
  const squares = differences.reduce((sum, difference) => sum + difference ** 2, 0);
  return Math.sqrt(squares / (2 * differences.length));
}
