import { codeSpan, formattedLine, renderLink } from './markdown/markdown.js';
import type { ResultJson } from './result-schema.js';

/** The job summary of a run that measured nothing: why, and how each suite stands. */
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
  const parts = [reused.banner, rows.join('\n'), link === null ? '' : `${link}.`];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const ICONS = { pass: '✅', fail: '❌', inconclusive: '⚠️' } as const;
