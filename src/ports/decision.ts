import type { Search } from './comparison.js';
import type { RunRecord } from './run-record.js';

/** What may fail the job, as `fail-on` names it. */
export const FAIL_ON = ['regression', 'threshold', 'error', 'inconclusive'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** What a decision rests on, the weightiest first. `review`: a person has to look, whatever `fail-on` says. */
export const REASONS = ['review', ...FAIL_ON] as const;
export type Reason = (typeof REASONS)[number];

export type GateSettings = {
  /** Lowest acceptable mean, 0..1 of the scale; `null` when none is set. */
  readonly threshold: number | null;
  /** Smallest drop of the mean that counts, 0..1 of the scale. */
  readonly maxDrop: number;
  /** Drop of one case that counts, 0..1 of the scale. */
  readonly caseDrop: number;
  readonly failOn: readonly FailOn[];
  readonly onMissingBaseline: 'pass' | 'fail';
};

/** One rule's finding, in one line that a person reads once. */
export type RuleFinding = {
  readonly rule: 'review' | 'mean' | 'spread' | 'statements' | 'case' | 'floor' | 'errors' | 'baseline';
  readonly outcome: 'holds' | 'fails' | 'warns' | 'off' | 'inconclusive';
  readonly line: string;
  /** True where another look could have settled it, and nothing hung on that. */
  readonly unsettled?: true;
  /** Ids of the cases that it is about, worst first; missing where it is about the suite. */
  readonly cases?: readonly string[];
};

/** Numbers of the MEAN test, for the report. Scores and drops are 0..1 of the scale. */
export type MeanTest = {
  readonly cases: number;
  readonly baseRuns: number;
  readonly headRuns: number;
  /** `base - head`: positive is worse. */
  readonly drop: number;
  /** What the drop is held against: the smallest that counts. */
  readonly maxDrop: number;
  /** Probability of a fall at least this large if nothing had changed, exact. */
  readonly p: number;
  /**
   * The same if every case were as likely to rise as to fall by what it moved, as after a harmless rewording; 1 where
   * the fall is too small or too likely for it to matter.
   */
  readonly pEven: number;
};

/** What helps where nothing was decided. */
export type Remedy =
  /** It passes, or chance had its part in it. */
  | 'run-again'
  | 'raise-limit'
  /** It answered nothing until the run ended: another run would end the same. */
  | 'mend-agent'
  /** Files of the head: the same files would end the same. */
  | 'correct'
  /** A scorer without a case that it can score. */
  | 'give-cases'
  /** A key, a model, an address. */
  | 'mend-access'
  | 'change-judge'
  | 'store-baseline'
  /** The store may only be out of reach. */
  | 'read-again'
  /** The stored record has too few of today's cases; the base itself can be asked them. */
  | 'ask-base'
  /** What is said of the cause says what to do too. */
  | 'as-told';

export type Decision = {
  readonly outcome: 'pass' | 'fail' | 'inconclusive';
  /** Why, first the weightiest; empty for a plain pass. */
  readonly because: readonly Reason[];
  /** True when the job fails. */
  readonly blocking: boolean;
  /** State of the commit status. */
  readonly status: 'success' | 'failure' | 'error';
  /** The `passed` output. */
  readonly passed: boolean;
  /** What is said in one line: decision, base → head, chance. No score where the outcome is inconclusive. */
  readonly headline: string;
  /** Commit status description, at most 140 characters. */
  readonly shortLine: string;
  readonly findings: readonly RuleFinding[];
  readonly mean: MeanTest | null;
  /** What helps; set where the outcome is inconclusive. */
  readonly remedy?: Remedy;
};

export type GateAnswer =
  | {
      readonly kind: 'decided';
      readonly decision: Decision;
      /** What was sampled again for single cases and what it showed, one line each; with scores. */
      readonly notes: readonly string[];
    }
  | {
      readonly kind: 'more-samples';
      /** Case ids, or the whole suite. */
      readonly cases: 'all' | readonly string[];
      /** Samples a case wanted in all: suite-wide ones, for single cases their own added. */
      readonly upTo: number;
      /** Said in the report: what was sampled again and why. */
      readonly why: string;
    }
  | {
      /** The base is to be run again today, beside what was stored of it. */
      readonly kind: 'control';
      readonly why: string;
    }
  | {
      /** The irrelevant statements of these cases are to be judged twice more before the cases count as broken. */
      readonly kind: 'confirm';
      readonly cases: readonly string[];
      readonly why: string;
    };

/** What a gate wants to know before it decides. */
export type Wanted = Exclude<GateAnswer, { readonly kind: 'decided' }>;
export type GateAsk = Wanted & { readonly scorer: string };

/** Statements that words did not find, by case id: they are to be searched in other words. */
export type MatchAsk = { readonly kind: 'match'; readonly searches: ReadonlyMap<string, readonly Search[]> };

/** By scorer: cases whose bad items were judged again already; a scorer that is not in it has no judge to ask. */
export type Confirmed = ReadonlyMap<string, ReadonlySet<string>>;

/** The base run again today, to be held beside the stored baseline. */
export type ControlRun =
  | { readonly kind: 'askable' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'record'; readonly record: RunRecord };
