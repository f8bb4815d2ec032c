import type { FailureKind } from './errors.js';
import type { Shard } from './run-record.js';

/**
 * Everything in a report except findings, as data: `report/notes/` writes the sentences. Paths, values,
 * problems and reasons may be foreign text; problems and reasons are clauses.
 */

/** Worth knowing, and changes no decision. */
export type Note =
  /** Without an earlier prompt, the head's own text is the task. */
  | { readonly kind: 'task-of-head' }
  /** No case has more than the lowest score, on either side. */
  | { readonly kind: 'all-lowest'; readonly scorer: string }
  | {
      readonly kind: 'no-ground-truth';
      readonly scorer: string;
      readonly missing: number;
      readonly of: number;
    }
  /** The baseline's stored answers were judged again. */
  | { readonly kind: 'rejudged'; readonly because: JudgingDifference }
  /** The base's agent fails like the head's. */
  | { readonly kind: 'base-failed-too' }
  /** The base's config file does not have this suite. */
  | { readonly kind: 'new-suite' }
  /** The base's config file does not have this suite, and its agent cannot be measured. */
  | { readonly kind: 'base-not-set-up'; readonly reason: Cause }
  | { readonly kind: 'some-cases'; readonly ran: number; readonly of: number }
  | { readonly kind: 'stored'; readonly commit: string | null; readonly store: string }
  /** The run is incomplete, so no baseline was stored. */
  | { readonly kind: 'not-stored' }
  /** The answers are judged without the thoughts before them. */
  | { readonly kind: 'thoughts-left-out'; readonly answers: number }
  /** An earlier step rewrote watched files. Programs see the working copy; all else is the commit's. */
  | {
      readonly kind: 'rewritten';
      readonly paths: readonly string[];
      readonly counted: 'working-copy' | 'commit';
    }
  | SelfJudgeNotice
  | (ModelShutdown & { readonly kind: 'model-shutdown' })
  | { readonly kind: 'slowed-down'; readonly host: string; readonly refused: number }
  /** Two records were compared without a judge, so only by words. */
  | { readonly kind: 'facts-not-compared' }
  /** Two records have too few answers per case to show that a fact is lost. */
  | { readonly kind: 'few-runs-for-facts'; readonly needed: number }
  /** A provider was too busy. `reason`: the last one, as a clause. */
  | { readonly kind: 'overloaded'; readonly reason: string; readonly times: number }
  /** Two records were compared without a config file that has their suite. */
  | { readonly kind: 'default-gate'; readonly suite: string }
  | { readonly kind: 'two-suites'; readonly base: string; readonly head: string };

/** `date` as YYYY-MM-DD. */
export type ModelShutdown = { readonly model: string; readonly date: string };

/** The model of the target judges its own answers. */
export type SelfJudgeNotice = {
  readonly kind: 'judges-itself';
  readonly suite: string;
  readonly model: string;
};

/** A change of the pull request to its own check. */
export type SettingsChange =
  | {
      readonly kind: 'setting';
      /** As the config file calls it: `limits.max-calls`. */
      readonly name: string;
      /** Set if it belongs to one of several scorers. */
      readonly scorer?: string;
      /** As the config file writes them; missing on a side that does not set it. */
      readonly before?: unknown;
      readonly after?: unknown;
      /** Whose value counts before the merge. */
      readonly decides: 'base' | 'head';
    }
  | { readonly kind: 'task' }
  | { readonly kind: 'watch'; readonly removed: readonly string[]; readonly added: readonly string[] }
  | { readonly kind: 'suite-removed' }
  | { readonly kind: 'labels'; readonly path: string }
  /** `files`: those that differ, of the scorer's own and what it imports. */
  | {
      readonly kind: 'scorer-code';
      readonly path: string;
      readonly files: readonly string[];
      readonly removed: boolean;
    }
  | { readonly kind: 'workflow'; readonly path: string }
  /** The product's code asks the suite's prompt with another model than before, and than the suite. */
  | {
      readonly kind: 'model-in-code';
      readonly path: string;
      readonly model: string;
      readonly measured: string;
    }
  /** Files that `watch` names, from the repository's top. The suite asks a prompt that did not change. */
  | { readonly kind: 'unread-files'; readonly paths: readonly string[]; readonly measured: string };

/** A change of a model or a text that this check does not ask. */
export type UntestedChange = Extract<SettingsChange, { readonly kind: 'model-in-code' | 'unread-files' }>;

