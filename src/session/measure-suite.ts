import { whyJudgingIsBroken } from '../decide/compare/usable-record.js';
import { failedBase } from '../decide/gate/inconclusive.js';
import type { ProviderError } from '../model/errors.js';
import type { RunRecord } from '../model/run-record.js';
import type { Askable, CallPlan } from '../model/spending.js';
import type { SuiteRun } from '../model/suite-run.js';
import { askableSides, type BaseSide } from '../produce/base-side.js';
import type { Sides } from '../produce/look-again.js';
import type { MergedRecords } from '../produce/merge-records.js';
import { type Base, dropSilentBase, openBase } from '../produce/open-base.js';
import { estimateCalls, planAsking } from '../produce/plan-run.js';
import { produce } from '../produce/produce.js';
import type { BaseSource } from '../produce/rejudge-record.js';
import { addSpent } from '../produce/spending.js';
import { renderCallEstimate } from '../report/call-estimate.js';
import type { SuiteOutcome } from './session.js';
import { brokenAtBase, notEvaluated } from './suite-outcome.js';
import type { SuiteTools } from './suite-tools.js';

/** A suite with its baseline, before any call. */
export type SuitePlan = {
  readonly run: SuiteRun;
  readonly source: BaseSource;
  readonly calls: CallPlan;
  /** Scorers of all suites that run. */
  readonly scorerCount: number;
  /** Records of shards; missing if this run measures. */
  readonly merged?: MergedRecords;
};

/** The same with the agents of both sides. */
export type SuiteWork = SuitePlan & {
  readonly sides: Sides;
  readonly askable: Askable;
  readonly tools: SuiteTools;
};

type EndedSuite = { readonly kind: 'ended'; readonly outcome: SuiteOutcome };

export type BaseMeasurement = Extract<Base, { readonly kind: 'ready' }> & {
  /** A base that was run and is not compared with. */
  readonly aside: RunRecord | null;
};

/** Plans the runs of both sides, and the calls that the gate may add. */
export function planSuite(plan: SuitePlan, base: BaseSide | null, tools: SuiteTools): SuiteWork {
  const { run, source, merged } = plan;
  const { effects, judging } = tools;
  const known = [source.kind === 'record' ? source.record : null, merged?.base ?? null, merged?.head ?? null];
  for (const record of known) if (record !== null) judging.learn(record);
  const askable = plan.calls.compared ? askableSides(source, run, base) : 'none';
  const { extraRuns } = effects;
  const calls = planAsking(plan.calls, { askable, extraRuns, scorers: run.suite.scorers });
  return { ...plan, calls, sides: planSides(run, base, tools), askable, tools };
}

function planSides(run: SuiteRun, base: BaseSide | null, { judging, journal }: SuiteTools): Sides {
  const { cases, baseCases, tasks, taskSource } = run.files;
  const shared = { suite: run.suite, directory: run.prefix, tasks, taskSource, judging, journal };
  const subset = run.subset && { subset: run.subset };
  return {
    head: { ...shared, cases, side: run.head, watched: run.watched.head, ...subset },
    base: { side: base, plan: { ...shared, cases: baseCases } },
  };
}

/** Announces the planned cost. The error if the budget does not cover the minimum, else `null`. */
export function announceCost({ calls, tools }: SuiteWork): ProviderError | null {
  const { log, budget } = tools.effects;
  const estimate = estimateCalls(calls);
  log.info(renderCallEstimate(calls, estimate, budget.left()));
  return budget.shortfall(estimate.least);
}

/** Announces the planned cost. Ends the suite if the budget does not cover the minimum. */
export function refuseShortBudget(work: SuiteWork): SuiteOutcome | null {
  const short = announceCost(work);
  if (short === null) return null;
  const reason = { kind: 'stopped', failure: short.kind, reason: short.message } as const;
  return notEvaluated(work.run, { because: 'inconclusive', remedy: 'raise-limit', reasons: [reason] });
}

/** The base's record: stored, judged again, or run now. After shards, nothing is asked. */
export async function measureBase({
  run,
  source,
  calls,
  sides,
  tools,
  merged,
}: SuiteWork): Promise<BaseMeasurement | EndedSuite> {
  const { side, plan } = sides.base;
  const samples = merged === undefined ? calls.baseSamples : 0;
  const previous = merged?.base ?? null;
  const opened = await openBase(source, side, { ...plan, samples, previous }, tools.effects);
  const { base, aside } = dropSilentBase(opened);
  if (base.kind === 'ready') return { ...base, aside };
  const { reason, tried } = base;
  const spent = tried && addSpent(tried, [], tools.effects.prices);
  const broken = tried === undefined ? null : whyJudgingIsBroken(tried);
  const outcome =
    broken === null
      ? notEvaluated(run, { ...failedBase(tried), reasons: [reason], spent })
      : brokenAtBase(run, broken, spent);
  return { kind: 'ended', outcome };
}

/** The head's record. */
export async function measureHead({
  run,
  calls,
  sides,
  tools,
  merged,
}: SuiteWork): Promise<{ readonly kind: 'ready'; readonly record: RunRecord } | EndedSuite> {
  const samples = merged === undefined ? calls.headSamples : 0;
  const plan = { ...sides.head, samples, previous: merged?.head ?? null };
  const record = await produce(plan, tools.effects);
  // The base decides how its suites are judged. If its scorers cannot score, the head may be the cause.
  const broken = run.inBase && record.stopped !== null ? whyJudgingIsBroken(record) : null;
  if (broken === null) return { kind: 'ready', record };
  const spent = addSpent(record, [], tools.effects.prices);
  return { kind: 'ended', outcome: brokenAtBase(run, broken, spent) };
}
