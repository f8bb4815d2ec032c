import { pairCases } from '../../dataset/pair-cases.js';
import type { AaCase } from '../../ports/aa-check.js';
import type { RunRecord, Sample, ScorerFingerprint } from '../../ports/run-record.js';
import { hundredths, meanOf, scoredJudgement, scorerOf } from '../compare/sample-score.js';
import { deviationOfRepeats, pooledDeviation } from './deviation.js';

/** One case of both runs; scores in integer hundredths. */
export type JoinedCase = {
  readonly id: string;
  readonly first: readonly number[];
  readonly second: readonly number[];
  /** Those with a score, of both runs. */
  readonly samples: readonly Sample[];
  /** By how much the score of each answer of the first run moved when it was judged again. */
  readonly moves: readonly number[];
};

/**
 * The cases that both runs have.
 *
 * @param runs.again the first run's record with the same answers judged once more.
 */
export function joinCases(
  runs: { readonly first: RunRecord; readonly second: RunRecord; readonly again: RunRecord | null },
  scorer: string,
): readonly JoinedCase[] {
  const { first, second, again } = runs;
  const fingerprint = scorerOf(first, scorer);
  if (fingerprint === null) return [];
  const judgedAgain = new Map(first.cases.map((row, index) => [row, again?.cases[index]]));
  return pairCases(second.cases, first.cases).rows.flatMap((row): JoinedCase[] => {
    if (row.kind !== 'pair') return [];
    const scoreOf = (sample: Sample) => scoreIn(sample, fingerprint);
    const moves = row.base.samples.flatMap((sample, index) => {
      const once = judgedAgain.get(row.base)?.samples[index];
      const [before, after] = [scoreOf(sample), once === undefined ? null : scoreOf(once)];
      return before === null || after === null ? [] : [after - before];
    });
    const samples = [...row.base.samples, ...row.head.samples].filter((sample) => scoreOf(sample) !== null);
    return [
      {
        id: row.head.id,
        first: row.base.samples.flatMap((sample) => scoreOf(sample) ?? []),
        second: row.head.samples.flatMap((sample) => scoreOf(sample) ?? []),
        samples,
        moves,
      },
    ];
  });
}

function scoreIn(sample: Sample, fingerprint: ScorerFingerprint): number | null {
  const judgement = scoredJudgement(sample, fingerprint.id);
  return judgement === null ? null : hundredths(judgement.score, fingerprint);
}

/** What a case shows on its own. */
export function describeCase({ id, first, second, samples, moves }: JoinedCase): AaCase {
  const all = [...first, ...second];
  return {
    id,
    first: first.map((score) => score / 100),
    second: second.map((score) => score / 100),
    mean: toShare(meanOf(all)) ?? 0,
    answerNoise: toShare(pooledDeviation([all])),
    judgeNoise: toShare(deviationOfRepeats(moves)),
    answers: new Set(samples.map(({ answerHash }) => answerHash)).size,
  };
}

/** Hundredths as 0..1, with four decimals: what is beyond them is no measurement. */
export function toShare(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 10_000;
}
