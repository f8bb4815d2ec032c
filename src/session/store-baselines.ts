import { isComplete } from '../decide/compare/usable-record.js';
import { decideNotStored } from '../decide/decisions.js';
import type { Effects } from '../model/effects.js';
import { messageOf } from '../model/errors.js';
import type { Note } from '../model/notes.js';
import type { SuiteReport } from '../model/report.js';
import type { RunRecord } from '../model/run-record.js';
import type { SuiteOutcome } from './session.js';

type StoreEffects = Pick<Effects, 'store' | 'log'>;

/**
 * Stores complete runs as baselines, whatever their scores. `stored` is false if one failed: then a baseline job must
 * not be green. The outcomes get a note.
 */
export async function storeBaselines(
  outcomes: readonly SuiteOutcome[],
  effects: StoreEffects,
): Promise<{ readonly stored: boolean; readonly outcomes: readonly SuiteOutcome[] }> {
  const noted: SuiteOutcome[] = [];
  let stored = true;
  for (const { head, report } of outcomes) {
    const written = head === null ? null : await storeBaseline(report, head, effects);
    if (written?.isStored === false) stored = false;
    noted.push({ head, report: written?.report ?? report });
  }
  return { stored, outcomes: noted };
}

async function storeBaseline(
  report: SuiteReport,
  head: RunRecord,
  { store, log }: StoreEffects,
): Promise<{ readonly isStored: boolean; readonly report: SuiteReport }> {
  const noted = (note: Note) => ({ ...report, notes: [note, ...report.notes] });
  if (!isComplete(head)) return { isStored: true, report: noted({ kind: 'not-stored' }) };
  try {
    await store.write(head);
    return { isStored: true, report: noted({ kind: 'stored', commit: head.commit, store: store.name }) };
  } catch (thrown) {
    const reason = messageOf(thrown);
    log.error(`Suite ${head.suite}: the baseline was not stored in the ${store.name}: ${reason}`);
    return { isStored: false, report: { ...report, decision: decideNotStored(report.decision, reason) } };
  }
}
