import type { Case } from '../ports/dataset.js';
import type { FileEntry } from '../ports/files.js';
import type { SuiteRun, Watched } from '../ports/suite-run.js';
import { digest, sha256 } from '../text/hash.js';
import { matchWatched } from './watch.js';

/**
 * Hex SHA-256 over the paths, modes and contents of the watched files. Two trees with the same fingerprint ask the same
 * agent; the order of entries and files outside the globs do not matter.
 */
export function watchedFingerprint(entries: readonly FileEntry[], globs: readonly string[]): string {
  return hashLines(matchWatched(entries, globs).map((entry) => JSON.stringify([entry.path, entry.blob])));
}

/** Hex SHA-256 over ids and inputs: two datasets with the same fingerprint ask the same questions under the same ids. */
export function datasetFingerprint(cases: readonly Pick<Case, 'id' | 'inputHash'>[]): string {
  return hashLines(cases.map((row) => JSON.stringify([row.id, row.inputHash])));
}

function hashLines(lines: readonly string[]): string {
  return sha256([...lines].sort().join('\n'));
}

/**
 * Hex hash of everything that a suite's decision depends on besides chance: the watched files of both sides, the
 * settings that decide, the baseline that is asked for and the version of this tool. Keys are not in it.
 * `null` where something else may decide: no repository to watch, or a record that is given as a file.
 */
export function decisionFingerprint(
  run: Pick<SuiteRun, 'suite' | 'was' | 'choice' | 'review' | 'labels'> & {
    readonly watched: Pick<Watched, 'head' | 'base'>;
    readonly version: string;
  },
): string | null {
  const { suite, was, choice, review, watched, labels, version } = run;
  if (watched.head === null || watched.base === null || choice.kind === 'record') return null;
  const { base: anchor, ...sides } = watched;
  const { provider, judge, givenLabels: _, ...rest } = suite;
  const decides = {
    ...rest,
    provider: provider.baseUrl,
    judge: { ...judge, provider: judge.provider.baseUrl },
    baseTarget: was.target,
    baseProvider: was.provider.baseUrl,
    baseDataset: was.dataset,
    choice,
    review,
    watched: { ...sides, anchor },
    labels: [...labels.values()],
    version,
  };
  return digest(sorted(decides));
}

/** The same value with the fields of every object in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, inner]) => [name, sorted(inner)]));
}
