/** What simpler gates say to the same data: whether each fails. */
export type PlainVerdicts = Readonly<Record<PlainRule, boolean>>;
export type PlainRule = 'meanLower' | 'dropOver2' | 'pairedT' | 'anyCase30';

const DROP = 2;
const CASE_DROP = 30;
/** Normal quantile of a one-sided 5 %. */
const Z = 1.6448536;

/** Each case's baseline mean and its one head score, in hundredths. */
export function plainVerdicts(
  pairs: readonly { readonly base: number; readonly head: number }[],
): PlainVerdicts {
  const falls = pairs.map(({ base, head }) => base - head);
  const count = falls.length;
  const mean = falls.reduce((sum, fall) => sum + fall, 0) / count;
  const variance = falls.reduce((sum, fall) => sum + (fall - mean) ** 2, 0) / (count - 1);
  const error = Math.sqrt(variance / count);
  return {
    meanLower: mean > 1e-9,
    dropOver2: mean > DROP + 1e-9,
    pairedT: error > 1e-9 && mean / error > tQuantile(count - 1),
    anyCase30: falls.some((fall) => fall >= CASE_DROP - 1e-9),
  };
}

/** Student's t, 95 %, by the expansion of Cornish and Fisher: to two decimals from four degrees of freedom on. */
export function tQuantile(freedom: number): number {
  const first = (Z ** 3 + Z) / 4;
  const second = (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96;
  const third = (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384;
  return Z + first / freedom + second / freedom ** 2 + third / freedom ** 3;
}
