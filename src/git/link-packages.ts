import { lstat, mkdir, readdir, readlink, realpath, symlink } from 'node:fs/promises';
import { isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { gitOutput, type RunGit, splitNul } from './run-git.js';

/** How deep a workspace package may lie: `packages/group/name`. */
const DEPTH = 3;
/** Written to while tools run; nothing in it is needed. */
const SKIPPED = new Set(['.cache', '.vite']);

type Folders = { readonly checkout: string; readonly worktree: string };
type Link = Folders & {
  /** Paths of the checkout that git knows, and the folders that they lie in. */
  readonly tracked: ReadonlySet<string>;
};

/**
 * Gives a worktree the packages that are installed in the checkout, since git knows nothing of them. Installed packages
 * are linked to the checkout. Links of the installation's own (workspace packages, programs in `.bin`) are repeated, so
 * that in the worktree they lead to the worktree's files. Folders with a `node_modules` are looked for in the top and
 * three levels below, where both sides have them. What is committed stays as the worktree's commit has it: no package
 * that git knows in the checkout is linked, since a pull request could bring it.
 *
 * Limits: the packages are those that the checkout has installed, also where the other commit's lock file names other
 * versions; a package that itself imports a workspace package gets the checkout's.
 *
 * @returns the folders whose packages were linked, from the top, with forward slashes.
 */
export async function linkPackages(run: RunGit, folders: Folders): Promise<readonly string[]> {
  const { checkout, worktree } = folders;
  let link: Link | null = null;
  const installed: string[] = [];
  for (const folder of await packageFolders(worktree, '', DEPTH)) {
    const source = join(checkout, folder, 'node_modules');
    const target = join(worktree, folder, 'node_modules');
    // Reached through a link, it would be another folder than the one that git is asked about.
    if ((await realpath(source).catch(() => null)) !== source || !(await isFolder(source))) continue;
    if ((await lstat(target).catch(() => null)) !== null) continue;
    link ??= { ...folders, tracked: await listTracked(run) };
    await linkFolder(source, target, link);
    installed.push(folder.split(sep).join('/'));
  }
  return installed;
}

async function listTracked(run: RunGit): Promise<ReadonlySet<string>> {
  const listed = splitNul(await gitOutput(run, ['ls-files', '-z', '--', ':(glob)**/node_modules/**']));
  const tracked = new Set<string>();
  for (const file of listed) {
    for (let path = file; path !== '.' && !tracked.has(path); path = posix.dirname(path)) tracked.add(path);
  }
  return tracked;
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
    const below = entry.isDirectory() && (entry.name.startsWith('@') || entry.name === '.bin');
    if (!below && folders.tracked.has(relative(folders.checkout, from).split(sep).join('/'))) continue;
    if (entry.isSymbolicLink()) {
      await symlink(await repeatLink(source, await readlink(from), folders), to, 'junction');
    } else if (below) {
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
