import type { PieceMatch } from '../model/comparison.js';
import { type Journal, NO_JOURNAL } from '../model/journal.js';
import type { VerdictStore } from '../model/judge.js';
import { omitUndefined } from '../model/omit-undefined.js';
import type { CaseRecord, RunRecord, Sample } from '../model/run-record.js';
import type { JudgedStatement, Judgement, Verdict } from '../model/verdict.js';
import { MIXED, SKIP } from '../scorers/judged/items-question.js';
import type { MatchStore } from './match-pieces.js';

/** A store that can take over verdicts of an earlier run, such as a baseline's. */
export interface SeededVerdictStore extends VerdictStore {
  /** Does not replace a verdict. */
  learn(record: RunRecord): void;
}

/** Verdicts by key; the first one stays. Missing ones are taken from the journal, which gets the new ones. */
export function createVerdictStore(journal: Journal = NO_JOURNAL): SeededVerdictStore {
  const verdicts = new Map<string, Verdict>();
  return {
    learn(record) {
      const judgements = listSamples(record.cases).flatMap((sample) => Object.values(sample.judgements));
      for (const [key, verdict] of judgements.flatMap(listVerdicts))
        if (!verdicts.has(key)) verdicts.set(key, verdict);
    },
    verdict(key) {
      const verdict = verdicts.get(key) ?? journal.take('verdict', key);
      if (verdict !== undefined) verdicts.set(key, verdict);
      return verdict;
    },
    keepVerdict(key, verdict) {
      if (verdicts.has(key)) return;
      verdicts.set(key, verdict);
      journal.keep('verdict', key, verdict);
    },
    replaceVerdict: (key, verdict) => void verdicts.set(key, verdict),
  };
}

/** Results of comparisons by key. Missing ones are taken from the journal, which gets the new ones. */
export function createMatchStore(journal: Journal = NO_JOURNAL): MatchStore {
  const matches = new Map<string, PieceMatch>();
  return {
    match(key) {
      const match = matches.get(key) ?? journal.take('match', key);
      if (match !== undefined) matches.set(key, match);
      return match;
    },
    keepMatch(key, match) {
      matches.set(key, match);
      journal.keep('match', key, match);
    },
  };
}

function listVerdicts(judgement: Judgement): readonly (readonly [key: string, Verdict])[] {
  if (judgement.status !== 'scored') return [];
  const { statements, skipped = [] } = judgement;
  return [
    ...skipped.map((key) => [key, { result: 'yes', label: SKIP, reason: '' }] as const),
    // A label is not a verdict: without it the judge decides.
    ...statements.filter((each) => !each.byTeam).map((each) => [each.key, toStoredVerdict(each)] as const),
  ];
}

/** The verdict on the piece that a statement comes from. */
function toStoredVerdict({ result, reason, label, off }: JudgedStatement): Verdict {
  if (off !== undefined) return { result: 'no', label: MIXED, reason, off };
  return omitUndefined({ result, reason, label });
}

export function listSamples(cases: readonly CaseRecord[]): readonly Sample[] {
  return cases.flatMap(({ samples, caseSamples }) => [...samples, ...caseSamples]);
}

export function listJudgedStatements(samples: readonly Sample[], scorer: string): readonly JudgedStatement[] {
  return samples.flatMap(({ judgements }) => {
    const judgement = judgements[scorer];
    return judgement?.status === 'scored' ? judgement.statements : [];
  });
}
