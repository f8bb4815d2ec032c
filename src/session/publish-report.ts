import { findWorstDecision } from '../decide/conclude.js';
import { hashDecisionInputs } from '../files/watched-files.js';
import { describeError } from '../model/errors.js';
import { omitUndefined } from '../model/omit-undefined.js';
import { lacksResult, type PullRequestHead, type Report } from '../model/report.js';
import type { SuitePreparation } from '../model/stages.js';
import { readPublishedComment } from '../publish/comment.js';
import type { Fingerprints } from '../publish/earlier-decision.js';
import type { Outlets } from '../publish/outlets.js';
import { buildPublication, type Publication, redactReport } from '../publish/publication.js';
import { type PublishedStatuses, type PublishResult, publish, publishDecision } from '../publish/publish.js';
import { findReusedDecision, type ReusedDecision } from '../publish/reused-decision.js';
import { announceWaiting, buildStatusContext, parseOrigin } from '../publish/status.js';
import { renderConsole } from '../report/console.js';
import { isOutOfTime } from '../report/model/alerts.js';
import { VERSION } from '../version.js';
import { chooseExitCode } from './exit-code.js';
import type { Session } from './session.js';
import type { SuiteOutcome } from './suite-outcome.js';

/**
 * Publishes the decision, and prints it.
 * @param decided set if `publishDecision` has set the statuses before.
 */
export async function publishReport(
  outcomes: readonly SuiteOutcome[],
  suites: readonly SuitePreparation[],
  session: Session,
  decided: PublishedStatuses | null = null,
): Promise<{ readonly report: Report; readonly published: PublishResult }> {
  const { effects, outlets } = session;
  const report = await buildReport(outcomes, session);
  session.print(redactReport(report, effects.redact), renderConsole);
  const publication = preparePublication(report, outcomes, suites, session);
  return { report, published: await publish(publication, outlets, decided) };
}

/** Publishes the decision before its cause is looked for. */
export async function announceDecision(
  outcomes: readonly SuiteOutcome[],
  suites: readonly SuitePreparation[],
  session: Session,
): Promise<PublishedStatuses> {
  const report = await buildReport(outcomes, session);
  const publication = preparePublication(report, outcomes, suites, session);
  // If the run is killed, the next one has to look for the cause, and does not show this comment again.
  const { comment } = preparePublication(report, outcomes, null, session);
  return await publishDecision({ ...publication, comment }, session.outlets);
}

function preparePublication(
  report: Report,
  outcomes: readonly SuiteOutcome[],
  suites: readonly SuitePreparation[] | null,
  { effects, explain }: Session,
): Publication {
  const records = outcomes.map(({ head }) => head).filter((head) => head !== null);
  const explains = explain !== null;
  return buildPublication(
    { report, records, fingerprints: suites && computeFingerprints(suites), explains },
    effects.redact,
  );
}

async function buildReport(
  outcomes: readonly SuiteOutcome[],
  { effects, outlets, notices }: Session,
): Promise<Report> {
  const allNotices = [...notices, ...(await effects.providerNotes())];
  const overload = allNotices.find((note) => note.kind === 'overloaded');
  const reports = outcomes.map(({ report }) =>
    overload !== undefined && isOutOfTime(report) ? { ...report, overload } : report,
  );
  return omitUndefined({
    suites: reports,
    overall: findWorstDecision(reports.map(({ decision }) => decision)),
    headSha: outlets.statusSha,
    runUrl: outlets.runUrl,
    reportUrl: outlets.reportUrl,
    repositoryUrl: outlets.repositoryUrl,
    homeUrl: outlets.homeUrl,
    // On a developer's machine the comment is the one that a pull request would get.
    acceptable: isAcceptable(outlets) && !reports.some(lacksResult),
    createdAt: effects.now().toISOString(),
    pullRequest: outlets.pullRequest ?? undefined,
    notices: allNotices,
  });
}

/** True if a label can turn a status green here. */
function isAcceptable({ workflow, github, pullRequest, settings }: Outlets): boolean {
  return workflow === null || (github !== null && pullRequest !== null && settings.status);
}

/** A run that measures nothing. */
export type EarlyEnd = { readonly exitCode: number; readonly published: PublishResult };

