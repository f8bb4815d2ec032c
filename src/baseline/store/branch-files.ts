import { messageOf, UserError } from '../../model/errors.js';
import type { GitData, TreeEntry } from '../../model/github.js';
import type { Log } from '../../model/log.js';
import { type BranchReader, createBranchReader, writeToBranch } from './branch.js';
import { newestFirst, type Path, type Place, parseMeanName, type StoreFiles } from './store-paths.js';

export type BranchOptions = {
  readonly gitData: GitData;
  readonly branch: string;
  /** Part of the records' names; greater for a later run. */
  readonly runId: string;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: Log;
  readonly retention?: Retention;
};

/**
 * Files on their own branch, by the Git data API, without clone or push. Reads see the branch at the time of the
 * first read. Throws `GitHubError`.
 */
export function openBranchFiles(options: BranchOptions): StoreFiles {
  const { gitData, branch } = options;
  let reader = createBranchReader(gitData, branch);

  /** Keeps the branch quick to read. A failure is only logged, since the record is already stored. */
  const removeOld = async (at: Place): Promise<void> => {
    const listOld = (tip: BranchReader) => listOldRecords(tip, at, options.retention);
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
      // Kept between tries: a blob does not depend on the tip, and may be large.
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
      await removeOld(at);
    },
  };
}

/** Above `most` commits with a record of the suite, only the newest `kept` stay. */
export type Retention = { readonly most: number; readonly kept: number };
export const RETENTION: Retention = { most: 400, kept: 300 };

/**
 * The oldest records and their pointers, once a suite has too many. Removed from the branch's tree, they stay in its
 * history.
 */
export async function listOldRecords(
  reader: BranchReader,
  { runs, files, means }: Place,
  { most, kept }: Retention = RETENTION,
): Promise<readonly string[]> {
  const commits = folders(await reader.entries(runs));
  if (commits.length <= most) return [];
  const records = await Promise.all(
    commits.map(async (commit) => {
      const names = (await reader.entries([...runs, commit])).map((entry) => entry.path);
      return { commit, names, newest: newestFirst(names)[0] ?? '0-0.json.gz' };
    }),
  );
  // One run may have measured two commits.
  const ranks = new Map(newestFirst(records.map(({ newest }) => newest)).map((name, rank) => [name, rank]));
  const sorted = records.sort((a, b) => (ranks.get(a.newest) ?? 0) - (ranks.get(b.newest) ?? 0));
  const old = sorted.slice(kept);
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
