import { pairCases } from '../dataset/pair-cases.js';
import type { GivenAnswer } from '../model/answer.js';
import type { Log } from '../model/effects.js';
import { omitUndefined } from '../model/omit-undefined.js';
import type { CaseRecord, RunRecord, Sample } from '../model/run-record.js';
import { VERDICT_LABELS, type Verdict } from '../model/verdict.js';
import { isStatementScorer, type ScoreInput, type Scorer, type StatementScorer } from '../scorers/scorer.js';
import type { VerdictUpdates } from './open-judging.js';
import { listJudgedStatements, listSamples } from './verdict-store.js';

/** Further verdicts on a statement; with the first one an odd number. */
const DRAWS = [1, 2] as const;

type SecondLookRequest = {
  readonly head: RunRecord;
  readonly base: RunRecord | null;
  readonly cases: readonly string[];
  readonly findScoreInput: (id: string) => ScoreInput | null;
  /** The scorer under which the cases are about to count as broken. */
  readonly scorer: string;
  readonly judging: VerdictUpdates & { readonly scorers: readonly Scorer[] };
  readonly signal: AbortSignal;
  readonly log?: Log;
};

type SecondLook = {
  readonly head: RunRecord;
  readonly base: RunRecord | null;
  /** How many statements were judged again, and how many verdicts changed. */
  readonly statements: number;
  readonly changed: number;
};

/**
 * Judges every *no* statement of these cases, on both sides, twice more, past the store. The majority of the three verdicts
 * replaces the first in both records and in the store. Throws `ProviderError` without a verdict; then nothing changes.
 */
export async function confirmVerdicts(options: SecondLookRequest): Promise<SecondLook> {
  const { head, base, judging } = options;
  const ids = new Set(options.cases);
  const rows = joinSides(
    head.cases.filter(({ id }) => ids.has(id)),
    base?.cases ?? [],
  );
  const done: SecondLook = { head, base, statements: 0, changed: 0 };
  const scorer = judging.scorers.find(({ id }) => id === options.scorer);
  if (scorer === undefined || !isStatementScorer(scorer)) return done;
  const majority = await collectVotes(rows, scorer, options);
  const changed = new Map([...majority].filter(([, { result }]) => result !== 'no'));
  for (const [key, verdict] of changed) judging.replaceVerdict(key, verdict);
  return {
    head: replaceVerdicts(head, scorer, changed),
    base: base === null ? null : replaceVerdicts(base, scorer, changed),
    statements: majority.size,
    changed: changed.size,
  };
}

function joinSides(head: readonly CaseRecord[], base: readonly CaseRecord[]): readonly CaseRecord[] {
  return pairCases(head, base).rows.map((pair) =>
    pair.kind === 'pair'
      ? {
          ...pair.head,
          samples: [...pair.head.samples, ...pair.base.samples],
          caseSamples: [...pair.head.caseSamples, ...pair.base.caseSamples],
        }
      : pair.head,
  );
}

/** The majority's verdict on every irrelevant statement of these cases, by key. */
async function collectVotes(
  rows: readonly CaseRecord[],
  scorer: StatementScorer,
  { judging, findScoreInput, signal, log }: SecondLookRequest,
): Promise<ReadonlyMap<string, Verdict>> {
  const votes = await Promise.all(
    rows.flatMap((row) => {
      const scoreInput = findScoreInput(row.id);
      if (scoreInput === null) return [];
      return groupByAnswer(row, scorer.id).map(async ({ answer, first }) => {
        const keys: ReadonlySet<string> = new Set(first.keys());
        const further = await Promise.all(
          DRAWS.map(async (draw) => {
            // An interrupted run may have paid for these verdicts.
            const known = new Map(
              [...keys].flatMap((key) => {
                const verdict = judging.findDraw(key, draw);
                return verdict === undefined ? [] : [[key, verdict] as const];
              }),
            );
            if (known.size === keys.size) return known;
            const given = await scorer.judgeAgain(
              { ...scoreInput, answer },
              { keys, draw },
              omitUndefined({ signal, log }),
            );
            for (const [key, verdict] of given) judging.keepDraw(key, draw, verdict);
            return given;
          }),
        );
        return [...first].flatMap(([key, verdict]): [string, Verdict][] => {
          const draws = further.flatMap((draw) => draw.get(key) ?? []);
          // A statement that is bad by rule keeps its verdict.
          return draws.length === DRAWS.length ? [[key, findMajorityVerdict([verdict, ...draws])]] : [];
        });
      });
    }),
  );
  return new Map(votes.flat());
}

type AnswerGroup = { readonly answer: GivenAnswer; readonly first: ReadonlyMap<string, Verdict> };

/** The irrelevant statements of a case, each with the first answer that says it. */
function groupByAnswer(row: CaseRecord, scorer: string): readonly AnswerGroup[] {
  const seen = new Set<string>();
  return listSamples([row]).flatMap((sample): AnswerGroup[] => {
    const first = new Map<string, Verdict>();
    for (const { key, result, reason, label } of listJudgedStatements([sample], scorer)) {
      if (result !== 'no' || seen.has(key)) continue;
      seen.add(key);
      first.set(key, omitUndefined({ result, reason, label }));
    }
    return sample.answer.status === 'answered' && first.size > 0 ? [{ answer: sample.answer, first }] : [];
  });
}

/** The most common label with its first reason; of three different labels the middle one. */
export function findMajorityVerdict(verdicts: readonly Verdict[]): Verdict {
  const sorted = verdicts.toSorted(
    (a, b) => VERDICT_LABELS.indexOf(b.result) - VERDICT_LABELS.indexOf(a.result),
  );
  const middle = sorted[Math.floor(sorted.length / 2)];
  const first = verdicts.find(({ result }) => result === middle?.result);
  if (first === undefined) throw new RangeError('no verdict was given');
  return first;
}

/** The record with these verdicts, by statement key, and the scores that follow. */
export function replaceVerdicts(
  record: RunRecord,
  scorer: StatementScorer,
  verdicts: ReadonlyMap<string, Verdict>,
): RunRecord {
  if (verdicts.size === 0) return record;
  const replaceInSample = (sample: Sample): Sample => {
    const judgement = sample.judgements[scorer.id];
    if (judgement?.status !== 'scored') return sample;
    if (!judgement.statements.some(({ key }) => verdicts.has(key))) return sample;
    const judgements = { ...sample.judgements, [scorer.id]: scorer.withVerdicts(judgement, verdicts) };
    return { ...sample, judgements };
  };
  const cases = record.cases.map((row) => ({
    ...row,
    samples: row.samples.map(replaceInSample),
    caseSamples: row.caseSamples.map(replaceInSample),
  }));
  return { ...record, cases };
}
