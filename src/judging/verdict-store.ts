import { type Journal, NO_JOURNAL } from '../ports/journal.js';
import type { VerdictStore } from '../ports/judge.js';
import type { CaseRecord, RunRecord, Sample } from '../ports/run-record.js';
import type { JudgedStatement, Verdict } from '../ports/verdict.js';
import { MIXED, SKIP } from '../scorers/judged/items-question.js';

/** A store that can take over what an earlier run found out: a baseline is such a store by itself. */
export interface LearningStore extends VerdictStore {
  /** What is known already stays. */
  learn(record: RunRecord): void;
}

/**
 * Verdicts by key. What came first stays. What neither a record nor this run knows is looked for in the journal, which in
 * turn is given what is new.
 */
export function createVerdictStore(journal: Pick<Journal, 'take' | 'keep'> = NO_JOURNAL): LearningStore {
  const known = new Map<string, Verdict>();
  const learn = (key: string, verdict: Verdict): void => {
    if (!known.has(key)) known.set(key, verdict);
  };
  return {
    learn(record) {
      for (const judgement of samplesOf(record.cases).flatMap((sample) => Object.values(sample.judgements))) {
        if (judgement.status !== 'scored') continue;
        for (const key of judgement.skipped ?? []) learn(key, { result: 'yes', label: SKIP, reason: '' });
        for (const statement of judgement.statements) {
          // What the team says is no verdict: without the label the judge is asked.
          if (!statement.byTeam) learn(statement.key, verdictOf(statement));
        }
      }
    },
    verdict(key) {
      const verdict = known.get(key) ?? journal.take('verdict', key);
      if (verdict !== undefined) known.set(key, verdict);
      return verdict;
    },
    keepVerdict(key, verdict) {
      if (known.has(key)) return;
      known.set(key, verdict);
      journal.keep('verdict', key, verdict);
    },
    replaceVerdict: (key, verdict) => void known.set(key, verdict),
  };
}

/** The verdict on the piece that a statement comes from. */
function verdictOf({ result, reason, label, off }: JudgedStatement): Verdict {
  if (off !== undefined) return { result: 'no', label: MIXED, reason, off };
  return { result, reason, ...(label !== undefined && { label }) };
}

export function samplesOf(cases: readonly CaseRecord[]): readonly Sample[] {
  return cases.flatMap(({ samples, caseSamples }) => [...samples, ...caseSamples]);
}

/** All that a scorer has judged of these samples. */
export function judgedStatementsOf(samples: readonly Sample[], scorer: string): readonly JudgedStatement[] {
  return samples.flatMap(({ judgements }) => {
    const judgement = judgements[scorer];
    return judgement?.status === 'scored' ? judgement.statements : [];
  });
}
