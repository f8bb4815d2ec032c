import { compareRecords } from '../decide/compare/compare-records.js';
import { type Case, listTurns } from '../model/case.js';
import type { Match, PairedCase } from '../model/comparison.js';
import type { RunRecord } from '../model/run-record.js';
import type { SuiteTools } from './suite-tools.js';

export type ComparedRecords = {
  readonly base: RunRecord;
  readonly head: RunRecord;
  readonly scorer: string;
};

/** Compares the answers of two records to one case. The judge looks for statements in other words, if it can. */
export async function compareCase(
  records: ComparedRecords,
  row: Case,
  { judging, effects }: SuiteTools,
): Promise<readonly PairedCase[]> {
  const { match } = judging;
  if (match === null) return compareRecords(records).pairs.filter(({ id }) => id === row.id);
  const input = listTurns(row).join('\n\n');
  let matches: readonly Match[] = [];
  for (;;) {
    const { pairs, searches } = compareRecords({ ...records, matches: new Map([[row.id, matches]]) });
    const due = searches.get(row.id) ?? [];
    const found =
      due.length === 0 ? [] : await match({ input, history: row.history, searches: due }, effects);
    if (found.length === 0) return pairs.filter(({ id }) => id === row.id);
    matches = [...matches, ...found];
  }
}

/** The records' part of one case. */
export function pickCase(record: RunRecord, { id }: Case): RunRecord {
  return { ...record, cases: record.cases.filter((row) => row.id === id) };
}
