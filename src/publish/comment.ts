import { describeError } from '../model/errors.js';
import { type Comments, GitHubError, type IssueComment } from '../model/github.js';
import { type Markdown, readOwnComment } from '../report/markdown.js';
import {
  buildCommentMarker,
  type CommentParts,
  hasMarker,
  isSameComment,
  splitComment,
} from './comment-body.js';
import { type Outlets, type RedactedLog, tryToPublish } from './outlets.js';

/** Tries at a comment whose creation GitHub neither did nor refused. */
const MAX_CREATE_TRIES = 3;

export type CommentRequest = {
  readonly comments: Comments;
  readonly pullRequest: number;
  /** The evaluated head. If the pull request has moved on, the comment of its newer run stays. */
  readonly headSha: string;
  readonly key: string;
  /** Its first line is the marker. */
  readonly body: Markdown;
  readonly mayCreate: boolean;
  readonly sleep: (ms: number) => Promise<void>;
} & RedactedLog;

/** Resolves with the address, or `null` if nothing was written. If two runs make duplicates, the next one keeps the oldest. */
export async function publishComment(request: CommentRequest): Promise<string | null> {
  const { comments, pullRequest, body, log } = request;
  const marker = buildCommentMarker(request.key);

  let url: string | null = null;
  const act = async () => {
    url = await write();
  };
  await tryToPublish('Comment', act, request);
  return url;

  async function write(): Promise<string | null> {
    const { headSha, ours } = await listOurs();
    const [first, ...duplicates] = ours;
    if (first === undefined && !request.mayCreate) {
      log.info('Not written: a comment, since there is nothing to say and none to update.');
      return null;
    }
    const isKept = first !== undefined && isSameComment(first.body, body);
    if (isKept && duplicates.length === 0) return first.url;
    if (headSha !== request.headSha) {
      const moved = `pull request ${pullRequest} has moved on to ${headSha.slice(0, 7)}`;
      log.info(`Not written: ${moved}; its comment is left to the newer run.`);
      return null;
    }
    const kept = isKept ? first : await updateOrCreate(first);
    for (const { id } of duplicates) await comments.remove(id);
    return kept?.url ?? null;
  }

  /** A user may have deleted the comment since it was listed. */
  async function updateOrCreate(comment: IssueComment | undefined): Promise<IssueComment | null> {
    if (comment === undefined) return await create();
    try {
      return await comments.update(comment.id, body);
    } catch (thrown) {
      if (!(thrown instanceof GitHubError) || thrown.status !== 404) throw thrown;
      return request.mayCreate ? await create() : null;
    }
  }

  async function listOurs(): Promise<{ readonly headSha: string; readonly ours: readonly IssueComment[] }> {
    const listed = await comments.list(pullRequest);
    return { headSha: listed.headSha, ours: findOurs(listed.comments, marker) };
  }

  /** A server error may hide a created comment, so the list is read before creating again. */
  async function create(): Promise<IssueComment> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await comments.create(pullRequest, body);
      } catch (thrown) {
        if (!isServerError(thrown) || attempt === MAX_CREATE_TRIES) throw thrown;
        log.info(`${thrown.message}; looking whether the comment was made before trying again.`);
        await request.sleep(attempt * 1000);
        const made = (await listOurs()).ours.find((comment) => isSameComment(comment.body, body));
        if (made !== undefined) return made;
      }
    }
  }
}

function isServerError(thrown: unknown): thrown is GitHubError {
  return thrown instanceof GitHubError && (thrown.status === null || thrown.status >= 500);
}

export type PublishedComment = { readonly url: string; readonly body: CommentParts };

/** The pull request that the run comments on; `null` if it does not comment. */
export function findCommentPlace({ github, pullRequest, settings }: Outlets) {
  if (github === null || pullRequest === null || settings.comment === 'off') return null;
  return { github, pullRequest };
}

/** Our comment on the run's pull request; `null` without one, or if commenting is off. */
export async function readPublishedComment(outlets: Outlets): Promise<PublishedComment | null> {
  const { commentKey, log } = outlets;
  const place = findCommentPlace(outlets);
  if (place === null) return null;
  try {
    const { comments } = await place.github.comments.list(place.pullRequest.number);
    const [ours] = findOurs(comments, buildCommentMarker(commentKey));
    return ours === undefined ? null : { url: ours.url, body: splitComment(readOwnComment(ours)) };
  } catch (thrown) {
    log.info(`Earlier decisions are not known: ${describeError(thrown)}.`);
    return null;
  }
}

/** Our comments of one key, oldest first. Anyone can copy a marker, so we must be the author. */
function findOurs(comments: readonly IssueComment[], marker: Markdown): readonly IssueComment[] {
  return comments
    .filter((comment) => comment.writtenByUs && hasMarker(comment.body, marker))
    .sort((a, b) => a.id - b.id);
}
