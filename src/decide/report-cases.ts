import type { Comparison, ShownCase } from '../model/comparison.js';
import { AGENT_FAILURES } from '../model/errors.js';
import type { ReviewReason } from '../model/notes.js';
import type { FailedAtBase } from '../model/report.js';
import { type CaseRecord, findJudgement, type RunRecord } from '../model/run-record.js';
import type { RegradedRow, ShownRow } from '../model/stages.js';
import { compareRecords } from './compare/compare-records.js';
import { computeMaxUnscored } from './compare/usable-record.js';

/** Cases that the base failed in every run, with the head's answers, the lowest score first. */
export function listFailedAtBase(
  base: RunRecord | null,
  head: RunRecord,
  { pairs, scorer }: Comparison,
): readonly FailedAtBase[] {
  const reasons = new Map(base?.cases.map((row) => [row.id, findCaseFailure(row)?.message ?? null]));
  const rows = new Map(head.cases.map((row) => [row.id, row]));
  return pairs
    .flatMap(({ id, input, head: score }): readonly FailedAtBase[] => {
      const reason = reasons.get(id) ?? null;
      if (reason === null || score === null) return [];
      const samples = rows.get(id)?.samples ?? [];
      const irrelevant = samples.flatMap((sample) => {
        const judgement = findJudgement(sample, scorer);
        return judgement?.status === 'scored'
          ? judgement.statements.filter(({ result }) => result === 'no')
          : [];
      });
      return [{ id, input, reason, score, irrelevant: [...new Set(irrelevant.map(({ text }) => text))] }];
    })
    .toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0));
}

/**
 * If the base's own agent failed in more cases than the error limit, and the head answers them. A provider's failure
 * means that there is no base, and where both sides fail nothing is left out.
 */
export function reviewFailedAtBase(base: RunRecord | null, head: RunRecord): readonly ReviewReason[] {
  const cases = base?.cases ?? [];
  const failing = new Set(head.cases.filter((row) => findCaseFailure(row) !== null).map((row) => row.id));
  const failures = cases
    .filter(({ id }) => !failing.has(id))
    .flatMap((row) => findCaseFailure(row) ?? [])
    .filter(({ kind }) => AGENT_FAILURES.has(kind));
  const [first] = failures;
  if (first === undefined || failures.length <= computeMaxUnscored(cases.length)) return [];
  return [{ kind: 'failed-at-base', failed: failures.length, of: cases.length, reason: first.message }];
}

function findCaseFailure({ samples }: CaseRecord) {
  const failures = samples
    .map(({ answer }) => answer)
    .filter((answer) => answer.status === 'failed')
    .filter(({ kind }) => kind !== 'not-recorded');
  return failures.length === samples.length ? (failures[0] ?? null) : null;
}

type WithId<Shown extends ShownRow | RegradedRow> = Omit<Shown, 'row'> & {
  readonly row: { readonly id: string };
};

/** One scorer's scores of cases that do not decide. `asBase`: regraded cases under the base's rows. */
export function scoreShownCases(
  record: RunRecord,
  rows: readonly (WithId<ShownRow> | WithId<RegradedRow>)[],
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
