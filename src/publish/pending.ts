import { z } from 'zod';
import type { Statuses } from '../model/github.js';
import type { Log } from '../model/log.js';
import { type PublishOutcome, publishing } from './outcome.js';
import type { Outlets } from './publication.js';
import { fitDescription, publishStatus, statusContext } from './status.js';
import type { Workflow } from './workflow.js';

/** Passed from `main` to `post`: the statuses that were set to pending, and those with a final state. */
export type StatusState = {
  readonly sha: string;
  readonly targetUrl: string | null;
  readonly pending: readonly string[];
  readonly concluded: readonly string[];
};

const PENDING = 'pending-statuses';
const CONCLUDED = 'concluded-statuses';

type StatusOutlets = Pick<
  Outlets,
  'github' | 'workflow' | 'settings' | 'directory' | 'statusSha' | 'runUrl' | 'redact' | 'log'
>;

/**
 * Sets every suite's status to pending. The list is saved first, so that the post step knows every pending status even
 * if the run is killed.
 */
export async function announcePending(suites: readonly string[], outlets: StatusOutlets): Promise<void> {
  const { github, workflow, settings, statusSha: sha, runUrl: targetUrl, redact, log } = outlets;
  if (github === null || workflow === null || sha === null || !settings.status || suites.length === 0) return;
  const contexts = suites.map((suite) => statusContext(suite, outlets.directory, redact));
  const saved = await saveState(workflow, PENDING, { sha, targetUrl, contexts });
  if (saved.status === 'failed') {
    // A status that the post step does not know would stay pending.
    log.warning(saved.warning);
    return;
  }
  await setPending(suites, 'Evaluating the answers', outlets);
}

/** Sets every suite's status to pending until the pull request has this label. */
export async function announceWaiting(
  suites: readonly string[],
  label: string,
  outlets: StatusOutlets,
): Promise<void> {
  const { log, redact } = outlets;
  log.info(`Nothing is measured until the pull request has the label ${JSON.stringify(label)}.`);
  const refusal = await setPending(suites, `add the label ${label}`, outlets);
  if (refusal !== null) log.info(`Not written: ${redact(refusal)}.`);
}

/** Resolves with the reason if no status may be written. */
async function setPending(
  suites: readonly string[],
  text: string,
  { github, settings, directory, statusSha: sha, runUrl: targetUrl, redact, log }: StatusOutlets,
): Promise<string | null> {
  if (github === null || sha === null || !settings.status) return null;
  const description = fitDescription(redact(text));
  for (const suite of suites) {
    const context = statusContext(suite, directory, redact);
    const outcome = await publishStatus(github.statuses, {
      sha,
      context,
      state: 'pending',
      description,
      targetUrl,
    });
    if (outcome.status === 'failed') log.warning(redact(outcome.warning));
    // Without permission for one status, there is none for the others.
    if (outcome.status === 'skipped') return outcome.reason;
  }
  return null;
}

/** Stores the statuses with a final state, replacing the stored state. */
export function rememberConcluded(workflow: Workflow, contexts: readonly string[]): Promise<PublishOutcome> {
  return saveState(workflow, CONCLUDED, contexts);
}

function saveState(workflow: Workflow, name: string, value: unknown): Promise<PublishOutcome> {
  return publishing('State for the post step', async () => {
    workflow.saveState(name, JSON.stringify(value));
  });
}

/** The saved state, from a step's environment (`STATE_…`); `null` if nothing was set to pending. */
export function parseStatusState(env: Readonly<Record<string, string | undefined>>): StatusState | null {
  const pending = env[`STATE_${PENDING}`];
  if (pending === undefined || pending === '') return null;
  const { sha, targetUrl, contexts } = z
    .object({ sha: z.string(), targetUrl: z.string().nullable(), contexts: z.array(z.string()) })
    .parse(JSON.parse(pending));
  const concluded = z.array(z.string()).parse(JSON.parse(env[`STATE_${CONCLUDED}`] || '[]'));
  return { sha, targetUrl, pending: contexts, concluded };
}

/** The `post` step: ends statuses that are still pending, because they would block the pull request. */
export async function concludeLeftPending(options: {
  readonly state: StatusState;
  readonly statuses: Statuses;
  readonly log: Log;
}): Promise<void> {
  const { state, statuses, log } = options;
  const { sha, targetUrl, concluded } = state;
  for (const context of state.pending) {
    if (concluded.includes(context)) continue;
    const description = 'The run ended before a decision; re-run it.';
    const outcome = await publishStatus(statuses, { sha, context, state: 'error', description, targetUrl });
    if (outcome.status === 'failed') log.warning(outcome.warning);
    else log.info(`Status ${context}: the run ended before a decision, set to error.`);
  }
}
