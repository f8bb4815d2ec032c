import { type GitHub, GitHubError, type IssueComment } from '../ports/github.js';
import type { Log } from '../ports/log.js';
import { carriesMarker, commentMarker } from './comment-body.js';
import { findOurs } from './conversation.js';
import { type PublishOutcome, publishing } from './outcome.js';

/** Tries at a comment whose creation GitHub neither did nor refused. */
const CREATE_TRIES = 3;

export type CommentRequest = {
  readonly github: Pick<GitHub, 'comments'>;
  readonly pullRequest: number;
  /** The head that was evaluated; a pull request that moved on keeps the comment of its newer run. */
  readonly headSha: string;
  readonly key: string;
  /** Markdown; the marker is put on its first line where it is not there. */
  readonly body: string;
  /** False where a comment that is there is kept up to date, and none is made for this. */
  readonly mayCreate: boolean;
  readonly log: Log;
  readonly sleep: (ms: number) => Promise<void>;
};

/**
 * Writes the one comment of this key: found again by its marker and by being ours, updated in place, never sent
 * unchanged. Of duplicates, which two runs at once can make, the oldest stays, with the newest text.
 */
export function publishComment(request: CommentRequest): Promise<PublishOutcome> {
  const { comments } = request.github;
  const { pullRequest, log } = request;
  const marker = commentMarker(request.key);
  const body = carriesMarker(request.body, marker) ? request.body : `${marker}\n${request.body}`;

  return publishing('Comment', async () => {
    const { headSha, ours: before } = await listOurs();
    const [first] = before;
    if (first === undefined && !request.mayCreate) {
      return {
        status: 'skipped',
        reason: 'a comment, since there is nothing to say and none to update',
      };
    }
    if (before.length === 1 && first !== undefined && isSame(first.body, body)) return published(first);
    if (headSha !== request.headSha) {
      const reason = `pull request ${pullRequest} has moved on to ${headSha.slice(0, 7)}; its comment is left to the newer run`;
      return { status: 'skipped', reason };
    }
    if (first !== undefined) {
      const updated = await updateUnlessGone(first);
      if (updated !== null) {
        await removeAll(before.slice(1));
        return published(updated);
      }
    }
    if (!request.mayCreate) return { status: 'skipped', reason: 'the comment was deleted' };
    await create();
    return published(await converge());
  });

  async function listOurs(): Promise<{ readonly headSha: string; readonly ours: readonly IssueComment[] }> {
    const listed = await comments.list(pullRequest);
    return { headSha: listed.headSha, ours: findOurs(listed.comments, marker) };
  }

  /** `null` where somebody deleted the comment in the meantime. */
  async function updateUnlessGone(comment: IssueComment): Promise<IssueComment | null> {
    try {
      return isSame(comment.body, body) ? comment : await comments.update(comment.id, body);
    } catch (thrown) {
      const mayBeGone = thrown instanceof GitHubError && thrown.status === 404;
      // One that is still listed may not be updated: with a second one beside it nobody would know which counts.
      if (mayBeGone && (await listOurs()).ours.every(({ id }) => id !== comment.id)) return null;
      throw thrown;
    }
  }

  /** A server error may hide a comment that was made: the list is read before creating again. */
  async function create(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await comments.create(pullRequest, body);
        return;
      } catch (thrown) {
        const passing = thrown instanceof GitHubError && (thrown.status === null || thrown.status >= 500);
        if (!passing || attempt === CREATE_TRIES) throw thrown;
        log.info(`${thrown.message}; looking whether the comment was made before trying again.`);
        await request.sleep(attempt * 1000);
        if ((await listOurs()).ours.some((comment) => isSame(comment.body, body))) return;
      }
    }
  }

  /** Another run may have created its comment at the same time; both come to the same end, in whatever order. */
  async function converge(): Promise<IssueComment | null> {
    const { ours } = await listOurs();
    const [oldest, ...others] = ours;
    const newest = others.at(-1);
    if (oldest === undefined || newest === undefined) return oldest ?? null;
    const kept = isSame(oldest.body, newest.body) ? oldest : await comments.update(oldest.id, newest.body);
    await removeAll(others);
    return kept;
  }

  async function removeAll(duplicates: readonly IssueComment[]): Promise<void> {
    for (const { id } of duplicates) await comments.remove(id);
  }
}

function published(comment: IssueComment | null): PublishOutcome {
  return { status: 'published', url: comment?.url ?? null };
}

/** GitHub may hand line ends and the end of the text back in its own form. */
function isSame(a: string, b: string): boolean {
  return normalised(a) === normalised(b);
}

function normalised(text: string): string {
  return text.replaceAll('\r\n', '\n').trimEnd();
}
