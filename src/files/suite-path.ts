import { posix } from 'node:path';

/**
 * What is wrong with a file path of a suite, as a rule in words; `null` where nothing is.
 * Paths are read from commits as well as from the disk, so they are relative and use forward slashes.
 */
export function filePathProblem(path: string): string | null {
  if (path === '' || path.endsWith('/')) return 'must be the path of a file';
  if (path.includes('\0') || /[\r\n]/.test(path)) return 'must be one path, on one line';
  if (path.includes('\\')) return 'must be written with forward slashes';
  if (path.startsWith('/') || path.startsWith('~') || /^[A-Za-z]:/.test(path)) {
    return 'must be relative to the working directory, so that it can be read from other commits too';
  }
  return null;
}

/** `./a//b.md` → `a/b.md`, so that one file has one name. */
export function normalPath(path: string): string {
  return posix.normalize(path);
}

/**
 * What a path that leads nowhere may mean: files of the same name in other folders, as the working directory sees them.
 * @param files By path from the repository's top.
 * @param folder The working directory, likewise.
 */
export function sameNameElsewhere(path: string, files: readonly string[], folder: string): readonly string[] {
  const name = posix.basename(path);
  return files
    .filter((file) => posix.basename(file) === name)
    .map((file) => posix.relative(posix.join('/', folder), posix.join('/', file)));
}

/** True for files in GitHub's prompt format, which may carry their own dataset. */
export function isPromptYaml(path: string): boolean {
  return /\.prompt\.ya?ml$/i.test(path);
}
