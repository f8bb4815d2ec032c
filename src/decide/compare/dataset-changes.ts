import { pairCases } from '../../dataset/pair-cases.js';
import type { DatasetChanges } from '../../ports/comparison.js';
import type { BaselineUsed } from '../../ports/report.js';
import type { RunRecord } from '../../ports/run-record.js';
import { grouped } from '../../text/counts.js';

type Row = { readonly id: string; readonly inputHash: string };

/** A smaller share of removed cases is upkeep. */
export const SHARE_REMOVED = 0.1;

/**
 * What the head's dataset makes of the baseline's cases; of the base's own dataset where the base was run now, since
 * then it was asked the head's. `null` where there is nothing to hold it against.
 */
export function compareDatasets(
  baseline: { readonly used: BaselineUsed; readonly record: RunRecord | null },
  files: { readonly cases: readonly Row[]; readonly baseCases: readonly Row[] | null },
): DatasetChanges | null {
  const { used, record } = baseline;
  const askedHeads = used.kind === 'record' && (used.rule === 'ran-now' || used.rule === 'given-ref');
  const before = record === null || askedHeads ? files.baseCases : record.cases;
  return before === null ? null : listDatasetChanges(before, files.cases);
}

/** What became of a dataset's cases: new, removed, edited and renamed ones, each by id. */
export function listDatasetChanges(before: readonly Row[], after: readonly Row[]): DatasetChanges {
  const { rows, removed } = pairCases(after, before);
  const idsOf = (kind: 'added' | 'edited') =>
    rows.filter((row) => row.kind === kind).map((row) => row.head.id);
  return {
    before: before.length,
    added: idsOf('added'),
    removed: removed.map((row) => row.id),
    edited: idsOf('edited'),
    renamed: rows.flatMap((row) =>
      row.kind === 'pair' && row.base.id !== row.head.id ? [{ from: row.base.id, to: row.head.id }] : [],
    ),
  };
}

/** Said where more than 10 % of the cases were removed: what they would have shown is measured no longer. */
export function warnOfRemoved(changes: DatasetChanges | null): readonly string[] {
  const { before, removed } = changes ?? { before: 0, removed: [] };
  if (removed.length <= SHARE_REMOVED * before) return [];
  const share = Math.round((100 * removed.length) / before);
  const of = `${grouped(removed.length)} of the ${grouped(before)} cases`;
  return [
    `The dataset lost ${of} (${share} %). What they would have shown is not measured any more, on either side.`,
  ];
}
