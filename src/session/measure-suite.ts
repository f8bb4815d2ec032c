import { explainBrokenJudging } from '../decide/compare/usable-record.js';
import { decideNotEvaluated, decideReview, decideUnmeasured } from '../decide/conclude.js';
import { explainFailedBase } from '../decide/gate/inconclusive.js';
import type { ChosenBaseline } from '../model/baseline.js';
import type { ProviderError } from '../model/errors.js';
import type { Cause, Note, ReviewReason } from '../model/notes.js';
import type { Spending } from '../model/report.js';
import type { RunRecord } from '../model/run-record.js';
import type { CallPlan } from '../model/spending.js';
import { isNewSuite, type PreparedSuite } from '../model/stages.js';
import { type Base, dropSilentBase, listAskableSides, openBase } from '../produce/open-base.js';
import { estimateCalls, planExtraAnswers } from '../produce/plan-run.js';
import { produce } from '../produce/produce.js';
import { addSpent } from '../produce/spending.js';
import { renderCallEstimate } from '../report/call-estimate.js';
import type { SuitePlan } from './plan-suite.js';
import { describeUnmeasured, type EndedSuite, endSuite } from './suite-outcome.js';
import { describeAsking, planSides, type SuiteTools } from './suite-tools.js';

/** Stage 3: a prepared suite with the records of both sides. */
export type MeasuredSuite = PreparedSuite & {
  readonly calls: CallPlan;
  readonly scorerCount: number;
  /** True if shards measured. This machine may then lack keys and programs. */
  readonly isMerged: boolean;
  readonly baseline: MeasuredBaseline;
  readonly records: {
    /** `null` if there is nothing to compare with. */
    readonly base: RunRecord | null;
    readonly head: RunRecord;
  };
};

/** Where the base's record comes from. */
export type MeasuredBaseline = {
  readonly used: ChosenBaseline;
  /** True if the record was made or judged in this run at a cost. */
  readonly ranNow: boolean;
  readonly notes: readonly Note[];
  readonly review: readonly ReviewReason[];
  /** The record of a base that was run and is not compared with; else `null`. */
  readonly discarded: RunRecord | null;
};

/** Measures both sides, or takes the records that shards have measured. */
export async function measureSuite(plan: SuitePlan, tools: SuiteTools): Promise<MeasuredSuite | EndedSuite> {
  const { suite, merged, scorerCount } = plan;
  const calls = planCalls(plan, tools);
  const short = merged === null ? announceCost(calls, tools) : null;
  if (short !== null) return endShortBudget(suite, short, calls);

  reuseVerdicts(plan, tools);
  const { base, discarded } = dropSilentBase(await measureBase(plan, tools), { isNew: isNewSuite(suite) });
  if (base.kind === 'failed') return endFailedBase(suite, base, tools);

  const head = await measureHead(plan, tools);
  // The base decides how its suites are judged. If its scorers cannot score, the head may be the cause.
  const broken = suite.inConfig.base && head.stopped !== null ? explainBrokenJudging(head) : null;
  if (broken !== null) {
    const spent = addSpent(head, [], tools.effects.prices);
    return endBrokenBase(suite, broken, { spent });
  }

  const { record, used, ranNow, notes, review } = base;
  return {
    ...suite,
    calls,
    scorerCount,
    isMerged: merged !== null,
    baseline: { used, ranNow, notes, review, discarded },
    records: { base: record, head },
  };
}

/** The plan's calls, with those that the gate may add. */
function planCalls({ suite, source, calls }: SuitePlan, { effects }: SuiteTools): CallPlan {
  return planExtraAnswers(calls, {
    askable: calls.compared ? listAskableSides(source, suite) : 'none',
    // A few cases of a suite are confirmed as in a run of all.
    ofCases: suite.subset?.of ?? calls.cases,
    extraRuns: effects.extraRuns,
    scorers: suite.settings.scorers,
  });
}

/** Announces the planned cost. The error if the budget does not cover the minimum, else `null`. */
export function announceCost(calls: CallPlan, { effects }: SuiteTools): ProviderError | null {
  const { log, budget } = effects;
  const estimate = estimateCalls(calls);
  log.info(renderCallEstimate(calls, estimate, budget.left()));
  return budget.shortfall(estimate.least);
}

/** Takes over the verdicts of records that are known already. */
export function reuseVerdicts({ source, merged }: SuitePlan, { judging }: SuiteTools): void {
  const stored = source.kind === 'record' ? source.record : null;
  for (const record of [stored, merged?.base ?? null, merged?.head ?? null]) {
    if (record !== null) judging.learn(record);
  }
}

/** The base's record: stored, judged again, or run now. After shards, nothing runs. */
export function measureBase({ suite, source, calls, merged }: SuitePlan, tools: SuiteTools): Promise<Base> {
  const { base, head } = suite;
  const plan = {
    ...describeAsking(suite, tools),
    base,
    isNew: isNewSuite(suite),
    cases: (base ?? head).cases,
    samples: merged === null ? calls.baseSamples : 0,
    kept: calls.kept.base,
    previous: merged?.base ?? null,
  };
  return openBase(source, plan, tools.files, tools.effects);
}

/** The head's record. After shards, nothing runs. */
export function measureHead(
  { suite, calls, merged, recordSize }: SuitePlan,
  tools: SuiteTools,
): Promise<RunRecord> {
  const { head } = planSides(suite, tools);
  const samples = merged === null ? calls.headSamples : 0;
  return produce({ ...head, samples, previous: merged?.head ?? null, recordSize }, tools.effects);
}

function endShortBudget(suite: PreparedSuite, { kind, message }: ProviderError, calls: CallPlan): EndedSuite {
  const reasons = [{ kind: 'stopped', failure: kind, reason: message } as const];
  const details = { callsNeeded: estimateCalls(calls).mostInAll };
  return endSuite(suite, { because: 'inconclusive', remedy: 'raise-limit', reasons }, details);
}

/** The base had to run and could not. */
function endFailedBase(
  suite: PreparedSuite,
  { reason, tried }: Extract<Base, { readonly kind: 'failed' }>,
  { effects }: SuiteTools,
): EndedSuite {
  const broken = tried === undefined ? null : explainBrokenJudging(tried);
  const spent = tried && { spent: addSpent(tried, [], effects.prices) };
  if (broken !== null) return endBrokenBase(suite, broken, spent);
  const decision = decideNotEvaluated({ ...explainFailedBase(tried), reasons: [reason] });
  return { status: 'ended', outcome: describeUnmeasured(suite, decision, spent) };
}

/** The base's judge or scorers do not work. A person decides, since the pull request may be the repair. */
function endBrokenBase(
  suite: PreparedSuite,
  reason: Cause,
  spent?: { readonly spent: Spending },
): EndedSuite {
  const broken = { kind: 'broken-base', reason } as const;
  const decision = decideReview(decideUnmeasured(broken), [broken]);
  return { status: 'ended', outcome: describeUnmeasured(suite, decision, spent) };
}
