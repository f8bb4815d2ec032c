import { isComplete } from '../decide/gate/usable-record.js';
import type { Edges } from '../ports/edges.js';
import { messageOf } from '../ports/errors.js';
import type { RunRecord } from '../ports/run-record.js';
import type { SuiteOutcome } from './session.js';

/**
 * Stores what was measured as baselines, whatever its scores; incomplete runs are left out. `stored` is false where one
 * should have been and was not: a job whose purpose is the baseline must not be green without it. The outcomes come back
 * with a note of what became of each.
 */
export async function storeBaselines(
  outcomes: readonly SuiteOutcome[],
  { store, log }: Pick<Edges, 'store' | 'log'>,
): Promise<{ readonly stored: boolean; readonly outcomes: readonly SuiteOutcome[] }> {
  const noted: SuiteOutcome[] = [];
  let stored = true;
  for (const outcome of outcomes) {
    const { head, report } = outcome;
    if (head === null) {
      noted.push(outcome);
      continue;
    }
    const note = await storeBaseline(head);
    noted.push({ head, report: { ...report, notes: [note, ...report.notes] } });
  }
  return { stored, outcomes: noted };

  async function storeBaseline(head: RunRecord): Promise<string> {
    if (!isComplete(head)) {
      const missed = 'the run is not complete, so it was not stored as a baseline.';
      log.warning(`Suite ${head.suite}: ${missed}`);
      return capitalised(missed);
    }
    try {
      await store.write(head);
      const of = head.commit === null ? '' : `of commit ${head.commit.slice(0, 7)} `;
      const done = `stored as the baseline ${of}in the ${store.name}.`;
      log.info(`Suite ${head.suite}: ${done}`);
      return capitalised(done);
    } catch (thrown) {
      stored = false;
      const failed = `the baseline was not stored in ${store.name}: ${messageOf(thrown)}`;
      log.error(`Suite ${head.suite}: ${failed}`);
      return capitalised(failed);
    }
  }
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
