import { join } from 'node:path';
import type { CommitStatus, GitHub } from '../ports/github.js';
import type { Log } from '../ports/log.js';
import type { PublishSettings } from '../ports/settings.js';
import type { ResultJson } from '../report/result-schema.js';
import type { Redact } from '../text/redact.js';
import { publishComment } from './comment.js';
import { commentMarker } from './comment-marker.js';
import { buildEarlierOutputs } from './earlier-outputs.js';
import { publishFiles } from './files.js';
import type { PublishOutcome } from './outcome.js';
import { publishOutputs } from './outputs.js';
import { redactValue } from './redact-value.js';
import { publishStatus, statusContext } from './status.js';
import { joinStickyBody, type StickyBody } from './sticky-body.js';
import { publishSummary } from './summary.js';
import type { Workflow } from './workflow.js';

/** A decision that stands without anything having been measured: shown again, or accepted by somebody. */
export type Standing = {
  /** The `decision` output. */
  readonly decision: string;
  readonly passed: boolean;
  /** True where the job fails. */
  readonly blocking: boolean;
  /** `null` where what was measured is not known any more. */
  readonly result: ResultJson | null;
  readonly statuses: readonly (Pick<CommitStatus, 'state' | 'description'> & { readonly suite: string })[];
  /** The comment as it is to be, without its marker; `null` leaves it as it is. */
  readonly comment: Omit<StickyBody, 'marker'> | null;
  readonly summary: string;
};

/** Tells a standing decision: files, comment, summary, statuses, outputs. Each may fail without the others. */
export async function publishStanding(run: {
  readonly standing: Standing;
  readonly settings: PublishSettings;
  readonly github: GitHub;
  readonly workflow: Workflow;
  readonly pullRequest: { readonly number: number; readonly headSha: string };
  readonly commentKey: string;
  /** Of the comment, where it is left as it is. */
  readonly commentUrl: string | null;
  readonly targetUrl: string;
  readonly folder: string;
  readonly redact: Redact;
  readonly log: Log;
  readonly sleep: (ms: number) => Promise<void>;
}): Promise<void> {
  const { standing, settings, github, workflow, pullRequest, folder, redact, log } = run;
  const { decision, passed } = standing;
  const result = redactValue(standing.result, redact);
  const summary = redact(standing.summary);
  const files = settle(
    await publishFiles(folder, [
      { name: 'report.md', text: summary },
      ...(result === null ? [] : [{ name: 'result.json', text: `${JSON.stringify(result)}\n` }]),
    ]),
  );
  const written = files.status === 'published';
  const commentUrl = await tellPullRequest();
  settle(await publishSummary(workflow, summary));
  if (settings.status) await tellStatuses();
  const reportPath = written ? join(folder, 'report.md') : null;
  const resultsFile = written && result !== null ? join(folder, 'result.json') : null;
  const outputs = buildEarlierOutputs({ decision, passed, result, commentUrl, reportPath, resultsFile });
  settle(await publishOutputs(workflow, outputs));

  async function tellPullRequest(): Promise<string | null> {
    if (settings.comment === 'off' || standing.comment === null) return run.commentUrl;
    const key = redact(run.commentKey);
    const { decision: remembered, banner, report } = standing.comment;
    const outcome = settle(
      await publishComment({
        github,
        pullRequest: pullRequest.number,
        headSha: pullRequest.headSha,
        key,
        // The report was redacted when it was written; the remembered decision is packed, and was too.
        body: joinStickyBody({
          marker: commentMarker(key),
          decision: remembered,
          banner: banner === null ? null : redact(banner),
          report,
        }),
        mayCreate: true,
        log,
        sleep: run.sleep,
      }),
    );
    return outcome.status === 'published' ? outcome.url : null;
  }

  async function tellStatuses(): Promise<void> {
    for (const { suite, state, description } of standing.statuses) {
      const { headSha: sha } = pullRequest;
      const context = statusContext(redact(suite));
      const status = {
        sha,
        context,
        state,
        description: redact(description),
        targetUrl: run.targetUrl,
      };
      settle(await publishStatus(github.statuses, status));
    }
  }

  function settle(outcome: PublishOutcome): PublishOutcome {
    if (outcome.status === 'failed') log.warning(redact(outcome.warning));
    if (outcome.status === 'skipped') log.info(`Not commented: ${redact(outcome.reason)}.`);
    return outcome;
  }
}
