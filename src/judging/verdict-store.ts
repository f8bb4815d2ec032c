import { type Journal, NO_JOURNAL } from '../ports/journal.js';
import type { VerdictStore } from '../ports/judge.js';
import type { CaseRecord, RunRecord, Sample } from '../ports/run-record.js';
import type { JudgedStatement, Judgement, Verdict } from '../ports/verdict.js';
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
  return {
    learn(record) {
      const judgements = samplesOf(record.cases).flatMap((sample) => Object.values(sample.judgements));
      for (const [key, verdict] of judgements.flatMap(verdictsIn))
        if (!known.has(key)) known.set(key, verdict);
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

function verdictsIn(judgement: Judgement): readonly (readonly [key: string, Verdict])[] {
  if (judgement.status !== 'scored') return [];
  const { statements, skipped = [] } = judgement;
  return [
    ...skipped.map((key) => [key, { result: 'yes', label: SKIP, reason: '' }] as const),
    // What the team says is no verdict: without the label the judge is asked.
    ...statements.flatMap((each) => (each.byTeam ? [] : [[each.key, verdictOf(each)] as const])),
  ];
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
