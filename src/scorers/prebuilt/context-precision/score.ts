/**
 * Average precision of a ranking, 0..1: for every relevant place the share of relevant ones up to and with it, averaged
 * over the relevant ones. 0 where none is relevant.
 */
export function averagePrecision(relevant: readonly boolean[]): number {
  let found = 0;
  let sum = 0;
  relevant.forEach((is, index) => {
    if (!is) return;
    found += 1;
    sum += found / (index + 1);
  });
  return found === 0 ? 0 : sum / found;
}
