import type { PairedCase } from '../../model/comparison.js';
import {
  findJudgement,
  type RunRecord,
  type Sample,
  type ScorerFingerprint,
} from '../../model/run-record.js';
import type { ScoredJudgement } from '../../model/verdict.js';

/** The scorer's judgement of a sample; `null` if it gave no score. */
export function findScoredJudgement(sample: Sample, scorer: string): ScoredJudgement | null {
  const judgement = findJudgement(sample, scorer);
  return judgement?.status === 'scored' && Number.isFinite(judgement.score) ? judgement : null;
}

export function countSuiteRuns({ cases }: RunRecord): number {
  return cases.reduce((most, { samples }) => Math.max(most, samples.length), 0);
}

/** A score as integer hundredths of the scale, 0..100, turned so that higher is better. */
export function toHundredths(score: number, { scale, higherIsBetter }: ScorerFingerprint): number {
  const part = Math.min(1, Math.max(0, score / scale));
  // In binary, 0.285 × 100 is slightly less than 28.5, but half a hundredth should round up.
  return Math.round((higherIsBetter ? part : 1 - part) * 100 + 1e-9);
}

/** The same if every *unsure* statement counted as relevant. */
export function toLenientHundredths(judgement: ScoredJudgement, scorer: ScorerFingerprint): number {
  const { score, statements } = judgement;
  const own = toHundredths(score, scorer);
  if (statements.every(({ result }) => result !== 'unsure')) return own;
  const irrelevant = statements.filter(({ result }) => result === 'no').length;
  return Math.max(own, Math.round(100 * (1 - irrelevant / statements.length)));
}

export function computeMean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 1e9) / 1e9;
}

/** Share of the cases that must stay when samples are cut to the same number. */
export const MIN_KEPT_SHARE = 0.95;

/** One case's scores as integers, base and head samples apart. */
export type TestedCase = { readonly base: readonly number[]; readonly head: readonly number[] };

type EqualSamples = {
  /** The first so many scores of every case, in integer hundredths. */
  readonly cases: readonly (TestedCase & { readonly id: string })[];
  readonly baseRuns: number;
  readonly headRuns: number;
  /** Ids of cases with a score on both sides, and yet too few at head to enter. */
  readonly tooFewAtHead: readonly string[];
};

/** Cuts all cases to the same number of samples, which at least 95% of them have. The others are left out. */
export function equalizeSamples(pairs: readonly PairedCase[]): EqualSamples {
  const scored = pairs.filter((pair) => pair.baseScores.length > 0 && pair.headScores.length > 0);
  const minCases = Math.ceil(MIN_KEPT_SHARE * scored.length - 1e-9);
  const headRuns = findLargestCount(
    scored.map((pair) => pair.headScores.length),
    minCases,
  );
  const long = scored.filter((pair) => pair.headScores.length >= headRuns);
  const baseRuns = findLargestCount(
    long.map((pair) => pair.baseScores.length),
    minCases,
  );
  const cases = long
    .filter((pair) => pair.baseScores.length >= baseRuns)
    .map((pair) => ({
      id: pair.id,
      base: pair.baseScores.slice(0, baseRuns),
      head: pair.headScores.slice(0, headRuns),
    }));
  const tooFewAtHead = scored.filter((pair) => pair.headScores.length < headRuns).map(({ id }) => id);
  return { cases, baseRuns, headRuns, tooFewAtHead };
}

/** The largest number that at least `enough` of the counts reach; 0 if there are none. */
function findLargestCount(counts: readonly number[], minCases: number): number {
  return [...counts].sort((a, b) => b - a)[minCases - 1] ?? 0;
}
