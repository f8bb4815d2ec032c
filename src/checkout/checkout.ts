import { join, relative, sep } from 'node:path';
import { addBuiltFiles, openFolderTree, scopeTree } from '../files/readers.js';
import type { BranchCommit } from '../model/baseline.js';
import { UserError } from '../model/errors.js';
import { type GitHub, GitHubError, type OpenPullRequest, type PullRequestInfo } from '../model/github.js';
import { omitUndefined } from '../model/omit-undefined.js';
import type { PullRequestRef } from '../model/report.js';
import type { FileTree, Git } from '../model/repository.js';
import type { WorkingCopy } from '../model/side.js';
import { explainNoSuccess } from '../report/status-words.js';
import type { Overrides } from '../settings/overrides.js';
import { readSettings } from '../settings/read-settings.js';
import { explainNoTestMerge, findMergeTarget, findTestMerge } from './base-commit.js';
import { findStatusCommit, isBaselineRun } from './event.js';
import { type ForkPrompts, listMergedPulls, readForkPrompts, readForkPull } from './fork.js';
import type { RunEvent } from './read-event.js';

/** The head of a run. Disposing of it removes its worktree. */
export type Checkout = AsyncDisposable & CheckedOutCommit;

/** The head's files, and the event and the pull request that they belong to. */
export type CheckedOutCommit = {
  readonly head: WorkingCopy;
  /** Folder of the suites' paths, relative to the repository's top, with forward slashes. */
  readonly prefix: string;
  readonly pullRequest: PullRequestRef | null;
  /** The commit that gets the status; `null` if there is none. */
  readonly statusSha: string | null;
  /** The event. For a pull request dispatched by number, it replaces the dispatch. */
  readonly event: RunEvent;
  /** Set for a fork: only the prompts are the pull request's. */
  readonly fork?: Omit<ForkPrompts, 'writeInto'> & {
    readonly base: BranchCommit;
  };
};

/** A dispatched run has no working tree to name. */
const PULL_HEAD = "pull request's head";

/** The files on disk, as the command line measures them. */
export async function openWorkingCopy(
  folder: string,
  git: Git | null,
): Promise<{ readonly head: WorkingCopy; readonly prefix: string }> {
  if (git === null) {
    const reader = openFolderTree(folder);
    const head = { root: folder, reader, tree: null, commit: null, branch: null, rewritten: [] };
    return { head, prefix: '' };
  }
  const prefix = findPrefix(git.top, folder);
  const commit = await readHead(git);
  return { head: openHead(git.workingTree(), { top: git.top, prefix, commit, rewritten: [] }), prefix };
}

async function readHead(git: Git): Promise<string> {
  const commit = await git.head();
  if (commit === null) throw new UserError(`${git.top} has no commit yet.`);
  return commit;
}

/**
 * The commit that is checked out, as the action measures it. Earlier steps of a job install packages, log in and build:
 * what they leave or rewrite on disk is seen by programs only.
 */
async function openCommitCopy(git: Git, prefix: string): Promise<WorkingCopy> {
  const commit = await readHead(git);
  const files = addBuiltFiles(git.commitTree(commit), git.workingTree());
  const rewritten = await git.listRewritten(commit);
  return openHead(files, { top: git.top, prefix, commit, rewritten });
}

function openHead(
  tree: FileTree,
  at: {
    readonly top: string;
    readonly prefix: string;
    readonly commit: string;
    readonly rewritten: readonly string[];
  },
): WorkingCopy {
  const { top, prefix, commit, rewritten } = at;
  return {
    root: join(top, prefix),
    reader: scopeTree(tree, prefix),
    tree,
    commit,
    branch: null,
    rewritten,
  };
}

/** A folder relative to the repository's top, with forward slashes. Throws `UserError` if it is outside. */
export function findPrefix(top: string, folder: string): string {
  const prefix = relative(top, folder).split(sep).join('/');
  if (prefix !== '..' && !prefix.startsWith('../')) return prefix;
  throw new UserError(
    `working-directory: ${JSON.stringify(folder)} is outside the repository ${top}; name a folder in it`,
  );
}

