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
  return {
    tip: readTip,
    async entries(path) {
      let sha = (await readTip())?.tree;
      for (const [depth, name] of path.entries()) {
        if (sha === undefined) return [];
        const entry: TreeEntry | undefined = (await readTree(sha)).find(
          (candidate) => candidate.path === name,
        );
        if (entry !== undefined && entry.type !== 'tree') {
          throw new Error(`${path.slice(0, depth + 1).join('/')} is a file where a folder is expected`);
        }
        sha = entry?.sha;
      }
      return sha === undefined ? [] : readTree(sha);
    },
  };
}
