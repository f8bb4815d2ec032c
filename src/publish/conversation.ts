import { messageOf } from '../ports/errors.js';
import type { IssueComment } from '../ports/github.js';
import { carriesMarker, commentMarker, type StickyBody, splitStickyBody } from './comment-body.js';
import type { Outlets } from './publication.js';

/** Our comment as it was found. */
export type Sticky = { readonly url: string; readonly body: StickyBody };

/** A pull request's conversation, and our comment in it. */
export type Conversation = {
  /** Oldest first; empty where it may not be read. */
  readonly comments: readonly IssueComment[];
  /** `null` where there is none. */
  readonly sticky: Sticky | null;
};

/** Reads the conversation of the run's pull request; empty where there is none, or where nothing is to be commented. */
export async function readConversation(
  outlets: Pick<Outlets, 'github' | 'pullRequest' | 'settings' | 'commentKey' | 'redact' | 'log'>,
): Promise<Conversation> {
  const { github, pullRequest, settings, commentKey, redact, log } = outlets;
  if (github === null || pullRequest === null || settings.comment === 'off') {
    return { comments: [], sticky: null };
  }
  try {
    const { comments } = await github.comments.list(pullRequest.number);
    const [ours] = findOurs(comments, commentMarker(redact(commentKey)));
    const sticky = ours === undefined ? null : { url: ours.url, body: splitStickyBody(ours.body) };
    return { comments, sticky };
  } catch (thrown) {
    log.info(`Earlier decisions are not known: ${messageOf(thrown)}.`);
    return { comments: [], sticky: null };
  }
}

/** Our comments of one key, oldest first: with the marker on the first line, and written by us. Anybody can copy a marker. */
export function findOurs(comments: readonly IssueComment[], marker: string): readonly IssueComment[] {
  return comments
    .filter((comment) => comment.writtenByUs && carriesMarker(comment.body, marker))
    .sort((a, b) => a.id - b.id);
}

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
