import type { RunRecord, Sample, ScorerFingerprint } from '../../ports/run-record.js';
import type { Judgement } from '../../ports/verdict.js';

export type Scored = Extract<Judgement, { status: 'scored' }>;

/** The scorer's fingerprint in this record; `null` where it was not used. */
export function scorerOf(record: RunRecord, id: string): ScorerFingerprint | null {
  return record.scorers.find((scorer) => scorer.id === id) ?? null;
}

/** The scorer's judgement of a sample; `null` where it gave no score. */
export function scoredJudgement(sample: Sample, scorer: string): Scored | null {
  // A record from outside may hold any key; only its own ones count.
  const judgement = Object.hasOwn(sample.judgements, scorer) ? sample.judgements[scorer] : undefined;
  return judgement?.status === 'scored' && Number.isFinite(judgement.score) ? judgement : null;
}

/** A score as integer hundredths of the scale, 0..100, turned so that higher is better. */
export function hundredths(score: number, { scale, higherIsBetter }: ScorerFingerprint): number {
  const part = Math.min(1, Math.max(0, score / scale));
  // 0.285 × 100 is a hair under 28.5 in binary; half a hundredth is meant to round up.
  return Math.round((higherIsBetter ? part : 1 - part) * 100 + 1e-9);
}

/** The arithmetic mean, without the last digits that hang on the order of the values; `null` of nothing. */
export function meanOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 1e9) / 1e9;
}
