const SHARE = 0.05;

/** Most cases without a score that a run may have: one, or 5 %. */
export function errorLimit(cases: number): number {
  return Math.max(1, SHARE * cases);
}