export function isUntested(change: SettingsChange): change is UntestedChange {
  return change.kind === 'model-in-code' || change.kind === 'unread-files';
}

/** Reasons for human review: red, whatever was measured. */
export type ReviewReason =
  | {
      /** A file of the base cannot be used. The head's replaces it (config, dataset, scorer), or nothing does (labels). */
      readonly kind: 'unreadable-base';
      readonly what: 'config' | 'dataset' | 'labels' | 'scorer';
      /** `null` if the problem names it. */
      readonly path: string | null;
      /** Empty if there is no such file. */
      readonly problems: readonly string[];
    }
  /** Nothing was compared, because the base's agent or judge does not work. */
  | { readonly kind: 'broken-base'; readonly reason: Cause }
  /** Recorded answers take the place of a live target. */
  | { readonly kind: 'recorded-target'; readonly paths: readonly string[] }
  /** The suite no longer uses the base's prompt file, which changed. */
  | { readonly kind: 'prompt-not-asked'; readonly path: string }
  /** The base's agent gave no answer to these cases. `reason`: of the first. */
  | {
      readonly kind: 'failed-at-base';
      readonly failed: number;
      readonly of: number;
      readonly reason: string;
    }
  | {
      /** Cases of the base that the head did not answer, by cause. */
      readonly kind: 'cases-not-compared';
      readonly cause: 'prompt-variables' | 'not-recorded' | 'not-in-record';
      readonly missing: number;
      readonly of: number;
      /** Those with an id of their own. */
      readonly caseIds?: readonly string[];
    }
  | {
      readonly kind: 'fork-renames';
      readonly files: readonly { readonly from: string; readonly to: string }[];
    }
  /** Only the fork's message prompts ran, but it changes more of these files. */
  | { readonly kind: 'fork-changes'; readonly paths: readonly string[] }
  /** These scorers have nothing to score in any answer of both sides. */
  | { readonly kind: 'nothing-to-score'; readonly scorers: readonly string[] }
  /** Answers to these cases influenced the judge, and the base's did not. */
  | { readonly kind: 'misled-judge'; readonly caseIds: readonly string[] };

/** The reason why a record's scores cannot be compared with today's. */
export type JudgingDifference =
  | { readonly kind: 'judge'; readonly before: string; readonly after: string }
  | { readonly kind: 'judge-settings' }
  | { readonly kind: 'rubric' }
  | { readonly kind: 'task' }
  /** The record has no score by these. */
  | { readonly kind: 'scorers'; readonly scorers: readonly string[] }
  | { readonly kind: 'formula'; readonly scorers: readonly string[] }
  | { readonly kind: 'labels' };

/** The reason why something was not measured or compared. `reason` is a clause that may hold foreign text. */
export type Obstacle =
  | { readonly kind: 'stopped'; readonly failure: FailureKind; readonly reason: string }
  | {
      /** Cases without a score, more than the error limit allows. */
      readonly kind: 'unscored';
      readonly side: 'base' | 'head';
      readonly missing: number;
      readonly of: number;
      /** The most common failure among them, and its number of cases. */
      readonly failure: FailureKind | 'no-cases';
      readonly share: number;
      readonly reason: string;
    }
  | {
      readonly kind: 'empty-answers';
      readonly empty: number;
      readonly of: number;
      readonly everywhere: boolean;
    }
  | { readonly kind: 'incomparable'; readonly because: JudgingDifference; readonly canRejudge: boolean }
  | { readonly kind: 'few-pairs'; readonly usable: number; readonly had: number }
  | { readonly kind: 'unreadable-baseline' }
  | { readonly kind: 'no-record' }
  /** An earlier step rewrote these watched files, so the answers are not the commit's. */
  | { readonly kind: 'rewritten'; readonly paths: readonly string[] }
  /** The baseline's record lacks the task of its answers. */
  | { readonly kind: 'no-task' }
  | { readonly kind: 'no-shards' }
  | { readonly kind: 'shard-counts'; readonly counts: readonly number[] }
  | (Shard & { readonly kind: 'shard'; readonly problem: 'missing' | 'doubled' | 'other-run' })
  | { readonly kind: 'shard-file'; readonly name: string };

/** The reason why nothing was measured: an obstacle, or a clause without secrets that may hold foreign text. */
export type Cause = Obstacle | string;
