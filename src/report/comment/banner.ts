import type { Decision } from '../../model/finding.js';
import { shortCommit } from '../../text/values.js';
import { codeSpan, formattedLine, inlineText, renderLink } from '../markdown/markdown.js';
import { ICONS } from '../model/heading.js';

/** Escaping makes a character up to 14 bytes long, and a banner has 2,000. */
const MAX_REASON_LENGTH = 100;

export function describeAcceptance(by: string): string {
  return `accepted by ${by}`;
}

/** Above a report that a maintainer accepts; what got worse stays below it. */
export function renderAccepted(acceptance: {
  readonly by: string;
  /** Foreign text; `null` if none was given. */
  readonly reason: string | null;
  readonly sha: string;
}): string {
  const { by, reason, sha } = acceptance;
  return [
    `### ✅ Accepted by ${codeSpan(by)}`,
    ...(reason === null ? [] : [`> ${inlineText(reason, MAX_REASON_LENGTH)}`]),
    `The status of ${codeSpan(shortCommit(sha))} is green. A new push needs a new acceptance.`,
  ].join('\n\n');
}

/** Above a report that is still valid, because nothing that decides has changed. */
export function renderShownAgain(shown: {
  readonly decidedAt: string;
  readonly sha: string;
  readonly runUrl: string | null;
}): string {
  const { decidedAt, sha, runUrl } = shown;
  const link = renderLink('run', runUrl);
  const at = `${codeSpan(shortCommit(decidedAt))}${link === null ? '' : ` (${link})`}`;
  const again = decidedAt === sha ? 'shown again' : `shown again for ${codeSpan(shortCommit(sha))}`;
  return `> Decided at ${at}, ${again}: neither the watched files nor the settings have changed. \`force-run: true\` measures again.`;
}

/** The job summary of a run that measured nothing: why, and each suite's result. */
export function renderReusedSummary(reused: {
  readonly banner: string;
  readonly suites: readonly {
    readonly suite: string;
    readonly decision: Decision['outcome'];
    readonly blocking: boolean;
    readonly headline: string;
  }[];
  readonly commentUrl: string | null;
}): string {
  const rows = reused.suites.map(({ suite, decision, blocking, headline }) => {
    const icon = ICONS[decision === 'fail' && !blocking ? 'worse' : decision];
    return `- ${icon} ${codeSpan(suite)}: ${formattedLine(headline)}`;
  });
  const link = renderLink('The report is in the comment', reused.commentUrl);
  const parts = [reused.banner, rows.join('\n'), link === null ? '' : `${link}.`];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
