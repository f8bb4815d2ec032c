import { messageOf } from '../ports/errors.js';
import type { Comments, IssueComment } from '../ports/github.js';
import type { Log } from '../ports/log.js';
import type { PublishSettings } from '../ports/settings.js';
import type { Sticky } from '../publish/build-standing.js';
import { commentMarker, defaultCommentKey } from '../publish/comment-marker.js';
import { findOurs } from '../publish/find-comment.js';
import { splitStickyBody } from '../publish/sticky-body.js';
import type { Runner } from '../session/runner.js';
import type { Redact } from '../text/redact.js';

/** By what this run's comment is told apart from others on the same pull request. */
export function commentKeyOf(
  settings: Pick<PublishSettings, 'commentKey'>,
  runner: Pick<Runner, 'workflow' | 'job'>,
  suites: readonly string[],
): string {
  const { workflow, job } = runner;
  return settings.commentKey ?? defaultCommentKey({ workflow, job, suites });
}

/** A pull request's conversation, and our comment in it. */
export type Conversation = {
  /** Oldest first; empty where it may not be read. */
  readonly comments: readonly IssueComment[];
  /** `null` where there is none. */
  readonly sticky: Sticky | null;
};

export async function readConversation(request: {
  readonly comments: Comments;
  readonly pullRequest: number;
  readonly key: string;
  readonly redact: Redact;
  readonly log: Log;
}): Promise<Conversation> {
  try {
    const comments = await request.comments.list(request.pullRequest);
    const [ours] = findOurs(comments, commentMarker(request.redact(request.key)));
    const sticky = ours === undefined ? null : { url: ours.url, body: splitStickyBody(ours.body) };
    return { comments, sticky };
  } catch (thrown) {
    request.log.info(`Earlier decisions are not known: ${messageOf(thrown)}.`);
    return { comments: [], sticky: null };
  }
}
