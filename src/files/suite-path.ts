import { posix } from 'node:path';

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