type CheckoutRequest = {
  readonly event: RunEvent;
  readonly overrides: Overrides;
  readonly prefix: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly git: Git;
  readonly github: GitHub | null;
  readonly sleep: (ms: number) => Promise<void>;
};

/**
 * The head of a workflow run: the checkout, or, for a dispatch with a pull request's number, that pull request's test
 * merge in a worktree. Throws `UserError` if the request is not valid.
 */
export async function openCheckout(request: CheckoutRequest): Promise<Checkout> {
  const { event, overrides, prefix, git } = request;
  const { pullRequest: number, sha } = overrides;
  if (event.kind === 'dispatch' && number !== undefined) {
    return openPullRequest(request, number, sha ?? null);
  }
  if (sha !== undefined) {
    throw new UserError(
      'sha: it says which head of a pull request was looked at, so it goes with `pull-request` in a workflow_dispatch run; remove it here',
    );
  }
  if (event.kind === 'dispatch') {
    const own = await findOwnPullRequest(event, request);
    if (own !== null) return openPullRequest(request, own, event.sha);
  }
  const head = await openCommitCopy(git, prefix);
  const name = event.kind === 'pull-request' ? PULL_HEAD : `commit ${head.commit?.slice(0, 7)}`;
  return {
    head: head.commit === null ? head : { ...head, reader: { ...head.reader, name } },
    prefix,
    event,
    pullRequest: event.kind === 'pull-request' ? event.pullRequest : null,
    statusSha: findStatusCommit(event),
    async [Symbol.asyncDispose]() {},
  };
}

/**
 * Refuses a checkout of another commit than the one that shows the result, such as `ref: main` on a pull request:
 * nothing would differ, and the head would be green. A baseline is stored for the commit of its files instead.
 */
export async function refuseOtherCheckout({ event, head }: Checkout, git: Git): Promise<void> {
  const { commit } = head;
  const shown = findStatusCommit(event);
  if (commit === null || commit === shown || isBaselineRun(event)) return;
  if (event.kind === 'pull-request' && findMergeTarget(await git.parents(commit), shown) !== null) return;
  throw new UserError(
    `The checkout is at ${commit.slice(0, 7)}, and the status is set on ${shown.slice(0, 7)}, about which its files say nothing; leave \`ref\` and \`repository\` out of actions/checkout, or set it to \`\${{ github.event.pull_request.head.sha }}\`, and let no step before this one commit.`,
  );
}

/**
 * The pull request into the default branch that a branch's head belongs to. A run of the branch is that pull request's:
 * compared with the commit where the branch once began, it could pass under an older gate.
 */
async function findOwnPullRequest(
  event: Extract<RunEvent, { kind: 'dispatch' }>,
  { github, repository }: CheckoutRequest,
): Promise<number | null> {
  if (github === null || isBaselineRun(event)) return null;
  try {
    const open = await github.pullRequests.openAt(event.sha);
    // A fork may claim the same head.
    const own = open.find(
      ({ baseRef, headRepository }) =>
        baseRef === event.defaultBranch && headRepository?.toLowerCase() === repository.toLowerCase(),
    );
    return own?.number ?? null;
  } catch (thrown) {
    // The run then leaves every status that a pull request's run has set.
    if (thrown instanceof GitHubError && thrown.permission !== null) return null;
    throw thrown;
  }
}

