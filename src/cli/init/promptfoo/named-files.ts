import { posix } from 'node:path';
import { matchWatched } from '../../../files/watched-files.js';
import { attempt } from '../../../model/errors.js';
import type { FileReader } from '../../../model/repository.js';

/** A file that the config names. */
export type ReferencedFile = {
  /** Relative to the working directory. */
  readonly path: string;
  /** `null` if it cannot be read. */
  readonly text: string | null;
  readonly isMissing: boolean;
};

/** The reason for a file that is missing. */
export const NO_FILE = 'this file does not exist';

/** Reads the files that a config names by path or glob, relative to its own folder. */
export type ReadNamed = (named: string) => Promise<readonly ReferencedFile[]>;

/** Paths are relative to the folder of the config. */
export function createReadNamed(config: string, reader: FileReader): ReadNamed {
  const read = async (path: string): Promise<ReferencedFile> => {
    const text = await attempt([], () => reader.read(path));
    return { path, text: text ?? null, isMissing: text === null };
  };
  return async (named) => {
    const path = posix.join(posix.dirname(config), named.replace(/^file:\/\//, ''));
    if (!/[*?[{]/.test(path)) return [await read(path)];
    const all = ((await reader.paths?.()) ?? []).map((each) => ({ path: each, blob: '' }));
    const paths = matchWatched(all, [path]).map((entry) => entry.path);
    return paths.length === 0 ? [{ path, text: null, isMissing: true }] : Promise.all(paths.sort().map(read));
  };
}
