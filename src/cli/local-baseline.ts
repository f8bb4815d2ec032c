import { chooseBaseCommit, openBaseCommit } from '../checkout/base-commit.js';
import type { BaselineStore, StoreLookup } from '../model/baseline.js';
import { messageOf } from '../model/errors.js';
import type { Git } from '../model/repository.js';
import type { BaselineChoice } from '../model/suite.js';
import type { BaseCommit } from '../model/suite-run.js';

export type LocalBaseline = {
  /** The commit whose settings and prompts decide; `null` if there is none. */
  readonly baseCommit: BaseCommit | null;
  /** Suites compared with their latest stored record, which belongs to no commit or another one. */
  readonly latest: ReadonlySet<string>;
};

export type LocalBaselineRequest = {
  readonly choice: BaselineChoice;
  readonly suites: readonly string[];
  readonly store: BaselineStore;
  readonly git: Git | null;
  readonly commit: string | null;
  /** True if the working tree differs from the commit. */
  readonly dirty: boolean;
  readonly prefix: string;
};

/**
 * Chooses the base of a local run: the last record of `prompt-regression baseline`; with `auto`, otherwise the commit
 * of the branch point, or the last commit if only the working tree differs.
 */
export async function chooseLocalBaseline(request: LocalBaselineRequest): Promise<LocalBaseline> {
  const { choice, git, prefix } = request;
  switch (choice.kind) {
    case 'ref': {
      const baseCommit = await chooseBaseCommit({
        event: null,
        choice,
        commit: null,
        git,
        github: null,
        prefix,
      });
      return { baseCommit, latest: new Set() };
    }
    case 'none':
    case 'record':
      return { baseCommit: null, latest: new Set() };
    case 'auto':
    case 'stored':
      return chooseStored(request);
    default:
      return choice satisfies never;
  }
}

async function chooseStored(request: LocalBaselineRequest): Promise<LocalBaseline> {
  const { suites, store, git, choice } = request;
  const stored = new Map(
    await Promise.all(suites.map(async (suite) => [suite, await readLatest(store, suite)] as const)),
  );
  const kept = suites.filter((suite) => stored.get(suite)?.status !== 'absent');
  const commits = new Set(kept.map((suite) => commitOf(stored.get(suite))));
  const baseCommit =
    kept.length < suites.length
      ? choice.kind === 'auto' && (await findBranchPoint(request))
      : commits.size === 1 && (await openRecorded([...commits][0] ?? null, git, request.prefix));
  if (baseCommit === false || baseCommit === null) return { baseCommit: null, latest: new Set(kept) };
  return {
    baseCommit,
    latest: new Set(kept.filter((suite) => commitOf(stored.get(suite)) !== baseCommit.commit)),
  };
}

async function readLatest(store: BaselineStore, suite: string): Promise<StoreLookup> {
  try {
    return await store.latest(suite);
  } catch (thrown) {
    return { status: 'unreadable', reason: messageOf(thrown) };
  }
}

function commitOf(read: StoreLookup | undefined): string | null {
  return read?.status === 'found' ? read.record.commit : null;
}

/** The records' commit, if the clone still has it. */
async function openRecorded(
  commit: string | null,
  git: Git | null,
  prefix: string,
): Promise<BaseCommit | null> {
  if (commit === null || git === null) return null;
  // True for every commit in the clone; resolving the name might contact the server.
  if ((await git.isAncestor(commit, commit)) !== true) return null;
  return openBaseCommit(git, prefix, { commit, branch: null });
}

async function findBranchPoint({
  git,
  commit,
  dirty,
  prefix,
}: LocalBaselineRequest): Promise<BaseCommit | null> {
  if (git === null || commit === null) return null;
  const branch = await git.defaultBranch();
  const point = branch === null ? commit : await git.mergeBase(branch.commit, commit);
  if (point === null || (point === commit && !dirty)) return null;
  return openBaseCommit(git, prefix, {
    commit: point,
    branch: point === commit ? null : (branch?.name ?? null),
  });
}
