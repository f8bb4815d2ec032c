import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

export type RepositoryFolders = {
  /** Top of the working tree, without symbolic links. */
  readonly top: string;
  /** The folder that all worktrees of the repository share: `.git` of the first. */
  readonly common: string;
};

/**
 * Finds the repository around a folder without starting git, which refuses to look at a repository of another owner
 * before it is told which one is meant. `null` where there is none.
 */
export async function findRepository(folder: string): Promise<RepositoryFolders | null> {
  let top = await realpath(folder).catch(() => null);
  while (top !== null) {
    const common = await readCommonFolder(join(top, '.git'));
    if (common !== null) return { top, common };
    top = dirname(top) === top ? null : dirname(top);
  }
  return null;
}

/** `.git` is a folder, or in a linked worktree or submodule a file that names one. */
async function readCommonFolder(dotGit: string): Promise<string | null> {
  const kind = await stat(dotGit).catch(() => null);
  if (kind === null) return null;
  if (kind.isDirectory()) return (await isFile(join(dotGit, 'HEAD'))) ? dotGit : null;
  const named = /^gitdir: (.+)$/m.exec(await readFile(dotGit, 'utf8'))?.[1];
  if (named === undefined) return null;
  const gitFolder = resolve(dirname(dotGit), named.trim());
  const common = await readFile(join(gitFolder, 'commondir'), 'utf8').catch(() => null);
  return common === null ? gitFolder : resolve(gitFolder, common.trim());
}

async function isFile(path: string): Promise<boolean> {
  const kind = await stat(path).catch(() => null);
  return kind?.isFile() ?? false;
}
