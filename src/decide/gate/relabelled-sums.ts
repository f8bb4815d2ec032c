/** What one case can add to the sum of the base-labelled scores, over the least that it adds. */
export type RelabelledSums = {
  /** The scores of which some are drawn, as distances from one end, ascending. */
  readonly values: readonly number[];
  /** How many are drawn: those of the side with fewer samples. */
  readonly drawn: number;
  /** Sum of the smallest ones. */
  readonly least: number;
  /** Distance from the least sum to the largest. */
  readonly range: number;
  /** The sums that can come out, as offsets from the least, ascending, with their probabilities. */
  readonly offsets: readonly number[];
  readonly weights: readonly number[];
};

/** Every way of labelling `labelled` of the scores, all equally likely. Scores are integers. */
export function relabelledSums(scores: readonly number[], labelled: number): RelabelledSums {
  const sorted = [...scores].sort((a, b) => a - b);
  const lowest = sorted[0] ?? 0;
  const highest = sorted.at(-1) ?? 0;
  const others = scores.length - labelled;
  // To draw the few is to leave the many: their sum counts from the other end.
  const values =
    labelled <= others
      ? sorted.map((score) => score - lowest)
      : sorted.map((score) => highest - score).reverse();
  const drawn = Math.min(labelled, others);
  const least = sumOf(values.slice(0, drawn));
  const range = sumOf(values.slice(values.length - drawn)) - least;
  const sums = [...countWays(values, drawn)].sort(([a], [b]) => a - b);
  const all = sums.reduce((total, [, ways]) => total + ways, 0);
  return {
    values,
    drawn,
    least,
    range,
    offsets: sums.map(([sum]) => sum - least),
    weights: sums.map(([, ways]) => ways / all),
  };
}

/** By sum: in how many ways `drawn` of the values have it. */
function countWays(values: readonly number[], drawn: number): ReadonlyMap<number, number> {
  const ways = Array.from({ length: drawn + 1 }, () => new Map<number, number>());
  ways[0]?.set(0, 1);
  for (const value of values) {
    for (let count = drawn; count > 0; count -= 1) {
      for (const [sum, many] of ways[count - 1] ?? []) {
        const known = ways[count]?.get(sum + value) ?? 0;
        ways[count]?.set(sum + value, known + many);
      }
    }
  }
  return ways[drawn] ?? new Map();
}

/** The distribution of a sum (probabilities of 0, 1, 2 …) after one case more, in the way that costs less. */
export function addCase(mass: Float64Array, sums: RelabelledSums): Float64Array {
  const { values, drawn, offsets } = sums;
  // Adding up the draws value by value takes so many passes, adding their sums one pass each.
  const passes = drawn * (values.length - drawn + 1);
  return offsets.length <= passes ? addSums(mass, sums) : addDraws(mass, sums);
}

function addSums(mass: Float64Array, { offsets, weights, range }: RelabelledSums): Float64Array {
  const padded = new Float64Array(mass.length + 2 * range);
  padded.set(mass, range);
  const sum = new Float64Array(mass.length + range);
  // Four terms a pass: the sums are read and written a quarter as often. Missing terms weigh nothing.
  for (let term = 0; term < offsets.length; term += 4) {
    const from = range - (offsets[term] ?? 0);
    const from2 = range - (offsets[term + 1] ?? 0);
    const from3 = range - (offsets[term + 2] ?? 0);
    const from4 = range - (offsets[term + 3] ?? 0);
    const weight = weights[term] ?? 0;
    const weight2 = weights[term + 1] ?? 0;
    const weight3 = weights[term + 2] ?? 0;
    const weight4 = weights[term + 3] ?? 0;
    for (let index = 0; index < sum.length; index += 1) {
      sum[index] =
        (sum[index] ?? 0) +
        weight * (padded[index + from] ?? 0) +
        weight2 * (padded[index + from2] ?? 0) +
        weight3 * (padded[index + from3] ?? 0) +
        weight4 * (padded[index + from4] ?? 0);
    }
  }
  return sum;
}

/** One value after the other, kept apart by how many are drawn so far: of 8 values that is 18 passes for 56 sums. */
function addDraws(mass: Float64Array, { values, drawn, least, range }: RelabelledSums): Float64Array {
  const longest = (count: number) => mass.length + sumOf(values.slice(values.length - count));
  const byDrawn = Array.from({ length: drawn + 1 }, (_, count) => new Float64Array(longest(count)));
  byDrawn[0]?.set(scaled(mass, 1 / waysToDraw(drawn, values.length)));
  for (const [place, value] of values.entries()) {
    const fewest = Math.max(1, drawn - (values.length - 1 - place));
    for (let count = Math.min(drawn, place + 1); count >= fewest; count -= 1) {
      const from = byDrawn[count - 1];
      const to = byDrawn[count];
      if (from === undefined || to === undefined) continue;
      const end = Math.min(from.length, to.length - value);
      // As a function of its own the loop takes a third longer.
      for (let index = 0; index < end; index += 1) {
        to[index + value] = (to[index + value] ?? 0) + (from[index] ?? 0);
      }
    }
  }
  return (byDrawn[drawn] ?? mass).subarray(least, least + mass.length + range);
}

function scaled(mass: Float64Array, by: number): Float64Array {
  const copy = new Float64Array(mass.length);
  for (let index = 0; index < mass.length; index += 1) copy[index] = (mass[index] ?? 0) * by;
  return copy;
}

function waysToDraw(drawn: number, of: number): number {
  let ways = 1;
  for (let count = 1; count <= drawn; count += 1) ways = (ways * (of - drawn + count)) / count;
  return ways;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
