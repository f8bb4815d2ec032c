import type { Case } from '../model/case.js';
import type { ShownCase } from '../model/comparison.js';
import type { RunRecord } from '../model/run-record.js';
import type { RegradedRow, ShownRow } from '../model/suite-run.js';
import { compareRecords } from './compare/compare-records.js';

type IdOf<Shown extends ShownRow | RegradedRow> = Omit<Shown, 'row'> & { readonly row: Pick<Case, 'id'> };

/**
 * Cases that do not decide, with one scorer's scores.
 * @param record The head's answers.
 * @param options.asBase Has the score of a regraded case under the base's row; `null` if there is none.
 */
export function scoreShown(
  record: RunRecord,
  rows: readonly (IdOf<ShownRow> | IdOf<RegradedRow>)[],
  { scorer, asBase }: { readonly scorer: string; readonly asBase: RunRecord | null },
): readonly ShownCase[] {
  const { added, unscored } = compareRecords({ head: record, base: null, scorer });
  const reasons = new Map(unscored.map(({ id, reason }) => [id, { reason }]));
  const scored = new Map(added.map((each) => [each.id, { ...each, ...reasons.get(each.id) }]));
  const before = asBase === null ? [] : compareRecords({ head: asBase, base: null, scorer }).added;
  const scoreAsBase = new Map(before.map(({ id, score }) => [id, score]));
  return rows.flatMap((shown): readonly ShownCase[] => {
    const alone = scored.get(shown.row.id);
    if (alone === undefined) return [];
    const { change } = shown;
    if (change !== 'regraded') return [{ ...alone, change }];
    return [{ ...alone, change, differs: shown.differs, asBase: scoreAsBase.get(shown.baseId) ?? null }];
  });
}
