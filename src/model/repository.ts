/**
 * `blob` is for comparing: the git id of the content, prefixed with the mode unless the file is plain.
 * So an executable or a link differs from a plain file with the same content.
 */
export type FileEntry = { readonly path: string; readonly blob: string };

/** A plain file is its content's id alone. */
export function hashAsGitBlob(mode: string, sha: string): string {
  // Old trees have 100664.
  return mode === '100644' || mode === '100664' ? sha : `${mode} ${sha}`;
}

export const LINK_MODE = '120000';

export function isLink({ blob }: FileEntry): boolean {
  return blob.startsWith(`${LINK_MODE} `);
}

const SUBMODULE_MODE = '160000';

export function isSubmodule({ blob }: FileEntry): boolean {
  return blob.startsWith(`${SUBMODULE_MODE} `);
}

/** Files by path relative to a folder, with forward slashes. */
export interface FileReader {
  /** In words, for messages: `working tree`, `pull request's head`, `base commit 1a2b3c4`. */
  readonly name: string;
  /**
   * A file's text; `null` for a folder or a missing file. Throws `UserError` unless it is text.
   * With `anything`, which is only for comparing, every file is read as text.
   */
  read(path: string, as?: 'text' | 'anything'): Promise<string | null>;
  /**
   * The path without the symbolic links on the way, whether there is a file or not; `null` outside the tree or in a
   * circle. Missing if the reader itself follows links.
   */
  follow?(path: string): Promise<string | null>;
  /** Paths of all that lies below the folder, links and submodules included; missing if they cannot be listed. */
  paths?(): Promise<readonly string[]>;
}

/** The paths of a tree, and the targets of its symbolic links. */
export interface FileListing {
  /** The target of a symbolic link, unresolved; `null` if there is no link. */
  linkTarget(path: string): Promise<string | null>;
  list(): Promise<readonly FileEntry[]>;
}

/** All files of one commit, or of the working tree. */
export interface FileTree extends FileReader, FileListing {
  /** A file's bytes, text or not; `null` if it is missing. */
  readBytes(path: string): Promise<Uint8Array | null>;
}

/** A temporary checkout of one commit. The user's own checkout is never touched. */
export type Worktree = AsyncDisposable & {
  readonly path: string;
  readonly commit: string;
};

export interface WorktreeSource {
  addWorktree(commit: string): Promise<Worktree>;
}

export interface Git extends WorktreeSource {
  /** Absolute path of the repository's top folder. */
  readonly top: string;
  /** Top of the repository that has this one as a submodule; `null` for all others. */
  readonly superproject: string | null;
  /** The commit that is checked out; `null` before the first one. */
  head(): Promise<string | null>;
  /** Parents of a commit, also in a shallow clone. */
  parents(commit: string): Promise<readonly string[]>;
  /** A branch, tag or commit, also of the server; `null` without one. Throws `UserError` if the server does not answer. */
  resolve(ref: string): Promise<string | null>;
  /** The default branch and its tip, as the clone knows them without network; `null` if it knows none. */
  defaultBranch(): Promise<{ readonly name: string; readonly commit: string } | null>;
  /** The clone's own branches and those of `origin`, by name without `origin/`. */
  branches(): Promise<readonly string[]>;
  /** The branch that is checked out; `null` for a commit without one. */
  currentBranch(): Promise<string | null>;
  /** Merge base; `null` without one, or if the clone is too shallow to tell. */
  mergeBase(a: string, b: string): Promise<string | null>;
  isAncestor(ancestor: string, commit: string): Promise<boolean | null>;
  /** Commits that `to` has and `from` lacks, as far as the clone goes. */
  countCommits(from: string, to: string): Promise<number>;
  /**
   * Makes the commit's files available, fetching it with depth 1 if they are missing. Throws `UserError` if
   * that fails.
   */
  ensureCommit(commit: string): Promise<void>;
  commitTree(commit: string): FileTree;
  /** The ids of a commit's folders, by path. */
  folders(commit: string): Promise<ReadonlyMap<string, string>>;
  /** Files of the working tree: tracked, and untracked but not ignored. */
  workingTree(): FileTree;
  /** Files of the index, links and submodules included. */
  tracked(): Promise<readonly FileEntry[]>;
  /**
   * Paths of the commit's files that have other content in the working tree, or are gone there. Modes and line ends do
   * not count, nor does what git's own filters make of a file.
   */
  listRewritten(commit: string): Promise<readonly string[]>;
}
