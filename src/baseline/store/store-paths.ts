import type { RunRecord } from '../../model/run-record.js';
import type { BaselineMean } from '../../model/store.js';
import { sha256 } from '../../text/hash.js';

const LONGEST_KEY = 60;
/** Names with a special meaning on some file systems. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|\.+)$/;
const RUN_FILE = /^(.+)-(\d+)\.json\.gz$/;

/**
 * A name as one part of a path. A name that must be changed gets eight digits of its hash, so that no two share a
 * folder, even on file systems that ignore case.
 */
export function pathKey(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '-');
  const short = plain.slice(0, LONGEST_KEY).replace(/^\.+|[.]+$/g, '');
  if (short === name && short !== '' && !RESERVED.test(short.replace(/\..*$/, ''))) return short;
  const hash = sha256(name, 8);
  return `${short === '' ? 'suite' : short}-${hash}`;
}

/** Folder names, then a file's name. */
export type Path = readonly string[];

/** A store's files, on a branch or in a folder. */
export interface StoreFiles {
  /** For messages. */
  readonly name: string;
  /** Names in a folder; empty if it does not exist. */
  names(folder: Path): Promise<readonly string[]>;
  readBytes(path: Path): Promise<Uint8Array>;
  /** Adds a record's file and its empty pointer files. */
  add(files: StoredFiles): Promise<void>;
}

export type StoredFiles = {
  readonly record: Pick<RunRecord, 'suite' | 'commit'>;
  readonly at: Place;
  readonly path: Path;
  readonly bytes: Uint8Array;
  readonly pointers: readonly Path[];
};

/** The folders of one suite's records. */
export type Place = {
  /** Each run's record, by commit. */
  readonly runs: Path;
  /** By fingerprint of the watched files, an empty file per commit. */
  readonly files: Path;
  /** By scorer, an empty file per run, named with its mean. */
  readonly means: Path;
  readonly suite: string;
};

/** Not a possible key. */
const TOP = '@top';

/** A suite is identified by working directory and name: two folders may each have a suite `support`. */
export function placeOf(directory: string, suite: string): Place {
  const below = (name: string) => ['v2', directory === '' ? TOP : pathKey(directory), pathKey(suite), name];
  return { suite, runs: below('runs'), files: below('files'), means: below('means') };
}

/** `<run>-<attempt>.json.gz`. */
export function runFileName(run: string, attempt: number): string {
  return `${run.replaceAll(/[^A-Za-z0-9._]+/g, '_')}-${attempt}.json.gz`;
}

/** The records' names, newest first: by run number, then attempt. */
export function newestFirst(names: readonly string[]): readonly string[] {
  return names
    .flatMap((name) => {
      const match = RUN_FILE.exec(name);
      return match === null ? [] : [{ name, run: match[1] ?? '', attempt: Number(match[2]) }];
    })
    .sort((a, b) => compareRuns(b, a))
    .map(({ name }) => name);
}

/** The commit's name outside a repository. */
export const NO_COMMIT = 'no-commit';
const MEAN = /^(?<at>[^_]+)_(?<commit>[0-9a-f]{40}|no-commit)_(?<cases>\d+)_(?<mean>[01]\.\d{4})$/;

/**
 * A baseline's mean as a file name, so that listing suffices: `2026-11-22T10.45.00.000Z_<commit>_40_0.9312` is a mean
 * of 0.9312 over 40 cases. `null` for an invalid date.
 */
export function meanFileName({ createdAt, commit, cases, mean }: BaselineMean): string | null {
  const at = datePart(createdAt);
  return at === null ? null : [at, commit ?? NO_COMMIT, cases, mean.toFixed(4)].join('_');
}

/** Parses such a name, else `null`. */
export function parseMeanName(name: string): BaselineMean | null {
  const { at = '', commit = '', cases, mean } = MEAN.exec(name)?.groups ?? {};
  const createdAt = dateOf(at);
  if (createdAt === null) return null;
  return {
    createdAt,
    commit: commit === NO_COMMIT ? null : commit,
    cases: Number(cases),
    mean: Number(mean),
  };
}

/** Without colons, which some file systems refuse. */
function datePart(iso: string): string | null {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().replaceAll(':', '.');
}

function dateOf(part: string): string | null {
  const iso = part.replace(/^([^.]*)\.(\d\d)\.(\d\d)\./, '$1:$2:$3.');
  return datePart(iso) === part ? iso : null;
}

type Run = { readonly run: string; readonly attempt: number };

function compareRuns(a: Run, b: Run): number {
  if (a.run === b.run) return a.attempt - b.attempt;
  return a.run.localeCompare(b.run, 'en', { numeric: true });
}
