import type { BranchCommit } from './baseline.js';
import type { Case } from './case.js';
import type { DatasetChanges } from './comparison.js';
import type { Note, ReviewReason, SettingsChange } from './notes.js';
import type { FileReader, FileTree } from './repository.js';
import type { TaskSource } from './run-record.js';
import type { BaselineChoice, Suite } from './suite.js';
import type { TeamLabels } from './verdict.js';

/** One side of a comparison: the files that are run. */
export type Side = {
  readonly name: 'base' | 'head';
  /** Absolute folder that the suite's paths are relative to. */
  readonly root: string;
  /** Files by path relative to `root`. */
  readonly reader: FileReader;
  /** All files of the repository; `null` outside one. */
  readonly files: FileTree | null;
  /** `null` outside a repository. */
  readonly commit: string | null;
  /**
   * Paths of the commit's files that lie in `root` with other content, because an earlier step of the job rewrote or
   * removed them. Only programs see that: `reader` and `files` are the commit's.
   */
  readonly rewritten: readonly string[];
};

export type BaseCommit = BranchCommit & {
  readonly files: FileTree;
  /** The same, by path relative to the working directory. */
  readonly reader: FileReader;
};

/** One suite on one head, before anything was read. */
export type SuiteContext = {
  /** The settings that decide, with the head's target. */
  readonly suite: Suite;
  /** The base's own settings of the suite; the head's if the base lacks the suite. */
  readonly was: Pick<Suite, 'target' | 'provider' | 'dataset'>;
  readonly inBase: boolean;
  readonly onlyInBase: boolean;
  readonly changes: readonly SettingsChange[];
  readonly review: readonly ReviewReason[];
  readonly head: Side;
  /** The base to compare with; `null` outside a repository or on its first commit. */
  readonly baseCommit: BaseCommit | null;
  /**
   * The side whose scorers judge: the base's, so that a pull request cannot edit its own grader; `null`: the
   * head's own.
   */
  readonly reference: BaseCommit | null;
  readonly choice: BaselineChoice;
  readonly labels: TeamLabels;
  /** Folder of the suite's paths, relative to the repository's top; empty at the top. */
  readonly prefix: string;
  readonly configPath: string | null;
};

/** A row of the head's dataset that decides nothing before the merge, under the head's id. */
export type ShownRow = { readonly row: Case; readonly change: 'added' | 'edited' };

/** A row that asks what the base's asks, and is judged by something else. */
export type RegradedRow = {
  readonly row: Case;
  readonly change: 'regraded';
  readonly differs: 'groundTruth' | 'context' | 'task';
  /** Id of the base's row, by which its score is known. */
  readonly baseId: string;
};

export type TestCases = {
  /** The base's rows as the head gets them: the cases that decide. */
  readonly cases: readonly Case[];
  readonly baseCases: readonly Case[];
  readonly shown: readonly ShownRow[];
  /** Most rows that are shown; the others wait for the merge. */
  readonly mostShown: number;
  readonly regraded: readonly RegradedRow[];
  readonly changes: DatasetChanges;
};

/** Files of both sides, read before the first call. */
export type SuiteFiles = TestCases & {
  /** By case id: what the answers of both sides are judged against. */
  readonly tasks: ReadonlyMap<string, string | null>;
  readonly taskSource: TaskSource;
  /** The same for the head's rows, by their ids. */
  readonly shownTasks: ReadonlyMap<string, string | null>;
  /** True if nothing but the dataset changed: then only shown cases run. */
  readonly onlyShown: boolean;
  readonly datasetChanged: boolean;
  /** Estimated tokens of a prompt as one case fills it, on average; `null` on a side without a prompt. */
  readonly promptTokens: { readonly base: number | null; readonly head: number | null };
  /** False if the base has nothing that this suite could run. Then only the threshold decides. */
  readonly baseHasTarget: boolean;
  readonly review: readonly ReviewReason[];
  readonly notes: readonly Note[];
};

export type WatchedFiles = {
  /** Hash of the files; `null` if the side is not in a repository. */
  readonly head: string | null;
  readonly base: string | null;
  /** Paths of the files that differ, from the repository's top; `null` if a side is not in a repository. */
  readonly changed: readonly string[] | null;
  /** Paths of files that the settings name and the head's commit does not have. Their content is in `head`. */
  readonly built: readonly string[];
  /** Those of the head's rewritten files that are watched. */
  readonly rewritten: readonly string[];
};

export type SuiteRun = SuiteContext & {
  readonly status: 'ready';
  readonly files: SuiteFiles;
  readonly watched: WatchedFiles;
  /** Set if only some cases are run: how many the dataset has. */
  readonly subset?: { readonly of: number };
};

export type PreparedSuite =
  | SuiteRun
  | (SuiteContext & { readonly status: 'unchanged'; readonly watched: WatchedFiles })
  | (Pick<SuiteContext, 'changes' | 'review' | 'onlyInBase'> & {
      readonly suite: Pick<Suite, 'name'>;
      readonly status: 'cannot-run';
      /** Every problem found, one line each. */
      readonly problems: readonly string[];
    });
