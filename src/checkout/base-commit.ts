import { scopeTree } from '../files/readers.js';
import type { BranchCommit } from '../model/baseline.js';
import { describeError, UserError } from '../model/errors.js';
import type { Ancestry, GitHub } from '../model/github.js';
import type { PullRequestHead, PullRequestRef } from '../model/report.js';
import type { Git } from '../model/repository.js';
import type { Snapshot } from '../model/side.js';
import type { BaselineChoice } from '../model/suite.js';
import { shortenCommit } from '../text/values.js';
import type { RunEvent } from './read-event.js';

/**
 * The files of the head's base commit: the ref that `baseline` names, else the one that the event points at. `null` without one
 * (outside a repository, on its first commit, or if `baseline` needs no commit).
 */
export async function chooseBase(request: {
  readonly event: RunEvent | null;
  readonly choice: BaselineChoice | undefined;
  readonly commit: string | null;
  readonly git: Git | null;
  readonly github: GitHub | null;
  readonly prefix: string;
  /** The base, if it is known already; a ref still wins. */
  readonly known?: BranchCommit | undefined;
}): Promise<Snapshot | null> {
  const { event, choice, commit, git, github, prefix, known } = request;
  if (choice?.kind === 'ref') {
    if (git === null) {
      throw new UserError(
        `baseline: ${JSON.stringify(choice.ref)} is read as a git ref, but this is not a git repository; name the path of a run record (.json), or auto, stored or none.`,
      );
    }
    const resolved = await git.resolve(choice.ref);
    if (resolved === null) {
      throw new UserError(
        `baseline: there is no ref ${JSON.stringify(choice.ref)} in this repository; name a branch, tag or commit, the path of a run record (.json), or auto, stored or none.`,
      );
    }
    return openCommit(git, prefix, { commit: resolved, branch: null });
  }
  if (git === null || event === null || commit === null) return null;
  const baseCommit =
    known ?? (await findBaseCommit({ event, commit, git, ancestry: github?.ancestry ?? null }));
  return baseCommit === null ? null : openCommit(git, prefix, baseCommit);
}

/** The files of a commit, which is fetched if the clone does not have it. */
export async function openCommit(
  git: Git,
  prefix: string,
  { commit, branch }: BranchCommit,
): Promise<Snapshot> {
  await git.ensureCommit(commit);
  const tree = git.commitTree(commit);
  const name = `base commit ${commit.slice(0, 7)}`;
  return {
    commit,
    branch,
    tree,
    reader: { ...scopeTree(tree, prefix), name },
    root: null,
    rewritten: [],
  };
}

type BaseCommitRequest = {
  readonly event: RunEvent;
  /** The commit whose files are evaluated: a pull request's merge commit, or its head. */
  readonly commit: string;
  readonly git: Git;
  readonly ancestry: Ancestry | null;
};

/**
 * Finds the base from the commits themselves, because an event's `base.sha` can be hours old: a merge commit's first
 * parent, a pull request's merge base, a merge group's base, the commit before the head on the default branch, and the
 * merge base with it on any other branch (the commit before a push may be the change that was never measured). `null`
 * for a first commit. Throws `UserError` if the base exists and cannot be found.
 */
export async function findBaseCommit(request: BaseCommitRequest): Promise<BranchCommit | null> {
  const { event, commit, git } = request;
  switch (event.kind) {
    case 'pull-request':
      return findBaseOfPullRequest(request, event.pullRequest);
    case 'merge-group':
      return { commit: event.baseSha, branch: null };
    case 'push':
    case 'schedule':
    case 'dispatch': {
      const { defaultBranch, ref } = event;
      if (defaultBranch === null || ref === `refs/heads/${defaultBranch}`)
        return findFirstParent(git, commit);
      return findMergeBaseWith(request, defaultBranch, 'the branch');
    }
    default:
      return event satisfies never;
  }
}

/** The commit that GitHub merges a head into, by the merge's parents; `null` if it is not such a merge. */
export function findMergeTarget(parents: readonly string[], headSha: string): string | null {
  const [base, head, more] = parents;
  return base !== undefined && head === headSha && more === undefined ? base : null;
}

async function findBaseOfPullRequest(
  request: BaseCommitRequest,
  pullRequest: PullRequestRef,
): Promise<BranchCommit | null> {
  const { commit, git } = request;
  const { baseRef, headSha } = pullRequest;
  if (commit !== headSha) {
    const base = findMergeTarget(await git.parents(commit), headSha);
    if (base !== null) return { commit: base, branch: baseRef };
  }
  return findMergeBaseWith(request, baseRef, 'the pull request');
}

async function findFirstParent(git: Git, commit: string): Promise<BranchCommit | null> {
  const [parent] = await git.parents(commit);
  return parent === undefined ? null : { commit: parent, branch: null };
}

/** Asks GitHub, which knows all history, then the clone, which may be shallow. */
async function findMergeBaseWith(
  request: BaseCommitRequest,
  branch: string,
  who: string,
): Promise<BranchCommit | null> {
  const { commit, git, ancestry } = request;
  const failures: string[] = [];
  const attempt = async (ask: () => Promise<string | null>) => {
    try {
      return await ask();
    } catch (error) {
      failures.push(describeError(error));
      return null;
    }
  };
  const base =
    (ancestry === null ? null : await attempt(() => ancestry.mergeBase(branch, commit))) ??
    (await attempt(() => findMergeBaseInClone(git, branch, commit)));
  if (base !== null) return { commit: base, branch };
  const reasons = failures.length === 0 ? '' : ` (${failures.join('; ')})`;
  throw new UserError(
    `The commit where ${who} left \`${branch}\` could not be found for ${shortenCommit(commit)}${reasons}: ` +
      'the clone is too shallow to tell, or the two have no common history. ' +
      'Check out with `fetch-depth: 0`, or give a `github-token` of a job with `permissions: contents: read`.',
  );
}

async function findMergeBaseInClone(git: Git, branch: string, commit: string): Promise<string | null> {
  const tip = (await git.resolve(`refs/remotes/origin/${branch}`)) ?? (await git.resolve(branch));
  return tip === null ? null : git.mergeBase(tip, commit);
}

/** After a push to either branch, GitHub needs some seconds for a new test merge. */
const WAITS_MS = [1_000, 2_000, 4_000];

/** GitHub's test merge of a pull request, and the tip of the base branch that it was merged into. */
export type TestMerge = { readonly sha: string; readonly tip: string };

/** `null` if they conflict, or if GitHub has not made it yet. */
export async function findTestMerge(
  pull: PullRequestHead,
  { github, sleep }: { readonly github: GitHub; readonly sleep: (ms: number) => Promise<void> },
): Promise<TestMerge | null> {
  for (const wait of [...WAITS_MS, null]) {
    const branch = await github.gitData.readBranch(pull.baseRef);
    const merge = await github.pullRequests.testMerge(pull.number);
    if (branch === null || merge === 'conflict') return null;
    if (merge !== null && findMergeTarget(merge.parents, pull.headSha) === branch.commit) {
      return { sha: merge.sha, tip: branch.commit };
    }
    if (wait !== null) await sleep(wait);
  }
  return null;
}

/** The error for a pull request that GitHub cannot merge. */
export function explainNoTestMerge({
  headSha,
  baseRef,
}: {
  readonly headSha: string;
  readonly baseRef: string;
}): string {
  return `pull-request: GitHub has no test merge of ${headSha.slice(0, 7)} into \`${baseRef}\`: resolve the conflicts in the pull request, or if there are none, dispatch again in a minute.`;
}
