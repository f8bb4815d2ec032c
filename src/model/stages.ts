import type { Case } from './case.js';
import type { DatasetChanges } from './comparison.js';
import type { Note, ReviewReason, SettingsChange } from './notes.js';
import type { TaskSource } from './run-record.js';
import type { Side, SideName, SideSource, WorkingCopy } from './side.js';
import type { BaselineChoice, DecidingSettings } from './suite.js';
import type { TeamLabels } from './verdict.js';

/**
 * What every stage knows of a suite, beside its two sides. The four stages are `SuiteSettings` → `PreparedSuite` →
 * `MeasuredSuite` → `ConcludedSuite`; the last two are in `session/measure-suite.ts` and `session/conclude-suite.ts`.
 */
type SuiteFacts = ConfigFacts & {
  /** The settings that decide: the base's, or the head's for a new suite. */
  readonly settings: DecidingSettings;
  /** The side whose scorers and labels judge both: the base, so that a pull request cannot edit its own grader. */
  readonly judgedBy: SideName;
  readonly choice: BaselineChoice;
  readonly labels: TeamLabels;
  /** Folder of the suite's paths, relative to the repository's top; empty at the top. */
  readonly prefix: string;
  readonly configPath: string | null;
  /** Own scorers of either side, relative to the folder of the suite's paths. They are no part of the agent. */
  readonly scorerFiles: readonly string[];
};

/** What both config files say of a suite, even if it cannot run. */
type ConfigFacts = {
  /** By side, true if its own config file has the suite. The base's settings decide if it has. */
  readonly inConfig: Readonly<Record<SideName, boolean>>;
  readonly changes: readonly SettingsChange[];
  readonly review: readonly ReviewReason[];
};

/** True if the base's config file does not have the suite. A file that cannot be read may have it. */
export function isNewSuite({ inConfig, review }: ConfigFacts): boolean {
  const isUnreadable = review.some((reason) => reason.kind === 'unreadable-base' && reason.what === 'config');
  return !inConfig.base && !isUnreadable;
}

/** Stage 1: the settings of one suite, and where both sides come from. */
export type SuiteSettings = SuiteFacts & {
  /** The base to compare with; `null` outside a repository or on its first commit. */
  readonly base: SideSource | null;
  readonly head: SideSource & WorkingCopy;
};

/** A suite whose watched files were read. */
export type WatchedSuite = SuiteFacts & {
  readonly base: Side | null;
  readonly head: Side & WorkingCopy;
  /** Paths of the watched files that differ, from the repository's top; `null` if a side is not in a repository. */
  readonly changedFiles: readonly string[] | null;
};

/** What the datasets and prompt files of both sides say. */
export type DatasetFacts = {
  /** By case id: what the answers of both sides are judged against. */
  readonly tasks: ReadonlyMap<string, string | null>;
  readonly taskSource: TaskSource;
  readonly shown: ShownRows;
  readonly datasetChanges: DatasetChanges;
  readonly notes: readonly Note[];
};

/** Stage 2: both sides with their cases, read before the first call. */
export type PreparedSuite = WatchedSuite &
  DatasetFacts & {
    readonly status: 'ready';
    /** True if nothing but the dataset changed: then only shown cases run. */
    readonly onlyShown: boolean;
    /** Set if only some cases are run: how many the dataset has. */
    readonly subset?: { readonly of: number };
  };

export type UnchangedSuite = WatchedSuite & { readonly status: 'unchanged' };

export type UnreadableSuite = ConfigFacts & {
  readonly status: 'cannot-run';
  readonly settings: { readonly name: string };
  /** Every problem found, one line each. */
  readonly problems: readonly string[];
};

/** The result of reading a suite's files. */
export type SuitePreparation = PreparedSuite | UnchangedSuite | UnreadableSuite;

/** Cases of the head's dataset that decide nothing before the merge. */
export type ShownRows = {
  readonly rows: readonly ShownRow[];
  /** Most rows that are shown; the others wait for the merge. */
  readonly max: number;
  readonly regraded: readonly RegradedRow[];
  /** By the id of the head's row. */
  readonly tasks: ReadonlyMap<string, string | null>;
};

/** A row of the head's dataset, under the head's id. */
export type ShownRow = { readonly row: Case; readonly change: 'added' | 'edited' };

/** A row that asks what the base's asks, and is judged by something else. */
export type RegradedRow = {
  readonly row: Case;
  readonly change: 'regraded';
  readonly differs: 'groundTruth' | 'context' | 'task';
  /** Id of the base's row, by which its score is known. */
  readonly baseId: string;
};
