import { createHash } from 'node:crypto';

const LONGEST_KEY = 60;
/** Names that a file system may refuse or read as something else. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|\.+)$/;
const RUN_FILE = /^(.+)-(\d+)\.json\.gz$/;

/**
 * A name as one part of a path. Lower case letters, digits, `.`, `_` and `-` stay; a name that had to be changed gets
 * eight digits of its hash, so that two never share a folder, not even where case does not count.
 */
export function pathKey(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '-');
  const short = plain.slice(0, LONGEST_KEY).replace(/^\.+|[.]+$/g, '');
  if (short === name && short !== '' && !RESERVED.test(short.replace(/\..*$/, ''))) return short;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${short === '' ? 'suite' : short}-${hash}`;
}

/** Where the records of one suite lie, and whose they are. */
export type Place = {
  /** By commit, the record of each run. */
  readonly runs: readonly string[];
  /** By fingerprint of the watched files, an empty file for each commit that has it. */
  readonly files: readonly string[];
  readonly suite: string;
  /** The working directory of the records; `null`: that of any. */
  readonly directory: string | null;
};

/** No name has it as its key. */
const TOP = '@top';

/** A suite is its working directory and its name: two folders may each have a suite `support`. */
export function placeOf(directory: string, suite: string): Place {
  return placeBelow(['v2', directory === '' ? TOP : pathKey(directory), pathKey(suite)], {
    directory,
    suite,
  });
}

/** Where releases before record version 2 kept a suite, whatever its working directory. */
export function olderPlaceOf(suite: string): Place {
  return placeBelow(['v1', pathKey(suite)], { directory: null, suite });
}

function placeBelow(folder: readonly string[], whose: Pick<Place, 'suite' | 'directory'>): Place {
  return { ...whose, runs: [...folder, 'runs'], files: [...folder, 'files'] };
}

/** `<run>-<attempt>.json.gz`. */
export function runFileName(run: string, attempt: number): string {
  return `${run.replaceAll(/[^A-Za-z0-9._]+/g, '_')}-${attempt}.json.gz`;
}

/** The names that are records, newest first: a later run has a greater number, a later attempt likewise. */
export function newestFirst(names: readonly string[]): readonly string[] {
  return names
    .flatMap((name) => {
      const match = RUN_FILE.exec(name);
      return match === null ? [] : [{ name, run: match[1] ?? '', attempt: Number(match[2]) }];
    })
    .sort((a, b) => compareRuns(b, a))
    .map(({ name }) => name);
}

type Run = { readonly run: string; readonly attempt: number };

function compareRuns(a: Run, b: Run): number {
  if (a.run === b.run) return a.attempt - b.attempt;
  return a.run.localeCompare(b.run, 'en', { numeric: true });
}
