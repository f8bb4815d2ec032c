import { waysToChoose } from '../compare/chance.js';
import type { TestedCase } from '../compare/sample-scores.js';

/** Sums at either end this far less likely than an average one are dropped; doubles beside 1 end at 1e-16. */
const NEGLIGIBLE = 1e-20;

/**
 * The probability of a fall of the mean at least as large as the one seen, if base and head samples of each case were
 * interchangeable: within every case each way of labelling its samples is equally likely, cases being independent.
 * With one sample a side this is the sign-flip test. Exact (no sampling), ties included, for any number of cases; all
 * cases must have the same numbers of base and of head samples. 0..1; 1 without a case.
 */
export function relabellingTest(cases: readonly TestedCase[]): number {
  const unit = largestUnit(cases);
  // With equal counts the fall grows with the sum of all base-labelled scores, so only that sum's distribution counts.
  let seen = 0;
  const sums: RelabelledSums[] = [];
  for (const { base, head } of cases) {
    const lowest = Math.min(...base, ...head);
    const values = [...base, ...head].map((score) => (score - lowest) / unit);
    const own = total(values.slice(0, base.length));
    values.sort((a, b) => a - b);
    const least = total(values.slice(0, base.length));
    const range = total(values.slice(head.length)) - least;
    seen += own - least;
    if (range > 0) sums.push({ values, drawn: base.length, least, range });
  }
  // What is narrow comes first.
  sums.sort((a, b) => a.range - b.range);
  let start = 0;
  let mass: Float64Array = Float64Array.of(1);
  for (const each of sums) {
    const wider = addCase(mass, each);
    const [first, end] = telling(wider);
    start += first;
    mass = wider.subarray(first, end);
  }
  return Math.min(1, total(mass.subarray(Math.max(0, seen - start))));
}

/** The largest number that divides all differences within a case: scores of fifths are counted in fifths. */
function largestUnit(cases: readonly TestedCase[]): number {
  let unit = 0;
  for (const { base, head } of cases) {
    const first = base[0] ?? 0;
    for (const score of [...base, ...head]) unit = commonDivisor(unit, Math.abs(score - first));
  }
  return Math.max(1, unit);
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

function total(values: readonly number[] | Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/** Where the probabilities begin and end that are large enough to matter. */
function telling(mass: Float64Array): readonly [first: number, end: number] {
  const least = NEGLIGIBLE / mass.length;
  let first = 0;
  let end = mass.length;
  while (first < end - 1 && (mass[first] ?? 0) < least) first += 1;
  while (end - 1 > first && (mass[end - 1] ?? 0) < least) end -= 1;
  return [first, end];
}

/** What one case can add to the sum of the base-labelled scores, over the least that it adds. */
type RelabelledSums = {
  /** Its scores, as distances from the lowest, ascending. */
  readonly values: readonly number[];
  /** How many of them are labelled base. */
  readonly drawn: number;
  /** Sum of the smallest ones. */
  readonly least: number;
  /** Distance from the least sum to the largest. */
  readonly range: number;
};

/**
 * The distribution of a sum (probabilities of 0, 1, 2 …) after one case more: one value after the other, kept apart by how
 * many are drawn so far. Of 8 values that is 18 passes for 56 sums.
 */
function addCase(mass: Float64Array, { values, drawn, least, range }: RelabelledSums): Float64Array {
  const longest = (count: number) => mass.length + total(values.slice(values.length - count));
  const byDrawn = Array.from({ length: drawn + 1 }, (_, count) => new Float64Array(longest(count)));
  const ways = waysToChoose(values.length, drawn);
  byDrawn[0]?.set(mass.map((chance) => chance / ways));
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
