import type { Report } from '../ports/report.js';
import { renderReport } from './comment/render-comment.js';

/** GitHub takes 1 MiB a step. */
const SUMMARY_LIMIT_BYTES = 900_000;

/** The job summary: the comment's blocks with more room, and the cases that did not change too. */
export function renderSummary(report: Report): string {
  const summary = renderReport(report, {
    limitBytes: SUMMARY_LIMIT_BYTES - 1,
    tableRows: 2_000,
    tableBytes: 200_000,
    unchangedRows: true,
    openCases: 20,
    answerCharacters: 20_000,
    inputCharacters: 2_000,
    lineCharacters: 1_000,
    statementsPerCase: 50,
    listed: 200,
    restIsIn: 'the run record',
  });
  return `${summary}\n`;
}
