import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../ports/report.js';
import type { RunRecord } from '../ports/run-record.js';
import { publishReport } from '../publish/publish-report.js';
import { redactReport } from '../publish/redact-value.js';
import { buildAnnotations } from '../report/annotations.js';
import { renderComment } from '../report/comment/render-comment.js';
import { buildResultJson } from '../report/result-json.js';
import { renderSummary } from '../report/summary.js';
import type { Local } from './open-local.js';

/** Leaves report, comment and records in a folder. False where that failed; the log says why. */
export async function writeReportFiles(run: {
  readonly report: Report;
  readonly records: readonly RunRecord[];
  readonly folder: string;
  readonly local: Pick<Local, 'log' | 'redact'>;
}): Promise<boolean> {
  const { records, folder, local } = run;
  const report = redactReport(run.report, local.redact);
  const { reportPath } = await publishReport({
    report,
    records,
    folder,
    rendered: {
      comment: (marker) => renderComment(report, { marker }),
      summary: renderSummary(report),
      annotations: buildAnnotations(report),
      resultJson: buildResultJson(report),
    },
    settings: { comment: 'off', commentKey: null, status: false },
    github: null,
    workflow: null,
    pullRequest: null,
    statusSha: null,
    commentKey: 'local',
    redact: local.redact,
    log: local.log,
    sleep,
  });
  return reportPath !== null;
}
