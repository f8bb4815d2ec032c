import type { ExtractedStatement, VerdictStore } from '../ports/judge.js';
import type { RunRecord } from '../ports/run-record.js';
import type { Judgement, Verdict } from '../ports/verdict.js';

/** A store that can take over what an earlier run found out: a baseline is such a store by itself. */
export interface LearningStore extends VerdictStore {
  /** What is known already stays. */
  learn(record: RunRecord): void;
}

/** Verdicts and extractions by key. What came first stays; the first of several records counts. */
export function createVerdictStore(records: readonly RunRecord[]): LearningStore {
  const verdicts = new Map<string, Verdict>();
  const extractions = new Map<string, readonly ExtractedStatement[]>();
  let reused = 0;
  const keep = <Value>(map: Map<string, Value>, key: string, value: Value): void => {
    if (!map.has(key)) map.set(key, value);
  };
  const look = <Value>(map: Map<string, Value>, key: string): Value | undefined => {
    const value = map.get(key);
    if (value !== undefined) reused += 1;
    return value;
  };
  const learn = (record: RunRecord): void => {
    for (const judgement of judgementsOf(record)) {
      if (judgement.status !== 'scored') continue;
      const { statements, extractionKey } = judgement;
      for (const { key, result, reason, label } of statements) {
        keep(verdicts, key, { result, reason, ...(label !== undefined && { label }) });
      }
      // A record without texts knows verdicts, not statements.
      if (extractionKey !== null && statements.every(({ text }) => text !== '')) {
        keep(
          extractions,
          extractionKey,
          statements.map(({ text, quote }) => ({ text, quote })),
        );
      }
    }
  };
  records.forEach(learn);
  return {
    learn,
    verdict: (key) => look(verdicts, key),
    keepVerdict: (key, verdict) => keep(verdicts, key, verdict),
    replaceVerdict: (key, verdict) => void verdicts.set(key, verdict),
    statements: (key) => look(extractions, key),
    keepStatements: (key, statements) => keep(extractions, key, statements),
    reused: () => reused,
  };
}

function judgementsOf({ cases }: RunRecord): Judgement[] {
  return cases.flatMap(({ samples, caseSamples }) =>
    [...samples, ...caseSamples].flatMap(({ judgements }) => Object.values(judgements)),
  );
}
