import type { Statuses } from '../ports/github.js';
import type { Log } from '../ports/log.js';
import { publishStatus } from './status.js';
import type { StatusState } from './status-state.js';

/** What the `post` step does: a status that is still pending would block the pull request for ever. */
export async function concludeLeftPending(options: {
  readonly state: StatusState | null;
  readonly statuses: Statuses;
  readonly log: Log;
}): Promise<void> {
  const { state, statuses, log } = options;
  if (state === null) return;
  const { sha, targetUrl, concluded } = state;
  for (const context of state.pending) {
    if (concluded.includes(context)) continue;
    const description = 'The run ended before a decision; re-run it.';
    const outcome = await publishStatus(statuses, { sha, context, state: 'error', description, targetUrl });
    if (outcome.status === 'failed') log.warning(outcome.warning);
    else log.info(`Status ${context}: the run ended before a decision, set to error.`);
  }
}
