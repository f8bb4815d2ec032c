import { createHash } from 'node:crypto';
import type { Case } from '../ports/dataset.js';
import type { FileEntry } from '../ports/files.js';
import { matchWatched } from './watch.js';

/**
 * Hex SHA-256 over the paths and blob ids of the watched files. Two trees with the same fingerprint ask the same
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
  return createHash('sha256')
    .update([...lines].sort().join('\n'))
    .digest('hex');
}
