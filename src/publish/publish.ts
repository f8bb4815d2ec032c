import { join } from 'node:path';
import { messageOf } from '../ports/errors.js';
import { type CommitStatus, GitHubError } from '../ports/github.js';
import { publishComment } from './comment.js';
import { commentMarker, redactBody } from './comment-body.js';
import { fileNameOf, publishFiles, recordFile } from './files.js';
import { type PublishOutcome, publishing } from './outcome.js';
import { buildOutputs, publishOutputs } from './outputs.js';
import { rememberConcluded } from './pending.js';
import type { Outlets, Publication } from './publication.js';
import { redactValue } from './redact-value.js';
import { baseNote, publishStatus, statusContext, whyNoSuccess } from './status.js';

export type Published = {
  /** The report as a markdown file; `null` where it could not be written. */
  readonly reportPath: string | null;
  /** How each suite stands at the end: as its status, where one is set. */
  readonly states: readonly CommitStatus['state'][];
};

/**
 * Tells everybody, in the order of weight: records, other files, comment, summary, statuses, annotations, outputs. Each may fail
 * without the others. The runner masks secrets in its log only, so each text is redacted here once more.
 */
export async function publish(publication: Publication, outlets: Outlets): Promise<Published> {
  const { comment } = publication;
  const { github, workflow, redact, log, folder } = outlets;
  const key = redact(outlets.commentKey);
  const body = 'body' in comment ? redactBody(comment.body(commentMarker(key)), redact) : null;
  const summary = redact(publication.summary);
  const result = redactValue(publication.result, redact);
  const resultJson = result === null ? null : JSON.stringify(result);

  // What was paid for goes first: where the disk is full, the report is what is lost.
  settle(
    await publishFiles(
      join(folder, 'records'),
      publication.records.map((record) => recordFile(`${fileNameOf(record.suite)}.json`, record, redact)),
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
  const withheld = await readWithheld();
  const states = publication.statuses.map(({ state }) =>
    withheld !== null && state === 'success' ? 'error' : state,
  );
  if (withheld !== null) log.error(`No success is set: ${redact(withheld)}.`);
  const cause = withheld === null ? '' : `**No success is set:** ${redact(withheld)}.\n\n`;
  if (workflow !== null)
    settle(await publishing('Job summary', () => workflow.addSummary(`${cause}${summary}`)));
  await tellStatuses();
  if (workflow !== null) {
    const annotations = redactValue(publication.annotations, redact);
    settle(await publishing('Annotations', async () => annotations.forEach(workflow.annotate)));
    const passed = publication.passed && withheld === null;
    const outputs = buildOutputs(
      { ...publication, passed },
      { commentUrl, reportPath, resultsFile, resultJson },
    );
    settle(await publishOutputs(workflow, outputs));
  }
  return { reportPath, states };

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
    const { statusBase } = outlets;
    for (const [index, { suite, state: earned, description: told }] of publication.statuses.entries()) {
      const context = statusContext(suite, outlets.directory, redact);
      const state = states[index] ?? earned;
      const description = redact(state === earned ? told : (withheld ?? told));
      const status = { sha, context, state, description, targetUrl };
      const isDecision = state === 'success' || state === 'failure';
      const note = isDecision && statusBase !== null ? baseNote(statusBase.branch) : '';
      if (settle(await publishStatus(github.statuses, status, note)).status === 'published')
        concluded.push(context);
    }
    if (workflow !== null) settle(await rememberConcluded(workflow, concluded));
  }

  /** Asked last, since both may change while the agent is asked. */
  async function readWithheld(): Promise<string | null> {
    const { statusSha: sha, statusBase: base } = outlets;
    if (github === null || sha === null || base === null) return null;
    if (publication.statuses.every(({ state }) => state !== 'success')) return null;
    try {
      return whyNoSuccess(await github.pullRequests.openAt(sha), base);
    } catch (thrown) {
      const why = `which pull requests have the head ${sha.slice(0, 7)} is not known (${messageOf(thrown)})`;
      // Without an answer, or the right to ask, the decision stands; what was refused otherwise a stranger may have caused.
      const passes =
        thrown instanceof GitHubError &&
        (thrown.permission !== null || thrown.status === null || thrown.status >= 500);
      if (!passes) return `${why}; run the check again`;
      log.info(`${redact(why)}.`);
      return null;
    }
  }

  function settle(outcome: PublishOutcome): PublishOutcome {
    if (outcome.status === 'failed') log.warning(redact(outcome.warning));
    if (outcome.status === 'skipped') log.info(`Not written: ${redact(outcome.reason)}.`);
    return outcome;
  }
}
