import { tmpdir } from 'node:os';
import type { FileTree } from '../ports/files.js';
import type { Git } from '../ports/git.js';
import type { Log } from '../ports/log.js';
import { createCommitFetcher, findDefaultBranch, isShallow, resolveCommit } from './commits.js';
import { createRunGit, gitOutput } from './run-git.js';
import { openCommitTree, openWorkingTree } from './trees.js';
import { addWorktree, findRepository, removeStaleWorktrees } from './worktrees.js';

export type GitOptions = {
  /** Any folder in the repository. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For fetching from `origin`; `null` leaves it to what the clone has set up. */
  readonly token: string | null;
  /** The token is sent to this server only, for example `https://github.com`. */
  readonly serverUrl: string;
  readonly log: Log;
  /** Where worktrees are made; default: the system's temporary folder. */
  readonly temp?: string;
  /** Named in worktrees, so that they can be removed after this process was killed; default: this process. */
  readonly pid?: number;
  /** Ends what git is doing. */
  readonly signal?: AbortSignal;
};

/**
 * The repository around a folder; `null` where there is none. Worktrees of runs that were killed are removed on the
 * way. Methods throw `UserError` where git is not installed or a commit cannot be had.
 */
export async function openGit(options: GitOptions): Promise<Git | null> {
  const { folder, log, temp = tmpdir(), pid = process.pid } = options;
  const repository = await findRepository(folder);
  if (repository === null) return null;
  const { top, common } = repository;
  const run = createRunGit({ ...options, top });
  await removeStaleWorktrees({ folder: top, temp, ended: [], log });
  const ensureCommit = createCommitFetcher({ run, common, log });
  const trees = new Map<string, FileTree>();
  return {
    top,
    ensureCommit,
    head: async () =>
      (await gitOutput(run, ['rev-parse', '--verify', 'HEAD^{commit}'])).toString('utf8').trim(),
    resolve: (ref) => resolveCommit({ run, ensureCommit }, ref),
    defaultBranch: () => findDefaultBranch(run),
    async parents(commit) {
      await ensureCommit(commit);
      // The object itself: `rev-list` and `HEAD^1` see no parents at the edge of a shallow clone.
      const text = (await gitOutput(run, ['cat-file', 'commit', commit])).toString('utf8');
      const header = text.slice(0, text.indexOf('\n\n'));
      return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].flatMap((match) => match[1] ?? []);
    },
    async mergeBase(a, b) {
      const found = await run(['merge-base', a, b]);
      const sha = found.stdout.toString('utf8').trim();
      return found.code === 0 && sha !== '' ? sha : null;
    },
    async isAncestor(ancestor, commit) {
      const { code } = await run(['merge-base', '--is-ancestor', ancestor, commit]);
      if (code === 0) return true;
      // In a shallow clone "not found" may mean "cut off".
      return code === 1 && !(await isShallow(common)) ? false : null;
    },
    commitTree(commit) {
      const tree = trees.get(commit) ?? openCommitTree(run, commit);
      trees.set(commit, tree);
      return tree;
    },
    workingTree: () => openWorkingTree(run, top),
    async addWorktree(commit) {
      await ensureCommit(commit);
      return addWorktree({ run, top, common, temp, pid, log }, commit);
    },
  };
}
