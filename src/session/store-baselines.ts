import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../baseline/store/open-store.js';
import { isComplete } from '../decide/gate/usable-record.js';
import { messageOf } from '../ports/errors.js';
import type { Log } from '../ports/log.js';
import type { StoreSettings } from '../ports/settings.js';
import type { BaselineStore } from '../ports/store.js';
import type { SuiteOutcome } from './pipeline.js';
import type { Runner } from './runner.js';

export function openRunStore(settings: StoreSettings, runner: Runner, log: Log): BaselineStore {
  return openStore(settings, {
    gitData: runner.github?.gitData ?? null,
    folder: runner.folder,
    runId: runner.runId,
    attempt: runner.attempt,
    random: Math.random,
    sleep,
    log,
  });
}

/**
 * Stores what was measured as baselines, whatever its scores; incomplete runs are left out. False where one should
 * have been stored and was not: a job whose purpose is the baseline must not be green without it.
 */
export async function storeBaselines(
  outcomes: readonly SuiteOutcome[],
  store: BaselineStore,
  log: Log,
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
