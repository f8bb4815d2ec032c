import type { Decision } from '../../model/finding.js';
import { shortenCommit } from '../../text/values.js';
import {
  escapeInLine,
  escapeLine,
  formatLine,
  joinMarkdown,
  type Markdown,
  markdown,
  renderCodeSpan,
  renderLink,
} from '../markdown.js';
import { ICONS } from '../model/heading.js';

/** Escaping makes a character up to 14 bytes long, and a banner has 2,000. */
const MAX_REASON_LENGTH = 100;

/** For the description of a status. `by` is a login. */
export function describeAcceptance(by: string): string {
  return `accepted by ${by}`;
}

/** Above a report that a maintainer accepts; what got worse stays below it, without its next steps. */
export function renderAccepted(acceptance: {
  readonly by: string;
  /** Foreign text; `null` if none was given. */
  readonly reason: string | null;
  readonly sha: string;
}): Markdown {
  const { by, reason, sha } = acceptance;
  return joinMarkdown(
    [
      markdown`### ✅ Accepted by ${renderCodeSpan(by)}: the result below does not block the merge`,
      ...(reason === null ? [] : [markdown`> ${escapeLine(reason, MAX_REASON_LENGTH)}`]),
      markdown`**Next:** nothing to do; you can merge. The status of ${renderCodeSpan(shortenCommit(sha))} is green. A new push needs a new acceptance.`,
      markdown`What was accepted:`,
    ],
    '\n\n',
  );
}

/** Above a report that is still valid, because nothing that decides has changed. */
export function renderShownAgain(shown: {
  readonly decidedAt: string;
  readonly sha: string;
  readonly runUrl: string | null;
}): Markdown {
  const { decidedAt, sha, runUrl } = shown;
  const link = renderLink(markdown`run`, runUrl);
  const at = markdown`${renderCodeSpan(shortenCommit(decidedAt))}${link === null ? markdown`` : markdown` (${link})`}`;
  const again =
    decidedAt === sha
      ? markdown`shown again`
      : markdown`shown again for ${renderCodeSpan(shortenCommit(sha))}`;
  return markdown`> Decided at ${at}, ${again}: neither the watched files nor the settings have changed.`;
}

/** The job summary of a run that measured nothing: why, and each suite's result. */
export function renderReusedSummary(reused: {
  readonly banner: Markdown;
  readonly suites: readonly {
    readonly suite: string;
    readonly decision: Decision['outcome'];
    readonly blocking: boolean;
    readonly headline: string;
  }[];
  readonly commentUrl: string | null;
}): Markdown {
  const rows = reused.suites.map(({ suite, decision, blocking, headline }) => {
    const icon = ICONS[decision === 'fail' && !blocking ? 'worse' : decision];
    return markdown`- ${escapeInLine(icon)} ${renderCodeSpan(suite)}: ${formatLine(headline)}`;
  });
  const link = renderLink(markdown`The report is in the comment`, reused.commentUrl);
  const parts = [
    reused.banner,
    markdown`To measure again, set the input ${renderCodeSpan('force-run: true')} of this action in the workflow file.`,
    ...(rows.length === 0 ? [] : [joinMarkdown(rows, '\n')]),
    ...(link === null ? [] : [markdown`${link}.`]),
  ];
  return markdown`${joinMarkdown(parts, '\n\n')}\n`;
}
