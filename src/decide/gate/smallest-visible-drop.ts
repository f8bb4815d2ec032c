import type { TestedCase } from './relabelling-test.js';

/** Normal quantiles of a one-sided 2.5 % test seen with a power of 95 %: 1.96 + 1.645, rounded up. */
const QUANTILES = 3.7;
/** Head samples on which a drop is decided. */
const HEAD_RUNS = 3;

/**
 * The smallest drop of the mean that the suite can see, 0..1 of the scale: `3.7 · s · sqrt((1/Kb + 1/3)/n)` with s the
 * pooled standard deviation of samples of one case on one side. `null` where single or equal samples do not tell it.
 */
export function smallestVisibleDrop(cases: readonly TestedCase[], baseRuns: number): number | null {
  let squares = 0;
  let freedom = 0;
  for (const { base, head } of cases) {
    for (const side of [base, head]) {
      const mean = side.reduce((sum, score) => sum + score, 0) / side.length;
      for (const score of side) squares += (score - mean) ** 2;
      freedom += Math.max(0, side.length - 1);
    }
  }
  if (freedom === 0 || squares < 1e-9) return null;
  const deviation = Math.sqrt(squares / freedom) / 100;
  return QUANTILES * deviation * Math.sqrt((1 / baseRuns + 1 / HEAD_RUNS) / cases.length);
}
