import type { TreeEntry } from '../../ports/github.js';
import type { BranchReader } from './branch-reader.js';
import { newestFirst, type Place, parseHistoryName } from './store-paths.js';

/** Commits with a record that a suite has on the branch: with more than `most`, all but the newest `kept` leave. */
export type Retention = { readonly most: number; readonly kept: number };
export const RETENTION: Retention = { most: 400, kept: 300 };

/**
 * Paths of the oldest records and their pointers, once a suite has too many; empty before that. They leave the branch's
 * tree, so that it stays quick to read, and remain in its history. The record that was just written stays.
 */
export async function listOldRecords(
  reader: BranchReader,
  { runs, files, history }: Place,
  options: Partial<Retention> & { readonly written?: string },
): Promise<readonly string[]> {
  const { most, kept } = { ...RETENTION, ...options };
  const commits = folders(await reader.entries(runs));
  if (commits.length <= most) return [];
  const records = await Promise.all(
    commits.map(async (commit) => {
      const names = (await reader.entries([...runs, commit])).map((entry) => entry.path);
      return { commit, names, newest: newestFirst(names)[0] ?? '0-0.json.gz' };
    }),
  );
  // Two commits may have been measured in one run.
  const ranks = new Map(newestFirst(records.map(({ newest }) => newest)).map((name, rank) => [name, rank]));
  const sorted = records.sort((a, b) => (ranks.get(a.newest) ?? 0) - (ranks.get(b.newest) ?? 0));
  // A run of an old number that was started again is not the newest, and yet what was just asked for.
  const old = sorted.slice(kept).filter(({ commit }) => commit !== options.written);
  const gone = new Set(old.map(({ commit }) => commit));
  const gonePaths = old.flatMap(({ commit, names }) =>
    names.map((name) => [...runs, commit, name].join('/')),
  );
  const isGone = (name: string) => gone.has(name) || gone.has(parseHistoryName(name)?.commit ?? '');
  const pointers = await Promise.all([files, history].map((root) => listPointers(reader, root, isGone)));
  return [...gonePaths, ...pointers.flat()];
}

async function listPointers(
  reader: BranchReader,
  root: readonly string[],
  isGone: (name: string) => boolean,
): Promise<readonly string[]> {
  const pointers = await Promise.all(
    folders(await reader.entries(root)).map(async (folder) =>
      (await reader.entries([...root, folder]))
        .filter((entry) => isGone(entry.path))
        .map((entry) => [...root, folder, entry.path].join('/')),
    ),
  );
  return pointers.flat();
}

function folders(entries: readonly TreeEntry[]): readonly string[] {
  return entries.filter((entry) => entry.type === 'tree').map((entry) => entry.path);
}
