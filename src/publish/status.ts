import { z } from 'zod';
import type { Log } from '../model/effects.js';
import { type CommitStatus, type CurrentStatus, GitHubError, type Statuses } from '../model/github.js';
import {
  describeLabelWait,
  ENDED_EARLY,
  EVALUATING,
  fitContext,
  fitDescription,
} from '../report/status-words.js';
import { sha256 } from '../text/json.js';
import { type Redact, redactName } from '../text/redact.js';
import { cutText, toPlainLine } from '../text/values.js';
import { type Outlets, type RedactedLog, tryToPublish, type Workflow } from './outlets.js';

/** Longer names are cut, and long folders shortened: a context may have 255 characters. */
const MAX_NAME_LENGTH = 100;

/** Two folders may each have a suite `support`. At the top (`directory` is empty), it is the name alone. */
export function buildSuiteKey(suite: string, directory: string): string {
  return directory === '' ? suite : `${directory}/${suite}`;
}

/** The status of a suite, which a branch protection rule requires by name. */
export function buildStatusContext(suite: string, directory: string, redact: Redact): string {
  const name = cutText(toPlainLine(redactName(suite, redact)), MAX_NAME_LENGTH);
  const folders = directory.split('/').map((folder) => redactName(folder, redact));
  const folder = shortenName(toPlainLine(folders.join('/')), MAX_NAME_LENGTH);
  return fitContext(`prompt-regression/${buildSuiteKey(name, folder)}`);
}

/** Two long names with the same beginning must differ. */
function shortenName(name: string, limit: number): string {
  return name.length <= limit ? name : `${cutText(name, limit)}${sha256(name, 16)}`;
}

/**
 * The run that set a status, as its link says. GitHub has one status per name and commit, for all pull requests and runs.
 * Only `statuses: write` can set one, so no stranger writes such a link.
 */
export type StatusOrigin = {
  /** The branch that was decided against; `null` if the status is no decision. */
  readonly base: string | null;
  /** The pull request whose run it was; `null` for another run. */
  readonly pullRequest: number | null;
  /** The mark of the decision; `null` for none. */
  readonly decision: string | null;
  readonly byCompanion: boolean;
  /** GitHub counts runs upwards; a run that is started again keeps its number. `null` if the link is not a run's. */
  readonly run: number | null;
};

const COMPANION = 'companion';
const PULL_REQUEST = 'pull-request';
const DECISION = 'decision';
const BASE = 'base';

export function buildStatusLink(
  runUrl: string | null,
  origin: Partial<Omit<StatusOrigin, 'run'>>,
): string | null {
  if (runUrl === null) return null;
  const { base = null, pullRequest = null, decision = null, byCompanion = false } = origin;
  const url = new URL(runUrl);
  if (byCompanion) url.searchParams.set(COMPANION, 'true');
  if (pullRequest !== null) url.searchParams.set(PULL_REQUEST, String(pullRequest));
  if (decision !== null) url.searchParams.set(DECISION, decision);
  if (base !== null) url.searchParams.set(BASE, base);
  return url.href;
}

export function parseOrigin(targetUrl: string | null): StatusOrigin {
  const isLink = targetUrl !== null && URL.canParse(targetUrl);
  const fields = isLink ? new URL(targetUrl).searchParams : new URLSearchParams();
  const pullRequest = fields.get(PULL_REQUEST);
  const run = isLink ? /\/actions\/runs\/(\d+)/.exec(new URL(targetUrl).pathname)?.[1] : undefined;
  return {
    base: fields.get(BASE),
    pullRequest: pullRequest === null ? null : Number(pullRequest),
    decision: fields.get(DECISION),
    byCompanion: fields.has(COMPANION),
    run: run === undefined ? null : Number(run),
  };
}

/** The state that a status means for a pull request into this branch; `null` if it was decided for something else. */
export function chooseBranchState(status: CurrentStatus, into: string): CommitStatus['state'] | null {
  const isDecision = status.state === 'success' || status.state === 'failure';
  return isDecision && parseOrigin(status.targetUrl).base !== into ? null : status.state;
}

