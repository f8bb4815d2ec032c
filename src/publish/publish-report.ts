import { join } from 'node:path';
import type { GitHub } from '../ports/github.js';
import type { Log } from '../ports/log.js';
import type { Report } from '../ports/report.js';
import type { RunRecord } from '../ports/run-record.js';
import type { PublishSettings } from '../ports/settings.js';
import type { Redact } from '../text/redact.js';
import { publishAnnotations } from './annotations.js';
import { publishComment } from './comment.js';
import { commentMarker } from './comment-marker.js';
import { fileNameOf, publishFiles } from './files.js';
import type { PublishOutcome } from './outcome.js';
import { buildOutputs, publishOutputs } from './outputs.js';
import { redactValue } from './redact-value.js';
import { publishStatus, statusContext } from './status.js';
import { rememberConcluded } from './status-state.js';
import { publishSummary } from './summary.js';
import type { Annotation, Workflow } from './workflow.js';

/** The report in the forms that are published; none of them is redacted yet. */
export type RenderedReport = {
  /** Markdown of the comment, its first line the marker. */
  readonly comment: (marker: string) => string;
  readonly summary: string;
  readonly annotations: readonly Annotation[];
  readonly resultJson: unknown;
};

export type Publication = {
  readonly report: Report;
  readonly rendered: RenderedReport;
  readonly settings: PublishSettings;
  /** `null` outside a workflow. */
  readonly github: GitHub | null;
  readonly workflow: Workflow | null;
  /** Where the comment goes; `null` where the run is about no pull request. */
  readonly pullRequest: { readonly number: number; readonly headSha: string } | null;
  /** The commit that gets the statuses; `null` for none. */
  readonly statusSha: string | null;
  readonly commentKey: string;
  readonly redact: Redact;
  readonly log: Log;
  readonly sleep: (ms: number) => Promise<void>;
  /** Where the files go. */
  readonly folder: string;
  readonly records: readonly RunRecord[];
};

export type Published = {
  readonly commentUrl: string | null;
  /** The report as a markdown file. */
  readonly reportPath: string | null;
  readonly resultsFile: string | null;
  /** One line for everything that could not be published; each is in the log too. */
  readonly warnings: readonly string[];
};

/**
 * Tells everybody, in the order of weight: files, comment, summary, statuses, annotations, outputs. Each may fail
 * without the others. The runner masks secrets in its log only, so each text is redacted here once more.
 */
export async function publishReport(publication: Publication): Promise<Published> {
  const { report, rendered, github, workflow, redact, log, folder } = publication;
  const warnings: string[] = [];
  const settle = (outcome: PublishOutcome): PublishOutcome => {
    if (outcome.status === 'failed') {
      warnings.push(redact(outcome.warning));
      log.warning(redact(outcome.warning));
    }
    if (outcome.status === 'skipped') log.info(`Not commented: ${redact(outcome.reason)}.`);
    return outcome;
  };

  const key = redact(publication.commentKey);
  const comment = redact(rendered.comment(commentMarker(key)));
  const summary = redact(rendered.summary);
  const resultJson = JSON.stringify(redactValue(rendered.resultJson, redact));

  const files = settle(
    await publishFiles(folder, [
      { name: 'comment.md', text: comment },
      { name: 'report.md', text: summary },
      { name: 'result.json', text: `${resultJson}\n` },
      ...publication.records.map((record) => ({
        name: join('records', `${fileNameOf(record.suite)}.json`),
        text: `${JSON.stringify(redactValue(record, redact))}\n`,
      })),
    ]),
  );
  const written = files.status === 'published';
  const reportPath = written ? join(folder, 'report.md') : null;
  const resultsFile = written ? join(folder, 'result.json') : null;

  const commentUrl = await tellPullRequest();
  if (workflow !== null) settle(await publishSummary(workflow, summary));
  await tellStatuses();
  if (workflow !== null) {
    settle(await publishAnnotations(workflow, redactValue(rendered.annotations, redact)));
    const outputs = buildOutputs({ report, commentUrl, reportPath, resultsFile, resultJson });
    settle(await publishOutputs(workflow, outputs));
  }
  return { commentUrl, reportPath, resultsFile, warnings };

  async function tellPullRequest(): Promise<string | null> {
    const { pullRequest, settings, sleep } = publication;
    if (github === null || pullRequest === null || settings.comment === 'off') return null;
    const { number, headSha } = pullRequest;
    // A pull request that touches no prompt is not talked to; one that did before hears that it no longer does.
    const mayCreate = report.suites.some((suite) => suite.kind !== 'unchanged');
    const outcome = settle(
      await publishComment({
        github,
        pullRequest: number,
        headSha,
        key,
        body: comment,
        mayCreate,
        log,
        sleep,
      }),
    );
    return outcome.status === 'published' ? outcome.url : null;
  }

  async function tellStatuses(): Promise<void> {
    const { statusSha: sha, settings } = publication;
    if (github === null || sha === null || !settings.status) return;
    const concluded: string[] = [];
    for (const { suite, decision } of report.suites) {
      const context = statusContext(redact(suite));
      const description = redact(decision.shortLine);
      const { runUrl: targetUrl } = report;
      const status = { sha, context, state: decision.status, description, targetUrl };
      if (settle(await publishStatus(github.statuses, status)).status === 'published')
        concluded.push(context);
    }
    if (workflow !== null) settle(await rememberConcluded(workflow, concluded));
  }
}
