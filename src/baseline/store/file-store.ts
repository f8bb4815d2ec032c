import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf, UserError } from '../../ports/errors.js';
import type { RunRecord } from '../../ports/run-record.js';
import type { BaselineStore, StoredRecords, StoreRead } from '../../ports/store.js';
import { decodeStored, encodeRecord } from './record-codec.js';
import {
  historyFileName,
  NO_COMMIT,
  newestFirst,
  olderPlaceOf,
  type Place,
  parseHistoryName,
  pathKey,
  placeOf,
  runFileName,
} from './store-paths.js';

export type FileStoreOptions = {
  /** Absolute path; made when the first record is written. */
  readonly folder: string;
  /** The folder as the user named it. */
  readonly shownAs: string;
  /** The suites' working directory, relative to the repository's top; empty at the top and outside a repository. */
  readonly directory: string;
  readonly text: RunRecord['text'];
  /** Greater for a later run; of two runs of one commit the greater one is the newer. */
  readonly runId: string;
  readonly attempt: number;
};

/** Baselines in a folder, laid out as on the branch. A file appears whole or not at all. */
export function openFileStore(options: FileStoreOptions): BaselineStore {
  const { folder, directory } = options;

  const runNames = async (at: Place, commit: string) =>
    newestFirst(await namesIn(join(folder, ...at.runs, commit)));

  const read = async (at: Place, commit: string, name: string): Promise<StoreRead> => {
    const path = join(...at.runs, commit, name);
    try {
      const bytes = await readFile(join(folder, path));
      return await decodeStored(path, bytes, { ...at, commit: commit === NO_COMMIT ? null : commit });
    } catch (error) {
      return { status: 'unreadable', reason: `${path}: ${messageOf(error)}` };
    }
  };

  const commitsAt = (at: Place) => namesIn(join(folder, ...at.runs));

  /** The newest record of these commits. */
  const readNewest = async (at: Place, of: readonly string[]): Promise<StoreRead> => {
    try {
      const found = await Promise.all(
        of.map(async (commit) => (await runNames(at, commit)).map((name) => ({ commit, name }))),
      );
      const places = found.flat();
      // A run has one record of a suite, so its name tells when, whatever the commit.
      const [newest] = newestFirst(places.map(({ name }) => name));
      const place = places.find(({ name }) => name === newest);
      return place === undefined ? { status: 'absent' } : await read(at, place.commit, place.name);
    } catch (error) {
      return { status: 'unreadable', reason: messageOf(error) };
    }
  };

  const recordsAt = (place: (suite: string) => Place): StoredRecords => ({
    byCommit: (suite, commit) => readNewest(place(suite), [commit]),
    async commitsByWatched(suite, watched) {
      return commitNames(await namesIn(join(folder, ...place(suite).files, watched)));
    },
    async commits(suite) {
      return commitNames(await commitsAt(place(suite)));
    },
    async latest(suite) {
      try {
        return await readNewest(place(suite), await commitsAt(place(suite)));
      } catch (error) {
        return { status: 'unreadable', reason: messageOf(error) };
      }
    },
  });

  return {
    name: `folder ${options.shownAs}`,
    ...recordsAt((suite) => placeOf(directory, suite)),
    older: recordsAt(olderPlaceOf),
    async history(suite, scorer) {
      const names = await namesIn(join(folder, ...placeOf(directory, suite).history, pathKey(scorer)));
      return names.flatMap((name) => parseHistoryName(name) ?? []);
    },
    async write(record, points = new Map()) {
      const at = placeOf(directory, record.suite);
      const commit = record.commit ?? NO_COMMIT;
      const bytes = await encodeRecord(record, { text: options.text });
      try {
        await startIgnoredFolder(folder);
        const name = runFileName(options.runId, options.attempt);
        await writeWhole(join(folder, ...at.runs, commit, name), bytes);
        if (record.watched !== null) {
          await writeWhole(join(folder, ...at.files, record.watched, commit), new Uint8Array());
        }
        for (const [scorer, point] of points) {
          const named = historyFileName(point);
          if (named === null) continue;
          await writeWhole(join(folder, ...at.history, pathKey(scorer), named), new Uint8Array());
        }
      } catch (error) {
        throw new UserError(
          `The record of suite \`${record.suite}\` could not be written to ${options.shownAs}: ${messageOf(error)}. ` +
            'Check that the folder is writable, or name another one as store.',
          { cause: error },
        );
      }
    },
  };
}

/**
 * Makes a folder where there is none. A new one is no part of the repository that it lies in: what is written into it
 * would count as changed files.
 */
export async function startIgnoredFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made === undefined) return;
  const text = '# Written by prompt-regression. Delete this file to commit what lies here.\n*\n';
  await writeFile(join(folder, '.gitignore'), text);
}

/** Written beside its place and renamed, so that a reader or a killed run never sees half a file. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  try {
    const file = await open(draft, 'w');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Without the stand-in, and without the draft of a run that was killed. */
function commitNames(names: readonly string[]): readonly string[] {
  return names.filter((name) => name !== NO_COMMIT && !name.includes('.'));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
