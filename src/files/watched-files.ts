import picomatch from 'picomatch';
import type { CaseKey } from '../model/case.js';
import { omitUndefined } from '../model/omit-undefined.js';
import { pickAddress, pickScoringParameters } from '../model/provider.js';
import type { FileEntry } from '../model/repository.js';
import type { Side } from '../model/side.js';
import type { PreparedSuite, UnchangedSuite } from '../model/stages.js';
import { digest, sha256 } from '../text/json.js';

/** `dot`: prompts and workflows live in folders such as `.github`. */
const OPTIONS = { dot: true } as const;

type WatchRule = {
  readonly wanted: boolean;
  readonly matches: (path: string) => boolean;
  /** The path that a wanted line without wildcards names. */
  readonly literal?: string;
};

/**
 * The entries that the globs name. A later line overrides an earlier one, `!` excludes, and a list that opens with
 * `!` starts from every file. A name without wildcards means the file, or the whole folder.
 */
export function matchWatched(entries: readonly FileEntry[], globs: readonly string[]): readonly FileEntry[] {
  const rules = globs.map((glob) => glob.trim()).filter((glob) => glob !== '');
  const compiled = rules.map(compileRule);
  return entries.filter(({ path }) =>
    compiled.reduce(
      (watched, { wanted, matches }) => (matches(path) ? wanted : watched),
      compiled[0]?.wanted === false,
    ),
  );
}

/** Sorted paths of watched files that were added, removed or edited. */
export function listChangedWatched(
  base: readonly FileEntry[],
  head: readonly FileEntry[],
  globs: readonly string[],
): readonly string[] {
  const before = new Map(matchWatched(base, globs).map((entry) => [entry.path, entry.blob]));
  const after = new Map(matchWatched(head, globs).map((entry) => [entry.path, entry.blob]));
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}

/** The paths that globs name literally: those without wildcards, which may be a file or a folder. */
export function listLiteralPaths(globs: readonly string[]): readonly string[] {
  return globs.map((glob) => compileRule(glob.trim()).literal).filter((path) => path !== undefined);
}

/** The globs that match no file. Excluding lines may match none. */
export function findUnmatchedGlobs(
  entries: readonly FileEntry[],
  globs: readonly string[],
): readonly string[] {
  return globs.filter((glob) => {
    const rule = compileRule(glob.trim());
    return rule.wanted && !entries.some(({ path }) => rule.matches(path));
  });
}

/**
 * Globs relative to a folder, rewritten relative to the root: `../x` leaves the folder, `/x` starts at the root. The
 * folder's own name is literal.
 */
export function resolveGlobs(globs: readonly string[], folder: string): readonly string[] {
  const literal = folder
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .map((part) => part.replaceAll(/[\\*?[\]{}()!+@]/g, '\\$&'));
  return globs.map((line) => {
    const glob = line.trim();
    const negated = glob.startsWith('!');
    const path = negated ? glob.slice(1).trim() : glob;
    const parts = path.startsWith('/') ? [] : [...literal];
    for (const part of path.replace(/^\/+/, '').split('/')) {
      if (part === '..') parts.pop();
      else if (part !== '.') parts.push(part);
    }
    return `${negated ? '!' : ''}${parts.join('/')}`;
  });
}

/** A path as a glob that matches only this file, whatever its name. */
export function escapeGlob(path: string): string {
  return path.replaceAll(/[\\*?[\]{}()!+@]/g, '\\$&');
}

function compileRule(line: string): WatchRule {
  const isWanted = !line.startsWith('!');
  const glob = (isWanted ? line : line.slice(1)).trim().replace(/^(\.\/)+|^\/+/, '');
  if (glob === '' || glob === '.') return { wanted: isWanted, matches: () => true };
  const isFolder = glob.endsWith('/');
  const name = glob.replaceAll(/\\(.)/g, '$1');
  if (!isFolder && !picomatch.scan(glob).isGlob)
    return omitUndefined({
      wanted: isWanted,
      matches: (path: string) => path === name || path.startsWith(`${name}/`),
      literal: isWanted ? name : undefined,
    });
  const matches = picomatch(isFolder ? `${glob}**` : glob, OPTIONS);
  // A file may be named `[x].md`.
  return { wanted: isWanted, matches: (path) => path === glob || matches(path) };
}

/**
 * Hex SHA-256 over the watched files' paths, modes and contents, in any order: with the same fingerprint, two trees
 * ask the same agent.
 */
export function hashWatchedFiles(entries: readonly FileEntry[], globs: readonly string[]): string {
  return hashLines(matchWatched(entries, globs).map((entry) => JSON.stringify([entry.path, entry.blob])));
}

/** Hex SHA-256 over ids and inputs. */
export function hashDataset(cases: readonly CaseKey[]): string {
  return hashLines(cases.map((row) => JSON.stringify([row.id, row.inputHash])));
}

function hashLines(lines: readonly string[]): string {
  return sha256([...lines].sort().join('\n'));
}

/**
 * Hash of everything but chance that a suite's decision depends on; limits excluded, since a failed head must not be
 * retried under another budget. `null` if a repository to watch is missing, or the baseline is a record.
 */
export function hashDecisionInputs(suite: PreparedSuite | UnchangedSuite, version: string): string | null {
  const { base, head, choice } = suite;
  const isWatched = head.watched.fingerprint !== null && typeof base?.watched.fingerprint === 'string';
  if (!isWatched || choice.kind === 'record') return null;
  return digest(sortFields(pickDecidingInputs(suite, version)));
}

/** Hash of everything but chance that the records of a whole suite depend on. */
export function hashShardInputs(suite: PreparedSuite, version: string): string {
  const { head, tasks } = suite;
  return digest(
    sortFields({ ...pickDecidingInputs(suite, version), cases: hashDataset(head.cases), tasks: [...tasks] }),
  );
}

/** A change of the settings is only reported; their values count. Another model in the code has no other trace. */
function pickDecidingInputs(suite: PreparedSuite | UnchangedSuite, version: string) {
  const { settings, base, head, inConfig, choice, labels, review, changes, prefix, changedFiles } = suite;
  const subset = suite.status === 'ready' ? suite.subset : undefined;
  return {
    settings: {
      ...settings,
      judge: { ...settings.judge, provider: pickAddress(settings.judge.provider) },
    },
    base: base === null ? null : pickSideInputs(base),
    head: pickSideInputs(head),
    inConfig,
    choice,
    labels,
    review,
    untested: changes.filter(({ kind }) => kind === 'model-in-code'),
    prefix,
    changedFiles,
    chosen: subset === undefined ? null : { of: subset.of, ids: head.cases.map(({ id }) => id) },
    version,
  };
}

/** Its commit and folder do not count: only what it asks, and its watched files. */
function pickSideInputs({ target, provider, dataset, watched }: Side) {
  return { target, provider: pickAddress(provider), dataset, watched: watched.fingerprint };
}

/** The same value with the fields of every object sorted. */
function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (value instanceof Map || value instanceof Set) return [...value].map(sortFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(pickScoringParameters({ ...value })).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, inner]) => [name, sortFields(inner)]));
}
