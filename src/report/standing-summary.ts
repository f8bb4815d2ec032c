import { renderLink } from './comment/link.js';
import { codeSpan, formattedLine } from './markdown/markdown.js';
import type { ResultJson } from './result-schema.js';

/** The job summary of a run that measured nothing: why, and what stands of each suite. */
export function renderStandingSummary(standing: {
  /** Markdown of the comment's banner. */
  readonly banner: string;
  readonly result: ResultJson | null;
  readonly commentUrl: string | null;
}): string {
  const rows = (standing.result?.suites ?? []).map(
    ({ suite, decision, blocking, headline }) =>
      `- ${ICONS[decision === 'fail' && !blocking ? 'inconclusive' : decision]} ${codeSpan(suite)}: ${formattedLine(headline)}`,
  );
  const link = renderLink('The report is in the comment', standing.commentUrl);
  const parts = [standing.banner.replace(/\n+---$/, ''), rows.join('\n'), link === null ? '' : `${link}.`];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const ICONS = { pass: '✅', fail: '❌', inconclusive: '⚠️' } as const;
