import type { RuleName } from './finding.js';

/** Changed lines of one file, at the head. Texts are the pull request's. */
export type CauseLines = {
  /** From the repository's top. */
  readonly path: string;
  /** From 1. Of lines that were only removed, the line that is there now. */
  readonly line: number;
  readonly endLine: number;
  /** Without line ends. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
};

/** A setting of the agent that differs, such as its model. Values are as the config file writes them. */
export type CauseSetting = { readonly name: string; readonly before: unknown; readonly after: unknown };

/** A changed paragraph, list item or setting. */
export type CauseHunk = {
  readonly lines: readonly CauseLines[];
  readonly settings: readonly CauseSetting[];
};

/** The number of answers that agree, of all answers. */
export type Tally = { readonly agree: number; readonly of: number };

/** `alone`: one hunk causes it. `together`: both are needed. `each`: each of two is enough. */
export const RELATIONS = ['alone', 'together', 'each'] as const;
export type Relation = (typeof RELATIONS)[number];

/** Why no changed paragraph is named. */
export const UNEXPLAINED_REASONS = [
  /** The finding follows neither one change nor two. */
  'no-single-change',
  /** The agent always answers alike, and too few cases or paragraphs could show that it is no accident. */
  'steady',
  /** Only white space changed. */
  'no-change',
  /** The allowed calls were used up first. */
  'budget',
  /** The unchanged head or base answers otherwise in the worktree. */
  'not-here',
  /** The run ended first: it was stopped, or its time was up. */
  'stopped',
  /** Answers or verdicts could not be had. */
  'failed',
] as const;
export type UnexplainedReason = (typeof UNEXPLAINED_REASONS)[number];

/** Lines of the head's file, and what to put in their place. */
export type Suggestion = {
  /** From the repository's top. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
  /** The head's lines. */
  readonly replaced: readonly string[];
  readonly lines: readonly string[];
};

/** It was measured that without the hunks the cases recover, and that no case scores lower. */
export type Repair = {
  /** Cases of the suite that ran without the hunks. */
  readonly cases: number;
  /** Of these, the cases with the finding, and how many lack it without the hunks. */
  readonly recovered: Tally;
  /** `null` if more than one place has to be changed. */
  readonly suggestion: Suggestion | null;
};

/** The changed paragraphs that cause a finding. An explanation changes no decision. */
export type Explanation = {
  readonly rule: RuleName;
  /** The irrelevant sentence or the lost fact; `null` for a fall of scores. Foreign text. */
  readonly statement: string | null;
  /** The cases that were tested. */
  readonly caseIds: readonly string[];
} & (
  | {
      readonly kind: 'named';
      readonly hunks: readonly CauseHunk[];
      readonly relation: Relation;
      /** How many of the asked cases name it. */
      readonly naming: number;
      /** Answers without the hunks that lack the finding, and answers with only them that have it. */
      readonly without: Tally;
      readonly only: Tally;
      /** `null` if not all cases recover, a case scores lower, or not all cases could run. */
      readonly repair: Repair | null;
    }
  /** There is one changed paragraph, so nothing has to run. */
  | { readonly kind: 'only-change'; readonly hunks: readonly CauseHunk[] }
  | { readonly kind: 'none'; readonly because: UnexplainedReason }
);
