import { UserError } from '../../model/errors.js';
import type { GitData } from '../../model/github.js';
import type { Log } from '../../model/log.js';
import { createBranchReader, writeToBranch } from './branch.js';
import type { StoreFiles } from './store-paths.js';

export type BranchOptions = {
  readonly gitData: GitData;
  readonly branch: string;
  /** Part of the records' names; greater for a later run. */
  readonly runId: string;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: Log;
};

/**
 * Files on their own branch, by the Git data API, without clone or push. Reads see the branch at the time of the
 * first read. Throws `GitHubError`.
 */
export function openBranchFiles(options: BranchOptions): StoreFiles {
  const { gitData, branch } = options;
  let reader = createBranchReader(gitData, branch);
  return {
    name: `branch ${branch}`,
    names: async (folder) => (await reader.entries(folder)).map((entry) => entry.path),
    async readBytes(path) {
      const entry = (await reader.entries(path.slice(0, -1))).find((each) => each.path === path.at(-1));
      if (entry === undefined) throw new Error('there is no such file');
      return gitData.readBlob(entry.sha);
    },
    async add({ record: { suite, commit }, path, bytes, pointer }) {
      if (commit === null) {
        throw new UserError(
          `The record of suite \`${suite}\` names no commit, and branch ${branch} keeps records by commit. ` +
            'Run in a checkout, or store in a folder.',
        );
      }
      const files = [{ path: path.join('/'), sha: await gitData.createBlob(bytes) }];
      if (pointer !== null) {
        files.push({ path: pointer.join('/'), sha: await gitData.createBlob(new Uint8Array()) });
      }
      const message = `Baseline of ${suite} at ${commit.slice(0, 7)} (run ${options.runId})`;
      await writeToBranch({ ...options, message, files });
      reader = createBranchReader(gitData, branch);
    },
  };
}
