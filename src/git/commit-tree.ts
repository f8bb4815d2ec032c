import type { FileEntry, FileTree } from '../ports/files.js';
import { gitOutput, type RunGit, splitNul } from './run-git.js';
import { treePath } from './tree-path.js';

type CommitEntry = FileEntry & { readonly mode: string };

/**
 * Files of a commit, read from git's objects, with the checkout's filters applied (line ends, large file storage), so
 * that a text is the same as in a checkout. Symbolic links and submodules are listed, since a change of them is a
 * change, and never followed: reading one gives `null`, so no tree can point at a file outside of it.
 */
export function openCommitTree(run: RunGit, commit: string): FileTree {
  let entries: Promise<ReadonlyMap<string, CommitEntry>> | null = null;
  const load = () => {
    entries ??= listCommit(run, commit);
    return entries;
  };
  return {
    name: `commit ${commit.slice(0, 7)}`,
    async read(path) {
      const inside = treePath(path);
      const entry = inside === null ? undefined : (await load()).get(inside);
      if (entry === undefined || !entry.mode.startsWith('100')) return null;
      return (await gitOutput(run, ['cat-file', '--filters', `${commit}:${entry.path}`])).toString('utf8');
    },
    async list() {
      return [...(await load()).values()].map(({ path, blob }) => ({ path, blob }));
    },
  };
}

async function listCommit(run: RunGit, commit: string): Promise<ReadonlyMap<string, CommitEntry>> {
  const output = await gitOutput(run, ['ls-tree', '-r', '-z', '--full-tree', commit]);
  const entries = splitNul(output).map((line): CommitEntry => {
    const tab = line.indexOf('\t');
    const [mode = '', , blob = ''] = line.slice(0, tab).split(' ');
    return { path: line.slice(tab + 1), blob, mode };
  });
  return new Map(entries.map((entry) => [entry.path, entry]));
}
