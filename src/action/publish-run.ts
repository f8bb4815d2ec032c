import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../ports/log.js';
import type { Report } from '../ports/report.js';
import type { RunRecord } from '../ports/run-record.js';
import type { PublishSettings } from '../ports/settings.js';
import { buildEarlierDecision } from '../publish/earlier-decision.js';
import { publishReport } from '../publish/publish-report.js';
import { redactReport } from '../publish/redact-value.js';
import { BANNER_BYTES, firstLines } from '../publish/sticky-body.js';
import type { Workflow } from '../publish/workflow.js';
import { buildAnnotations } from '../report/annotations.js';
import { COMMENT_LIMIT_BYTES, renderComment } from '../report/comment/render-comment.js';
import { renderConsole } from '../report/console.js';
import { buildResultJson } from '../report/result-json.js';
import { renderSummary } from '../report/summary.js';
import type { Checkout } from '../session/checkout.js';
import type { Runner } from '../session/runner.js';
import type { Overrides } from '../settings/overrides.js';
import type { Redact } from '../text/redact.js';
import { commentKeyOf } from './sticky.js';

/** Tells everybody who waits for a workflow run: log, comment, summary, statuses, annotations, outputs, files. */
export async function publishRun(run: {
  readonly runner: Runner;
  readonly overrides: Overrides;
  readonly workflow: Workflow;
  readonly log: Log;
  readonly redact: Redact;
  readonly checkout: Checkout;
  /** `null` where the settings could not be read: then the inputs decide alone. */
  readonly settings: PublishSettings | null;
  readonly report: Report;
  readonly records: readonly RunRecord[];
  /** By suite, what its decision depends on: the comment remembers it. */
  readonly fingerprints?: ReadonlyMap<string, string>;
}): Promise<void> {
  const { runner, overrides, checkout } = run;
  const report = redactReport(run.report, run.redact);
  const settings = run.settings ?? {
    comment: overrides.comment ?? 'update',
    commentKey: overrides.commentKey ?? null,
    status: overrides.status ?? true,
  };
  const suites = report.suites.map((suite) => suite.suite);
  const resultJson = buildResultJson(report);
  const decision = buildEarlierDecision({
    ...run,
    report,
    result: resultJson,
    fingerprints: run.fingerprints ?? new Map(),
  });
  run.log.info(renderConsole(report, { color: false }));
  await publishReport({
    ...run,
    report,
    settings,
    rendered: {
      comment: (marker) =>
        renderComment(report, {
          marker: firstLines(marker, decision),
          // Room for a banner that may come above it.
          limitBytes: COMMENT_LIMIT_BYTES - BANNER_BYTES,
        }),
      summary: renderSummary(report),
      annotations: buildAnnotations(report),
      resultJson,
    },
    github: runner.github,
    pullRequest: checkout.pullRequest,
    statusSha: checkout.statusSha,
    commentKey: commentKeyOf(settings, runner, suites),
    sleep,
    folder: join(runner.temp, 'prompt-regression'),
  });
}
