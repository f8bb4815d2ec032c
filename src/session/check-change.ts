import { decideNotEvaluated } from '../decide/conclude.js';
import type { Report } from '../model/report.js';
import type { PreparedSuite, SuiteRun } from '../model/suite-run.js';
import { findBase, planRejudging, withRecordTasks } from '../produce/find-base.js';
import { openBaseSide } from '../produce/open-base.js';
import { planCheck } from '../produce/plan-run.js';
import type { ShardFolder } from '../produce/shard-records.js';
import type { PublishResult } from '../publish/publish.js';
import { chooseCases } from './choose-cases.js';
import { concludeSuite } from './conclude-suite.js';
import { exitCodeOf } from './exit-code.js';
import {
  measureBase,
  measureHead,
  openSuiteTools,
  planSuite,
  refuseShortBudget,
  type SuitePlan,
  type SuiteTools,
} from './measure-suite.js';
import { prepareCheck } from './prepare-suites.js';
import { findEarlier, publishReport, showEarlier, waitForLabel } from './publish-report.js';
import { reportSuite, showOnly } from './report-suite.js';
import { announceRun, runSuites, unmeasured, withoutKey } from './run-suites.js';
import type { Session, SuiteOutcome } from './session.js';
import { mergeShards, type Story } from './shards.js';

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
  const ended = (await showEarlier(suites, session)) ?? (await waitForLabel(suites, session));
  if (ended !== null) return { ...ended, report: null };

  await announceRun(suites, session);
  const scorerCount = countScorers(suites);
  const outcomes = await runSuites(suites, session, (run) => checkSuite(run, session, scorerCount));

  const { report, published } = await publishReport(outcomes, suites, session);

  const { journals } = session.effects;
  for (const { suite, decision } of report.suites) {
    // The next run resumes what is not decided.
    if (decision.outcome !== 'inconclusive') journals.finish(suite);
  }
  const exitCode = exitCodeOf({ kind: 'told', suites: published.states });
  return { exitCode, report, published };
}

/** Scorers of all suites that are compared: they share the significance level of the mean rule. */
function countScorers(suites: readonly PreparedSuite[]): number {
  const compared = suites.filter((run) => run.status === 'ready').filter(({ files }) => !files.onlyShown);
  return compared.reduce((sum, { suite }) => sum + suite.scorers.length, 0);
}

async function checkSuite(run: SuiteRun, session: Session, scorerCount: number): Promise<SuiteOutcome> {
  const keyless = withoutKey(run, session);
  if (keyless !== null) return keyless;
  await using tools = await openSuiteTools(run, session.effects);
  if (run.files.onlyShown) return await showOnly(run, tools);

  const plan = await planChange(run, tools, scorerCount);
  if (plan !== null) return await evaluateSuite(plan, tools, session.shards);
  const why = { because: 'inconclusive', remedy: 'see-cause', reasons: [{ kind: 'no-task' }] } as const;
  return unmeasured(run, decideNotEvaluated(why));
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
    return (await findEarlier(suites, session)) === null ? suites : [];
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
  if (merge?.kind === 'ended') return merge.outcome;
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
