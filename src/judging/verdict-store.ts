import { type Journal, type JournalValues, NO_JOURNAL } from '../ports/journal.js';
import type { ExtractedStatement, VerdictStore } from '../ports/judge.js';
import type { CaseRecord, RunRecord, Sample } from '../ports/run-record.js';
import type { JudgedStatement, Verdict } from '../ports/verdict.js';
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
  const verdicts = new Map<string, Verdict>();
  const extractions = new Map<string, readonly ExtractedStatement[]>();
  const keep = <Value>(map: Map<string, Value>, key: string, value: Value): void => {
    if (!map.has(key)) map.set(key, value);
  };
  const look = <Kind extends 'verdict' | 'statements'>(
    kind: Kind,
    map: Map<string, JournalValues[Kind]>,
    key: string,
  ): JournalValues[Kind] | undefined => {
    const known = map.get(key);
    const value = known ?? journal.take(kind, key);
    if (value === undefined) return undefined;
    if (known === undefined) map.set(key, value);
    return value;
  };
  const keepNew = <Kind extends 'verdict' | 'statements'>(
    kind: Kind,
    map: Map<string, JournalValues[Kind]>,
    key: string,
    value: JournalValues[Kind],
  ): void => {
    if (map.has(key)) return;
    map.set(key, value);
    journal.keep(kind, key, value);
  };
  const learn = (record: RunRecord): void => {
    for (const { key, result, reason } of record.labelCheck?.verdicts ?? [])
      keep(verdicts, key, { result, reason });
    const judged = samplesOf(record.cases).flatMap(({ judgements, answerHash }) =>
      Object.values(judgements).map((judgement) => ({ judgement, answerHash })),
    );
    for (const { judgement, answerHash } of judged) {
      if (judgement.status !== 'scored') continue;
      const { statements, extractionKey } = judgement;
      for (const { key, result, reason, label, byTeam } of statements) {
        // What the team says is no verdict: without the label the judge is asked.
        if (byTeam) continue;
        keep(verdicts, key, { result, reason, ...(label !== undefined && { label }) });
      }
      // A record without texts knows verdicts, not statements.
      if (extractionKey !== null && statements.every(({ text }) => text !== '')) {
        const found = statements.flatMap(({ text, quote, isCall }) => (isCall ? [] : [{ text, quote }]));
        keep(extractions, extractionKey, found);
        keep(extractions, keyOfAnyRelease(record.judge.fingerprint, answerHash), found);
      }
    }
  };
  return {
    learn,
    verdict: (key) => look('verdict', verdicts, key),
    keepVerdict: (key, verdict) => keepNew('verdict', verdicts, key, verdict),
    replaceVerdict: (key, verdict) => void verdicts.set(key, verdict),
    statements: (key) => look('statements', extractions, key),
    keepStatements: (key, statements) => keepNew('statements', extractions, key, statements),
  };
}

export function samplesOf(cases: readonly CaseRecord[]): readonly Sample[] {
  return cases.flatMap(({ samples, caseSamples }) => [...samples, ...caseSamples]);
}

/** All that a scorer has judged of these samples. */
export function statementsOf(samples: readonly Sample[], scorer: string): readonly JudgedStatement[] {
  return samples.flatMap(({ judgements }) => {
    const judgement = judgements[scorer];
    return judgement?.status === 'scored' ? judgement.statements : [];
  });
}
