import { posix } from 'node:path';
import {
  decideBrokenBase,
  decideMistaken,
  decideNotEvaluated,
  decideReview,
  decideUnchanged,
} from '../decide/gate/decision-table.js';
import { failedBase, failedBy } from '../decide/gate/inconclusive.js';
import { whyJudgingIsBroken } from '../decide/gate/usable-record.js';
import type { Effects } from '../ports/effects.js';
import { abortErrorOf, UserError } from '../ports/errors.js';
import type { Decision } from '../ports/finding.js';
import type { Journal } from '../ports/journal.js';
import type { Cause } from '../ports/obstacle.js';
import type { Spending, SuiteReport } from '../ports/report.js';
import type { CallPlan } from '../ports/spending.js';
import type { PreparedSuite, SuiteRun } from '../ports/suite-run.js';
import { openBaseSide, whoCanBeAsked } from '../produce/base-side.js';
import { countKeptAnswers, openBase, setSilentAside } from '../produce/open-base.js';
import { leastCalls, mostCalls, planAsking } from '../produce/plan-run.js';
import { produce } from '../produce/produce.js';
import type { BaseSource } from '../produce/rejudge-record.js';
import { addSpent } from '../produce/spending.js';
import { renderCallEstimate } from '../report/call-estimate.js';
import { lacksKey, requireKeys } from '../settings/providers.js';
import { placeOfProblem } from '../text/values.js';
import { concludeSuite } from './conclude-suite.js';
import type { SuiteJudging } from './open-suite-judging.js';
import type { Session, SuiteOutcome } from './session.js';

/**
 * Runs the suites one after the other, because they share the limit of calls in flight. After a cancellation or the
 * time limit, the others do not begin. Throws `UserError` if every suite has errors.
 */
export async function runSuites(
  suites: readonly PreparedSuite[],
  { effects, prefix }: Pick<Session, 'effects' | 'prefix'>,
  runReady: (suite: SuiteRun) => Promise<SuiteOutcome>,
): Promise<readonly SuiteOutcome[]> {
  const { signal, log } = effects;
  const runInGroup = async (suite: SuiteRun) => {
    const endGroup = log.group(`Suite ${suite.suite.name}`);
    return await runReady(suite).finally(endGroup);
  };
  const outcomes: SuiteOutcome[] = [];
  const problems: (readonly string[])[] = [];
  for (const suite of suites) {
    try {
      outcomes.push(signal.aborted ? stopped(suite, signal) : await runPrepared(suite, prefix, runInGroup));
    } catch (thrown) {
      if (signal.aborted) {
        outcomes.push(stopped(suite, signal));
      } else if (thrown instanceof UserError) {
        problems.push(thrown.problems);
        outcomes.push(refused(suite, thrown.problems, prefix));
      } else throw thrown;
    }
  }
  if (problems.length > 0 && problems.length === outcomes.length) {
    throw new UserError([...new Set(problems.flat())]);
  }
  return outcomes;
}

async function runPrepared(
  suite: PreparedSuite,
  prefix: string,
  runReady: (suite: SuiteRun) => Promise<SuiteOutcome>,
): Promise<SuiteOutcome> {
  switch (suite.status) {
    case 'unchanged':
      return unchanged(suite);
    case 'cannot-run':
      return refused(suite, suite.problems, prefix);
    case 'ready':
      return runReady(suite);
    default:
      return suite satisfies never;
  }
}

/** A suite of a run that was cancelled, or whose time is up. */
function stopped(suite: PreparedSuite, signal: AbortSignal): SuiteOutcome {
  const { kind, message: reason } = abortErrorOf(signal);
  return notEvaluated(suite, { ...failedBy(kind), reasons: [{ kind: 'stopped', failure: kind, reason }] });
}

/** Scorers of all suites that run: they share the significance level of the mean rule. */
export function countScorers(suites: readonly PreparedSuite[]): number {
  const compared = suites.filter((run) => run.status === 'ready').filter(({ files }) => !files.onlyShown);
  return compared.reduce((sum, { suite }) => sum + suite.scorers.length, 0);
}

/** Of a suite with mistakes, where others are run. */
function refused(run: PreparedSuite, problems: readonly string[], prefix: string): SuiteOutcome {
  const decision = decideMistaken(problems, run.onlyInBase ? 'inconclusive' : 'error');
  const place = placeOfProblem(problems[0] ?? '');
  return unmeasured(run, 'not-evaluated', {
    decision,
    notes: problems.length === 1 ? [] : problems.map((problem) => ({ kind: 'problem', problem }) as const),
    ...(place !== null && { place: { file: posix.join(prefix, place.path), line: place.line } }),
  });
}

/** Throws `UserError` if a suite lacks a key that GitHub would give this run. */
export function refuseWithoutKeys(suites: readonly PreparedSuite[], { noKey }: Pick<Session, 'noKey'>): void {
  const due = suites.flatMap((run) => (run.status === 'ready' ? [run.suite] : []));
  if (noKey === null) requireKeys(due, 'agent and judge');
}

