import type { Case } from '../model/case.js';
import { withoutTier } from '../model/chat.js';
import type { FileEntry } from '../model/files.js';
import { withoutKey } from '../model/suite.js';
import type { SuiteContext, SuiteRun } from '../model/suite-run.js';
import { digest, sha256 } from '../text/hash.js';
import { matchWatched } from './watch.js';

/**
 * Hex SHA-256 over the watched files' paths, modes and contents, in any order: with the same fingerprint, two trees
 * ask the same agent.
 */
export function watchedFingerprint(entries: readonly FileEntry[], globs: readonly string[]): string {
  return hashLines(matchWatched(entries, globs).map((entry) => JSON.stringify([entry.path, entry.blob])));
}

/** Hex SHA-256 over ids and inputs. */
export function datasetFingerprint(cases: readonly Pick<Case, 'id' | 'inputHash'>[]): string {
  return hashLines(cases.map((row) => JSON.stringify([row.id, row.inputHash])));
}

function hashLines(lines: readonly string[]): string {
  return sha256([...lines].sort().join('\n'));
}

/** A suite whose files may not have been read. */
type HashableSuite = Omit<SuiteRun, 'status' | 'files'> &
  Partial<Pick<SuiteRun, 'files'>> & { readonly status: string };

/**
 * Hash of everything but chance that a suite's decision depends on; limits excluded, since a failed head must not be
 * retried under another budget. `null` if a repository to watch is missing, or the baseline is a record.
 */
export function decisionFingerprint(run: HashableSuite, version: string): string | null {
  const { watched, choice } = run;
  if (watched.head === null || watched.base === null || choice.kind === 'record') return null;
  return digest(sorted(listDeciding(run, version)));
}

/** Hash of everything but chance that the records of a whole suite depend on. */
export function shardFingerprint(run: SuiteRun, version: string): string {
  const { cases, tasks } = run.files;
  return digest(
    sorted({ ...listDeciding(run, version), cases: datasetFingerprint(cases), tasks: [...tasks] }),
  );
}

function listDeciding(run: HashableSuite, version: string) {
  const { suite, was, subset, files } = run;
  return {
    ...without(run, 'status', 'head', 'baseCommit', 'reference', 'files', 'changes', 'configPath'),
    suite: {
      ...without(suite, 'givenLabels'),
      provider: withoutKey(suite.provider),
      judge: { ...suite.judge, provider: withoutKey(suite.judge.provider) },
    },
    was: {
      target: was.target,
      provider: withoutKey(was.provider),
      dataset: was.dataset,
    } satisfies Record<keyof SuiteContext['was'], unknown>,
    chosen: subset === undefined ? null : files?.cases.map(({ id }) => id),
    version,
  };
}

function without<Fields extends object>(
  fields: Fields,
  ...names: readonly (keyof Fields & string)[]
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.some((left) => left === name)));
}

/** The same value with the fields of every object sorted. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value instanceof Map || value instanceof Set) return [...value].map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(withoutTier({ ...value })).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, inner]) => [name, sorted(inner)]));
}
