import type { ExtractedStatement, VerdictStore } from '../model/judge.js';
import type { RunRecord } from '../model/run-record.js';
import type { Judgement, Verdict } from '../model/verdict.js';

/**
 * Verdicts and extractions by key, begun with what earlier runs found out: a baseline is such a store by itself.
 * What came first stays; the first of several records counts.
 */
export function createVerdictStore(records: readonly RunRecord[]): VerdictStore {
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
  for (const judgement of judgementsOf(records)) {
    if (judgement.status !== 'scored') continue;
    const { statements, extractionKey } = judgement;
    for (const { key, result, reason } of statements) keep(verdicts, key, { result, reason });
    // A record without texts knows verdicts, not statements.
    if (extractionKey !== null && statements.every(({ text }) => text !== '')) {
      keep(
        extractions,
        extractionKey,
        statements.map(({ text, quote }) => ({ text, quote })),
      );
    }
  }
  return {
    verdict: (key) => look(verdicts, key),
    keepVerdict: (key, verdict) => keep(verdicts, key, verdict),
    statements: (key) => look(extractions, key),
    keepStatements: (key, statements) => keep(extractions, key, statements),
    reused: () => reused,
  };
}

function judgementsOf(records: readonly RunRecord[]): Judgement[] {
  return records.flatMap(({ cases }) =>
    cases.flatMap(({ samples, caseSamples }) =>
      [...samples, ...caseSamples].flatMap(({ judgements }) => Object.values(judgements)),
    ),
  );
}
