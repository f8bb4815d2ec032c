import type { Report } from '../ports/report.js';
import { renderReport } from './comment/render-comment.js';
import { codeSpan, formattedLine, renderLink } from './markdown/markdown.js';
import type { ResultJson } from './result-schema.js';

/** GitHub takes 1 MiB a step. */
export const SUMMARY_LIMIT_BYTES = 900_000;

/** The job summary: the comment's blocks with more room, and the cases that did not change too. */
export function renderSummary(report: Report): string {
  const summary = renderReport(report, {
    limitBytes: SUMMARY_LIMIT_BYTES - 1,
    tableRows: 2_000,
    tableBytes: 200_000,
    whole: true,
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

/** The job summary of a run that measured nothing: why, and what stands of each suite. */
export function renderReusedSummary(reused: {
  /** Markdown of the comment's banner. */
  readonly banner: string;
  readonly result: ResultJson | null;
  readonly commentUrl: string | null;
}): string {
  const rows = (reused.result?.suites ?? []).map(
    ({ suite, decision, blocking, headline }) =>
      `- ${ICONS[decision === 'fail' && !blocking ? 'inconclusive' : decision]} ${codeSpan(suite)}: ${formattedLine(headline)}`,
  );
  const link = renderLink('The report is in the comment', reused.commentUrl);
  const parts = [reused.banner.replace(/\n+---$/, ''), rows.join('\n'), link === null ? '' : `${link}.`];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const ICONS = { pass: '✅', fail: '❌', inconclusive: '⚠️' } as const;
