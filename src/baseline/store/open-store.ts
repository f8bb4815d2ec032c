import { resolve } from 'node:path';
import type { BaselineStore, CoverageLookup, CoverageStore, StoreLookup } from '../../model/baseline.js';
import { isWholeCoverage } from '../../model/coverage.js';
import { describeError, UserError } from '../../model/errors.js';
import type { GitData } from '../../model/github.js';
import type { StoreSettings } from '../../model/suite.js';
import { type BranchOptions, openBranchFiles } from './branch.js';
import { decodeCoverage, encodeCoverage } from './coverage-codec.js';
import { openFolderFiles } from './folder-files.js';
import { decodeStoredRecord, encodeRecord } from './record-codec.js';
import {
  buildRunFileName,
  createStorePlace,
  NO_COMMIT,
  type StoreFiles,
  type StorePath,
  type StorePlace,
  sortNewestFirst,
} from './store-paths.js';

export type StoreContext = Omit<BranchOptions, 'gitData' | 'branch'> & {
  /** `null` if GitHub is not reached. */
  readonly gitData: GitData | null;
  /** Base of a relative location. */
  readonly folder: string;
  /** The suites' working directory, relative to the repository's top; empty at the top and outside a repository. */
  readonly directory: string;
  readonly attempt: number;
  /** True for a file of a folder that is not trusted. By default, all are trusted. */
  readonly isIgnored?: (path: string) => boolean;
};

/** Opens the settings' store without reading it. Throws `UserError` for a branch without GitHub. */
export function openStore(settings: StoreSettings, context: StoreContext): BaselineStore {
  const { directory } = context;
  const files = openFiles(settings, context);

  /** The newest record of these commits. */
  const readNewest = async (at: StorePlace, commits: readonly string[]): Promise<StoreLookup> => {
    const found = await Promise.all(
      commits.map(async (commit) =>
        (await files.names([...at.runs, commit])).map((name) => ({ commit, name })),
      ),
    );
    const records = found.flat();
    // A run has one record per suite, so the name orders records of different commits.
    const [newest] = sortNewestFirst(records.map(({ name }) => name));
    const record = records.find(({ name }) => name === newest);
    if (record === undefined) return { status: 'absent' };
    const { commit, name } = record;
    const path = [...at.runs, commit, name];
    return catchUnreadable(
      async () => decodeStoredRecord(path.join('/'), await files.readBytes(path)),
      `${path.join('/')}: `,
    );
  };

  const placeSuite = (suite: string) => createStorePlace(directory, suite);
  return {
    name: files.name,
    text: settings.text,
    byCommit: (suite, commit) => catchUnreadable(() => readNewest(placeSuite(suite), [commit])),
    async commitsByWatched(suite, watched) {
      return findCommits(await files.names([...placeSuite(suite).files, watched]));
    },
    async commits(suite) {
      return findCommits(await files.names(placeSuite(suite).runs));
    },
    latest: (suite) =>
      catchUnreadable(async () => readNewest(placeSuite(suite), await files.names(placeSuite(suite).runs))),
    async write(record) {
      const at = placeSuite(record.suite);
      const name = `record of suite \`${record.suite}\``;
      if (record.commit === null && files.isByCommit) {
        throw new UserError(
          `The ${name} names no commit, and ${files.name} keeps records by commit. Run in a checkout, or store in a folder.`,
        );
      }
      const commit = record.commit ?? NO_COMMIT;
      const path = [...at.runs, commit, buildRunFileName(context.runId, context.attempt)];
      const bytes = await encodeRecord(record, { text: settings.text });
      const pointer = record.watched === null ? [] : [[...at.files, record.watched, commit]];
      await files.add({
        name,
        title: `Baseline of ${record.suite} at ${commit.slice(0, 7)}`,
        files: [{ path, bytes }, ...pointer.map((each) => ({ path: each, bytes: new Uint8Array() }))],
      });
    },
    ...openMaps(files, placeSuite, settings.text),
  };
}

const WHOLE_MAP = 'whole.json.gz';
const PARTIAL_MAP = 'partial.json.gz';

function openMaps(
  files: StoreFiles,
  place: (suite: string) => StorePlace,
  text: StoreSettings['text'],
): CoverageStore {
  return {
    coveredPrompts: (suite) => files.names(place(suite).coverage),
    coverage: (suite, prompt) => readCoverage([...place(suite).coverage, prompt], files),
    async writeCoverage(prompt, coverage) {
      const { suite } = coverage;
      // Two names, so that a partial map cannot replace a whole one, even if two runs write at once.
      const name = isWholeCoverage(coverage) ? WHOLE_MAP : PARTIAL_MAP;
      const bytes = await encodeCoverage(coverage, text);
      await files.add({
        name: `prompt coverage of suite \`${suite}\``,
        title: `Prompt coverage of ${suite}`,
        files: [{ path: [...place(suite).coverage, prompt, name], bytes }],
      });
    },
  };
}

async function readCoverage(folder: StorePath, files: StoreFiles): Promise<CoverageLookup> {
  let where = '';
  try {
    const names = await files.names(folder);
    const name = [WHOLE_MAP, PARTIAL_MAP].find((each) => names.includes(each));
    if (name === undefined) return { status: 'absent' };
    where = `${[...folder, name].join('/')}: `;
    return { status: 'found', coverage: await decodeCoverage(await files.readBytes([...folder, name])) };
  } catch (error) {
    return { status: 'unreadable', reason: `${where}${describeError(error)}` };
  }
}

function openFiles({ kind, location }: StoreSettings, context: StoreContext): StoreFiles {
  switch (kind) {
    case 'branch': {
      const { gitData } = context;
      if (gitData === null) {
        throw new UserError(
          `Baselines are kept on the branch \`${location}\`, which is read by GitHub's API, and this run has no token. ` +
            'Give the input `github-token`, or keep them in a folder: `store: { file: baselines }` in the config file.',
        );
      }
      return openBranchFiles({ ...context, gitData, branch: location });
    }
    case 'file':
      return openFolderFiles(resolve(context.folder, location), location, context.isIgnored ?? (() => false));
    default:
      return kind satisfies never;
  }
}

async function catchUnreadable(read: () => Promise<StoreLookup>, where = ''): Promise<StoreLookup> {
  try {
    return await read();
  } catch (error) {
    return { status: 'unreadable', reason: `${where}${describeError(error)}` };
  }
}

/** Without the placeholder, and without drafts of killed runs. */
function findCommits(names: readonly string[]): readonly string[] {
  return names.filter((name) => name !== NO_COMMIT && !name.includes('.'));
}
