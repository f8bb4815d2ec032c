import { describe } from 'vitest';
import { findAncestors, MOST_COMMITS } from '../../src/baseline/ancestry.js';
import { type BranchReader, MOST_FAULTS, writeToBranch } from '../../src/baseline/store/branch.js';
import { listOldRecords, RETENTION } from '../../src/baseline/store/branch-files.js';
import { placeOf } from '../../src/baseline/store/store-paths.js';
import { GitHubError } from '../../src/ports/github.js';
import { SILENT_LOG } from '../../src/ports/log.js';
import { boundary, testBoundaries } from '../support/boundaries.js';
import { MemoryGitData } from '../support/memory-git-data.js';

const PLACE = placeOf('', 'support');

/** A branch on which so many commits have a record of one suite. */
function branchOf(commits: number): BranchReader {
  const { runs } = PLACE;
  const entry = (path: string, type: 'tree' | 'blob') => ({ path, type, sha: path });
  return {
    tip: async () => ({ commit: 'tip', tree: 'tree' }),
    entries: async (path) => {
      if (path.length === runs.length && path.join() === runs.join()) {
        return Array.from({ length: commits }, (_, index) => entry(`commit${index}`, 'tree'));
      }
      const commit = /^commit(\d+)$/.exec(path.at(-1) ?? '');
      return commit === null ? [] : [entry(`${commit[1]}-1.json.gz`, 'blob')];
    },
  };
}

describe('stored records', () => {
  testBoundaries({
    'old ones leave the branch when a suite has more than 400': boundary({
      constant: RETENTION.most,
      value: 400,
      outcome: async (commits) => (await listOldRecords(branchOf(commits), PLACE, {})).length,
      below: [RETENTION.most, 0],
      above: [RETENTION.most + 1, RETENTION.most + 1 - RETENTION.kept],
    }),
    'the newest 300 stay': boundary({
      constant: RETENTION.kept,
      value: 300,
      outcome: async (rank) => {
        const old = await listOldRecords(branchOf(401), PLACE, {});
        return old.some((path) => path.includes(`/commit${401 - rank}/`));
      },
      below: [RETENTION.kept, false],
      above: [RETENTION.kept + 1, true],
    }),
    'a server that fails eight times is tried once more': boundary({
      constant: MOST_FAULTS,
      value: 8,
      outcome: async (faults) => {
        const gitData = new MemoryGitData();
        let left = faults;
        const write = writeToBranch({
          branch: 'data',
          message: 'Baseline',
          files: async () => {
            left -= 1;
            if (left >= 0) throw new GitHubError('Bad gateway', { status: 502 });
            return [{ path: 'a', sha: await gitData.createBlob(new Uint8Array()) }];
          },
          gitData,
          random: () => 0,
          sleep: async () => {},
          log: SILENT_LOG,
        });
        return write.then(
          () => 'written',
          () => 'failed',
        );
      },
      below: [MOST_FAULTS, 'written'],
      above: [MOST_FAULTS + 1, 'failed'],
    }),
    'the ancestors are sought among the newest 500 commits': boundary({
      constant: MOST_COMMITS,
      value: 500,
      outcome: async (count) => {
        const commits = Array.from({ length: count }, (_, index) => `commit${index}`);
        return (await findAncestors(commits, 'baseCommit', async () => true)).unknown;
      },
      below: [MOST_COMMITS, 0],
      above: [MOST_COMMITS + 1, 1],
    }),
  });
});
