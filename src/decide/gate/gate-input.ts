import type { ChosenBaseline } from '../../model/baseline.js';
import type { Comparison } from '../../model/comparison.js';
import type { Decision, GateAsk, MissingCapability } from '../../model/finding.js';
import type { RunRecord } from '../../model/run-record.js';
import type { AskableSides, Prices } from '../../model/spending.js';
import type { GateSettings } from '../../model/suite.js';

export type GateInput = TestCount & {
  readonly comparison: Comparison;
  readonly settings: GateSettings;
  readonly baseline: ChosenBaseline;
  readonly head: RunRecord;
  readonly base: RunRecord | null;
  /** Answers left of `limits.extra-runs` in this suite, for both sides and all scorers together. */
  readonly extraLeft: number;
  /** Head runs of every case before the first rule: the ones that raise a suspicion. At least 1. */
  readonly firstRuns: number;
  /** Scorers of this suite: *Broke* asks more of many cases × scorers. */
  readonly scorers: number;
  /** Of the agents' models, for the limit of cost; without one of a side, tokens count. */
  readonly prices?: Prices;
  /** Set if nothing can run again; unconfirmed changes are then worth a look. */
  readonly lack?: MissingCapability | null;
  /** True if another scorer of the suite fails already. Then no case runs again. */
  readonly blocked?: boolean;
  /** Head against the base's runs of today, for *Mean*; `null` if the base has not run today. */
  readonly today: Comparison | null;
  /** Cases with a second look of the judge; missing if this scorer judges no statements, or has no judge. */
  readonly secondLooks?: ReadonlySet<string> | undefined;
};

/** What the significance level of *Mean* depends on. */
export type TestCount = {
  readonly askable: AskableSides;
  /** Scorers × suites that run: they share the level. */
  readonly tests: number;
};

export type Gate = (
  input: GateInput,
) =>
  | { readonly kind: 'ask'; readonly ask: GateAsk }
  | { readonly kind: 'decided'; readonly decision: Decision };
