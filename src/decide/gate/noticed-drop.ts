import type { TestedCase } from '../compare/sample-scores.js';
import { FAILS_BELOW, LEAST_WEIGHT, MOST_RUNS, SAMPLES_UP_TO } from './false-alarm-levels.js';
import { pooledDeviation } from './noise.js';

/** So often a fall of what is printed is noticed, and up to a tenth more often: how a fall comes about is not known. */
const NOTICED = 0.8;
/** With fewer cases the chance depends on each single one of them. */
const FEWEST_CASES = 10;
/** An agent that repeats itself more shows by its noise no longer what a fall would look like. */
const MOST_REPEATED = 0.5;
/** Larger falls are not looked for. */
const LARGEST = 0.5;
/** Of equal hundredths the rounding of their mean leaves less. */
const NO_DEVIATION = 1e-6;

/** What it depends on how small a fall is noticed. */
export type Sight = {
  /** Standard deviation of runs of one case, in hundredths. */
  readonly deviation: number;
  readonly cases: number;
  readonly baseRuns: number;
  /** Of the head, at most; each one more only while a fall is open, unless they are `fixed`. */
  readonly headRuns?: number;
  readonly fixed?: boolean;
  readonly maxDrop: number;
  /** Share of the agent's further runs that only repeat an earlier answer. */
  readonly repeated?: number;
  /** See `GateInput`. */
  readonly levels?: number;
};

/** The same from samples, the base's where those tell how much runs of one case differ; else `null`. */
export function noticedDropIn(
  samples: readonly TestedCase[],
  sight: Omit<Sight, 'deviation' | 'cases'>,
): number | null {
  const ofBase = pooledDeviation(samples.map(({ base }) => base));
  const deviation = ofBase ?? pooledDeviation(samples.map(({ head }) => head));
  return deviation === null ? null : noticedDrop({ ...sight, deviation, cases: samples.length });
}

/**
 * The fall of the mean, 0..1 of the scale, that MEAN notices in 8 to 9 of 10 runs where every case loses as much on average:
 * now and then a good statement. `null` where none is, or it cannot be told. The mean's three looks are computed as of
 * normal means; the two numbers that say how a fall adds to the noise are tuned in `bench/gate-simulation`, whose page has
 * how often such falls are found.
 */
export function noticedDrop(sight: Sight): number | null {
  const { deviation, cases, repeated = 0 } = sight;
  if (deviation < NO_DEVIATION || cases < FEWEST_CASES || repeated > MOST_REPEATED) return null;
  const isNoticed = chanceToNotice(sight);
  let [low, high] = [0, LARGEST];
  if (isNoticed(high) < NOTICED) return null;
  for (let step = 0; step < 16; step += 1) {
    const middle = (low + high) / 2;
    if (isNoticed(middle) < NOTICED) low = middle;
    else high = middle;
  }
  return high * (1 + OF_FEW_CASES / cases);
}

/** A fall of `drop` takes statements out of some runs and not of others: so much it adds to their variance, times `drop`. */
const varianceOf = (drop: number) => Math.max(0, 0.25 - 0.9 * drop);
/** Of few cases neither the noise nor the chance is as a normal distribution has it. */
const OF_FEW_CASES = 1.5;
/** So much of the squared fall is in the spread of the cases' own falls. */
const WITHIN_CASES = 0.2;
/** Quantiles of eleven equal parts of a normal distribution, scaled to its variance. */
const PARTS = [-1.788, -1.161, -0.8, -0.511, -0.249, 0, 0.249, 0.511, 0.8, 1.161, 1.788];

function chanceToNotice(sight: Sight): (drop: number) => number {
  const { deviation, cases, baseRuns, headRuns = MOST_RUNS, maxDrop, fixed = false } = sight;
  const { levels = 1 } = sight;
  const level = FAILS_BELOW * levels;
  const quantiles = {
    open: [quantile(SAMPLES_UP_TO), quantile(SAMPLES_UP_TO / LEAST_WEIGHT)],
    last: [quantile(level), quantile(level / LEAST_WEIGHT)],
  } as const;
  const ofBase = (deviation / 100) ** 2;
  /** Runs at the first look. Of many all but the last are taken as one: each look makes the work eleven times as much. */
  const taken = Math.max(1, headRuns - MOST_RUNS + 1);
  return (drop) => {
    const ofHead = ofBase + varianceOf(drop) * drop;
    /** The least observed fall with which a look at so many head runs goes on, or fails in the end. */
    const leastFall = (runs: number, [byChance, byRewording]: readonly [number, number]) => {
      const apart = ofBase / baseRuns + ofHead / runs;
      const between = ((baseRuns * runs) / (baseRuns + runs)) * (drop ** 2 + apart);
      const within = (baseRuns - 1) * ofBase + (runs - 1) * ofHead;
      const pooled = (within + between) / (baseRuns + runs - 1);
      const relabelled = Math.sqrt((pooled * (1 / baseRuns + 1 / runs)) / cases);
      const flipped = Math.sqrt((WITHIN_CASES * drop ** 2 + apart) / cases);
      return Math.max(maxDrop, byChance * relabelled, byRewording * flipped);
    };
    const [base, head] = [Math.sqrt(ofBase / baseRuns / cases), Math.sqrt(ofHead / cases)];
    const last = leastFall(headRuns, quantiles.last);
    const looks = Array.from({ length: Math.min(headRuns, MOST_RUNS) - 1 }, (_, look) =>
      fixed ? Number.NEGATIVE_INFINITY : leastFall(taken + look, quantiles.open),
    );
    /** `sum`: of the head's runs so far, in their standard deviations. */
    const goesOn = (fell: number, look: number, sum: number): number => {
      const least = looks[look];
      if (least === undefined) return normalTail((headRuns * (last - fell)) / head - sum);
      const scale = look === 0 ? Math.sqrt(taken) : 1;
      let chance = 0;
      for (const part of PARTS) {
        const next = sum + scale * part;
        if (fell + (head * next) / (taken + look) >= least)
          chance += goesOn(fell, look + 1, next) / PARTS.length;
      }
      return chance;
    };
    return PARTS.reduce((sum, part) => sum + goesOn(drop + base * part, 0, 0), 0) / PARTS.length;
  };
}

/** Probability that a standard normal value is at least `z`; within 1e-7 (Abramowitz and Stegun, 7.1.26). */
function normalTail(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const tail = (series * Math.exp(-x * x)) / 2;
  return z >= 0 ? tail : 1 - tail;
}

/** The value that a standard normal one reaches with this probability. */
function quantile(probability: number): number {
  let [low, high] = [-8, 8];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (normalTail(middle) > probability) low = middle;
    else high = middle;
  }
  return low;
}
