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
    const scores = [...base, ...head].map((score) => (score - lowest) / unit);
    const own = scores.slice(0, base.length);
    const least = scores.toSorted((a, b) => a - b).slice(0, base.length);
    seen += total(own) - total(least);
    const step = relabelledSums(scores, base.length);
    if (step.range > 0) sums.push(step);
  }
  // What is narrow comes first, and two halves of half the width cost less than one whole, and join in one pass.
  sums.sort((a, b) => a.range - b.range);
  const [even, odd] = [0, 1].map((rest) => distributionOf(sums.filter((_, index) => index % 2 === rest)));
  return even === undefined || odd === undefined ? 1 : tailOfSum(even, odd, seen);
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

function total(scores: readonly number[]): number {
  return scores.reduce((sum, score) => sum + score, 0);
}

/** Probabilities of the sums `start`, `start + 1`, … */
type Distribution = { readonly start: number; readonly mass: Float64Array };

function distributionOf(sums: readonly RelabelledSums[]): Distribution {
  let current: Distribution = { start: 0, mass: Float64Array.of(1) };
  for (const each of sums) current = trimmed({ start: current.start, mass: addCase(current.mass, each) });
  return current;
}

function trimmed({ start, mass }: Distribution): Distribution {
  const least = NEGLIGIBLE / mass.length;
  let first = 0;
  let end = mass.length;
  while (first < end - 1 && (mass[first] ?? 0) < least) first += 1;
  while (end - 1 > first && (mass[end - 1] ?? 0) < least) end -= 1;
  return { start: start + first, mass: mass.subarray(first, end) };
}

/** Probability that the sum of two independent ones reaches `least`. */
function tailOfSum(a: Distribution, b: Distribution, least: number): number {
  const atLeast = new Float64Array(b.mass.length + 1);
  for (let index = b.mass.length - 1; index >= 0; index -= 1) {
    atLeast[index] = (atLeast[index + 1] ?? 0) + (b.mass[index] ?? 0);
  }
  let tail = 0;
  for (const [index, mass] of a.mass.entries()) {
    const needed = least - (a.start + index) - b.start;
    if (needed < b.mass.length) tail += mass * (atLeast[Math.max(0, needed)] ?? 0);
  }
  return Math.min(1, tail);
}

/** What one case can add to the sum of the base-labelled scores, over the least that it adds. */
type RelabelledSums = {
  /** The scores of which some are drawn, as distances from one end, ascending. */
  readonly values: readonly number[];
  /** How many are drawn: those of the side with fewer samples. */
  readonly drawn: number;
  /** Sum of the smallest ones. */
  readonly least: number;
  /** Distance from the least sum to the largest. */
  readonly range: number;
};

/** Every way of labelling `labelled` of the scores, all equally likely. Scores are integers. */
function relabelledSums(scores: readonly number[], labelled: number): RelabelledSums {
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
  const least = total(values.slice(0, drawn));
  const range = total(values.slice(values.length - drawn)) - least;
  return { values, drawn, least, range };
}

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
