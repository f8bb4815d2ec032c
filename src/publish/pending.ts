import type { Statuses } from '../ports/github.js';
import type { Redact } from '../text/redact.js';
import { publishStatus, statusContext } from './status.js';
import { rememberPending } from './status-state.js';
import type { Workflow } from './workflow.js';

/**
 * Sets every suite's status to pending. What is about to be set is saved first: a run that is killed in between
 * leaves nothing pending that the post step does not know of. Gives the warnings, one line each.
 */
export async function announcePending(run: {
  readonly statuses: Statuses;
  readonly workflow: Workflow;
  readonly sha: string;
  readonly suites: readonly string[];
  readonly targetUrl: string | null;
  readonly redact: Redact;
}): Promise<readonly string[]> {
  const { statuses, sha, targetUrl, redact } = run;
  const contexts = run.suites.map((suite) => statusContext(redact(suite)));
  if (contexts.length === 0) return [];
  const saved = await rememberPending(run.workflow, { sha, targetUrl, pending: contexts });
  // What the post step does not know of, nobody would conclude.
  if (saved.status === 'failed') return [saved.warning];
  const warnings: string[] = [];
  for (const context of contexts) {
    const description = 'Evaluating the answers';
    const outcome = await publishStatus(statuses, { sha, context, state: 'pending', description, targetUrl });
    if (outcome.status === 'failed') warnings.push(redact(outcome.warning));
  }
  return warnings;
}
