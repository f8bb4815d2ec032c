import type { ChosenBaseline } from './baseline.js';
import type { Search } from './comparison.js';
import type { Cause, Obstacle, ReviewReason } from './notes.js';
import { FAIL_ON, type MeanLimits } from './suite.js';

/**
 * Reasons for a decision, the most important first. `review`: the change needs human review, whatever
 * `fail-on` says.
 */
export const REASONS = ['review', ...FAIL_ON] as const;

export type Reason = (typeof REASONS)[number];

/**
 * A rule's result. `fails`: red. `worse`: yellow, worth a look. `inconclusive`: it cannot be decided.
 * `info`: only listed under "How this was decided".
 */
export type FindingOutcome = 'fails' | 'worse' | 'inconclusive' | 'info';

/** Why what would be red is only yellow, or nothing is decided. */
export type ConfirmationGap =
  /** `limits.extra-runs` is spent. */
  | 'extra-runs'
  /** Too few cases fell together for *Several*, each of them confirmed. */
  | 'few'
  /** The baseline is of an older prompt. */
  | 'stale'
  /** Recorded answers: there are no new ones, and one or two runs per side cannot tell a fall from noise. */
  | 'recorded'
  /** Another rule blocked first, so the cases did not run again. */
  | 'not-asked'
  /** The whole check is undecided. */
  | 'undecided'
  | MissingCapability;

/** The tools that the job that merges shards lacks for new answers or verdicts. */
export type MissingCapability = 'no-key' | 'no-program';

export type MeanNumbers = {
  readonly cases: number;
  readonly baseRuns: number;
  readonly headRuns: number;
  readonly base: number;
  readonly head: number;
  /** `base - head`: positive is worse. */
  readonly drop: number;
  readonly maxDrop: number;
  /** One-sided sign-flip test over the cases. */
  readonly p: number;
  /** The same against the base's runs of today; `null` if there are none. */
  readonly pToday: number | null;
};

/** Medians of an answer's cost or time; `null` if a side's is not known. */
export type RiseNumbers = {
  readonly unit: 'amount' | 'tokens' | 'seconds';
  readonly base: number | null;
  readonly head: number | null;
  /** Share by which the median may rise. */
  readonly limit: number;
  readonly cases: number;
};

/** A fall that the base's noise and the number of cases let the gate notice in at least 8 of 10 runs; 0..1. */
export type Power = { readonly noticeable: number };

/**
 * One rule's result as data, never a sentence. `caseIds` are worst first; empty if it is about the whole
 * suite.
 */
export type Finding = {
  readonly outcome: FindingOutcome;
  readonly caseIds: readonly string[];
  /** Set if a rule that could be red is only yellow. */
  readonly unconfirmed?: ConfirmationGap;
  /** Set if it is about the cases with this tag alone. Foreign text. */
  readonly tag?: string;
} & (
  | {
      /** These answers were relevant and are mostly irrelevant now. */
      readonly rule: 'broke';
      readonly numbers: {
        /** New answers on both sides, and how many of them contradict the fall; over all these cases. */
        readonly answers: number;
        readonly contradict: number;
      };
    }
  | {
      /** These answers fell by 0.2 or more and stayed low in new runs. */
      readonly rule: 'several';
      readonly numbers: {
        readonly falls: number;
        readonly rises: number;
        readonly p: number;
        /** Red from this many falls on, given the number of rises. */
        readonly needed: number;
      };
    }
  | {
      readonly rule: 'mean';
      readonly numbers: MeanNumbers;
      readonly power?: Power;
    }
  | {
      /** These answers gained the same off-topic sentence. */
      readonly rule: 'sentence';
      /** As `Comparison.wordings` knows it. Foreign text. */
      readonly statement: string;
      readonly numbers: { readonly gained: number; readonly lost: number; readonly p: number };
    }
  | {
      readonly rule: 'threshold';
      readonly numbers: {
        readonly mean: number;
        readonly threshold: number;
        readonly cases: number;
        readonly runs: number;
      };
    }
  | {
      /** These cases must pass, and failed. */
      readonly rule: 'must-pass';
      readonly numbers: {
        /** Cases of the suite that must pass. */
        readonly of: number;
        /** How many of these cases fell, lost a fact, and have no usable answer. */
        readonly fell: number;
        readonly lostFact: number;
        readonly unanswered: number;
      };
    }
  /** An answer costs more, or takes longer, than the limit allows. */
  | { readonly rule: 'cost'; readonly numbers: RiseNumbers }
  | { readonly rule: 'time'; readonly numbers: RiseNumbers }
  | {
      /** The base always had it and the head never has, because of the agent. */
      readonly rule: 'no-longer-answers';
      readonly what: 'answer' | 'anything-to-score' | 'words';
      readonly reason: string | null;
      /** Of an answer: whether the base's agent answered the same question in this check. */
      readonly baseAsked?: boolean;
    }
  | {
      /** These answers dropped, or now contradict, a fact that the base states. */
      readonly rule: 'facts';
      /** The confirmed ones, by their base's wording. Foreign text. */
      readonly facts: readonly { readonly caseId: string; readonly text: string }[];
      readonly numbers: {
        /** Answers with a confirmed one. */
        readonly confirmed: number;
        /** Numbers of confirmed facts, by kind of loss. */
        readonly saysOtherwise: number;
        readonly dropped: number;
        readonly partlyDropped: number;
        /** Red from this many answers on that lost a whole fact, not only a part. */
        readonly needed: number;
      };
    }
  | { readonly rule: 'errors'; readonly obstacle: Obstacle }
  | {
      readonly rule: 'baseline';
      /** `null` if it is only worth a note (stale, none). */
      readonly obstacle: Obstacle | null;
      readonly baseline: ChosenBaseline;
    }
);

