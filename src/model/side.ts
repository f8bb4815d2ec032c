import type { Case } from './case.js';
import type { FileReader, FileTree } from './repository.js';
import type { AgentSettings } from './suite.js';

export type SideName = 'base' | 'head';

/** Files that can be measured: those of a commit, or of a folder. */
export type Snapshot = {
  /** `null` outside a repository, and for a working copy that differs from its commit. */
  readonly commit: string | null;
  /** The branch that the commit was found on; `null` if no branch was looked at. */
  readonly branch: string | null;
  /** All files of the repository; `null` outside one. */
  readonly tree: FileTree | null;
  /** The same by path relative to the working directory. */
  readonly reader: FileReader;
  /** Absolute path of the working directory on disk; `null` if the files are not checked out. */
  readonly root: string | null;
  /**
   * Paths of the commit's files that lie in `root` with other content, because an earlier step of the job rewrote or
   * removed them. Only programs see that: `tree` and `reader` are the commit's.
   */
  readonly rewritten: readonly string[];
};

/** A snapshot that programs can run in. */
export type WorkingCopy = Snapshot & { readonly root: string };

/** The watched files of one side. */
export type WatchedFiles = {
  /** Hash of paths, modes and contents; `null` outside a repository. */
  readonly fingerprint: string | null;
  /** Paths that the settings name and the commit does not have, because a step of the job built them. They count. */
  readonly built: readonly string[];
  /** Those of the snapshot's rewritten files that are watched. */
  readonly rewritten: readonly string[];
};

/** A side before its files are read: the snapshot, and the agent as this side's settings have it. */
export type SideSource = Snapshot & AgentSettings & { readonly name: SideName };

/** One side of a check: the agent and the cases that it answers. Base and head have this one type. */
export type Side = SideSource & SideCases & { readonly watched: WatchedFiles };

/** What one side is asked. */
export type SideCases = {
  /** The cases that it answers: the base's, in the same order on both sides. Empty if nothing runs. */
  readonly cases: readonly Case[];
  /** Estimated tokens of its prompt as one case fills it, on average; `null` without a prompt. */
  readonly promptTokens: number | null;
  /** False if its files have nothing that the suite could run. Then only the threshold decides. */
  readonly hasAgent: boolean;
};
