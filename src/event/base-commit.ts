import { scopeTree } from '../files/readers.js';
import { messageOf, UserError } from '../ports/errors.js';
import type { PullRequestRef, RunEvent } from '../ports/event.js';
import type { Git } from '../ports/git.js';
import type { Ancestry, GitHub } from '../ports/github.js';
import type { BaselineChoice } from '../ports/settings.js';
import type { BaseCommit, FoundCommit } from '../ports/suite-run.js';
import { shortCommit } from '../text/values.js';

/**
 * The commit that the head is held against: the ref that was asked for, else the one that the event points at.
 * `null` where there is none (outside a repository, on its first commit, or where no baseline is wanted of a commit).
 */
export async function chooseBaseCommit(request: {
  readonly event: RunEvent | null;
  readonly choice: BaselineChoice | undefined;
  /** The commit that is evaluated. */
  readonly commit: string | null;
  readonly git: Git | null;
  readonly github: GitHub | null;
  readonly prefix: string;
  /** What it is held against whatever the event says, unless a ref is asked for. */
  readonly known?: FoundCommit | undefined;
}): Promise<BaseCommit | null> {
  const { event, choice, commit, git, github, prefix, known } = request;
  if (choice?.kind === 'ref') {
    if (git === null) {
      throw new UserError(
        `baseline: ${JSON.stringify(choice.ref)} is taken for a git ref, and this is no git repository; name the path of a run record (.json), or auto, stored or none.`,
      );
    }
    const resolved = await git.resolve(choice.ref);
    if (resolved === null) {
      throw new UserError(
        `baseline: there is no ref ${JSON.stringify(choice.ref)} in this repository; name a branch, tag or commit, the path of a run record (.json), or auto, stored or none.`,
      );
    }
    return openBaseCommit(git, prefix, { commit: resolved, branch: null });
  }
  if (git === null || event === null || commit === null) return null;
  const found = known ?? (await findBaseCommit({ event, commit, git, ancestry: github?.ancestry ?? null }));
  return found === null ? null : openBaseCommit(git, prefix, found);
}

/** Opens a commit as the base. Throws `UserError` where its files cannot be had. */
export async function openBaseCommit(
  git: Git,
  prefix: string,
  { commit, branch }: FoundCommit,
): Promise<BaseCommit> {
  await git.ensureCommit(commit);
  const files = git.commitTree(commit);
  const name = `base commit ${commit.slice(0, 7)}`;
  return { commit, branch, files, reader: { ...scopeTree(files, prefix), name } };
}

type BaseCommitRequest = {
  readonly event: RunEvent;
  /** The commit whose files are evaluated: a pull request's merge commit, or its head. */
  readonly commit: string;
  readonly git: Git | null;
  readonly ancestry: Ancestry | null;
};

/**
 * Finds the base of what is evaluated, from the commits themselves: the `base.sha` of an event's payload can be hours
 * old. A pull request's merge commit is held against its first parent, a pull request's head against the merge base, a
 * merge group against its base, what stands on the default branch against the commit before it, and any other branch
 * against the merge base with it: the commit before a push may be the very change that nobody has measured.
 * `null` where there is no base: a first commit, no repository. Throws `UserError` where there must be one and it cannot
 * be told.
 */
export async function findBaseCommit(request: BaseCommitRequest): Promise<FoundCommit | null> {
  const { event, commit, git } = request;
  switch (event.kind) {
    case 'pull-request':
      return baseOfPullRequest(request, event.pullRequest);
    case 'merge-group':
      return { commit: event.baseSha, branch: null };
    case 'push':
    case 'schedule':
    case 'dispatch': {
      const { defaultBranch, ref } = event;
      if (defaultBranch === null || ref === `refs/heads/${defaultBranch}`) return firstParent(git, commit);
      return mergeBaseWith(request, defaultBranch, 'the branch');
    }
    default:
      return event satisfies never;
  }
}

/** The commit that GitHub merges a head into, by the parents of the merge; `null` where they are not those of one. */
export function mergedInto(parents: readonly string[], headSha: string): string | null {
  const [base, head, more] = parents;
  return base !== undefined && head === headSha && more === undefined ? base : null;
}

async function baseOfPullRequest(
  request: BaseCommitRequest,
  pullRequest: PullRequestRef,
): Promise<FoundCommit | null> {
  const { commit, git } = request;
  const { baseRef, headSha } = pullRequest;
  if (commit !== headSha && git !== null) {
    const base = mergedInto(await git.parents(commit), headSha);
    if (base !== null) return { commit: base, branch: baseRef };
  }
  return mergeBaseWith(request, baseRef, 'the pull request');
}

async function firstParent(git: Git | null, commit: string): Promise<FoundCommit | null> {
  const [parent] = git === null ? [] : await git.parents(commit);
  return parent === undefined ? null : { commit: parent, branch: null };
}

/** Asks GitHub, which sees all of the history however shallow the clone is, then the clone. */
async function mergeBaseWith(
  request: BaseCommitRequest,
  branch: string,
  who: string,
): Promise<FoundCommit | null> {
  const { commit, git, ancestry } = request;
  if (git === null && ancestry === null) return null;
  const failures: string[] = [];
  const attempt = async (ask: () => Promise<string | null>) => {
    try {
      return await ask();
    } catch (error) {
      failures.push(messageOf(error));
      return null;
    }
  };
  const found =
    (ancestry === null ? null : await attempt(() => ancestry.mergeBase(branch, commit))) ??
    (git === null ? null : await attempt(() => mergeBaseInClone(git, branch, commit)));
  if (found !== null) return { commit: found, branch };
  const said = failures.length === 0 ? '' : ` (${failures.join('; ')})`;
  throw new UserError(
    `The commit where ${who} left \`${branch}\` could not be found for ${shortCommit(commit)}${said}: ` +
      'the clone is too shallow to tell, or the two have no common history. ' +
      'Check out with `fetch-depth: 0`, or give a `github-token` of a job with `permissions: contents: read`.',
  );
}

async function mergeBaseInClone(git: Git, branch: string, commit: string): Promise<string | null> {
  const tip = (await git.resolve(`refs/remotes/origin/${branch}`)) ?? (await git.resolve(branch));
  return tip === null ? null : git.mergeBase(tip, commit);
}
