import { lstat, mkdir, readdir, readFile, readlink, symlink } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Log } from '../ports/log.js';

/** How deep a workspace package may lie: `packages/group/name`. */
const DEPTH = 3;
/** Written to while tools run; nothing in it is needed. */
const SKIPPED = new Set(['.cache', '.vite']);
const LOCK_FILES = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'];

type Link = { readonly checkout: string; readonly worktree: string };

/**
 * Gives a worktree the packages that are installed in the checkout, since git knows nothing of them. Installed packages
 * are linked to the checkout. Links of the installation's own (workspace packages, programs in `.bin`) are repeated, so
 * that in the worktree they lead to the worktree's files. Folders with a `node_modules` are looked for in the top and
 * three levels below, where both sides have them; one that is committed stays as it is.
 *
 * Limits: the packages are those that the checkout has installed, also where the other commit's lock file names other
 * versions (said in the log); a package that itself imports a workspace package gets the checkout's.
 */
export async function linkPackages(folders: Link & { readonly log: Log }): Promise<void> {
  const { checkout, worktree, log } = folders;
  let linked = 0;
  for (const folder of await packageFolders(worktree, '', DEPTH)) {
    const source = join(checkout, folder, 'node_modules');
    const target = join(worktree, folder, 'node_modules');
    if (!(await isFolder(source)) || (await lstat(target).catch(() => null)) !== null) continue;
    await linkFolder(source, target, folders);
    linked++;
  }
  if (linked === 0) return;
  for (const name of LOCK_FILES) {
    const texts = await Promise.all(
      [checkout, worktree].map((folder) => readFile(join(folder, name), 'utf8').catch(() => null)),
    );
    if (texts[0] !== texts[1]) {
      log.info(`\`${name}\` differs between the two commits: both run with the packages installed now.`);
    }
  }
}

/** Folders of the worktree that may hold packages, relative to its top. */
async function packageFolders(top: string, folder: string, depth: number): Promise<readonly string[]> {
  if (depth === 0) return [folder];
  const entries = await readdir(join(top, folder), { withFileTypes: true });
  const below = entries.filter(
    (entry) => entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git',
  );
  const deeper = await Promise.all(
    below.map((entry) => packageFolders(top, join(folder, entry.name), depth - 1)),
  );
  return [folder, ...deeper.flat()];
}

async function linkFolder(source: string, target: string, folders: Link): Promise<void> {
  await mkdir(target, { recursive: true });
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const from = join(source, entry.name);
    const to = join(target, entry.name);
    if (SKIPPED.has(entry.name)) continue;
    if (entry.isSymbolicLink()) {
      await symlink(await repeatLink(source, await readlink(from), folders), to, 'junction');
    } else if (entry.isDirectory() && (entry.name.startsWith('@') || entry.name === '.bin')) {
      await linkFolder(from, to, folders);
    } else {
      await symlink(from, to, entry.isDirectory() ? 'junction' : 'file');
    }
  }
}

/** Where a link of the installation leads to, seen from the worktree. */
async function repeatLink(source: string, link: string, folders: Link): Promise<string> {
  const meant = resolve(source, link);
  const inside = relative(folders.checkout, meant);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return meant;
  return isAbsolute(link) ? join(folders.worktree, inside) : link;
}

async function isFolder(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => null);
  return stats?.isDirectory() ?? false;
}
