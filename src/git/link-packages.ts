import { lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';

/** How deep a workspace package may lie: `packages/group/name`. */
const DEPTH = 3;

type Folders = { readonly checkout: string; readonly worktree: string };

/**
 * Gives a worktree the packages that are installed in the checkout, since git knows nothing of them: each
 * `node_modules` of the top and three levels below, unless the commit has its own. Links of the installation's own
 * (workspace packages, programs in `.bin`) are repeated, so that they lead to the worktree's files.
 */
export async function linkPackages(folders: Folders): Promise<void> {
  for (const folder of await packageFolders(folders.worktree, '', DEPTH)) {
    const path = join(folder, 'node_modules');
    const isThere = (root: string) => lstat(join(root, path)).catch(() => null);
    if (!(await isThere(folders.checkout))?.isDirectory() || (await isThere(folders.worktree))) continue;
    await linkFolder(path, folders);
  }
}

/** Folders of the worktree that may hold packages, relative to its top. */
async function packageFolders(top: string, folder: string, depth: number): Promise<readonly string[]> {
  if (depth === 0) return [folder];
  const entries = await readdir(join(top, folder), { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory() && !/^(node_modules|\.git)$/.test(entry.name));
  const deeper = await Promise.all(
    below.map((entry) => packageFolders(top, join(folder, entry.name), depth - 1)),
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
      const leadsTo = entry.isSymbolicLink() ? await repeatLink(from, folders) : from;
      await symlink(leadsTo, join(folders.worktree, path), 'junction');
    }
  }
}

/** Where a link of the installation leads to, seen from the worktree. */
async function repeatLink(path: string, { checkout, worktree }: Folders): Promise<string> {
  const inside = relative(checkout, resolve(path, '..', await readlink(path)));
  return inside.startsWith('..') || isAbsolute(inside) ? resolve(checkout, inside) : join(worktree, inside);
}
