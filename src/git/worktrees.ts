import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, readlink, realpath, rm, rmdir, symlink } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Log } from '../model/effects.js';
import { describeError, UserError } from '../model/errors.js';
import type { Worktree } from '../model/repository.js';
import { type RunGit, readGitOutput } from './run-git.js';

type WorktreeContext = {
  readonly run: RunGit;
  readonly top: string;
  readonly common: string;
  readonly temp: string;
  readonly pid: number;
  readonly log: Log;
};

/**
 * Checks a commit out under the temporary folder, with the checkout's packages linked in. No hook or submodule runs,
 * and the user's files, index, `HEAD`, branches and settings stay unchanged.
 */
export async function addWorktree(context: WorktreeContext, commit: string): Promise<Worktree> {
  const { run, common, pid, log } = context;
  const name = createWorktreeName(pid);
  const temp = await realpath(context.temp);
  const path = join(temp, name);
  const remove = () => removeWorktree({ common, temp, name });
  try {
    // Created by us first, closed to other users of a shared temporary folder.
    await mkdir(path, { mode: 0o700 });
    await readGitOutput(run, ['worktree', 'add', '--quiet', '--detach', path, commit]);
    await linkPackages({ checkout: context.top, worktree: path });
  } catch (error) {
    await remove().catch(() => {});
    throw new UserError(
      `Commit ${commit.slice(0, 7)} could not be checked out into ${temp}: ${describeError(error)}. ` +
        'Check that the folder is writable and has room.',
      { cause: error },
    );
  }
  return {
    path,
    commit,
    [Symbol.asyncDispose]: async () => {
      try {
        await remove();
      } catch (error) {
        // The run is over; the next one removes the rest.
        log.warning(`The worktree ${path} could not be removed: ${describeError(error)}`);
      }
    },
  };
}

/** Removes the worktrees that killed runs left in these folders. Never throws: failures go to the log. */
export async function removeStaleWorktrees(folders: readonly string[], log: Log): Promise<void> {
  for (const folder of folders) {
    for (const name of await readdir(folder).catch(() => [])) {
      const pid = NAME.exec(name)?.[1];
      if (pid === undefined || isAlive(Number(pid))) continue;
      await removeFolder(join(folder, name)).catch((error: unknown) =>
        log.warning(`The worktree of a run that ended could not be removed: ${describeError(error)}`),
      );
    }
  }
}

/**
 * Removes one worktree's folder and git's notes about it. `git worktree prune` would also forget the user's own
 * worktrees on a missing drive.
 */
async function removeWorktree(worktree: {
  readonly common: string;
  readonly temp: string;
  readonly name: string;
}): Promise<void> {
  await removeFolder(join(worktree.temp, worktree.name));
  await removeFolder(join(worktree.common, 'worktrees', worktree.name));
  // Only an empty folder is removed.
  await rmdir(join(worktree.common, 'worktrees')).catch(() => {});
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

const NAME = /^prompt-regression-(\d+)-[0-9a-f]{12}$/;

/**
 * `prompt-regression-<process id>-<random>`: names its owner, so that it can be removed after the owner is killed.
 */
export function createWorktreeName(pid: number): string {
  return `prompt-regression-${pid}-${randomBytes(6).toString('hex')}`;
}

/** A process that is ending may still write, hence `maxRetries`. */
async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** How deep a workspace package may be: `packages/group/name`. */
const DEPTH = 3;

type Folders = { readonly checkout: string; readonly worktree: string };

/**
 * Links the checkout's `node_modules` (the top and three levels below) into a worktree, unless the commit has its
 * own. Links inside the repository, such as workspace packages, lead to the worktree's files.
 */
async function linkPackages(folders: Folders): Promise<void> {
  for (const folder of await listPackageFolders(folders.worktree, '', DEPTH)) {
    const path = join(folder, 'node_modules');
    const isThere = (root: string) => lstat(join(root, path)).catch(() => null);
    if (!(await isThere(folders.checkout))?.isDirectory() || (await isThere(folders.worktree))) continue;
    await linkFolder(path, folders);
  }
}

/** The worktree's folders that may hold packages, relative to its top. */
async function listPackageFolders(top: string, folder: string, depth: number): Promise<readonly string[]> {
  if (depth === 0) return [folder];
  const entries = await readdir(join(top, folder), { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory() && !/^(node_modules|\.git)$/.test(entry.name));
  const deeper = await Promise.all(
    below.map((entry) => listPackageFolders(top, join(folder, entry.name), depth - 1)),
  );
  return [folder, ...deeper.flat()];
}

async function linkFolder(folder: string, folders: Folders): Promise<void> {
  await mkdir(join(folders.worktree, folder));
  for (const entry of await readdir(join(folders.checkout, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const from = join(folders.checkout, path);
    if (entry.isDirectory() && /^(@.*|\.bin)$/.test(entry.name)) {
      await linkFolder(path, folders);
    } else {
      const leadsTo = entry.isSymbolicLink() ? await resolveLink(from, folders) : from;
      await symlink(leadsTo, join(folders.worktree, path), 'junction');
    }
  }
}

/** Target of an installation's link, seen from the worktree. */
async function resolveLink(path: string, { checkout, worktree }: Folders): Promise<string> {
  const inside = relative(checkout, resolve(path, '..', await readlink(path)));
  return inside.startsWith('..') || isAbsolute(inside) ? resolve(checkout, inside) : join(worktree, inside);
}
