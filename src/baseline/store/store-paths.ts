import { sha256 } from '../../text/json.js';

const MAX_KEY_LENGTH = 60;
const RUN_FILE = /^(.+)-(\d+)\.json\.gz$/;

/**
 * A name as one part of a path. A name that must be changed gets eight digits of its hash, so that no two share a
 * folder, even on file systems that ignore case.
 */
export function toPathKey(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '-');
  const short = plain.slice(0, MAX_KEY_LENGTH).replace(/^\.+|[.]+$/g, '');
  if (short === name && short !== '') return short;
  const hash = sha256(name, 8);
  return `${short === '' ? 'suite' : short}-${hash}`;
}

export type StorePath = readonly string[];

export interface StoreFiles {
  readonly name: string;
  /** True if a record without a commit cannot be kept. */
  readonly isByCommit: boolean;
  /** Names in a folder; empty if it does not exist. */
  names(folder: StorePath): Promise<readonly string[]>;
  readBytes(path: StorePath): Promise<Uint8Array>;
  /** Adds or replaces files, all of them or none. */
  add(stored: StoredFiles): Promise<void>;
}

export type StoredFiles = {
  /** In words, for messages: ``record of suite `support` ``. */
  readonly name: string;
  /** For the branch's history. */
  readonly title: string;
  readonly files: readonly { readonly path: StorePath; readonly bytes: Uint8Array }[];
};

/** The folders of one suite's records. */
export type StorePlace = {
  /** Each run's record, by commit. */
  readonly runs: StorePath;
  /** By fingerprint of the watched files, an empty file per commit. */
  readonly files: StorePath;
  /** By fingerprint of a prompt, its maps. */
  readonly coverage: StorePath;
};

/** Not a possible key. */
const TOP = '@top';

/** A suite is identified by working directory and name: two folders may each have a suite `support`. */
export function createStorePlace(directory: string, suite: string): StorePlace {
  const buildFolder = (name: string) => [
    'v2',
    directory === '' ? TOP : toPathKey(directory),
    toPathKey(suite),
    name,
  ];
  return { runs: buildFolder('runs'), files: buildFolder('files'), coverage: buildFolder('coverage') };
}

/** `<run>-<attempt>.json.gz`. */
export function buildRunFileName(run: string, attempt: number): string {
  return `${run.replaceAll(/[^A-Za-z0-9._]+/g, '_')}-${attempt}.json.gz`;
}

export function sortNewestFirst(names: readonly string[]): readonly string[] {
  return names
    .flatMap((name) => {
      const match = RUN_FILE.exec(name);
      return match === null ? [] : [{ name, run: match[1] ?? '', attempt: Number(match[2]) }];
    })
    .sort((a, b) => compareRuns(b, a))
    .map(({ name }) => name);
}

export const NO_COMMIT = 'no-commit';

type RunNumber = { readonly run: string; readonly attempt: number };

function compareRuns(a: RunNumber, b: RunNumber): number {
  if (a.run === b.run) return a.attempt - b.attempt;
  return a.run.localeCompare(b.run, 'en', { numeric: true });
}
