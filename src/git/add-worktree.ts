import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, UserError } from '../ports/errors.js';
import type { Worktree } from '../ports/git.js';
import type { Log } from '../ports/log.js';
import { linkPackages } from './link-packages.js';
import { gitOutput, type RunGit } from './run-git.js';
import { removeWorktree } from './stale-worktrees.js';
import { createWorktreeName } from './worktree-name.js';

export type WorktreeContext = {
  readonly run: RunGit;
  readonly top: string;
  readonly common: string;
  readonly temp: string;
  readonly pid: number;
  readonly log: Log;
};

/**
 * Checks a commit out into a folder of its own under the temporary folder, with the checkout's packages linked in. No
 * hook runs, no submodule is initialised, and the user's files, index, `HEAD`, branches and settings stay as they are.
 * Disposing removes every trace of it.
 */
export async function addWorktree(context: WorktreeContext, commit: string): Promise<Worktree> {
  const { run, common, pid, log } = context;
  const name = createWorktreeName(pid);
  const temp = await realpath(context.temp);
  const path = join(temp, name);
  const remove = () => removeWorktree({ common, temp, name });
  try {
    // Made by us first, closed to other users of a shared temporary folder.
    await mkdir(path, { mode: 0o700 });
    await gitOutput(run, ['worktree', 'add', '--quiet', '--detach', path, commit]);
    await linkPackages({ checkout: context.top, worktree: path, log });
  } catch (error) {
    await remove().catch(() => {});
    throw new UserError(
      `Commit ${commit.slice(0, 7)} could not be checked out into ${temp}: ${messageOf(error)}. ` +
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
        // The run is over by then; what is left is swept up by the next one.
        log.warning(`The worktree ${path} could not be removed: ${messageOf(error)}`);
      }
    },
  };
}
