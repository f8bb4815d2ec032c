import type { Comparison } from '../../ports/comparison.js';
import type { FailOn, GateSettings, MeanTest, RuleFinding } from '../../ports/decision.js';
import type { BaselineUsed } from '../../ports/report.js';
import type { RunRecord } from '../../ports/run-record.js';
import type { MeasureWords } from '../../scorers/measure-words.js';

export type GateInput = {
  readonly comparison: Comparison;
  readonly settings: GateSettings;
  readonly baseline: BaselineUsed;
  readonly head: RunRecord;
  readonly base: RunRecord | null;
  /** True where the head's agent can be asked again. */
  readonly canSample: boolean;
  /** Cases whose irrelevant statements were judged again already; missing where there is no judge to ask. */
  readonly confirmed?: ReadonlySet<string>;
};

/** All that a rule may look at. */
export type GateFacts = GateInput & {
  /** How the measure's numbers are told. */
  readonly words: MeasureWords;
  /** True where the head's run is whole and within the error limit: else no score of it counts. */
  readonly measured: boolean;
  /** True where, besides, there is a baseline that the head's scores can be held against. */
  readonly comparable: boolean;
  /** True where the baseline is of another prompt than the base branch has now: then a fall only warns. */
  readonly stale: boolean;
  /** Suite-wide samples a case that the head was asked for. */
  readonly runs: number;
  /** True where further samples of a case are but copies of the first, as far as is known. */
  readonly copies: boolean;
  /** True where a further suite-wide sample of the head can be had and would tell something. */
  readonly moreToLearn: boolean;
};

/** What a rule wants to know before its finding counts, and why. */
export type Ask =
  /** One suite-wide sample more; `since` is the reason, a clause without a full stop. */
  | { readonly kind: 'suite'; readonly since: string }
  /** Samples of these cases alone, `upTo` so many in all. */
  | {
      readonly kind: 'cases';
      readonly cases: readonly string[];
      readonly upTo: number;
      readonly why: string;
    }
  /** A second look of the judge at these cases. */
  | { readonly kind: 'confirm'; readonly cases: readonly string[]; readonly why: string };

/** What one rule found. */
export type RuleResult = {
  /** `null`: the rule has nothing to say. */
  readonly finding: RuleFinding | null;
  /** What the decision rests on where the rule fails; `null` where it does not, or only warns. */
  readonly because: FailOn | null;
  /** For the commit status: a few words. */
  readonly short: string;
  /** `null`: the rule knows enough. */
  readonly ask: Ask | null;
  readonly mean?: MeanTest;
  /** Said beside the decision. */
  readonly notes?: readonly string[];
};

/** A rule is a pure function; the gate is the list of them. */
export type Rule = (facts: GateFacts) => RuleResult;

/** MEAN and FLOOR are decided on so many samples of the head at the latest. */
export const MOST_RUNS = 3;

export const NOTHING_TO_SAY: RuleResult = { finding: null, because: null, short: '', ask: null };

/** Why nothing can be decided, or not all of it. */
export type Trouble = {
  readonly because: 'error' | 'inconclusive';
  /** One line that goes on after "Not decided: ", without a full stop and without any score. */
  readonly cause: string;
  /** True where somebody ended the run: nothing is wrong that could be mended. */
  readonly cancelled?: boolean;
  /** True where no case has a score: then the job fails whatever `fail-on` says. */
  readonly nothingMeasured: boolean;
};