/** Sets the statuses to pending if the pull request lacks its run label. `null` if it is measured, or unchanged. */
export async function waitForLabel(
  suites: readonly SuitePreparation[],
  { waitsFor, outlets }: Session,
): Promise<EarlyEnd | null> {
  if (waitsFor === null || suites.every(({ status }) => status !== 'ready')) return null;
  await announceWaiting(
    suites.map(({ settings }) => settings.name),
    waitsFor,
    outlets,
  );
  return {
    exitCode: chooseExitCode({ kind: 'nothing-due' }),
    published: { reportPath: null, htmlPath: null, states: [] },
  };
}

/**
 * Shows this pull request's earlier decision on the same files and settings, unless `force-run` is set. A merge queue's
 * commit shows the decision on the queued pull request, including an acceptance of its head. `null` if the run has to evaluate.
 */
export async function showEarlier(
  suites: readonly SuitePreparation[],
  session: Session,
): Promise<EarlyEnd | null> {
  const { outlets } = session;
  const { log } = outlets;
  const reused = await findEarlier(suites, session);
  if (reused === null) return null;
  for (const { suite, state, description } of reused.publication.statuses) {
    log[state === 'success' ? 'info' : 'error'](`${suite}: ${description}`);
  }
  log.info(
    `Decided at ${reused.decidedAt ?? 'an earlier head'}, shown again: neither the watched files nor the settings have changed since. \`force-run: true\` measures again.`,
  );
  const published = await publish(reused.publication, outlets);
  return { exitCode: chooseExitCode({ kind: 'reported', suites: published.states }), published };
}

/** The decision that `showEarlier` shows; `null` if the run has to evaluate. */
export async function findEarlier(
  suites: readonly SuitePreparation[],
  { forceRun, queued, outlets }: Session,
): Promise<ReusedDecision | null> {
  // Without a suite to run, showing an earlier decision saves nothing.
  const isFresh = forceRun || suites.every(({ status }) => status === 'unchanged');
  const pullRequest = outlets.pullRequest ?? (await readQueued(queued, outlets));
  if (isFresh || pullRequest === null) return null;
  const sticky = await readPublishedComment({ ...outlets, pullRequest });
  const reused = findReusedDecision(sticky, { pullRequest, fingerprints: computeFingerprints(suites) });
  return reused !== null && (await isConfirmed(reused, outlets)) ? reused : null;
}

/**
 * True if the decided commit has the statuses of this decision. The comment's author proves nothing: every workflow of
 * the repository writes under the same name, and one may repeat a stranger's words.
 */
async function isConfirmed(
  { publication, confirmedAt }: ReusedDecision,
  { github, settings, directory, redact, log }: Session['outlets'],
): Promise<boolean> {
  if (github === null || !settings.status) return false;
  try {
    const known = await github.statuses.latest(confirmedAt);
    const isAccepted = publication.decision === 'accepted';
    const confirmed = publication.statuses.every(({ suite, decision }) => {
      const context = buildStatusContext(suite, directory, redact);
      const status = known.find((each) => each.context === context);
      if (status === undefined || decision === null || parseOrigin(status.targetUrl).decision !== decision)
        return false;
      return !isAccepted || status.state === 'success';
    });
    if (!confirmed) {
      log.info(
        `The statuses of ${confirmedAt.slice(0, 7)} do not confirm the comment's decision, so it does not count.`,
      );
    }
    return confirmed;
  } catch (thrown) {
    log.info(`The comment's decision does not count: ${describeError(thrown)}.`);
    return false;
  }
}

/**
 * By suite, a fingerprint of everything that its decision depends on; `null` if unknown, so that no earlier one is
 * shown.
 */
function computeFingerprints(suites: readonly SuitePreparation[]): Fingerprints {
  return new Map(
    suites.map((suite) => [
      suite.settings.name,
      suite.status === 'cannot-run' ? null : hashDecisionInputs(suite, VERSION),
    ]),
  );
}

async function readQueued(
  number: number | null,
  { github, log }: Session['outlets'],
): Promise<PullRequestHead | null> {
  if (number === null || github === null) return null;
  try {
    return await github.pullRequests.pullRequest(number);
  } catch (thrown) {
    log.info(`The decision on pull request ${number} is unknown: ${describeError(thrown)}.`);
    return null;
  }
}