export function publishStatus(
  statuses: Statuses,
  status: CommitStatus,
  outlets: RedactedLog,
): Promise<boolean> {
  const set = () => statuses.set({ ...status, description: fitDescription(status.description) });
  return tryToPublish(`Status ${status.context}`, set, outlets);
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

type KeptStatus = CurrentStatus & { readonly pullRequest: number };

/**
 * By suite, the statuses on this commit that the run leaves: those of a pull request's run if this is none, else those of
 * a newer run. A run of a branch, and an old run that is started again, are compared with an older base, whose gate may be
 * softer.
 */
export async function readKeptStatuses(
  suites: readonly string[],
  outlets: Outlets,
): Promise<ReadonlyMap<string, KeptStatus>> {
  const { directory, pullRequest, runUrl, redact } = outlets;
  const kept = new Map<string, KeptStatus>();
  const place = findStatusPlace(outlets);
  if (place === null) return kept;
  const { run: ownRun } = parseOrigin(runUrl);
  const known = await readStatuses(place.statuses, place.sha);
  for (const suite of suites) {
    const context = buildStatusContext(suite, directory, redact);
    const status = known.find((each) => each.context === context);
    if (status === undefined) continue;
    const { pullRequest: by, run } = parseOrigin(status.targetUrl);
    const isNewer = run !== null && ownRun !== null && run > ownRun;
    if (by !== null && (pullRequest === null || isNewer)) kept.set(suite, { ...status, pullRequest: by });
  }
  return kept;
}

/** Without the permission to read statuses none can be set either, and setting one says which line is missing. */
async function readStatuses(statuses: Statuses, sha: string): ReturnType<Statuses['latest']> {
  try {
    return await statuses.latest(sha);
  } catch (thrown) {
    if (thrown instanceof GitHubError && thrown.permission !== null) return [];
    throw thrown;
  }
}

/** The list is saved first, so that the post step knows every pending status even if the run is killed. */
export async function announcePending(suites: readonly string[], outlets: Outlets): Promise<void> {
  const { github, workflow, settings, statusSha: sha, redact } = outlets;
  if (github === null || workflow === null || sha === null || !settings.status || suites.length === 0) return;
  const own = await listOwnSuites(suites, outlets);
  const contexts = own.map((suite) => buildStatusContext(suite, outlets.directory, redact));
  const state = { sha, targetUrl: buildRunLink(outlets), contexts };
  // A status that the post step does not know would stay pending.
  if (await saveState(PENDING, state, { ...outlets, workflow })) {
    await setPending(own, EVALUATING, outlets);
  }
}

/** Sets every suite's status to pending until the pull request has this label. */
export async function announceWaiting(
  suites: readonly string[],
  label: string,
  outlets: Outlets,
): Promise<void> {
  outlets.log.info(`Nothing is measured until the pull request has the label ${JSON.stringify(label)}.`);
  await setPending(suites, describeLabelWait(label), outlets);
}

/** The suites whose status this run sets; none if GitHub does not say who has set them. */
async function listOwnSuites(suites: readonly string[], outlets: Outlets): Promise<readonly string[]> {
  let own: readonly string[] = [];
  const list = async () => {
    const kept = await readKeptStatuses(suites, outlets);
    own = suites.filter((suite) => !kept.has(suite));
  };
  await tryToPublish('Statuses', list, outlets);
  return own;
}

function buildRunLink({ runUrl, pullRequest }: Outlets): string | null {
  return buildStatusLink(runUrl, { pullRequest: pullRequest?.number ?? null });
}

async function setPending(suites: readonly string[], description: string, outlets: Outlets): Promise<void> {
  const { directory, redact } = outlets;
  const place = findStatusPlace(outlets);
  if (place === null) return;
  const targetUrl = buildRunLink(outlets);
  for (const suite of suites) {
    const context = buildStatusContext(suite, directory, redact);
    const status = { sha: place.sha, context, state: 'pending', description, targetUrl } as const;
    await publishStatus(place.statuses, status, outlets);
  }
}

/** The commit that gets statuses; `null` if the run sets none. */
export function findStatusPlace({
  github,
  statusSha: sha,
  settings,
}: Outlets): { readonly statuses: Statuses; readonly sha: string } | null {
  return github === null || sha === null || !settings.status ? null : { statuses: github.statuses, sha };
}

type StateOutlets = RedactedLog & { readonly workflow: Workflow };

export async function saveConcluded(contexts: readonly string[], outlets: StateOutlets): Promise<void> {
  await saveState(CONCLUDED, contexts, outlets);
}

function saveState(name: string, value: unknown, outlets: StateOutlets): Promise<boolean> {
  const save = async () => outlets.workflow.saveState(name, JSON.stringify(value));
  return tryToPublish('State for the post step', save, outlets);
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
export async function endPendingStatuses(options: {
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
