import { createHash } from 'node:crypto';
import { pairCases } from '../dataset/pair-cases.js';
import type { Case } from '../ports/dataset.js';
import type { CaseRecord, RunRecord } from '../ports/run-record.js';

/** What a run asks, and under which task each case is judged. */
export type AskedUnder = {
  readonly cases: readonly Case[];
  /** By case id. */
  readonly tasks: ReadonlyMap<string, string | null>;
};

/** A task in a record: long enough that two tasks never meet, and not the text itself, which a store may not keep. */
export function hashTask(task: string | null): string {
  return createHash('sha256').update(JSON.stringify(task)).digest('hex').slice(0, 24);
}

/** The record's cases that the run asks too, and that were judged under another task than today's. */
export function casesOfOtherTask(record: RunRecord, { cases, tasks }: AskedUnder): ReadonlySet<CaseRecord> {
  const today = cases.map(({ id, inputHash }) => ({ id, inputHash, known: null }));
  const before = record.cases.map((known) => ({ id: known.id, inputHash: known.inputHash, known }));
  const { rows } = pairCases<{ id: string; inputHash: string; known: CaseRecord | null }>(today, before);
  return new Set(
    rows.flatMap((row) => {
      const known = row.kind === 'pair' ? row.base.known : null;
      // An older record does not say under which task it was judged.
      if (known?.taskHash === undefined) return [];
      return known.taskHash === hashTask(tasks.get(row.head.id) ?? null) ? [] : [known];
    }),
  );
}
