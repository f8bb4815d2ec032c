import { worstDecision } from '../decide/decisions.js';
import type { Report } from '../model/report.js';
import type { Fingerprints } from '../publish/earlier-decision.js';
import { buildPublication } from '../publish/publication.js';
import { type PublishResult, publish } from '../publish/publish.js';
import { redactReport } from '../publish/redact-value.js';
import { renderConsole } from '../report/console.js';
import type { Session, SuiteOutcome } from './session.js';

/** Builds the report of all suites, prints and publishes it. */
export async function publishReport(
  outcomes: readonly SuiteOutcome[],
  session: Session,
  fingerprints: Fingerprints,
): Promise<{ readonly report: Report; readonly published: PublishResult }> {
  const { effects, outlets } = session;
  const suites = outcomes.map((outcome) => outcome.report);
  const report: Report = {
    suites,
    overall: worstDecision(suites.map((suite) => suite.decision)),
    headSha: outlets.statusSha,
    runUrl: outlets.runUrl,
    homeUrl: outlets.homeUrl,
    // On a developer's machine the comment is the one that a pull request would get.
    acceptable:
      outlets.workflow === null ||
      (outlets.github !== null && outlets.pullRequest !== null && outlets.settings.status),
    ...(outlets.pullRequest !== null && { pullRequest: outlets.pullRequest }),
    notices: [...session.notices, ...(await effects.providerNotes())],
  };
  const records = outcomes.flatMap(({ head }) => (head === null ? [] : [head]));
  session.print(redactReport(report, effects.redact), renderConsole);
  const publication = buildPublication({ report, records, fingerprints }, effects.redact);
  return { report, published: await publish(publication, outlets) };
}
