import { type Journal, type JournalValues, NO_JOURNAL } from '../ports/journal.js';
import type { VerdictStore } from '../ports/judge.js';
import type { CaseRecord, RunRecord, Sample } from '../ports/run-record.js';
import type { JudgedStatement } from '../ports/verdict.js';
import { keyOfAnyRelease } from '../scorers/judged/take-apart/extract-statements.js';

/** A store that can take over what an earlier run found out: a baseline is such a store by itself. */
export interface LearningStore extends VerdictStore {
  /** What is known already stays. */
  learn(record: RunRecord): void;
}

/**
 * Verdicts and extractions by key. What came first stays. What neither a record nor
 * this run knows is looked for in the journal, which in turn is given what is new.
 */
export function createVerdictStore(journal: Pick<Journal, 'take' | 'keep'> = NO_JOURNAL): LearningStore {
  const verdicts = createMemory('verdict', journal);
  const extractions = createMemory('statements', journal);
  const learn = (record: RunRecord): void => {
    const judged = samplesOf(record.cases).flatMap(({ judgements, answerHash }) =>
      Object.values(judgements).map((judgement) => ({ judgement, answerHash })),
    );
    for (const { judgement, answerHash } of judged) {
      if (judgement.status !== 'scored') continue;
      const { statements, extractionKey } = judgement;
      for (const { key, result, reason, label, byTeam } of statements) {
        // What the team says is no verdict: without the label the judge is asked.
        if (byTeam) continue;
        verdicts.learn(key, { result, reason, ...(label !== undefined && { label }) });
      }
      // A record without texts knows verdicts, not statements.
      if (extractionKey !== null && statements.every(({ text }) => text !== '')) {
        const found = statements.flatMap(({ text, quote, isCall }) => (isCall ? [] : [{ text, quote }]));
        extractions.learn(extractionKey, found);
        extractions.learn(keyOfAnyRelease(record.judge.fingerprint, answerHash), found);
      }
    }
  };
  return {
    learn,
    verdict: verdicts.look,
    keepVerdict: verdicts.keep,
    replaceVerdict: verdicts.set,
    statements: extractions.look,
    keepStatements: extractions.keep,
  };
}

function createMemory<Kind extends 'verdict' | 'statements'>(
  kind: Kind,
  journal: Pick<Journal, 'take' | 'keep'>,
) {
  type Value = JournalValues[Kind];
  const known = new Map<string, Value>();
  return {
    set: (key: string, value: Value): void => void known.set(key, value),
    learn(key: string, value: Value): void {
      if (!known.has(key)) known.set(key, value);
    },
    keep(key: string, value: Value): void {
      if (known.has(key)) return;
      known.set(key, value);
      journal.keep(kind, key, value);
    },
    look(key: string): Value | undefined {
      const value = known.get(key) ?? journal.take(kind, key);
      if (value !== undefined) known.set(key, value);
      return value;
    },
  };
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
