import type { IssueComment } from '../ports/github.js';

const COMMAND = /^\/prompt-regression[ \t]+accept[ \t]+(\S.*)$/m;

/**
 * Why somebody accepts: the line after `/prompt-regression accept` in their newest comment that has one. `null` where
 * they say nothing. Foreign text.
 *
 * @param comments oldest first.
 */
export function findAcceptReason(comments: readonly IssueComment[], login: string): string | null {
  const reasons = comments
    .filter(({ author }) => author?.toLowerCase() === login.toLowerCase())
    .flatMap(({ body }) => COMMAND.exec(body.replaceAll('\r\n', '\n'))?.[1]?.trim() ?? []);
  return reasons.at(-1) ?? null;
}
