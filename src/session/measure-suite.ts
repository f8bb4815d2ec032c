import { whyJudgingIsBroken } from '../decide/compare/usable-record.js';
import { decideNotEvaluated, decideReview, decideUnmeasured } from '../decide/conclude.js';
import { failedBase } from '../decide/gate/inconclusive.js';
import { type Judging, openJudging } from '../judging/open-judging.js';
import type { OwnScorerEffects } from '../judging/own-scorer/open-own-scorer.js';
import { openOwnScorers, type ScorerSides } from '../judging/own-scorer/open-own-scorers.js';
import type { Effects, Log } from '../model/effects.js';
import type { ProviderError } from '../model/errors.js';
import type { Journal } from '../model/journal.js';
import { BUILTIN_JUDGE } from '../model/judge.js';
import type { Cause, ReviewReason, SettingsChange } from '../model/notes.js';
import type { ChatClient, ProviderSettings } from '../model/provider.js';
import type { Spending } from '../model/report.js';
import type { RunRecord } from '../model/run-record.js';
import type { CallPlan } from '../model/spending.js';
import type { Suite } from '../model/suite.js';
import type { SuiteRun } from '../model/suite-run.js';
import { aboutTarget } from '../model/target-settings.js';
import type { TeamLabels } from '../model/verdict.js';
import type { BaseSource } from '../produce/find-base.js';
import type { AskedSides } from '../produce/look-again.js';
import { askableSides, type Base, type BaseSide, dropSilentBase, openBase } from '../produce/open-base.js';
import { estimateCalls, planAsking } from '../produce/plan-run.js';
import { produce } from '../produce/produce.js';
import type { MergedRecords } from '../produce/shard-records.js';
import { addSpent } from '../produce/spending.js';
import { renderCallEstimate } from '../report/call-estimate.js';
import { unmeasured } from './run-suites.js';
import type { SuiteOutcome } from './session.js';

type SuiteJudging = Judging &
  AsyncDisposable & {
    readonly changes: readonly SettingsChange[];
    /** Reasons for human review, one phrase each without a full stop; else empty. */
    readonly review: readonly ReviewReason[];
  };

export type SuiteTools = AsyncDisposable & {
  readonly judging: SuiteJudging;
  readonly journal: Journal;
  readonly effects: Effects;
};

export async function openSuiteTools(run: SuiteRun, effects: Effects): Promise<SuiteTools> {
  await using opened = new AsyncDisposableStack();
  const journal = opened.use(await effects.journals.open(run.suite));
  const judging = opened.use(await openSuiteJudging(run.suite, run, effects, journal));
  const tools = opened.move();
  return { judging, journal, effects, [Symbol.asyncDispose]: () => tools.disposeAsync() };
}

/**
 * Opens a suite's judge and scorers, with their own store of verdicts. Throws `UserError` for scorers in the repository
 * that cannot be opened.
 */
export async function openSuiteJudging(
  suite: Suite,
  sides: ScorerSides & { readonly labels: TeamLabels },
  effects: OwnScorerEffects & {
    readonly chat: (role: 'judge', provider: ProviderSettings) => ChatClient;
    readonly random: () => number;
    readonly log: Log;
  },
  journal?: Journal,
): Promise<SuiteJudging> {
  const { model, provider } = suite.judge;
  await using opened = new AsyncDisposableStack();
  const own = opened.use(await openOwnScorers(suite.scorers, sides, effects));
  const judging = openJudging({
    suite,
    chat: model === BUILTIN_JUDGE ? null : effects.chat('judge', provider),
    salt: String(effects.random()),
    own: own.scorers,
    labels: sides.labels,
    ...(journal && { journal }),
    log: effects.log,
  });
  const { changes, review } = own;
  const scorers = opened.move();
  return { ...judging, changes, review, [Symbol.asyncDispose]: () => scorers.disposeAsync() };
}

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
export type SuiteWork = SuitePlan & { readonly sides: AskedSides; readonly tools: SuiteTools };

type EndedSuite = { readonly kind: 'ended'; readonly outcome: SuiteOutcome };

export type BaseMeasurement = Extract<Base, { readonly kind: 'ready' }> & {
  /** A base that was run and is not compared with. */
  readonly aside: RunRecord | null;
};

/** Plans the runs of both sides, and the calls that the gate may add. */
export function planSuite(plan: SuitePlan, base: BaseSide | null, tools: SuiteTools): SuiteWork {
  const { run, source, merged } = plan;
  const { effects, journal, judging } = tools;
  const known = [source.kind === 'record' ? source.record : null, merged?.base ?? null, merged?.head ?? null];
  for (const record of known) if (record !== null) judging.learn(record);
  const askable = plan.calls.compared ? askableSides(source, run, base) : 'none';
  const asking = { askable, extraRuns: effects.extraRuns, scorers: run.suite.scorers };
  const { cases, baseCases, tasks, taskSource } = run.files;
  const shared = { suite: run.suite, directory: run.prefix, tasks, taskSource, judging, journal };
  const subset = run.subset && { subset: run.subset };
  const sides: AskedSides = {
    head: { ...shared, ...headFacts(run), cases, ...subset },
    base: { side: base, plan: { ...shared, cases: baseCases } },
  };
  return { ...plan, calls: planAsking(plan.calls, asking), sides, tools };
}

/** The head's side of a plan: its files, and those that its programs do not see as the commit has them. */
export function headFacts({ suite, head, reference, watched }: SuiteRun) {
  const hasOwnScorer = suite.scorers.some(({ use }) => use.kind === 'own');
  // The base's scorers have a checkout of their own.
  const runsHere = aboutTarget(suite.target).runsPrograms || (hasOwnScorer && reference === null);
  return { side: head, watched: watched.head, rewritten: runsHere ? watched.rewritten : [] };
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
  const reasons = [{ kind: 'stopped', failure: short.kind, reason: short.message } as const];
  return unmeasured(
    work.run,
    decideNotEvaluated({ because: 'inconclusive', remedy: 'raise-limit', reasons }),
  );
}

/** The base's record: stored, judged again, or run now. After shards, nothing runs. */
export async function measureBase(work: SuiteWork): Promise<BaseMeasurement | EndedSuite> {
  const { run, source, merged } = work;
  const { effects } = work.tools;
  const { side, plan } = work.sides.base;
  const samples = merged === undefined ? work.calls.baseSamples : 0;
  const previous = merged?.base ?? null;
  const opened = await openBase(source, side, { ...plan, samples, previous }, effects);
  const { base, aside } = dropSilentBase(opened);
  if (base.kind === 'ready') return { ...base, aside };
  const { reason, tried } = base;
  const broken = tried === undefined ? null : whyJudgingIsBroken(tried);
  const spent = tried && { spent: addSpent(tried, [], effects.prices) };
  if (broken !== null) return { kind: 'ended', outcome: brokenAtBase(run, broken, spent) };
  const decision = decideNotEvaluated({ ...failedBase(tried), reasons: [reason] });
  return { kind: 'ended', outcome: unmeasured(run, decision, spent) };
}

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
  const spent = { spent: addSpent(record, [], tools.effects.prices) };
  return { kind: 'ended', outcome: brokenAtBase(run, broken, spent) };
}

/** The base's judge or scorers do not work. A person decides, since the pull request may be the repair. */
function brokenAtBase(run: SuiteRun, reason: Cause, spent?: { readonly spent: Spending }): SuiteOutcome {
  const broken = { kind: 'broken-base', reason } as const;
  return unmeasured(run, decideReview(decideUnmeasured(broken), [broken]), spent);
}