async function openPullRequest(
  request: CheckoutRequest,
  number: number,
  sha: string | null,
): Promise<Checkout> {
  const { prefix, repository, git, github } = request;
  if (github === null) {
    throw new UserError(
      `pull-request: number ${number} cannot be looked up without a token; give github-token`,
    );
  }
  const openAtHead = sha === null ? [] : await github.pullRequests.openAt(sha);
  const info =
    openAtHead.find((open) => open.number === number) ?? (await readPullRequest(github, number, repository));
  if ('state' in info && info.state !== 'open') {
    throw new UserError(
      `pull-request: ${number} is closed, so there is nothing to decide; reopen it, then dispatch again`,
    );
  }
  if (sha !== null && sha !== info.headSha) {
    throw new UserError(
      `sha: pull request ${number} is at ${info.headSha} now, not at ${sha}; look at the new commits and dispatch again`,
    );
  }
  const { headSha, baseRef } = info;
  const isFork = info.headRepository?.toLowerCase() !== repository.toLowerCase();
  const merged = isFork ? await listMergedPulls(github, headSha) : [];
  // Checked again before the status is set; here nothing has been spent yet.
  const why = explainNoSuccess([...openAtHead, ...merged], { branch: baseRef, pullRequest: number });
  if (why !== null) throw new UserError(`pull-request: ${why}`);
  const dispatched = {
    prefix,
    pullRequest: omitUndefined({
      number,
      headSha,
      baseRef,
      restricted: null,
      fork: isFork ? (true as const) : undefined,
    }),
    statusSha: headSha,
  };
  const event = { kind: 'pull-request', pullRequest: dispatched.pullRequest, action: 'dispatch' } as const;
  if (isFork) {
    if (sha === null) {
      throw new UserError(
        `sha: pull request ${number} comes from a fork, whose author may push at any time; read the change, then give the head commit that you have read, and a limit of calls (max-calls)`,
      );
    }
    return { ...dispatched, event, ...(await openFork(request, { git, github, info, prefix })) };
  }
  const merge = await findTestMerge(info, { github, sleep: request.sleep });
  if (merge === null) throw new UserError(explainNoTestMerge(info));
  const worktree = await git.addWorktree(merge.sha);
  const head = openHead(git.commitTree(merge.sha), {
    top: worktree.path,
    prefix,
    commit: merge.sha,
    rewritten: [],
  });
  return {
    ...dispatched,
    event,
    head: { ...head, reader: { ...head.reader, name: PULL_HEAD } },
    [Symbol.asyncDispose]: () => worktree[Symbol.asyncDispose](),
  };
}

async function readPullRequest(github: GitHub, number: number, repository: string): Promise<PullRequestInfo> {
  try {
    return await github.pullRequests.pullRequest(number);
  } catch (thrown) {
    if (!(thrown instanceof GitHubError) || thrown.status !== 404) throw thrown;
    throw new UserError(
      `pull-request: ${repository} has no pull request ${number}, or the token may not see it; correct the number, or add \`permissions: pull-requests: read\``,
      { cause: thrown },
    );
  }
}

/** The base branch's newest commit with the fork's prompts, in a worktree without the fork's other files. */
async function openFork(
  { overrides, env, sleep }: CheckoutRequest,
  repository: {
    readonly git: Git;
    readonly github: GitHub;
    readonly info: OpenPullRequest;
    readonly prefix: string;
  },
) {
  const { git, github, info, prefix } = repository;
  const { headSha, baseRef } = info;
  const pull = await readForkPull({ ...info, git, github, sleep });
  const base = { commit: pull.tip, branch: baseRef };
  if (overrides.accept !== undefined) {
    // An acceptance measures nothing, so it reads nothing of the fork.
    const head = openHead(pull.tipFiles, { top: git.top, prefix, commit: headSha, rewritten: [] });
    const fork = { files: pull.tipFiles, review: new Map(), base };
    return { head, fork, async [Symbol.asyncDispose]() {} };
  }
  const head = scopeTree(pull.tipFiles, prefix);
  const { settings } = await readSettings({ head, merged: true, overrides, env, shell: 'action' });
  const fork = await readForkPrompts(pull, settings, { github, prefix });
  const worktree = await git.addWorktree(pull.tip);
  await fork.writeInto(worktree.path);
  return {
    head: openHead(fork.files, { top: worktree.path, prefix, commit: headSha, rewritten: [] }),
    fork: { ...fork, base },
    [Symbol.asyncDispose]: () => worktree[Symbol.asyncDispose](),
  };
}
