import { join } from 'node:path';
import type { RunRecord } from '../ports/run-record.js';
import type { Redact } from '../text/redact.js';
import { publishComment } from './comment.js';
import { commentMarker } from './comment-marker.js';
import { fileNameOf, publishFiles, type ResultFile } from './files.js';
import type { PublishOutcome } from './outcome.js';
import { buildOutputs, publishOutputs } from './outputs.js';
import { rememberConcluded } from './pending.js';
import type { Outlets, Publication } from './publication.js';
import { redactValue } from './redact-value.js';
import { publishStatus, statusContext } from './status.js';
import { publishAnnotations, publishSummary } from './workflow.js';

export type Published = {
  readonly commentUrl: string | null;
  /** The report as a markdown file. */
  readonly reportPath: string | null;
  readonly resultsFile: string | null;
  /** One line for everything that could not be published; each is in the log too. */
  readonly warnings: readonly string[];
};

/**
 * Tells everybody, in the order of weight: records, other files, comment, summary, statuses, annotations, outputs. Each may fail
 * without the others. The runner masks secrets in its log only, so each text is redacted here once more.
 */
export async function publish(publication: Publication, outlets: Outlets): Promise<Published> {
  const { comment } = publication;
  const { github, workflow, redact, log, folder } = outlets;
  const warnings: string[] = [];
  const key = redact(outlets.commentKey);
  const body = 'body' in comment ? redact(comment.body(commentMarker(key))) : null;
  const summary = redact(publication.summary);
  const result = redactValue(publication.result, redact);
  const resultJson = result === null ? null : JSON.stringify(result);

  // What was paid for goes first: where the disk is full, the report is what is lost.
  settle(
    await publishFiles(
      join(folder, 'records'),
      publication.records.map((record) => recordFile(record, redact)),
    ),
  );
  const files = settle(
    await publishFiles(folder, [
      ...(body === null ? [] : [{ name: 'comment.md', text: body }]),
      { name: 'report.md', text: summary },
      ...(resultJson === null ? [] : [{ name: 'result.json', text: `${resultJson}\n` }]),
    ]),
  );
  const written = files.status === 'published';
  const reportPath = written ? join(folder, 'report.md') : null;
  const resultsFile = written && resultJson !== null ? join(folder, 'result.json') : null;

  const commentUrl = 'body' in comment ? await tellPullRequest(comment) : comment.url;
  if (workflow !== null) settle(await publishSummary(workflow, summary));
  await tellStatuses();
  if (workflow !== null) {
    settle(await publishAnnotations(workflow, redactValue(publication.annotations, redact)));
    const outputs = buildOutputs(publication, { commentUrl, reportPath, resultsFile, resultJson });
    settle(await publishOutputs(workflow, outputs));
  }
  return { commentUrl, reportPath, resultsFile, warnings };

  async function tellPullRequest({ mayCreate }: { readonly mayCreate: boolean }): Promise<string | null> {
    const { pullRequest, settings, sleep } = outlets;
    if (github === null || pullRequest === null || settings.comment === 'off' || body === null) return null;
    const { number, headSha } = pullRequest;
    const outcome = settle(
      await publishComment({ github, pullRequest: number, headSha, key, body, mayCreate, log, sleep }),
    );
    return outcome.status === 'published' ? outcome.url : null;
  }

  async function tellStatuses(): Promise<void> {
    const { statusSha: sha, settings, runUrl: targetUrl } = outlets;
    if (github === null || sha === null || !settings.status) return;
    const concluded: string[] = [];
    for (const { suite, state, description } of publication.statuses) {
      const context = statusContext(redact(suite), redact(outlets.directory));
      const status = { sha, context, state, description: redact(description), targetUrl };
      if (settle(await publishStatus(github.statuses, status, outlets.statusNote)).status === 'published')
        concluded.push(context);
    }
    if (workflow !== null) settle(await rememberConcluded(workflow, concluded));
  }

  function settle(outcome: PublishOutcome): PublishOutcome {
    if (outcome.status === 'failed') {
      warnings.push(redact(outcome.warning));
      log.warning(redact(outcome.warning));
    }
    if (outcome.status === 'skipped') log.info(`Not written: ${redact(outcome.reason)}.`);
    return outcome;
  }
}

function recordFile(record: RunRecord, redact: Redact): ResultFile {
  return {
    name: `${fileNameOf(record.suite)}.json`,
    text: `${JSON.stringify(redactValue(record, redact))}\n`,
  };
}
