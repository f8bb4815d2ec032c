import { messageOf, UserError } from '../../ports/errors.js';
import type { GitData } from '../../ports/github.js';
import type { Log } from '../../ports/log.js';
import type { RunRecord } from '../../ports/run-record.js';
import type { BaselineStore, StoredRecords, StoreRead } from '../../ports/store.js';
import { type BranchReader, createBranchReader } from './branch-reader.js';
import { writeToBranch } from './branch-write.js';
import { listOldRecords, type Retention } from './old-records.js';
import { decodeStored, encodeRecord } from './record-codec.js';
import {
  historyFileName,
  newestFirst,
  olderPlaceOf,
  type Place,
  parseHistoryName,
  pathKey,
  placeOf,
  runFileName,
} from './store-paths.js';

export type BranchStoreOptions = {
  readonly gitData: GitData;
  readonly branch: string;
  /** The suites' working directory, relative to the repository's top; empty at the top. */
  readonly directory: string;
  readonly text: RunRecord['text'];
  /** Greater for a later run. */
  readonly runId: string;
  readonly attempt: number;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: Log;
  readonly retention?: Retention;
};

/**
 * Baselines on a branch of their own, by the Git data API, so that neither a clone nor a push is needed. Reads see the
 * branch as it was at the first read; what GitHub refuses to read is `unreadable`. Writing throws `GitHubError`.
 */
export function openBranchStore(options: BranchStoreOptions): BaselineStore {
  const { gitData, branch, directory } = options;
  let reader = createBranchReader(gitData, branch);

  /** The newest record of these commits. */
  const readNewest = async (at: Place, of: readonly string[]): Promise<StoreRead> => {
    const found = await Promise.all(
      of.map(async (commit) => {
        const entries = await reader.entries([...at.runs, commit]);
        return entries.map((entry) => ({ commit, name: entry.path, sha: entry.sha }));
      }),
    );
    const places = found.flat();
    const [newest] = newestFirst(places.map(({ name }) => name));
    const place = places.find(({ name }) => name === newest);
    if (place === undefined) return { status: 'absent' };
    const path = [...at.runs, place.commit, place.name].join('/');
    try {
      return await decodeStored(path, await gitData.readBlob(place.sha), { ...at, commit: place.commit });
    } catch (error) {
      return { status: 'unreadable', reason: `${path}: ${messageOf(error)}` };
    }
  };

  const commitsAt = async (at: Place) => (await reader.entries(at.runs)).map((entry) => entry.path);

  const recordsAt = (place: (suite: string) => Place): StoredRecords => ({
    byCommit: (suite, commit) => unlessUnreadable(() => readNewest(place(suite), [commit])),
    async commitsByWatched(suite, watched) {
      return (await reader.entries([...place(suite).files, watched])).map((entry) => entry.path);
    },
    commits: (suite) => commitsAt(place(suite)),
    latest: (suite) => unlessUnreadable(async () => readNewest(place(suite), await commitsAt(place(suite)))),
  });

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
    ...recordsAt((suite) => placeOf(directory, suite)),
    older: recordsAt(olderPlaceOf),
    async history(suite, scorer) {
      const entries = await reader.entries([...placeOf(directory, suite).history, pathKey(scorer)]);
      return entries.flatMap((entry) => parseHistoryName(entry.path) ?? []);
    },
    async write(record, points = new Map()) {
      const { suite, commit, watched } = record;
      if (commit === null) {
        throw new UserError(
          `The record of suite \`${suite}\` names no commit, and branch ${branch} keeps records by commit. ` +
            'Run in a checkout, or store in a folder.',
        );
      }
      const at = placeOf(directory, suite);
      const bytes = await encodeRecord(record, { text: options.text });
      const name = runFileName(options.runId, options.attempt);
      const pointers = [
        ...(watched === null ? [] : [[...at.files, watched, commit]]),
        ...[...points].flatMap(([scorer, point]) => {
          const named = historyFileName(point);
          return named === null ? [] : [[...at.history, pathKey(scorer), named]];
        }),
      ];
      // Kept over the tries: a blob does not depend on the tip, and a record may be large.
      let blobs: readonly [record: string, pointer: string] | null = null;
      const files = async () => {
        blobs ??= [await gitData.createBlob(bytes), await gitData.createBlob(new Uint8Array())];
        const [ofRecord, ofPointer] = blobs;
        return [
          { path: [...at.runs, commit, name].join('/'), sha: ofRecord },
          ...pointers.map((path) => ({ path: path.join('/'), sha: ofPointer })),
        ];
      };
      const message = `Baseline of ${suite} at ${commit.slice(0, 7)} (run ${options.runId})`;
      await writeToBranch({ ...options, message, files });
      await removeOld(at, commit);
    },
  };
}

/** Not to get at a record is not the same as to know that there is none. */
async function unlessUnreadable(read: () => Promise<StoreRead>): Promise<StoreRead> {
  try {
    return await read();
  } catch (error) {
    return { status: 'unreadable', reason: messageOf(error) };
  }
}