/** The reason if GitHub gives this run no key for a suite, which is then not evaluated; else `null`. */
export function withheld(
  run: SuiteRun,
  { effects, noKey }: Pick<Session, 'effects' | 'noKey'>,
): SuiteOutcome | null {
  if (noKey === null || !lacksKey(run.suite, effects.env)) return null;
  return notEvaluated(run, { because: 'error', remedy: 'see-cause', reasons: [noKey] });
}

/** Produces both records, compares them and decides. The gate may ask for more answers first. */
export async function evaluateSuite(
  run: SuiteRun,
  start: {
    readonly judging: SuiteJudging;
    readonly journal: Journal;
    readonly found: BaseSource;
    readonly plan: CallPlan;
    /** Scorers of all suites that run. */
    readonly tests: number;
  },
  effects: Effects,
): Promise<SuiteOutcome> {
  const { suite, files } = run;
  const { judging, journal, found } = start;
  if (found.kind === 'record') judging.learn(found.record);
  const { cases, tasks, taskSource } = files;
  const produced = { suite, directory: run.prefix, cases, tasks, taskSource, judging, journal };
  const ofBase = { ...produced, cases: files.baseCases };
  await using side = openBaseSide(found, run, effects);
  const askable = start.plan.compared ? whoCanBeAsked(found, run, side) : 'none';
  const plan: CallPlan = {
    ...planAsking(start.plan, { askable, extraRuns: effects.extraRuns, scorers: suite.scorers }),
    kept: await countKeptAnswers(found, run, { ...start, side }, effects),
  };
  effects.log.info(renderCallEstimate(plan, effects.budget.left()));
  effects.budget.expect(mostCalls(plan));
  const short = effects.budget.shortfall(leastCalls(plan));
  if (short !== null) {
    const reason = { kind: 'stopped', failure: short.kind, reason: short.message } as const;
    return notEvaluated(run, { because: 'inconclusive', remedy: 'raise-limit', reasons: [reason] });
  }

  const opened = await openBase(found, side, { ...ofBase, samples: plan.baseSamples }, effects);
  const { base: baseline, aside } = setSilentAside(opened);
  if (baseline.kind === 'failed') {
    const { reason, tried } = baseline;
    const spent = tried && addSpent(tried, [], effects.prices);
    const broken = tried === undefined ? null : whyJudgingIsBroken(tried);
    if (broken !== null) return brokenAtBase(run, broken, spent);
    return notEvaluated(run, { ...failedBase(tried), reasons: [reason], spent });
  }

  const chosen = run.subset !== undefined && { subset: run.subset };
  const asked = { ...produced, side: run.head, watched: run.watched.head, ...chosen };
  const first = await produce({ ...asked, samples: plan.headSamples, previous: null }, effects);
  // The base's suite has the base's judge, so its failure is not the head's. Unscorable answers may be.
  const gone = run.inBase && first.stopped !== null ? whyJudgingIsBroken(first) : null;
  if (gone !== null) return brokenAtBase(run, gone, addSpent(first, [], effects.prices));
  const sides = { head: asked, base: side === null ? null : { side, plan: ofBase } };
  const { tests } = start;
  const measured = { sides, askable, tests, plan, judging, baseline, first, aside };
  // Awaited, because the base's checkout is removed when this returns, and the base may run again.
  return await concludeSuite(run, measured, effects);
}

/** No watched file changed or, on the base branch, a baseline of the same files is `stored`: nothing is run. */
export function unchanged(run: PreparedSuite, options = { stored: false }): SuiteOutcome {
  return unmeasured(run, 'unchanged', { decision: decideUnchanged(options) });
}

/** An evaluation was due and could not begin. */
export function notEvaluated(
  run: PreparedSuite,
  why: Parameters<typeof decideNotEvaluated>[0] & { readonly spent?: Spending | undefined },
): SuiteOutcome {
  const { spent } = why;
  return unmeasured(run, 'not-evaluated', {
    decision: decideNotEvaluated(why),
    ...(spent !== undefined && { spent }),
  });
}

/** The base cannot be measured. This needs human review, because the pull request may repair it. */
function brokenAtBase(run: PreparedSuite, why: Cause, spent: Spending | undefined): SuiteOutcome {
  return unmeasured(run, 'not-evaluated', { decision: decideBrokenBase(why), ...(spent && { spent }) });
}

function unmeasured(
  { suite, changes, review }: PreparedSuite,
  kind: 'unchanged' | 'not-evaluated',
  told: Partial<Extract<SuiteReport, { kind: 'not-evaluated' }>> & { readonly decision: Decision },
): SuiteOutcome {
  const said = { kind, suite: suite.name, changes, notes: [], ...told };
  return { head: null, report: { ...said, decision: decideReview(told.decision, review) } };
}
