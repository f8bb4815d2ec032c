import { isComplete } from '../decide/gate/usable-record.js';
import type { Edges } from '../ports/edges.js';
import { messageOf } from '../ports/errors.js';
import type { SuiteOutcome } from './session.js';

/**
 * Stores what was measured as baselines, whatever its scores; incomplete runs are left out. False where one should
 * have been stored and was not: a job whose purpose is the baseline must not be green without it.
 */
export async function storeBaselines(
  outcomes: readonly SuiteOutcome[],
  { store, log }: Pick<Edges, 'store' | 'log'>,
): Promise<boolean> {
  let stored = true;
  for (const { head } of outcomes) {
    if (head === null) continue;
    if (!isComplete(head)) {
      log.warning(`Suite ${head.suite}: the run is not complete, so it was not stored as a baseline.`);
      continue;
    }
    try {
      await store.write(head);
      log.info(
        `Suite ${head.suite}: stored as the baseline ${head.commit === null ? '' : `of commit ${head.commit.slice(0, 7)} `}in the ${store.name}.`,
      );
    } catch (thrown) {
      stored = false;
      log.error(`Suite ${head.suite}: the baseline was not stored in ${store.name}: ${messageOf(thrown)}`);
    }
  }
  return stored;
}
