import type { PairedCase } from '../../ports/comparison.js';

/** Share of the cases that must stay when samples are cut to the same number. */
export const KEPT_SHARE = 0.95;

export type EqualSamples = {
  /** The first so many scores of every case, in integer hundredths. */
  readonly cases: readonly { readonly base: readonly number[]; readonly head: readonly number[] }[];
  readonly baseRuns: number;
  readonly headRuns: number;
  /** Cases with a score on both sides, and yet too few at head to enter. */
  readonly tooFewAtHead: number;
};

/**
 * Cuts the pairs to the same number of base samples and of head samples a case: the first ones, as many as at least
 * 95 % of the cases with a score on both sides have. The few cases with fewer are left out.
 */
export function equalSamples(pairs: readonly PairedCase[]): EqualSamples {
  const scored = pairs.filter((pair) => pair.baseScores.length > 0 && pair.headScores.length > 0);
  const enough = Math.ceil(KEPT_SHARE * scored.length - 1e-9);
  const headRuns = largestCount(
    scored.map((pair) => pair.headScores.length),
    enough,
  );
  const long = scored.filter((pair) => pair.headScores.length >= headRuns);
  const baseRuns = largestCount(
    long.map((pair) => pair.baseScores.length),
    enough,
  );
  const cases = long
    .filter((pair) => pair.baseScores.length >= baseRuns)
    .map((pair) => ({ base: pair.baseScores.slice(0, baseRuns), head: pair.headScores.slice(0, headRuns) }));
  return { cases, baseRuns, headRuns, tooFewAtHead: scored.length - long.length };
}

/** The largest number that at least `enough` of the counts reach; 0 where there are none. */
function largestCount(counts: readonly number[], enough: number): number {
  return [...counts].sort((a, b) => b - a)[enough - 1] ?? 0;
}
