/** One case's scores as integers, base and head samples apart. */
export type TestedCase = { readonly base: readonly number[]; readonly head: readonly number[] };

/** Sums at either end this far less likely than an average one are dropped; doubles beside 1 end at 1e-16. */
const NEGLIGIBLE = 1e-20;

/**
 * The probability of a fall of the mean at least as large as the one seen, if base and head samples of each case were
 * interchangeable: within every case each way of labelling its samples is equally likely, cases being independent.
 * With one sample a side this is the sign-flip test. Exact (no sampling), ties included, for any number of cases; all
 * cases must have the same numbers of base and of head samples. 0..1; 1 without a case.
 */
export function relabellingTest(cases: readonly TestedCase[]): number {
  // With equal counts the fall grows with the sum of all base-labelled scores, so only that sum's distribution counts.
  let seen = 0;
  const steps: Step[] = [];
  for (const { base, head } of cases) {
    const { least, step } = labelledSums([...base, ...head], base.length);
    seen += base.reduce((sum, score) => sum + score, 0) - least;
    if (step.offsets.length > 1) steps.push(step);
  }
  // Two halves of half the width cost less than one whole, and join in one pass.
  const half = Math.ceil(steps.length / 2);
  return tailOfSum(distributionOf(steps.slice(0, half)), distributionOf(steps.slice(half)), seen);
}

/** The sums that one case can add, as offsets from the least, with their probabilities. */
type Step = { readonly offsets: readonly number[]; readonly weights: readonly number[] };

function labelledSums(
  scores: readonly number[],
  labelled: number,
): { readonly least: number; readonly step: Step } {
  // ways[n].get(s): how many choices of n of the scores so far have the sum s.
  const ways = Array.from({ length: labelled + 1 }, () => new Map<number, number>());
  ways[0]?.set(0, 1);
  for (const score of scores) {
    for (let count = labelled; count > 0; count -= 1) {
      for (const [sum, many] of ways[count - 1] ?? []) {
        const known = ways[count]?.get(sum + score) ?? 0;
        ways[count]?.set(sum + score, known + many);
      }
    }
  }
  const sums = [...(ways[labelled] ?? [])].sort(([a], [b]) => a - b);
  const least = sums[0]?.[0] ?? 0;
  const all = sums.reduce((total, [, many]) => total + many, 0);
  return {
    least,
    step: { offsets: sums.map(([sum]) => sum - least), weights: sums.map(([, many]) => many / all) },
  };
}

/** Probabilities of the sums `start`, `start + 1`, … */
type Distribution = { readonly start: number; readonly mass: Float64Array };

function distributionOf(steps: readonly Step[]): Distribution {
  let current: Distribution = { start: 0, mass: Float64Array.of(1) };
  for (const step of steps) current = trimmed(convolved(current, step));
  return current;
}

function convolved({ start, mass }: Distribution, { offsets, weights }: Step): Distribution {
  const range = offsets.at(-1) ?? 0;
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
  return { start, mass: sum };
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
