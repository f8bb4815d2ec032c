import { pairCases } from '../../dataset/pair-cases.js';
import { AA_REPORT_FORMAT, type AaCase, type AaReport } from '../../ports/aa-check.js';
import type { GateSettings } from '../../ports/decision.js';
import { UserError } from '../../ports/errors.js';
import { type RunRecord, type Sample, type ScorerFingerprint, scorerOf } from '../../ports/run-record.js';
import { compareRecords } from '../compare/compare-records.js';
import { hundredths, meanOf, scoredJudgement } from '../compare/sample-scores.js';
import { decideGate } from '../gate/decide-gate.js';
import { asClause, compareIds } from '../gate/gate-words.js';
import { deviationOfRepeats, pooledDeviation } from '../gate/noise.js';
import { countFalseAlarms, FIRST_RUN } from './false-alarms.js';

/** With many cases each relabelling takes longer: so many in all cases together, within these bounds. */
const CASES_RELABELLED = 50_000;
const MOST_RELABELLINGS = 1000;
const FEWEST_RELABELLINGS = 100;
/** The same samples give the same report. */
const SEED = 20;

export type AaInput = {
  /** Two runs of one side, asked alike. */
  readonly first: RunRecord;
  readonly second: RunRecord;
  /** The first run's record with the same answers judged once more; `null` where that was not done. */
  readonly again: RunRecord | null;
  readonly scorer: string;
  readonly gate: GateSettings;
  /** Samples a case that the suite's baselines keep. */
  readonly baseRuns: number;
};

/**
 * What two runs of one unchanged side tell about their suite: its noise, what it can see, and how often it would be
 * wrong. Throws `UserError` where the two were not judged alike, or have no case in common that is scored.
 */
export function buildAaReport({ first, second, again, scorer, gate, baseRuns }: AaInput): AaReport {
  const comparison = compareRecords({ head: second, base: first, scorer });
  if (comparison.comparability.status === 'incomparable') {
    throw new UserError(
      `aa-check: the two runs cannot be held against each other: ${comparison.comparability.reason}`,
    );
  }
  const joined = joinCases({ first, second, again }, scorer);
  const told = joined.filter((row) => row.first.length > 0 && row.second.length > 0);
  if (told.length === 0) {
    const reason = asClause(comparison.unscored[0]?.reason ?? 'they have no case in common');
    throw new UserError(`aa-check: no case has a score of ${scorer} in both runs: ${reason}`);
  }
  const sides = { head: second, base: first, baseline: FIRST_RUN };
  const answer = decideGate({ ...sides, comparison, settings: gate, canSample: false });
  if (answer.kind !== 'decided')
    throw new Error('the gate wanted more samples where there are none to be had');
  const { decision } = answer;
  const moves = joined.flatMap((row) => row.moves);
  const judging = toShare(deviationOfRepeats(moves));
  // Nothing changed between them, so both tell how much runs differ.
  const deviation = pooledDeviation(told.map((row) => [...row.first, ...row.second]));
  const wanted = Math.floor(CASES_RELABELLED / told.length);
  return {
    format: AA_REPORT_FORMAT,
    version: 1,
    suite: first.suite,
    scorer,
    judge: first.judge.name,
    means: { first: toShare(comparison.baseMean), second: toShare(comparison.headMean) },
    pair: { outcome: decision.outcome, line: decision.headline },
    answerNoise: toShare(deviation),
    judgeNoise: judging === null ? null : { deviation: judging, answers: moves.length },
    falseAlarms: countFalseAlarms({
      like: first,
      scorer,
      pools: told,
      gate,
      baseRuns,
      deviation,
      relabellings: Math.min(MOST_RELABELLINGS, Math.max(FEWEST_RELABELLINGS, wanted)),
      seed: SEED,
    }),
    cases: told.map(describeCase).sort(noisiestFirst),
    leftOut: joined.filter((row) => !told.includes(row)).map(({ id }) => id),
  };
}

function noisiestFirst(a: AaCase, b: AaCase): number {
  const noise = (row: AaCase) => Math.max(row.answerNoise ?? 0, row.judgeNoise ?? 0);
  return noise(b) - noise(a) || compareIds(a.id, b.id);
}

/** One case of both runs; scores in integer hundredths. */
type JoinedCase = {
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
function joinCases(
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
function describeCase({ id, first, second, samples, moves }: JoinedCase): AaCase {
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
function toShare(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 10_000;
}
