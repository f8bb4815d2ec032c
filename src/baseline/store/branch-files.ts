import { messageOf, UserError } from '../../ports/errors.js';
import type { GitData, TreeEntry } from '../../ports/github.js';
import type { Log } from '../../ports/log.js';
import { type BranchReader, createBranchReader, writeToBranch } from './branch.js';
import { newestFirst, type Path, type Place, parseMeanName, type StoreFiles } from './store-paths.js';

export type BranchOptions = {
  readonly gitData: GitData;
  readonly branch: string;
  /** Names the records of this run; greater for a later run. */
  readonly runId: string;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: Log;
  readonly retention?: Retention;
};

/**
 * Files on a branch of their own, by the Git data API, so that neither a clone nor a push is needed. Reads see the branch
 * as it was at the first read. Throws `GitHubError`.
 */
export function openBranchFiles(options: BranchOptions): StoreFiles {
  const { gitData, branch } = options;
  let reader = createBranchReader(gitData, branch);

  /** Keeps the branch quick to read. The record is stored by then, so a failure is only said. */
  const removeOld = async (at: Place, written: string): Promise<void> => {
    const listOld = (tip: BranchReader) => listOldRecords(tip, at, { ...options.retention, written });
    try {
      reader = createBranchReader(gitData, branch);
      if ((await listOld(reader)).length === 0) return;
      const files = async (tip: BranchReader) => (await listOld(tip)).map((path) => ({ path, sha: null }));
      await writeToBranch({ ...options, message: `Old baselines of ${at.suite} leave the tree`, files });
      reader = createBranchReader(gitData, branch);
    } catch (error) {
      options.log.warning(`Old baselines of ${at.suite} could not be removed: ${messageOf(error)}`);
    }
  };

  return {
    name: `branch ${branch}`,
    names: async (folder) => (await reader.entries(folder)).map((entry) => entry.path),
    async readBytes(path) {
      const entry = (await reader.entries(path.slice(0, -1))).find((each) => each.path === path.at(-1));
      if (entry === undefined) throw new Error('there is no such file');
      return gitData.readBlob(entry.sha);
    },
    async add({ record: { suite, commit }, at, path, bytes, pointers }) {
      if (commit === null) {
        throw new UserError(
          `The record of suite \`${suite}\` names no commit, and branch ${branch} keeps records by commit. ` +
            'Run in a checkout, or store in a folder.',
        );
      }
      // Kept over the tries: a blob does not depend on the tip, and a record may be large.
      let blobs: readonly [record: string, pointer: string] | null = null;
      const files = async () => {
        blobs ??= [await gitData.createBlob(bytes), await gitData.createBlob(new Uint8Array())];
        const [ofRecord, ofPointer] = blobs;
        return [
          { path: path.join('/'), sha: ofRecord },
          ...pointers.map((pointer) => ({ path: pointer.join('/'), sha: ofPointer })),
        ];
      };
      const message = `Baseline of ${suite} at ${commit.slice(0, 7)} (run ${options.runId})`;
      await writeToBranch({ ...options, message, files });
      await removeOld(at, commit);
    },
  };
}

/** Commits with a record that a suite has on the branch: with more than `most`, all but the newest `kept` leave. */
export type Retention = { readonly most: number; readonly kept: number };
export const RETENTION: Retention = { most: 400, kept: 300 };

/**
 * Paths of the oldest records and their pointers, once a suite has too many; empty before that. They leave the branch's
 * tree, so that it stays quick to read, and remain in its history. The record that was just written stays.
 */
export async function listOldRecords(
  reader: BranchReader,
  { runs, files, means }: Place,
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
  const isGone = (name: string) => gone.has(name) || gone.has(parseMeanName(name)?.commit ?? '');
  const pointers = await Promise.all([files, means].map((root) => listPointers(reader, root, isGone)));
  return [...gonePaths, ...pointers.flat()];
}

async function listPointers(
  reader: BranchReader,
  root: Path,
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
