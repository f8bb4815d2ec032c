import type { ConfirmationGap, Finding, GateAsk, Reason } from '../../model/finding.js';
import type { CaseEvidence } from './case-evidence.js';
import type { GateInput } from './gate-input.js';

export type RuleContext = GateInput & {
  /** Every case with a score on both sides, worst first. Empty if base and head cannot be compared. */
  readonly evidence: readonly CaseEvidence[];
  /** True if the head's run is whole and within the error limit: else none of its scores counts. */
  readonly measured: boolean;
  /** True if there is also a baseline that the head's scores can be compared with. */
  readonly comparable: boolean;
  readonly stale: boolean;
  readonly runs: number;
  /** The reason why no rule may ask any more; `null` while one may. */
  readonly over: ConfirmationGap | null;
};

export type RuleResult = {
  readonly finding: Finding | null;
  readonly ask: GateAsk | null;
  readonly fails: Extract<Reason, 'regression' | 'threshold'> | null;
};

export type GateRule = (context: RuleContext) => RuleResult;

export const NOTHING_FOUND: RuleResult = { finding: null, ask: null, fails: null };

/** Head runs of every case that a rule may ask for, the first ones included. */
export const MOST_RUNS = 3;
/** True if every case can run once more at head. */
export function mayRunAgain({ over, askable, runs }: RuleContext): boolean {
  return over === null && askable !== 'none' && runs < MOST_RUNS;
}

/** Hundredths are compared with settings such as 0.45, which have no exact binary form. */
export const ROUNDING = 1e-7;

type ConfirmableFinding = Extract<Finding, { readonly unconfirmed?: ConfirmationGap }>;

/** A confirmed fall: red, or yellow if the baseline is of an older prompt. */
export function regression({ stale }: Pick<RuleContext, 'stale'>, finding: ConfirmableFinding): RuleResult {
  return stale
    ? suspicion(finding, 'stale')
    : { finding: { ...finding, outcome: 'fails' }, ask: null, fails: 'regression' };
}

export function suspicion(finding: ConfirmableFinding, unconfirmed: ConfirmationGap): RuleResult {
  return { ...NOTHING_FOUND, finding: { ...finding, outcome: 'worse', unconfirmed } };
}

export function asking(ask: GateAsk): RuleResult {
  return { ...NOTHING_FOUND, ask };
}
