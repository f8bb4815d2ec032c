import { decideNotEvaluated } from '../decide/conclude.js';
import type { Report } from '../model/report.js';
import type { PreparedSuite, SuitePreparation } from '../model/stages.js';
import { findBase, planRejudging, withRecordTasks } from '../produce/find-base.js';
import { planCheck as planCheckCalls } from '../produce/plan-run.js';
import type { ShardFolder } from '../produce/shard-records.js';
import type { PublishResult } from '../publish/publish.js';
import { chooseCases } from './choose-cases.js';
import { concludeSuite } from './conclude-suite.js';
import { exitCodeOf } from './exit-code.js';
import { measureSuite, type SuitePlan } from './measure-suite.js';
import { prepareCheck } from './prepare-suites.js';
import { findEarlier, publishReport, showEarlier, waitForLabel } from './publish-report.js';
import { reportSuite, showOnly } from './report-suite.js';
import { announceRun, runSuites, unmeasured, withoutKey } from './run-suites.js';
import type { Session, SuiteOutcome } from './session.js';
import { mergeShards, type Story } from './shards.js';
import { openSuiteTools, type SuiteTools } from './suite-tools.js';

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
  const outcomes = await runSuites(suites, session, (suite) => checkSuite(suite, session, scorerCount));

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
function countScorers(suites: readonly SuitePreparation[]): number {
  const compared = suites.filter((suite) => suite.status === 'ready').filter(({ onlyShown }) => !onlyShown);
  return compared.reduce((sum, { settings }) => sum + settings.scorers.length, 0);
}

async function checkSuite(
  suite: PreparedSuite,
  session: Session,
  scorerCount: number,
): Promise<SuiteOutcome> {
  const keyless = withoutKey(suite, session);
  if (keyless !== null) return keyless;
  await using tools = await openSuiteTools(suite, session.effects);
  if (suite.onlyShown) return await showOnly(suite, tools);

  const plan = await planCheck(suite, tools, scorerCount);
  if (plan !== null) return await evaluateSuite(plan, tools, session.shards);
  const why = { because: 'inconclusive', remedy: 'see-cause', reasons: [{ kind: 'no-task' }] } as const;
  return unmeasured(suite, decideNotEvaluated(why));
}

/** Finds the baseline and counts the calls. `null` if the baseline lacks the task of its answers. */
async function planCheck(
  suite: PreparedSuite,
  tools: SuiteTools,
  scorerCount: number,
): Promise<SuitePlan | null> {
  const found = await findBase(suite, tools.effects);
  const judged = withRecordTasks(suite, found);
  if (judged === null) return null;
  const source = planRejudging(found, judged, tools);
  return { suite: judged, source, calls: planCheckCalls(judged, source), scorerCount, merged: null };
}

/** The same story for a shard, which measures and does not decide. */
export const CHECK_STORY: Story = {
  name: 'check',
  async prepare(session) {
    if (session.waitsFor !== null) return [];
    const suites = await prepareCheck(session);
    return (await findEarlier(suites, session)) === null ? suites : [];
  },
  plan: (suite, _, tools) => planCheck(suite, tools, 1),
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
  const plan = shards === undefined ? planned : mergeShards(planned, shards);
  if ('outcome' in plan) return plan.outcome;
  const measured = await measureSuite(plan, tools);
  if (measured.status === 'ended') return measured.outcome;
  const concluded = await concludeSuite(measured, tools);
  return await reportSuite(concluded, tools);
}
