import { decideNotEvaluated, decideReview, decideUnmeasured } from '../decide/conclude.js';
import type { Decision } from '../model/finding.js';
import type { SuiteReport } from '../model/report.js';
import type { RunRecord } from '../model/run-record.js';
import type { SuitePreparation } from '../model/stages.js';

/** The end of a suite's way: its report, and its record. */
export type SuiteOutcome = {
  readonly report: SuiteReport;
  /** The head's record; `null` if nothing was run. */
  readonly head: RunRecord | null;
};

/** A suite that ends before its next stage. */
export type EndedSuite = { readonly status: 'ended'; readonly outcome: SuiteOutcome };

type UnmeasuredDetails = Partial<Extract<SuiteReport, { kind: 'not-evaluated' }>>;

/** The outcome of a suite that was not measured to its end, with this decision. */
export function describeUnmeasured(
  { settings, changes, review }: SuitePreparation,
  decision: Decision,
  details: UnmeasuredDetails = {},
): SuiteOutcome {
  const kind = decision.unmeasured?.kind === 'unchanged' ? 'unchanged' : 'not-evaluated';
  const report = { suite: settings.name, changes, notes: [], ...details, kind } as const;
  return { head: null, report: { ...report, decision: decideReview(decision, review) } };
}

/** Ends a suite whose evaluation was due and is not possible. */
export function endSuite(
  suite: SuitePreparation,
  why: Parameters<typeof decideNotEvaluated>[0],
  details: UnmeasuredDetails = {},
): EndedSuite {
  return { status: 'ended', outcome: describeUnmeasured(suite, decideNotEvaluated(why), details) };
}

/** No watched file changed or, on the base branch, a baseline of the same files is `stored`: nothing runs. */
export function describeUnchanged(
  suite: SuitePreparation,
  { stored }: { readonly stored: boolean },
): SuiteOutcome {
  return describeUnmeasured(suite, decideUnmeasured({ kind: 'unchanged', stored }));
}
