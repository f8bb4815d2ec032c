import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../model/effects.js';
import { UserError } from '../model/errors.js';
import type { FileTree, Git } from '../model/repository.js';
import {
  createCommitFetcher,
  createObjectReader,
  findCurrentBranch,
  findDefaultBranch,
  isShallow,
  isUnborn,
  listBranches,
  resolveCommit,
} from './commits.js';
import { findRepository } from './find-repository.js';
import { createGitError, createRunGit } from './run-git.js';
import { listFolders, listRewritten, listTracked, openCommitTree, openWorkingTree } from './trees.js';
import { addWorktree, removeStaleWorktrees } from './worktrees.js';

/** Where the repository is, and what git may use. */
export type GitOptions = {
  /** Any folder in the repository. */
  readonly folder: string;
  /** A folder in and above which no repository is looked for. */
  readonly ceiling?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For fetching from `origin`; `null` leaves it to the clone's own settings. */
  readonly token: string | null;
  /** The token is sent to this server only, for example `https://github.com`. */
  readonly serverUrl: string;
  readonly log: Log;
  /** Folder for worktrees; default: the system's temporary folder. */
  readonly temp?: string;
  /**
   * Part of the worktrees' names, so that they can be removed after this process is killed; default: this process.
   */
  readonly pid?: number;
  /** Ends running git processes. */
  readonly signal?: AbortSignal;
};

/**
 * The repository around a folder. Removes worktrees that killed runs left. Throws `UserError` if there is none, if git
 * cannot read it, is missing or too old; methods also if a commit is missing.
 */
export async function openGit(options: GitOptions): Promise<Git> {
  const { log, temp = tmpdir(), pid = process.pid } = options;
  const { top, common, superproject } = await findRepository(createRunGit(options), options);
  const run = createRunGit({ ...options, folder: top });
  await removeStaleWorktrees([temp, join(common, 'worktrees')], log);
  const read = createObjectReader(run);
  const ensureCommit = createCommitFetcher({ run, read, common, log });
  const trees = new Map<string, FileTree>();
  const commitTree = (commit: string) => {
    const tree = trees.get(commit) ?? openCommitTree({ run, read }, commit);
    trees.set(commit, tree);
    return tree;
  };
  return {
    top,
    superproject,
    ensureCommit,
    async head() {
      const commit = await read('HEAD^{commit}');
      if (commit !== null) return commit.id;
      if (await isUnborn(run)) return null;
      throw new UserError(`HEAD of ${top} is no commit that git can read: check the repository out again.`);
    },
    resolve: (ref) => resolveCommit({ run, ensureCommit }, ref),
    defaultBranch: () => findDefaultBranch(run),
    branches: async () => {
      const { local, remote } = await listBranches(run);
      return [...new Set([...remote, ...local])];
    },
    currentBranch: () => findCurrentBranch(run),
    async parents(commit) {
      if ((await read(commit)) === null) await ensureCommit(commit);
      // Read from the object: `rev-list` and `HEAD^1` see no parents at the edge of a shallow clone.
      const text = (await read(commit))?.bytes.toString('utf8') ?? '';
      const header = text.slice(0, text.indexOf('\n\n'));
      return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent = '']) => parent);
    },
    async mergeBase(a, b) {
      if (a === b) return a;
      const result = await run(['merge-base', a, b]);
      if (result.code !== 0 && result.code !== 1) throw createGitError('merge-base', result);
      const sha = result.stdout.toString('utf8').trim();
      return sha === '' ? null : sha;
    },
    async isAncestor(ancestor, commit) {
      const { code } = await run(['merge-base', '--is-ancestor', ancestor, commit]);
      if (code === 0) return true;
      // In a shallow clone, "not found" may mean "cut off".
      return code === 1 && !(await isShallow(common)) ? false : null;
    },
    async countCommits(from, to) {
      const result = await run(['rev-list', '--count', `${from}..${to}`]);
      if (result.code !== 0) throw createGitError('rev-list', result);
      return Number(result.stdout.toString('utf8'));
    },
    commitTree,
    folders: (commit) => listFolders(run, commit),
    workingTree: () => openWorkingTree(run, top),
    tracked: () => listTracked(run),
    listRewritten: (commit) => listRewritten(run, commitTree(commit), openWorkingTree(run, top)),
    async addWorktree(commit) {
      await ensureCommit(commit);
      return addWorktree({ run, top, common, temp, pid, log }, commit);
    },
  };
}
