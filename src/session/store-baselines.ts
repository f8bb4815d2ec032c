import { isComplete } from '../decide/compare/usable-record.js';
import { decideNotStored } from '../decide/decisions.js';
import type { Effects } from '../model/effects.js';
import { messageOf } from '../model/errors.js';
import type { Note } from '../model/notes.js';
import { type BaselineRow, type EvaluatedSuite, type SuiteReport, scorerReports } from '../model/report.js';
import { type RunRecord, scorerOf } from '../model/run-record.js';
import type { SuiteOutcome } from './session.js';

const MOST_LISTED = 20;

type StoreEffects = Pick<Effects, 'store' | 'log'>;

/**
 * Stores complete runs as baselines, whatever their scores. `stored` is false if one failed: then a baseline job must
 * not be green. The outcomes get a note and the suite's last baselines.
 */
export async function storeBaselines(
  outcomes: readonly SuiteOutcome[],
  scorers: ReadonlyMap<string, readonly string[]>,
  effects: StoreEffects,
): Promise<{ readonly stored: boolean; readonly outcomes: readonly SuiteOutcome[] }> {
  const noted: SuiteOutcome[] = [];
  let stored = true;
  for (const { head, report } of outcomes) {
    const before = await listBaselines(report.suite, scorers.get(report.suite) ?? [], effects);
    const row = report.kind === 'evaluated' ? rowOf(report) : null;
    const written = head === null ? null : await storeBaseline(report, head, row, effects);
    if (written?.kind === 'failed') stored = false;
    const rows = [...(row !== null && written?.kind === 'stored' ? [row] : []), ...before];
    const baselines = rows.slice(0, MOST_LISTED);
    noted.push({
      head,
      report: { ...(written?.report ?? report), ...(baselines.length > 0 && { baselines }) },
    });
  }
  return { stored, outcomes: noted };
}

async function storeBaseline(
  report: SuiteReport,
  head: RunRecord,
  row: BaselineRow | null,
  { store, log }: StoreEffects,
): Promise<{ readonly kind: 'stored' | 'incomplete' | 'failed'; readonly report: SuiteReport }> {
  const noted = (note: Note) => ({ ...report, notes: [note, ...report.notes] });
  if (!isComplete(head)) return { kind: 'incomplete', report: noted({ kind: 'not-stored' }) };
  try {
    await store.write(head, row?.means);
    return { kind: 'stored', report: noted({ kind: 'stored', commit: head.commit, store: store.name }) };
  } catch (thrown) {
    const reason = messageOf(thrown);
    log.error(`Suite ${head.suite}: the baseline was not stored in the ${store.name}: ${reason}`);
    return { kind: 'failed', report: { ...report, decision: decideNotStored(report.decision, reason) } };
  }
}

/** A run's row in the store's index. */
function rowOf(report: EvaluatedSuite): BaselineRow {
  const { commit, createdAt, cases } = report.head;
  const means = scorerReports(report).flatMap(({ comparison: { scorer, floorMean } }) => {
    const fingerprint = scorerOf(report.head, scorer);
    if (floorMean === null || fingerprint === null) return [];
    const native = fingerprint.higherIsBetter ? floorMean : 100 - floorMean;
    return [[scorer, native / 100] as const];
  });
  return { commit, createdAt, cases: cases.length, means: new Map(means) };
}

/** Newest first. They are only shown, so an unreadable store is a warning. */
async function listBaselines(
  suite: string,
  scorers: readonly string[],
  { store, log }: StoreEffects,
): Promise<readonly BaselineRow[]> {
  const rows = new Map<string, BaselineRow>();
  try {
    for (const scorer of scorers) {
      for (const { mean, ...run } of await store.means(suite, scorer)) {
        const key = `${run.createdAt} ${run.commit}`;
        rows.set(key, { ...run, means: new Map([...(rows.get(key)?.means ?? []), [scorer, mean]]) });
      }
    }
  } catch (thrown) {
    log.warning(
      `Suite ${suite}: its baselines cannot be listed from the ${store.name}: ${messageOf(thrown)}`,
    );
  }
  return [...rows.values()].toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}
