/**
 * One-sided sign-flip test: how likely a sum at least this large is if every difference could as well have had the other
 * sign. Exact over differences rounded to integers; 1 without a difference.
 */
export function runSignFlipTest(differences: readonly number[]): number {
  const rounded = differences.map(Math.round).filter((each) => each !== 0);
  const unit = rounded.reduce(findCommonDivisor, 0);
  if (unit === 0) return 1;
  const units = rounded.map((each) => each / unit);
  // Flipping signs is choosing the differences that stay positive: only their sum counts.
  const needed = units.reduce((sum, each) => sum + Math.max(0, each), 0);
  let mass = Float64Array.of(1);
  for (const size of units.map(Math.abs).sort((a, b) => a - b)) mass = addChoice(mass, size);
  return Math.min(
    1,
    mass.subarray(needed).reduce((sum, each) => sum + each, 0),
  );
}

/** The sums' distribution with one more value that is in or out. */
function addChoice(mass: Float64Array<ArrayBuffer>, size: number): Float64Array<ArrayBuffer> {
  const next = new Float64Array(mass.length + size);
  for (const [sum, chance] of mass.entries()) {
    next[sum] = (next[sum] ?? 0) + chance / 2;
    next[sum + size] = chance / 2;
  }
  return next;
}

function findCommonDivisor(a: number, b: number): number {
  let [large, small] = [Math.abs(a), Math.abs(b)];
  while (small > 0) [large, small] = [small, large % small];
  return large;
}

/** One-sided sign test: how likely at least so many falls are if falls and rises were equally likely. */
export function runSignTest(falls: number, rises: number): number {
  const all = falls + rises;
  let tail = 0;
  // By logarithms: 2 to the power of 1,100 is too large for a number.
  let term = -all * Math.LN2;
  for (let count = 0; count <= all; count += 1) {
    if (count >= falls) tail += Math.exp(term);
    term += Math.log((all - count) / (count + 1));
  }
  return Math.min(1, tail);
}
