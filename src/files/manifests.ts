import { posix } from 'node:path';
import type { FileReader, FileTree } from '../ports/files.js';

/** What an installation goes by: which packages, from where, and what is patched in them. */
const LOCK_FILES = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
];
const PACKAGE = 'package.json';
const MANIFESTS = [
  PACKAGE,
  ...LOCK_FILES,
  'pnpm-workspace.yaml',
  '.pnpmfile.cjs',
  '.pnpmfile.mjs',
  'bunfig.toml',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
];

/**
 * The manifests, lock files and settings of package managers that differ between two trees, beside installed packages
 * and above them. Read from the trees, not from the disk: an installation may write a lock file anew.
 * @param folders those that have installed packages, from the top of both trees.
 * @returns paths from the top, sorted.
 */
export async function changedManifests(
  folders: readonly string[],
  head: FileReader,
  base: FileReader,
): Promise<readonly string[]> {
  const paths = manifestsAround(folders);
  const changed = await Promise.all(
    paths.map(async (path) =>
      (await head.read(path, 'anything')) === (await base.read(path, 'anything')) ? [] : [path],
    ),
  );
  return changed.flat().sort();
}

/**
 * What names the packages that code in these folders finds, from the top of the tree. `package.json` only where nothing
 * locks them: it changes for many reasons.
 */
export async function listManifests(folders: readonly string[], files: FileTree): Promise<readonly string[]> {
  const paths = manifestsAround(folders);
  const there = new Set((await files.list()).map(({ path }) => path));
  const isLocked = paths.some((path) => there.has(path) && LOCK_FILES.includes(posix.basename(path)));
  return isLocked ? paths.filter((path) => posix.basename(path) !== PACKAGE) : paths;
}

function manifestsAround(folders: readonly string[]): readonly string[] {
  const around = new Set<string>();
  for (const folder of folders) {
    for (let above = posix.normalize(folder || '.'); above !== '.'; above = posix.dirname(above))
      around.add(above);
    around.add('');
  }
  return [...around].flatMap((folder) => MANIFESTS.map((name) => posix.join(folder, name)));
}
