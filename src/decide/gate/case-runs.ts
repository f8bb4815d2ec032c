/** Up to so many baseline samples one more of the head is needed. */
export const FEW_BASE_RUNS = 4;
/**
 * Samples beyond the needed ones that are taken where some answers repeat or fail. With fewer, a broken case of an agent
 * with few usual wordings goes unseen; only such a case is asked so often, as any other recovers.
 */
export const SPARE_RUNS = 8;

/**
 * Head samples of a case, all of them low, that it takes to call it broken: the more cases there are, the more of them
 * are low by chance, and the fewer baseline samples, the less is known of what is usual.
 */
export function requiredRuns(cases: number, baseRuns: number): number {
  const runs = cases <= 30 ? 3 : cases <= 100 ? 4 : 5;
  return baseRuns <= FEW_BASE_RUNS ? runs + 1 : runs;
}

/** Head samples of a case that looks broken after which it is asked no more. */
export function mostRuns(cases: number, baseRuns: number): number {
  return requiredRuns(cases, baseRuns) + SPARE_RUNS;
}
