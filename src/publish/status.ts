import { z } from 'zod';
import type { Log } from '../model/effects.js';
import type { CommitStatus, Statuses } from '../model/github.js';
import {
  ENDED_EARLY,
  EVALUATING,
  fitContext,
  fitDescription,
  waitsForLabel,
} from '../report/status-words.js';
import { sha256 } from '../text/json.js';
import { type Redact, redactName } from '../text/redact.js';
import { cutText, plainLine } from '../text/values.js';
import type { Workflow } from './outlets.js';
import { type Outlets, publishing } from './outlets.js';

/** Longer names are cut, and long folders shortened: a context may have 255 characters. */
const NAME_LENGTH = 100;

/** Two folders may each have a suite `support`. At the top (`directory` is empty), it is the name alone. */
export function suiteIdentity(suite: string, directory: string): string {
  return directory === '' ? suite : `${directory}/${suite}`;
}

/** The status of a suite, which a branch protection rule requires by name. */
export function statusContext(suite: string, directory: string, redact: Redact): string {
  const name = cutText(plainLine(redactName(suite, redact)), NAME_LENGTH);
  const folders = directory.split('/').map((folder) => redactName(folder, redact));
  const folder = shorten(plainLine(folders.join('/')), NAME_LENGTH);
  return fitContext(`prompt-regression/${suiteIdentity(name, folder)}`);
}

/** Two long names with the same beginning must differ. */
function shorten(name: string, limit: number): string {
  return name.length <= limit ? name : `${cutText(name, limit)}${sha256(name, 16)}`;
}

const BASE = 'base';

/** Names the base branch: GitHub has one status per name and commit for all pull requests, and their base can change. */
export function linkOfDecision(runUrl: string | null, branch: string): string | null {
  if (runUrl === null) return null;
  const url = new URL(runUrl);
  url.searchParams.set(BASE, branch);
  return url.href;
}

/** The branch that a status was decided against; `null` if it is no decision. */
export function branchOf({ targetUrl }: Pick<CommitStatus, 'targetUrl'>): string | null {
  return targetUrl !== null && URL.canParse(targetUrl) ? new URL(targetUrl).searchParams.get(BASE) : null;
}

const COMPANION = 'companion';

/** Marks a status of the companion, which may replace its own. */
export function linkOfCompanion(runUrl: string): string {
  const url = new URL(runUrl);
  url.searchParams.set(COMPANION, 'true');
  return url.href;
}

export function isByCompanion({ targetUrl }: Pick<CommitStatus, 'targetUrl'>): boolean {
  return targetUrl !== null && URL.canParse(targetUrl) && new URL(targetUrl).searchParams.has(COMPANION);
}

export function publishStatus(
  statuses: Statuses,
  status: CommitStatus,
  outlets: Pick<Outlets, 'log' | 'redact'>,
): Promise<boolean> {
  const set = () => statuses.set({ ...status, description: fitDescription(status.description) });
  return publishing(`Status ${status.context}`, set, outlets);
}

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

/** The list is saved first, so that the post step knows every pending status even if the run is killed. */
export async function announcePending(suites: readonly string[], outlets: StatusOutlets): Promise<void> {
  const { github, workflow, settings, statusSha: sha, runUrl: targetUrl, redact } = outlets;
  if (github === null || workflow === null || sha === null || !settings.status || suites.length === 0) return;
  const contexts = suites.map((suite) => statusContext(suite, outlets.directory, redact));
  // A status that the post step does not know would stay pending.
  if (await saveState(PENDING, { sha, targetUrl, contexts }, { ...outlets, workflow })) {
    await setPending(suites, EVALUATING, outlets);
  }
}

/** Sets every suite's status to pending until the pull request has this label. */
export async function announceWaiting(
  suites: readonly string[],
  label: string,
  outlets: StatusOutlets,
): Promise<void> {
  outlets.log.info(`Nothing is measured until the pull request has the label ${JSON.stringify(label)}.`);
  await setPending(suites, waitsForLabel(label), outlets);
}

async function setPending(
  suites: readonly string[],
  description: string,
  outlets: StatusOutlets,
): Promise<void> {
  const { github, settings, directory, statusSha: sha, runUrl: targetUrl, redact } = outlets;
  if (github === null || sha === null || !settings.status) return;
  for (const suite of suites) {
    const context = statusContext(suite, directory, redact);
    const status = { sha, context, state: 'pending', description, targetUrl } as const;
    await publishStatus(github.statuses, status, outlets);
  }
}

type StateOutlets = Pick<Outlets, 'log' | 'redact'> & { readonly workflow: Workflow };

export async function rememberConcluded(contexts: readonly string[], outlets: StateOutlets): Promise<void> {
  await saveState(CONCLUDED, contexts, outlets);
}

function saveState(name: string, value: unknown, outlets: StateOutlets): Promise<boolean> {
  const save = async () => outlets.workflow.saveState(name, JSON.stringify(value));
  return publishing('State for the post step', save, outlets);
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
    const status = { sha, context, state: 'error', description: ENDED_EARLY, targetUrl } as const;
    const isSet = await publishStatus(statuses, status, { log, redact: (text) => text });
    if (isSet) log.info(`Status ${context}: ${ENDED_EARLY}`);
  }
}
