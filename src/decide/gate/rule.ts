import type { Comparison } from '../../ports/comparison.js';
import type {
  ControlRun,
  FailOn,
  GateSettings,
  MeanTest,
  RuleFinding,
  Wanted,
} from '../../ports/decision.js';
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
  /**
   * Share of the rules' levels that this decision may spend, above 0 and at most 1: less where several scorers of a suite
   * share them. 1 where it is missing.
   */
  readonly levels?: number | undefined;
  /**
   * The base run again today, beside the stored baseline: may be asked for, was measured, or could not be. Missing where
   * the baseline is not a stored one.
   */
  readonly control?:
    | undefined
    | Exclude<ControlRun, { readonly kind: 'record' }>
    | {
        readonly kind: 'measured';
        /** Head against it. */
        readonly comparison: Comparison;
        /** Mean of the stored baseline, in hundredths. */
        readonly storedMean: number | null;
      };
  /** Cases whose irrelevant statements were judged again already; missing where there is no judge to ask. */
  readonly confirmed?: ReadonlySet<string> | undefined;
};

/** All that a rule may look at. */
export type GateFacts = GateInput & {
  readonly levels: number;
  /** How the measure's numbers are told. */
  readonly words: MeasureWords;
  /** Why nothing can be decided, as it is told before all else; `null` where something can. */
  readonly undecided: string | null;
  /** True where the head's run is whole and within the error limit: else no score of it counts. */
  readonly measured: boolean;
  /** True where, besides, there is a baseline that the head's scores can be held against. */
  readonly comparable: boolean;
  /** True where the base branch has another prompt now than the baseline: then a fall only warns. */
  readonly stale: boolean;
  /** Suite-wide samples a case that the head was asked for. */
  readonly runs: number;
  /** How much of the agent's further runs only repeats an earlier answer, 0..1 (`repeatedShare`). */
  readonly repeated: number;
  /** True where a further suite-wide sample of the head can be had and would tell something. */
  readonly moreToLearn: boolean;
};

/** What a rule wants to know before its finding counts. */
export type Ask =
  | Wanted
  /** One suite-wide sample more, for all rules that want it; `since` is the reason, a clause without a full stop. */
  | { readonly kind: 'suite'; readonly since: string };

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

export const NOTHING_TO_SAY: RuleResult = { finding: null, because: null, short: '', ask: null };
