import { shortCommit } from '../../text/values.js';
import { codeSpan, inlineText, renderLink } from '../markdown/markdown.js';
import { HOW_TO_ACCEPT } from '../what-now.js';

/** Escaping makes text longer: a reason is cut until it fits this many bytes. */
const REASON_BYTES = 1_200;
const REASON_CHARACTERS = [300, 150, 80, 40, 20];

export const WHAT_NOW = '**What now?**';
const NOTHING_TO_DO = 'Nothing: it is accepted.';

const SAID = new RegExp(`(?<=\\*\\*What now\\?\\*\\* )(?:${HOW_TO_ACCEPT.source}|${NOTHING_TO_DO})`);

/**
 * A report whose line says how it is accepted, or, with `null`, that it is. Foreign text is never before it: no line of
 * that has bold type.
 */
export function tellAccepted(report: string, how: string | null): string {
  return report.replace(SAID, () => how ?? NOTHING_TO_DO);
}

/** Above a report whose regression somebody accepts; what regressed stays below it. */
export function renderAccepted(acceptance: {
  readonly by: string;
  /** Foreign text; `null` where none was given. */
  readonly reason: string | null;
  readonly sha: string;
  /** False where there is no report below. */
  readonly hasReport: boolean;
}): string {
  const { by, reason, sha, hasReport } = acceptance;
  const what = hasReport ? 'what is reported below' : "what this commit's run reports";
  return [
    `### ✅ Accepted by ${codeSpan(by)}`,
    reason === null
      ? 'No reason was given (a comment `/prompt-regression accept <reason>` before the label gives one).'
      : `> ${fittedReason(reason)}`,
    `The status of ${codeSpan(shortCommit(sha))} is green because ${codeSpan(by)} accepts ${what}, not because it was measured anew. A new push has to be accepted again.`,
    ...(hasReport ? ['---'] : []),
  ].join('\n\n');
}

/** Above a report that still stands, since nothing that decides has changed. */
export function renderShownAgain(shown: {
  readonly decidedAt: string;
  readonly sha: string;
  /** The run that decided. */
  readonly runUrl: string | null;
  /** Who accepted it on another head, or into another branch, which does not count here; else `null`. */
  readonly acceptedBefore: string | null;
}): string {
  const { decidedAt, sha, runUrl, acceptedBefore } = shown;
  const link = renderLink('run', runUrl);
  const at = `${codeSpan(shortCommit(decidedAt))}${link === null ? '' : ` (${link})`}`;
  const again = decidedAt === sha ? 'shown again' : `shown again for ${codeSpan(shortCommit(sha))}`;
  const before =
    acceptedBefore === null
      ? ''
      : ` What ${codeSpan(acceptedBefore)} accepted was an older commit, or for another base branch; this one has to be accepted again.`;
  return `> Decided at ${at}, ${again}: neither the watched files nor the settings have changed since. \`force-run: true\` measures anew.${before}`;
}

function fittedReason(reason: string): string {
  const fitted = REASON_CHARACTERS.map((characters) => inlineText(reason, characters)).find(
    (text) => Buffer.byteLength(text) <= REASON_BYTES,
  );
  return fitted ?? '(too long to be shown)';
}
