import type { Report } from '../model/report.js';
import type { PreparedSuite, SuitePreparation } from '../model/stages.js';
import type { PublishResult } from '../publish/publish.js';
import { chooseCases } from './choose-cases.js';
import { type ConcludedSuite, concludeSuite } from './conclude-suite.js';
import { chooseExitCode } from './exit-code.js';
import { explainOutcomes } from './explain-outcomes.js';
import { measureSuite } from './measure-suite.js';
import { mergeShards } from './merge-shards.js';
import { planCheck, type SuitePlan } from './plan-suite.js';
import { prepareCheck } from './prepare-suites.js';
import { publishReport, showEarlier, waitForLabel } from './publish-report.js';
import { reportSuite, reportWithoutComparison } from './report-suite.js';
import { announceRun, runSuites, skipWithoutKey } from './run-suites.js';
import type { Session } from './session.js';
import type { EndedSuite, SuiteOutcome } from './suite-outcome.js';
import { openSuiteTools, type SuiteTools } from './suite-tools.js';

export type CheckOutcome = {
  readonly exitCode: number;
  /** `null` if an earlier decision was shown again, or the pull request waits for its label. */
  readonly report: Report | null;
  readonly published: PublishResult;
};

/**
 * The workflow of a pull request, from settings to exit code. `recordBaseline` is the workflow of the base branch.
 * Throws `UserError` with the problems of all suites before the first call.
 */
export async function checkChange(session: Session): Promise<CheckOutcome> {
  const suites = chooseCases(await prepareCheck(session), session.only);
  const earlyEnd = (await showEarlier(suites, session)) ?? (await waitForLabel(suites, session));
  if (earlyEnd !== null) return { ...earlyEnd, report: null };

  await announceRun(suites, session);
  const scorerCount = countScorers(suites);
  const concluded: ConcludedSuite[] = [];
  const outcomes = await runSuites(suites, session, (suite) =>
    checkSuite(suite, session, { scorerCount, onConcluded: (each) => concluded.push(each) }),
  );

  const explained = await explainOutcomes({ outcomes, concluded, suites }, session);
  const { report, published } = await publishReport(explained.outcomes, suites, session, explained.published);

  const { journals } = session.effects;
  for (const { suite, decision } of report.suites) {
    // The next run resumes what is not decided.
    if (decision.outcome !== 'inconclusive') journals.finish(suite);
  }
  const exitCode = chooseExitCode({ kind: 'reported', suites: published.states });
  return { exitCode, report, published };
}

/** Scorers of all suites that are compared: they share the significance level of the mean rule. */
function countScorers(suites: readonly SuitePreparation[]): number {
  const compared = suites.filter((suite) => suite.status === 'ready').filter(({ onlyShown }) => !onlyShown);
  return compared.reduce((sum, { settings }) => sum + settings.scorers.length, 0);
}

type CheckContext = {
  readonly scorerCount: number;
  readonly onConcluded: (suite: ConcludedSuite) => void;
};

async function checkSuite(
  suite: PreparedSuite,
  session: Session,
  { scorerCount, onConcluded }: CheckContext,
): Promise<SuiteOutcome> {
  const keyless = skipWithoutKey(suite, session);
  if (keyless !== null) return keyless;
  await using tools = await openSuiteTools(suite, session.effects);
  if (suite.onlyShown) return await reportWithoutComparison(suite, tools);
  const plan = await planCheck(suite, tools, scorerCount);
  return await evaluateSuite(plan, tools, { shards: session.shards, onConcluded });
}

type EvaluationContext = {
  readonly shards: Session['shards'];
  readonly onConcluded?: (suite: ConcludedSuite) => void;
};

/**
 * The stages that a check and a baseline share: measure both sides, conclude, report. If shards have measured, their
 * records are merged instead.
 */
export async function evaluateSuite(
  planned: SuitePlan | EndedSuite,
  tools: SuiteTools,
  { shards, onConcluded }: EvaluationContext,
): Promise<SuiteOutcome> {
  if (planned.status === 'ended') return planned.outcome;
  const plan = shards === undefined ? planned : mergeShards(planned, shards);
  if (plan.status === 'ended') return plan.outcome;
  const measured = await measureSuite(plan, tools);
  if (measured.status === 'ended') return measured.outcome;
  const concluded = await concludeSuite(measured, tools);
  onConcluded?.(concluded);
  return await reportSuite(concluded, tools);
}
