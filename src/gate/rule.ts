import type { Comparison } from '../model/comparison.js';
import type { FailOn, GateSettings, MeanTest, RuleFinding } from '../model/decision.js';
import type { BaselineUsed } from '../model/report.js';
import type { RunRecord } from '../model/run-record.js';

export type GateInput = {
  readonly comparison: Comparison;
  readonly settings: GateSettings;
  readonly baseline: BaselineUsed;
  readonly head: RunRecord;
  readonly base: RunRecord | null;
  /** True where the head's agent can be asked again. */
  readonly canSample: boolean;
};

/** All that a rule may look at. */
export type GateFacts = GateInput & {
  /** True where the head's run is whole and within the error limit: else no score of it counts. */
  readonly measured: boolean;
  /** True where, besides, there is a baseline that the head's scores can be held against. */
  readonly comparable: boolean;
  /** True where the baseline is of another prompt than the base branch has now: then a fall only warns. */
  readonly stale: boolean;
  /** Suite-wide samples a case that the head was asked for. */
  readonly runs: number;
  /** True where a further suite-wide sample of the head can be had and would tell something. */
  readonly moreToLearn: boolean;
};

/** What one rule found. */
export type RuleResult = {
  /** `null`: the rule has nothing to say. */
  readonly finding: RuleFinding | null;
  /** What the decision rests on where the rule fails; `null` where it does not, or only warns. */
  readonly because: FailOn | null;
  /** For the commit status: a few words. */
  readonly short: string;
  /** One suite-wide sample more is wanted before this counts, and why. */
  readonly ask: { readonly why: string } | null;
  readonly mean?: MeanTest;
};

/** A rule is a pure function; the gate is the list of them. */
export type Rule = (facts: GateFacts) => RuleResult;

/** MEAN and FLOOR are decided on so many samples of the head at the latest. */
export const MOST_RUNS = 3;

export const NOTHING_TO_SAY: RuleResult = { finding: null, because: null, short: '', ask: null };
