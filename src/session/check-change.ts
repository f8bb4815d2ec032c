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
import { measureBase, measureHead, planSuite, refuseShortBudget, type SuitePlan } from './measure-suite.js';
import { prepareCheck } from './prepare-suites.js';
import { publishReport } from './publish-report.js';
import { announceRun, countScorers, runSuites } from './run-suites.js';
import type { Session, SuiteOutcome } from './session.js';
import { showEarlier } from './show-earlier.js';
import { showOnly } from './shown-cases.js';
import { notEvaluated, withoutKey } from './suite-outcome.js';
import { reportSuite } from './suite-report.js';
import { openSuiteTools, type SuiteTools } from './suite-tools.js';
import { waitForLabel } from './wait-for-label.js';

export type CheckOutcome = {
  readonly exitCode: number;
  /** `null` if an earlier decision was shown again, or the pull request waits for its label. */
  readonly report: Report | null;
  readonly published: PublishResult;
  /** Most model calls of all suites, except an agent's own calls. */
  readonly enoughCalls: number;
};

/**
 * The story of a pull request, from settings to exit code. `recordBaseline` is the story of a run on the base branch.
 * Throws `UserError` with the problems of all suites before the first call.
 */
export async function checkChange(session: Session): Promise<CheckOutcome> {
  const suites = chooseCases(await prepareCheck(session), session.only);
  const earlier = await showEarlier(suites, session);
  if (earlier.kind === 'shown') return { ...earlier, report: null, enoughCalls: 0 };
  const waiting = await waitForLabel(suites, session);
  if (waiting !== null) return { ...waiting, report: null, enoughCalls: 0 };

  await announceRun(suites, session);
  const scorerCount = countScorers(suites);
  const outcomes = await runSuites(suites, session, (run) => checkSuite(run, session, scorerCount));

  const { report, published } = await publishReport(outcomes, session, earlier.fingerprints);

  const { journals, budget } = session.effects;
  for (const { suite, decision } of report.suites) {
    // The next run resumes what is not decided.
    if (decision.outcome !== 'inconclusive') journals.finish(suite);
  }
  const exitCode = exitCodeOf({ kind: 'told', suites: published.states });
  return { exitCode, report, published, enoughCalls: budget.expected() };
}

/** One suite, from its files to its report. */
async function checkSuite(run: SuiteRun, session: Session, scorerCount: number): Promise<SuiteOutcome> {
  const keyless = withoutKey(run, session);
  if (keyless !== null) return keyless;
  await using tools = await openSuiteTools(run, session.effects);
  if (run.files.onlyShown) return await showOnly(run, tools);

  const base = await findBase(run, tools.effects);
  const judged = withRecordTasks(run, base);
  if (judged === null) {
    return notEvaluated(run, { because: 'inconclusive', remedy: 'see-cause', reasons: [NO_TASK] });
  }
  const source = planRejudging(base, judged, tools);
  const calls = planCheck(judged, source);
  return await evaluateSuite({ run: judged, source, calls, scorerCount }, tools);
}

/** The steps that both stories share: measure base and head, compare and decide, report. */
export async function evaluateSuite(plan: SuitePlan, tools: SuiteTools): Promise<SuiteOutcome> {
  await using side = openBaseSide(plan.source, plan.run, tools.effects);
  const work = await planSuite(plan, side, tools);
  const short = refuseShortBudget(work);
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