/** The cases with one tag. Means are in hundredths; higher is better. */
export type GroupFigures = {
  /** Foreign text. */
  readonly tag: string;
  readonly cases: number;
  /** `null` without a case that has a score on both sides. */
  readonly base: number | null;
  /** The same, else the mean of the head's scores; `null` without a score. */
  readonly head: number | null;
  /** Answers that got worse. */
  readonly worse: number;
  /** Set if the group has a gate of its own. */
  readonly limits?: MeanLimits;
  /** True if the group's own gate is red. */
  readonly fails: boolean;
};

export type RuleName = Finding['rule'];

/** Next step if nothing was decided. */
export type Remedy =
  /** The cause may pass, or was partly chance. */
  | 'run-again'
  | 'raise-limit'
  /** The agent answered nothing until the run ended, so another run would end the same way. */
  | 'fix-agent'
  /** Files of the head: the same files would end the same. */
  | 'fix-files'
  /** A scorer without a case that it can score. */
  | 'add-cases'
  /** A key, a model, an address. */
  | 'fix-access'
  | 'add-credit'
  | 'fix-request'
  | 'change-judge'
  /** Some of the judge's replies were unusable. */
  | 'run-again-or-change-judge'
  | 'store-baseline'
  /** The store may only be out of reach. */
  | 'read-again'
  /** The stored record has too few of today's cases, but the base can answer them now. */
  | 'ask-base'
  /** The cause says what to do too. */
  | 'see-cause'
  /** A key of the workflow that is not set. */
  | 'set-key'
  /** GitHub gives the run no secrets. */
  | 'wait-for-maintainer';

/** The decision of a suite without a comparison. */
export type MeasurementGap =
  /** `stored`: on the base branch, a baseline of the same files is there already. */
  | { readonly kind: 'unchanged'; readonly stored: boolean }
  | { readonly kind: 'shown-only'; readonly onlyDataset: boolean }
  /** `reasons`: several if several files or settings are wrong. */
  | { readonly kind: 'not-evaluated'; readonly reasons: readonly Cause[] }
  | { readonly kind: 'broken-base'; readonly reason: Cause }
  | { readonly kind: 'not-stored'; readonly reason: Cause };

/** How the check ends. */
export type Outcome = {
  readonly outcome: 'pass' | 'fail' | 'inconclusive';
  /** Reasons, the most important first; empty for a plain pass. */
  readonly because: readonly Reason[];
  readonly blocking: boolean;
  readonly status: 'success' | 'failure' | 'error';
  readonly passed: boolean;
};

/** The gate's decision. `report/` writes every sentence about it. */
export type Decision = Outcome & {
  readonly findings: readonly Finding[];
  /** Answers that got worse, worst first: they fell by 0.2 or more and were not contradicted, or a rule names them. */
  readonly worse: readonly string[];
  /** Numbers of *Mean*, whatever it found; `null` if it was not tested. */
  readonly mean: MeanNumbers | null;
  /** One for each tag, in the dataset's order; missing without tags, and if nothing is decided. */
  readonly groups?: readonly GroupFigures[];
  readonly review: readonly ReviewReason[];
  readonly unmeasured?: MeasurementGap;
  readonly remedy?: Remedy;
};

/**
 * ✅ pass · 🟡 worse: passes, and some answers are worth a look · 🟡 no-baseline: passes, since there is nothing to
 * compare with yet · ❌ fail · ⚠️ inconclusive: not decided.
 */
export type Look = 'pass' | 'worse' | 'no-baseline' | 'fail' | 'inconclusive';

/** The gate's request before it decides. Existing samples count towards `upTo`. */
export type GateAsk =
  /** Head runs of every case: `upTo` in all, suite-wide. */
  | { readonly kind: 'head-runs'; readonly upTo: number; readonly because: RuleName }
  /** Base runs of today of every case. */
  | { readonly kind: 'base-today'; readonly runs: number; readonly because: RuleName }
  /**
   * Answers to these cases alone (`caseSamples`), on one side, up to `upTo` per case including suite-wide ones. The ids
   * are the head's.
   */
  | {
      readonly kind: 'answers';
      readonly side: 'head' | 'base';
      readonly caseIds: readonly string[];
      readonly upTo: number;
      readonly because: RuleName;
    }
  /** The irrelevant statements of these cases, both sides, are judged twice more. */
  | { readonly kind: 'second-look'; readonly caseIds: readonly string[]; readonly because: RuleName }
  /** The facts of these cases are looked for in the first head answer once more. */
  | { readonly kind: 'second-comparison'; readonly caseIds: readonly string[]; readonly because: RuleName };

/** Requests that only the session can fulfil: for answers and verdicts. */
export type ScorerAsk = Exclude<GateAsk, { readonly kind: 'second-comparison' }> & {
  readonly scorer: string;
};

/** Statements that words did not find, by case id: the judge looks for them in other words. */
export type MatchAsk = { readonly kind: 'match'; readonly searches: ReadonlyMap<string, readonly Search[]> };
