import { posix } from 'node:path';

/** `./a//b.md` → `a/b.md`, so that one file has one name. */
export function normalPath(path: string): string {
  return posix.normalize(path);
}

/** True for files in GitHub's prompt format, which may carry their own dataset. */
export function isPromptYaml(path: string): boolean {
  return /\.prompt\.ya?ml$/i.test(path);
}
