/** Up to so many baseline samples one more of the head is needed. */
export const FEW_BASE_RUNS = 4;
/**
 * Samples beyond the needed ones that are taken where some answers repeat or fail. With fewer, a broken case of an agent
 * with few usual wordings goes unseen; only such a case is asked so often, as any other recovers.
 */
export const SPARE_RUNS = 8;

/** Where runs of one case differ by so much (a standard deviation, in hundredths), as of a scorer of 0 and 1 … */
export const NOISY = 25;
/** … it takes so many samples more. */
const RUNS_WHERE_NOISY = 2;

/** What the number of runs depends on. */
export type CaseRunsFacts = {
  /** Cases that are looked at, under every scorer of the suite. */
  readonly cases: number;
  readonly baseRuns: number;
  /** Pooled standard deviation of the base's runs of one case, in hundredths; `null` where it is not known. */
  readonly deviation: number | null;
};

/**
 * Head samples of a case, all of them low, that it takes to call it broken: the more cases there are, and the more their
 * runs differ, the more of them are low by chance, and the fewer baseline samples, the less is known of what is usual.
 */
export function requiredRuns({ cases, baseRuns, deviation }: CaseRunsFacts): number {
  const runs = cases <= 30 ? 3 : cases <= 100 ? 4 : cases <= 200 ? 5 : 6;
  const noisy = deviation !== null && deviation >= NOISY ? RUNS_WHERE_NOISY : 0;
  return (baseRuns <= FEW_BASE_RUNS ? runs + 1 : runs) + noisy;
}

/** Head samples of a case that looks broken after which it is asked no more. */
export function mostRuns(facts: CaseRunsFacts): number {
  return requiredRuns(facts) + SPARE_RUNS;
}
