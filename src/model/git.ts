import type { FileTree } from './files.js';

/** A temporary checkout of one commit. The user's own checkout is never touched. */
export type Worktree = AsyncDisposable & {
  readonly path: string;
  readonly commit: string;
};

/** The local repository, by the `git` program. */
export interface Git {
  /** Absolute path of the repository's top folder. */
  readonly top: string;
  head(): Promise<string>;
  /** Parents of a commit, also in a shallow clone. */
  parents(commit: string): Promise<readonly string[]>;
  /** Full sha of a ref or abbreviation; `null` if there is none. */
  resolve(ref: string): Promise<string | null>;
  /** The default branch and its tip, as the clone knows them without network; `null` if it knows none. */
  defaultBranch(): Promise<{ readonly name: string; readonly commit: string } | null>;
  /** Merge base; `null` if the clone is too shallow to tell. */
  mergeBase(a: string, b: string): Promise<string | null>;
  isAncestor(ancestor: string, commit: string): Promise<boolean | null>;
  /**
   * Makes the commit's files available, fetching it with depth 1 if they are missing. Throws `UserError` if
   * that fails.
   */
  ensureCommit(commit: string): Promise<void>;
  /** Files of a commit. */
  commitTree(commit: string): FileTree;
  /** Files of the working tree: tracked, and untracked but not ignored. */
  workingTree(): FileTree;
  addWorktree(commit: string): Promise<Worktree>;
}
