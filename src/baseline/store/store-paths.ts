import type { HistoryPoint } from '../../ports/history.js';
import type { RunRecord } from '../../ports/run-record.js';
import { sha256 } from '../../text/hash.js';

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
  const hash = sha256(name, 8);
  return `${short === '' ? 'suite' : short}-${hash}`;
}

/** Names of folders and of what lies in the last of them. */
export type Path = readonly string[];

/** The files of a store, on a branch or in a folder. */
export interface StoreFiles {
  /** In words, for messages. */
  readonly name: string;
  /** What lies in a folder; empty where there is none. */
  names(folder: Path): Promise<readonly string[]>;
  readBytes(path: Path): Promise<Uint8Array>;
  /** Adds the file of a record, and the empty ones that point to it. */
  add(files: StoredFiles): Promise<void>;
}

export type StoredFiles = {
  readonly record: Pick<RunRecord, 'suite' | 'commit'>;
  readonly at: Place;
  readonly path: Path;
  readonly bytes: Uint8Array;
  readonly pointers: readonly Path[];
};

/** Where the records of one suite lie, and whose they are. */
export type Place = {
  /** By commit, the record of each run. */
  readonly runs: Path;
  /** By fingerprint of the watched files, an empty file for each commit that has it. */
  readonly files: Path;
  /** By scorer, an empty file for each run, whose name has the run's mean. */
  readonly history: Path;
  readonly suite: string;
  readonly directory: string;
};

/** No name has it as its key. */
const TOP = '@top';

/** A suite is its working directory and its name: two folders may each have a suite `support`. */
export function placeOf(directory: string, suite: string): Place {
  const below = (name: string) => ['v2', directory === '' ? TOP : pathKey(directory), pathKey(suite), name];
  return { suite, directory, runs: below('runs'), files: below('files'), history: below('history') };
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

/** Stands for the commit of what was run outside a repository. */
export const NO_COMMIT = 'no-commit';
const POINT =
  /^(?<at>[^_]+)_(?<commit>[0-9a-f]{40}|no-commit)_(?<mean>\d{1,3}\.\d\d)_(?<better>up|down)(?:_(?<since>[^_]+)_(?<change>[+-]\d{1,3}\.\d\d)(?<accepted>_accepted)?)?$/;

/**
 * A point of a suite's history as a file name, so that the list of files is all that has to be read:
 * `2026-11-22T10.45.00.000Z_<commit>_93.12_up_2026-11-21T09.00.00.000Z_-1.20` is a mean of 0.9312, of a scorer where
 * higher is better, 0.012 less than the run before it; with `_accepted` behind it, a clear fall that was merged. `null`
 * where a date is none.
 */
export function historyFileName({
  createdAt,
  commit,
  mean,
  higherIsBetter,
  since,
}: HistoryPoint): string | null {
  const at = datePart(createdAt);
  const before = since === null ? null : datePart(since.createdAt);
  if (at === null || (since !== null && before === null)) return null;
  const moved =
    since === null
      ? []
      : [
          before,
          `${since.change < 0 ? '-' : '+'}${Math.abs(since.change).toFixed(2)}`,
          ...(since.accepted ? ['accepted'] : []),
        ];
  return [at, commit ?? NO_COMMIT, mean.toFixed(2), higherIsBetter ? 'up' : 'down', ...moved].join('_');
}

/** The point of such a name; `null` where it is none. */
export function parseHistoryName(name: string): HistoryPoint | null {
  const { at = '', commit = '', mean, better, since, change, accepted } = POINT.exec(name)?.groups ?? {};
  const createdAt = dateOf(at);
  if (createdAt === null) return null;
  const before = since === undefined ? null : dateOf(since);
  return {
    createdAt,
    commit: commit === NO_COMMIT ? null : commit,
    mean: Number(mean),
    higherIsBetter: better === 'up',
    since:
      before === null
        ? null
        : { createdAt: before, change: Number(change), accepted: accepted !== undefined },
  };
}

/** The points of a suite and scorer among the paths of a branch with records. */
export function historyAmong(
  paths: readonly string[],
  {
    directory,
    suite,
    scorer,
  }: { readonly directory: string; readonly suite: string; readonly scorer: string },
): readonly HistoryPoint[] {
  const folder = `${[...placeOf(directory, suite).history, pathKey(scorer)].join('/')}/`;
  return paths.flatMap((path) =>
    path.startsWith(folder) ? (parseHistoryName(path.slice(folder.length)) ?? []) : [],
  );
}

/** No colon: some file systems take none. */
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
