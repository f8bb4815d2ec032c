import { posix, win32 } from 'node:path';
import { matchWatched } from '../../../files/watched-files.js';
import { attempt } from '../../../model/errors.js';
import type { FileReader } from '../../../model/repository.js';

/** A file that the config names. */
export type ReferencedFile = {
  /** Relative to the working directory. */
  readonly path: string;
  /** `null` if it cannot be read. */
  readonly text: string | null;
  /** Why there is no text. */
  readonly problem: string | null;
};

const NO_FILE = 'this file does not exist';
const UNREADABLE = 'a file that cannot be read';
const ABSOLUTE = 'an absolute path; write it from the folder of the config';

/** Reads the files that a config names by path or glob, relative to its own folder. */
export type ReadNamed = (named: string) => Promise<readonly ReferencedFile[]>;

/** Paths are relative to the folder of the config. */
export function createReadNamed(config: string, reader: FileReader): ReadNamed {
  const read = async (path: string): Promise<ReferencedFile> => {
    const text = await attempt([], () => reader.read(path));
    if (typeof text === 'string') return { path, text, problem: null };
    return { path, text: null, problem: text === null ? NO_FILE : UNREADABLE };
  };
  return async (named) => {
    const name = named.replace(/^file:\/\//, '');
    if (win32.isAbsolute(name)) return [{ path: name, text: null, problem: ABSOLUTE }];
    const path = posix.join(posix.dirname(config), name);
    if (!/[*?[{]/.test(path)) return [await read(path)];
    const all = ((await reader.paths?.()) ?? []).map((each) => ({ path: each, blob: '' }));
    const paths = matchWatched(all, [path]).map((entry) => entry.path);
    return paths.length === 0
      ? [{ path, text: null, problem: NO_FILE }]
      : Promise.all(paths.sort().map(read));
  };
}
