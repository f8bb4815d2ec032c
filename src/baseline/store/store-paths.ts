import { createHash } from 'node:crypto';

/** Version of the layout, first part of every path. */
const LAYOUT = 'v1';
const LONGEST_KEY = 60;
/** Names that a file system may refuse or read as something else. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|\.+)$/;
const RUN_FILE = /^(.+)-(\d+)\.json\.gz$/;

/**
 * A suite's name as one part of a path. Lower case letters, digits, `.`, `_` and `-` stay; a name that had to be changed
 * gets eight digits of its hash, so that two suites never share a folder, not even where case does not count.
 */
export function suiteKey(suite: string): string {
  const plain = suite.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '-');
  const short = plain.slice(0, LONGEST_KEY).replace(/^\.+|[.]+$/g, '');
  if (short === suite && short !== '' && !RESERVED.test(short.replace(/\..*$/, ''))) return short;
  const hash = createHash('sha256').update(suite).digest('hex').slice(0, 8);
  return `${short === '' ? 'suite' : short}-${hash}`;
}

export const runsFolder = (suite: string) => [LAYOUT, suiteKey(suite), 'runs'] as const;

export const filesFolder = (suite: string) => [LAYOUT, suiteKey(suite), 'files'] as const;

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
