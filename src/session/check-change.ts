import type { Report } from '../model/report.js';
import type { SuiteRun } from '../model/suite-run.js';
import { openBaseSide } from '../produce/base-side.js';
import { findBase, withRecordTasks } from '../produce/open-base.js';
import { planCheck } from '../produce/plan-run.js';
import { planRejudging } from '../produce/rejudge-record.js';
import type { PublishResult } from '../publish/publish.js';
import { chooseCases } from './choose-cases.js';
import { concludeSuite } from './conclude-suite.js';
import { exitCodeOf } from './exit-code.js';
import type { Story } from './measure-shard.js';
import { measureBase, measureHead, planSuite, refuseShortBudget, type SuitePlan } from './measure-suite.js';
import { mergeShards } from './merge-shards.js';
import { prepareCheck } from './prepare-suites.js';
import { publishReport } from './publish-report.js';
import { announceRun, countScorers, runSuites } from './run-suites.js';
import type { Session, SuiteOutcome } from './session.js';
import type { ShardFolder } from './shard-files.js';
import { findEarlier, showEarlier } from './show-earlier.js';
import { showOnly } from './shown-cases.js';
import { notEvaluated, notMerged, withoutKey } from './suite-outcome.js';
import { reportSuite } from './suite-report.js';
import { openSuiteTools, type SuiteTools } from './suite-tools.js';
import { waitForLabel } from './wait-for-label.js';

export type CheckOutcome = {
  readonly exitCode: number;
  /** `null` if an earlier decision was shown again, or the pull request waits for its label. */
  readonly report: Report | null;
  readonly published: PublishResult;
};

/**
 * The story of a pull request, from settings to exit code. `recordBaseline` is the story of a run on the base branch.
 * Throws `UserError` with the problems of all suites before the first call.
 */
export async function checkChange(session: Session): Promise<CheckOutcome> {
  const suites = chooseCases(await prepareCheck(session), session.only);
  const earlier = await showEarlier(suites, session);
  if (earlier.kind === 'shown') return { ...earlier, report: null };
  const waiting = await waitForLabel(suites, session);
  if (waiting !== null) return { ...waiting, report: null };

  await announceRun(suites, session);
  const scorerCount = countScorers(suites);
  const outcomes = await runSuites(suites, session, (run) => checkSuite(run, session, scorerCount));

  const { report, published } = await publishReport(outcomes, session, earlier.fingerprints);

  const { journals } = session.effects;
  for (const { suite, decision } of report.suites) {
    // The next run resumes what is not decided.
    if (decision.outcome !== 'inconclusive') journals.finish(suite);
  }
  const exitCode = exitCodeOf({ kind: 'told', suites: published.states });
  return { exitCode, report, published };
}

/** One suite, from its files to its report. */
async function checkSuite(run: SuiteRun, session: Session, scorerCount: number): Promise<SuiteOutcome> {
  const keyless = withoutKey(run, session);
  if (keyless !== null) return keyless;
  await using tools = await openSuiteTools(run, session.effects);
  if (run.files.onlyShown) return await showOnly(run, tools);

  const plan = await planChange(run, tools, scorerCount);
  if (plan === null) {
    return notEvaluated(run, { because: 'inconclusive', remedy: 'see-cause', reasons: [NO_TASK] });
  }
  return await evaluateSuite(plan, tools, session.shards);
}

/** `null` if the baseline lacks the task of its answers. */
async function planChange(run: SuiteRun, tools: SuiteTools, scorerCount: number): Promise<SuitePlan | null> {
  const base = await findBase(run, tools.effects);
  const judged = withRecordTasks(run, base);
  if (judged === null) return null;
  const source = planRejudging(base, judged, tools);
  return { run: judged, source, calls: planCheck(judged, source), scorerCount };
}

/** The same story for a shard, which measures and does not decide. */
export const CHECK_STORY: Story = {
  name: 'check',
  async prepare(session) {
    if (session.waitsFor !== null) return [];
    const suites = await prepareCheck(session);
    const { reused } = await findEarlier(suites, session);
    return reused === null ? suites : [];
  },
  plan: (run, _, tools) => planChange(run, tools, 1),
};

/**
 * The steps that both stories share: measure base and head, compare and decide, report. If shards have measured, their
 * records are merged instead.
 */
export async function evaluateSuite(
  planned: SuitePlan,
  tools: SuiteTools,
  shards?: ShardFolder,
): Promise<SuiteOutcome> {
  const merge = shards === undefined ? null : mergeShards(planned, shards);
  if (merge !== null && merge.kind !== 'merged') return notMerged(planned.run, merge);
  const plan = { ...planned, ...merge };

  await using side = openBaseSide(plan.source, plan.run, tools.effects);
  const work = planSuite(plan, side, tools);
  const short = merge === null ? refuseShortBudget(work) : null;
  if (short !== null) return short;

  const base = await measureBase(work);
  if (base.kind === 'ended') return base.outcome;
  const head = await measureHead(work);
  if (head.kind === 'ended') return head.outcome;

  const conclusion = await concludeSuite(work, base, head.record);
  return await reportSuite(work, base, conclusion);
}

const NO_TASK =
  'the baseline does not contain the task of its answers, and the files of its commit are not available. Undo the change ' +
  'and run `prompt-regression baseline` again (commit first if the store has `text: none`), or set `baseline` to a git ref';
