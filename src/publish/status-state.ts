import { z } from 'zod';
import { type PublishOutcome, publishing } from './outcome.js';
import type { Workflow } from './workflow.js';

/** What `main` leaves for `post`: which statuses were set to pending, and which have their final state. */
export type StatusState = {
  readonly sha: string;
  readonly targetUrl: string | null;
  readonly pending: readonly string[];
  readonly concluded: readonly string[];
};

const PENDING = 'pending-statuses';
const CONCLUDED = 'concluded-statuses';

const pendingSchema = z.object({
  sha: z.string(),
  targetUrl: z.string().nullable(),
  contexts: z.array(z.string()),
});

/** Saves what is about to be pending. */
export function rememberPending(
  workflow: Workflow,
  state: Omit<StatusState, 'concluded'>,
): Promise<PublishOutcome> {
  const { sha, targetUrl, pending } = state;
  return save(workflow, PENDING, { sha, targetUrl, contexts: pending });
}

/** Saves which of them have their final state; replaces what was saved before. */
export function rememberConcluded(workflow: Workflow, contexts: readonly string[]): Promise<PublishOutcome> {
  return save(workflow, CONCLUDED, contexts);
}

function save(workflow: Workflow, name: string, value: unknown): Promise<PublishOutcome> {
  return publishing({ name: 'State for the post step', permission: null }, async () => {
    workflow.saveState(name, JSON.stringify(value));
    return { status: 'published', url: null };
  });
}

/** The saved state, from a step's environment (`STATE_…`); `null` where nothing was set to pending. */
export function parseStatusState(env: Readonly<Record<string, string | undefined>>): StatusState | null {
  const pending = env[`STATE_${PENDING}`];
  if (pending === undefined || pending === '') return null;
  const { sha, targetUrl, contexts } = pendingSchema.parse(JSON.parse(pending));
  const concluded = z.array(z.string()).parse(JSON.parse(env[`STATE_${CONCLUDED}`] || '[]'));
  return { sha, targetUrl, pending: contexts, concluded };
}
