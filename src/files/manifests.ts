import { posix } from 'node:path';
import type { FileReader } from '../ports/files.js';

/** What an installation goes by: which packages, from where, and what is patched in them. */
const MANIFESTS = [
  'package.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  '.pnpmfile.cjs',
  '.pnpmfile.mjs',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
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
  const around = new Set<string>();
  for (const folder of folders) {
    for (let above = posix.normalize(folder || '.'); above !== '.'; above = posix.dirname(above))
      around.add(above);
    around.add('');
  }
  const paths = [...around].flatMap((folder) => MANIFESTS.map((name) => posix.join(folder, name)));
  const changed = await Promise.all(
    paths.map(async (path) =>
      (await head.read(path, 'anything')) === (await base.read(path, 'anything')) ? [] : [path],
    ),
  );
  return changed.flat().sort();
}
