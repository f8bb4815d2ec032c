import { type ForkPull, listMergedPulls, listWatchedChanges, readForkPull } from '../checkout/fork.js';
import type { CompanionEvent } from '../checkout/read-event.js';
import { scopeTree } from '../files/readers.js';
import { UserError } from '../model/errors.js';
import type { CurrentStatus, GitHub, OpenPullRequest } from '../model/github.js';
import type { WorkingCopy } from '../model/side.js';
import { tryToPublish } from '../publish/outlets.js';
import { buildStatusContext, buildStatusLink, parseOrigin, publishStatus } from '../publish/status.js';
import { describeForkStatus, renderForkStatuses, type WaitingPull } from '../report/status-words.js';
import { chooseExitCode } from '../session/exit-code.js';
import { refuseHiddenChanges } from '../session/prepare-suites.js';
import { readSettings } from '../settings/read-settings.js';
import { createSleep, type Job } from './job.js';

/**
 * Sets the statuses that a fork's own run may not set: success if no watched file of a suite changed, else pending until
 * a maintainer runs the check. Trusts only what GitHub says about the head: the workflow that ran is the fork's, and its
 * head may be a commit of ours.
 */
export async function publishForkStatuses(job: Job, event: CompanionEvent): Promise<number> {
  const { runner, workflow, log } = job;
  const { headSha: sha } = event;
  const done = chooseExitCode({ kind: 'nothing-due' });
  if (event.of !== 'pull_request' || !event.fork) {
    log.info("Nothing to do: the run that ended was not a fork's pull request, so it set its own statuses.");
    return done;
  }
  const { github, git } = runner;
  if (github === null) throw new UserError('github-token: setting a status needs a token; give one');
  const pulls = await github.pullRequests.openAt(sha);
  const why = await findReasonToSkip(github, sha, pulls);
  if (why !== null) {
    log.info(`Nothing to do: ${why}.`);
    return done;
  }
  const waiting = new Map<string, readonly WaitingPull[]>();
  const sleep = createSleep(job.deadline);
  for (const open of pulls) {
    const fork = await readForkPull({ ...open, git, github, sleep });
    const pull = { ...open, merges: fork.change !== null };
    for (const { suite, isChanged } of await listSuites(job, fork)) {
      const before = waiting.get(suite) ?? [];
      waiting.set(suite, isChanged ? [...before, pull] : before);
    }
  }
  const [{ baseRef = null } = {}, ...others] = pulls;
  const base = others.every((pull) => pull.baseRef === baseRef) ? baseRef : null;
  const { statuses, failed } = await publishStatuses(job, { sha, base, waiting, github });
  const isWaiting = [...waiting.values()].some((each) => each.length > 0);
  const text = renderForkStatuses({ sha, pulls: pulls.map(({ number }) => number), statuses, isWaiting });
  for (const line of text.split('\n')) log.info(line);
  await tryToPublish('Job summary', () => workflow.addSummary(text), job);
  return failed ? chooseExitCode({ kind: 'crash' }) : done;
}

/** Own commits have runs of their own. */
async function findReasonToSkip(
  github: GitHub,
  sha: string,
  pulls: readonly OpenPullRequest[],
): Promise<string | null> {
  const commit = sha.slice(0, 7);
  if (await github.branches.contain(sha)) {
    return `a branch of this repository contains ${commit}, so its own runs set its statuses`;
  }
  if (pulls.length === 0) return `no open pull request has the head ${commit} any more`;
  const [merged] = await listMergedPulls(github, sha);
  return merged === undefined ? null : `${commit} is the test merge of pull request ${merged.number}`;
}

async function listSuites(
  job: Job,
  fork: ForkPull,
): Promise<readonly { readonly suite: string; readonly isChanged: boolean }[]> {
  const { folder, prefix } = job.runner;
  const { tip: commit, tipFiles: tree, change } = fork;
  const reader = scopeTree(tree, prefix);
  const head: WorkingCopy = { root: folder, reader, tree, commit, branch: null, rewritten: [] };
  const sides = await readSettings({ ...job, head: reader, merged: true });
  const { publish, invalid, suites } = sides.settings;
  if (!publish.status) return [];
  if (invalid.size > 0) throw new UserError([...invalid.values()].flat());
  const listed: { suite: string; isChanged: boolean }[] = [];
  for (const suite of suites) {
    const changed = change && (await listWatchedChanges(suite, tree, change, prefix));
    const isChanged = changed?.length !== 0;
    if (!isChanged) await refuseHiddenChanges(suite, { sides, head, base: null, prefix });
    listed.push({ suite: suite.name, isChanged });
  }
  return listed;
}

async function publishStatuses(
  { runner: { prefix, runUrl }, redact, log }: Job,
  commit: {
    readonly sha: string;
    /** The base branch of all these pull requests; `null` if they have several. */
    readonly base: string | null;
    /** By suite, the pull requests in which a watched file changed. */
    readonly waiting: ReadonlyMap<string, readonly WaitingPull[]>;
    readonly github: GitHub;
  },
) {
  const { sha, base, waiting, github } = commit;
  const known = await github.statuses.latest(sha);
  const statuses: Parameters<typeof renderForkStatuses>[0]['statuses'][number][] = [];
  let failed = false;
  for (const [name, pulls] of waiting) {
    const context = buildStatusContext(name, prefix, redact);
    const suite = redact(name);
    const standing = known.find((status) => status.context === context);
    if (standing !== undefined && !mayReplace(standing, pulls)) {
      statuses.push({ suite, ...standing, isKept: true });
      continue;
    }
    const state = pulls.length === 0 ? 'success' : 'pending';
    const origin = { byCompanion: true, base: state === 'success' ? base : null };
    const targetUrl = buildStatusLink(runUrl, origin);
    const status = { sha, context, state, description: describeForkStatus(pulls), targetUrl } as const;
    const errors = { redact, log: { ...log, info: log.error, warning: log.error } };
    if (!(await publishStatus(github.statuses, status, errors))) failed = true;
    statuses.push({ suite, ...status, isKept: false });
  }
  return { statuses, failed };
}

/**
 * True for the companion's own status. Another run's status stays, except for a success that was decided against another
 * branch than these pull requests' now: it becomes pending.
 */
function mayReplace(status: CurrentStatus, pulls: readonly WaitingPull[]): boolean {
  const { byCompanion, base } = parseOrigin(status.targetUrl);
  return byCompanion || (status.state === 'success' && pulls.some(({ baseRef }) => baseRef !== base));
}
