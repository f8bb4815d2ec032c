import { posix, relative, resolve, sep } from 'node:path';
import { UserError } from '../model/errors.js';
import { type FileEntry, type FileTree, isLink, isSubmodule } from '../model/repository.js';
import { renderFirst } from '../text/values.js';

/** Default folder for commands' files, ignored by git. */
export const STATE_FOLDER = '.prompt-regression';

/** Files of earlier runs that git tracks. A branch may have brought them, so they are not trusted. */
export type CommittedState = {
  /** True for such a file, and for what lies in such a link or submodule. */
  has(path: string): boolean;
  /** Warns of them in a folder of the run's own. Throws `UserError` if the run would write through a link. */
  check(folder: string, warn: (line: string) => void): void;
};

const NOTHING_COMMITTED: CommittedState = { has: () => false, check() {} };

/**
 * Below `.prompt-regression`, all tracked files count. Elsewhere, such as in a store that the config file names, those
 * that the branch point does not have.
 */
export async function readCommittedState({
  folder,
  prefix,
  tracked,
  branchPoint,
}: {
  readonly folder: string;
  readonly prefix: string;
  readonly tracked: readonly FileEntry[];
  readonly branchPoint: FileTree | null;
}): Promise<CommittedState> {
  if (branchPoint === null) return NOTHING_COMMITTED;
  const before = new Map((await branchPoint.list()).map(({ path, blob }) => [path, blob]));
  const pathIn = (path: string) =>
    posix.join(prefix, relative(folder, resolve(folder, path)).split(sep).join('/'));
  const home = pathIn(STATE_FOLDER);
  const isNew = ({ path, blob }: FileEntry) => isWithin(path, home) || before.get(path) !== blob;
  const entries = tracked.filter(isNew);
  return {
    has: (path) => entries.some((entry) => isWithin(pathIn(path), entry.path)),
    check(path, warn) {
      const inside = pathIn(path);
      const trackedEntries = entries.filter(
        (entry) => isWithin(entry.path, inside) || isWithin(inside, entry.path),
      );
      const [first] = trackedEntries;
      if (first === undefined) return;
      const names = renderFirst(trackedEntries, 3, (entry) => JSON.stringify(entry.path), 'file');
      const remedy = `take them out of git with \`git rm -r --cached ${first.path.slice(0, inside.length)}\``;
      if (trackedEntries.some((entry) => isLink(entry) || isSubmodule(entry))) {
        throw new UserError(
          `${path}: git tracks ${names}, a link or a submodule, through which a run would write; ${remedy}`,
        );
      }
      warn(`${path}: git tracks ${names}. A branch may have brought them, so they are ignored; ${remedy}.`);
    },
  };
}

/** On some systems, names that differ only in case are the same. */
function isWithin(path: string, folder: string): boolean {
  return folder === '.' || `${path.toLowerCase()}/`.startsWith(`${folder.toLowerCase()}/`);
}
