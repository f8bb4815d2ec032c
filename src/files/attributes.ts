import { posix } from 'node:path';
import { UserError } from '../ports/errors.js';
import type { FileEntry, FileReader } from '../ports/files.js';
import { matchWatched } from './watch.js';

/** Every file of attributes, as a glob from the root. */
export const ATTRIBUTES = ['**/.gitattributes'];

/** Here git's patterns and ours are not alike, or a line means more than itself. */
const NOT_PLAIN = /^\[attr\]|["\\{}()!+@|]/;

/**
 * True where a changed file of attributes may make a checkout write other files than before: where the lines that may be
 * about one of these files are not the same on both sides. What cannot be told counts as such a line.
 *
 * @param path from the root, of the file of attributes.
 * @param watched the watched files of both sides.
 */
export async function concernsFiles(
  path: string,
  watched: readonly FileEntry[],
  sides: { readonly head: FileReader; readonly base: FileReader },
): Promise<boolean> {
  const folder = posix.dirname(path) === '.' ? '' : `${posix.dirname(path)}/`;
  const within = watched
    .filter((file) => file.path.startsWith(folder))
    .map((file) => ({ ...file, path: file.path.slice(folder.length) }));
  if (within.length === 0) return false;
  const [now, was] = [await sides.head.read(path, 'anything'), await sides.base.read(path, 'anything')];
  const about = (text: string | null) =>
    (text ?? '').split('\n').filter((line) => isAbout(line.trim(), within));
  return about(now).join('\n') !== about(was).join('\n');
}

function isAbout(line: string, files: readonly FileEntry[]): boolean {
  if (line === '' || line.startsWith('#')) return false;
  const [pattern = ''] = line.split(/\s/);
  if (NOT_PLAIN.test(pattern)) return true;
  const glob = pattern.includes('/') ? pattern.replace(/^\//, '') : `**/${pattern}`;
  try {
    return matchWatched(files, [glob]).length > 0;
  } catch (thrown) {
    // A pattern that takes too long.
    if (thrown instanceof UserError) return true;
    throw thrown;
  }
}
