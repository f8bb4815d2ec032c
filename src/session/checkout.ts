import { join, relative, sep } from 'node:path';
import { mergedInto } from '../event/anchor.js';
import { isBaselineRun, statusSha } from '../event/event-rules.js';
import { openFolderTree, scopeTree } from '../files/readers.js';
import { UserError } from '../ports/errors.js';
import type { PullRequestRef, RunEvent } from '../ports/event.js';
import type { Git } from '../ports/git.js';
import type { GitHub } from '../ports/github.js';
import type { Side } from '../ports/suite-run.js';
import type { Overrides } from '../settings/overrides.js';

/** The files that are evaluated, and whom the result concerns. */
export type Checkout = AsyncDisposable & {
  readonly head: Side;
  /** Folder of the suites' paths, relative to the repository's top, with forward slashes. */
  readonly prefix: string;
  readonly pullRequest: PullRequestRef | null;
  /** The commit that the status stands on; `null` where there is none to set. */
  readonly statusSha: string | null;
  /** The event, with a pull request that was dispatched by number in the place of the dispatch. */
  readonly event: RunEvent;
};

/** The working tree, as it lies there. */
export async function openWorkingCopy(
  folder: string,
  git: Git | null,
): Promise<Pick<Checkout, 'head' | 'prefix'>> {
  if (git === null) {
    const head: Side = {
      name: 'head',
      root: folder,
      reader: openFolderTree(folder),
      files: null,
      commit: null,
    };
    return { head, prefix: '' };
  }
  const prefix = relative(git.top, folder).split(sep).join('/');
  if (prefix === '..' || prefix.startsWith('../')) {
    throw new UserError(
      `working-directory: ${JSON.stringify(folder)} is outside the repository ${git.top}; name a folder in it`,
    );
  }
  const files = git.workingTree();
  const head: Side = {
    name: 'head',
    root: folder,
    reader: scopeTree(files, prefix),
    files,
    commit: await git.head(),
  };
  return { head, prefix };
}

/**
 * What a workflow run evaluates: the checkout as it lies there, or, for a dispatch with a pull request's number, that
 * pull request's head in a worktree of its own. Throws `UserError` where the request cannot be followed.
 */
export async function openCheckout(request: {
  readonly event: RunEvent;
  readonly overrides: Overrides;
  readonly folder: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly git: Git | null;
  readonly github: GitHub | null;
}): Promise<Checkout> {
  const { event, overrides, folder, git } = request;
  const { pullRequest: number, sha } = overrides;
  if (event.kind === 'dispatch' && number !== undefined) {
    return openPullRequest({ ...request, number, sha: sha ?? null });
  }
  if (sha !== undefined) {
    throw new UserError(
      'sha: it says which head of a pull request was looked at, so it goes with `pull-request` in a workflow_dispatch run; remove it here',
    );
  }
  const copy = await openWorkingCopy(folder, git);
  return {
    ...copy,
    event,
    pullRequest: event.kind === 'pull-request' ? event.pullRequest : null,
    statusSha: statusSha(event),
    async [Symbol.asyncDispose]() {},
  };
}

/**
 * Refuses a check of files that are not those of the commit on which its result is shown: with `ref: main` in the
 * checkout of a pull request nothing has changed, and the head would be green. A commit that a step made on top is
 * refused too, since it looks like any other head. What becomes a baseline is stored as the commit that it is.
 */
export async function refuseOtherCheckout({ event, head }: Checkout, git: Git | null): Promise<void> {
  const { commit } = head;
  const shown = statusSha(event);
  if (git === null || commit === null || commit === shown || isBaselineRun(event)) return;
  const at = `The checkout stands at ${commit.slice(0, 7)}`;
  const so = 'so its files say nothing of what the status is set on';
  if (event.kind !== 'pull-request') {
    throw new UserError(
      `${at}, and the run is of ${shown.slice(0, 7)}, ${so}; leave \`ref\` out of actions/checkout, and let no step before this one commit.`,
    );
  }
  if (mergedInto(await git.parents(commit), shown) !== null) return;
  const { number, baseRef } = event.pullRequest;
  throw new UserError(
    `${at}, which is neither the head ${shown.slice(0, 7)} of pull request ${number} nor its merge into \`${baseRef}\`, ${so}; leave \`ref\` out of actions/checkout, or set it to \`\${{ github.event.pull_request.head.sha }}\`, and let no step before this one commit.`,
  );
}

async function openPullRequest(request: {
  readonly number: number;
  readonly sha: string | null;
  readonly folder: string;
  readonly repository: string;
  readonly git: Git | null;
  readonly github: GitHub | null;
}): Promise<Checkout> {
  const { number, sha, folder, repository, git, github } = request;
  if (github === null) {
    throw new UserError(
      `pull-request: number ${number} cannot be looked up without a token; give github-token`,
    );
  }
  if (git === null) {
    throw new UserError(
      `pull-request: number ${number} needs a checkout of the repository; put actions/checkout before this step`,
    );
  }
  const info = await github.pullRequests.pullRequest(number);
  if (info.headRepository?.toLowerCase() !== repository.toLowerCase()) {
    throw new UserError(
      `pull-request: number ${number} comes from another repository; its code is not run with this repository's secrets. Push its commits to a branch of this repository to have them evaluated`,
    );
  }
  if (sha !== null && sha !== info.headSha) {
    throw new UserError(
      `sha: pull request ${number} stands at ${info.headSha} now, not at ${sha}; look at the new commits and dispatch again`,
    );
  }
  const worktree = await git.addWorktree(info.headSha);
  const prefix = relative(git.top, folder).split(sep).join('/');
  const files = git.commitTree(info.headSha);
  const pullRequest: PullRequestRef = {
    number,
    headSha: info.headSha,
    baseRef: info.baseRef,
    fork: false,
  };
  return {
    head: {
      name: 'head',
      root: join(worktree.path, prefix),
      reader: scopeTree(files, prefix),
      files,
      commit: info.headSha,
    },
    prefix,
    pullRequest,
    statusSha: info.headSha,
    event: { kind: 'pull-request', pullRequest, action: 'dispatch' },
    [Symbol.asyncDispose]: () => worktree[Symbol.asyncDispose](),
  };
}
