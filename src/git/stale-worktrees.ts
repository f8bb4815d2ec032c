import { lstat, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../ports/errors.js';
import type { Log } from '../ports/log.js';
import { findRepository } from './find-repository.js';
import { removeFolder } from './remove-folder.js';
import { parseWorktreeName } from './worktree-name.js';

const DAY_MS = 24 * 60 * 60 * 1000;

export type StaleOptions = {
  /** A folder in the repository. */
  readonly folder: string;
  /** Where worktrees are made. */
  readonly temp: string;
  /** Processes known to have ended, though another may carry their number by now. */
  readonly ended: readonly number[];
  readonly log: Log;
};

/**
 * Removes the worktrees that a killed run left: those of this machine whose owner is gone, and those of other machines
 * that are older than a day. Never throws: what cannot be removed is said in the log.
 */
export async function removeStaleWorktrees(options: StaleOptions): Promise<void> {
  const repository = await findRepository(options.folder);
  await sweep(options.temp, options);
  if (repository === null) return;
  await sweep(join(repository.common, 'worktrees'), options);
  await removeIfEmpty(repository.common);
}

/**
 * Removes one worktree: its folder, and git's notes about it. Not by `git worktree prune`, which would also forget the
 * user's own worktrees on a drive that is not there at the moment.
 */
export async function removeWorktree(worktree: {
  readonly common: string;
  readonly temp: string;
  readonly name: string;
}): Promise<void> {
  await removeFolder(join(worktree.temp, worktree.name));
  await removeFolder(join(worktree.common, 'worktrees', worktree.name));
  await removeIfEmpty(worktree.common);
}

/** git keeps no empty folder of worktrees either; one in which others have theirs stays. */
async function removeIfEmpty(common: string): Promise<void> {
  await rmdir(join(common, 'worktrees')).catch(() => {});
}

async function sweep(folder: string, options: StaleOptions): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    try {
      if (await isStale(path, name, options.ended)) await removeFolder(path);
    } catch (error) {
      options.log.warning(`The worktree of a run that ended could not be removed: ${messageOf(error)}`);
    }
  }
}

async function isStale(path: string, name: string, ended: readonly number[]): Promise<boolean> {
  const owner = parseWorktreeName(name);
  const stats = owner === null ? null : await lstat(path).catch(() => null);
  if (owner === null || stats === null || !stats.isDirectory()) return false;
  if (owner.pid === null) return Date.now() - stats.mtimeMs > DAY_MS;
  return ended.includes(owner.pid) || !isAlive(owner.pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: there is such a process, of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
