import type { GitData, TreeEntry } from '../../ports/github.js';

/** A branch as it was when it was first looked at. Trees never change, so each is read once. */
export type BranchReader = {
  /** Entries of a folder; empty where there is none. */
  entries(path: readonly string[]): Promise<readonly TreeEntry[]>;
  /** Commit and tree at the tip; `null` where there is no such branch. */
  tip(): Promise<{ readonly commit: string; readonly tree: string } | null>;
};

export function createBranchReader(gitData: GitData, branch: string): BranchReader {
  const trees = new Map<string, Promise<readonly TreeEntry[]>>();
  let whole: ReturnType<GitData['readWholeTree']> | null = null;
  let tip: ReturnType<GitData['readBranch']> | null = null;
  const readTree = (sha: string) => {
    const known = trees.get(sha) ?? gitData.readTree(sha);
    trees.set(sha, known);
    return known;
  };
  const readTip = () => {
    tip ??= gitData.readBranch(branch);
    return tip;
  };
  /** One request where the branch is not very large; `null` where it is. */
  const readWhole = () => {
    whole ??= readTip().then((at) => (at === null ? [] : gitData.readWholeTree(at.tree)));
    return whole;
  };
  const fail = (path: readonly string[]): never => {
    throw new Error(`${path.join('/')} is a file where a folder is expected`);
  };
  return {
    tip: readTip,
    async entries(path) {
      const all = await readWhole();
      if (all !== null) {
        const parents = path.map((_, depth) => path.slice(0, depth + 1));
        const file = parents.find((parent) =>
          all.some((entry) => entry.path === parent.join('/') && entry.type !== 'tree'),
        );
        if (file !== undefined) fail(file);
        const folder = path.map((name) => `${name}/`).join('');
        return all
          .filter((entry) => entry.path.startsWith(folder) && !entry.path.slice(folder.length).includes('/'))
          .map((entry) => ({ ...entry, path: entry.path.slice(folder.length) }));
      }
      let sha = (await readTip())?.tree;
      for (const [depth, name] of path.entries()) {
        if (sha === undefined) return [];
        const entry: TreeEntry | undefined = (await readTree(sha)).find(
          (candidate) => candidate.path === name,
        );
        if (entry !== undefined && entry.type !== 'tree') fail(path.slice(0, depth + 1));
        sha = entry?.sha;
      }
      return sha === undefined ? [] : readTree(sha);
    },
  };
}
