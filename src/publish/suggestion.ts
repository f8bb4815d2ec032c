import { describeError } from '../model/errors.js';
import type { ReviewComment, ReviewComments } from '../model/github.js';
import { type ReviewSuggestion, renderOutdatedSuggestion } from '../report/comment/render-suggestion.js';
import { buildCommentMarker, hasMarker, isSameComment } from './comment-body.js';
import { type RedactedLog, tryToPublish } from './outlets.js';

export type SuggestionRequest = {
  readonly reviewComments: ReviewComments;
  readonly pullRequest: number;
  /** The evaluated head. */
  readonly headSha: string;
  readonly key: string;
  /** `null`: none holds, so an earlier one is taken back. */
  readonly suggestion: ReviewSuggestion | null;
} & RedactedLog;

/** Keeps one review comment with the suggestion. An earlier one on other lines is deleted, or marked if people answered it. */
export async function publishSuggestion(request: SuggestionRequest): Promise<void> {
  const { suggestion, log, redact } = request;
  if (suggestion !== null) {
    await tryToPublish('Suggested repair', () => update(request), request);
    return;
  }
  try {
    await update(request);
  } catch (thrown) {
    // Most pull requests have none, so this is no news.
    log.info(redact(`Earlier suggestions are not known: ${describeError(thrown)}`));
  }
}

async function update({
  reviewComments,
  pullRequest,
  headSha,
  key,
  log,
  ...request
}: SuggestionRequest): Promise<void> {
  const marker = buildCommentMarker(key);
  const listed = await reviewComments.list(pullRequest);
  if (listed.headSha !== headSha) {
    log.info(
      `No repair is suggested: pull request ${pullRequest} has moved on to ${listed.headSha.slice(0, 7)}.`,
    );
    return;
  }
  const ours = listed.comments.filter(({ writtenByUs, body }) => writtenByUs && hasMarker(body, marker));
  const suggestion = await keepIfShown(request.suggestion);
  const kept = ours.find((comment) => suggestion !== null && isOnSameLines(comment, suggestion));
  for (const comment of ours) if (comment !== kept) await withdraw(comment);
  if (suggestion === null) return;
  const body = suggestion.body(marker);
  if (kept === undefined) {
    const { path, line, endLine } = suggestion;
    await reviewComments.create(pullRequest, { commit: headSha, path, line, endLine, body });
  } else if (!isSameComment(kept.body, body)) {
    await reviewComments.update(kept.id, body);
  }

  /** GitHub refuses lines outside the diff. The check measured the merge, whose line numbers may differ. */
  async function keepIfShown(given: ReviewSuggestion | null): Promise<ReviewSuggestion | null> {
    if (given === null) return null;
    const diff = await reviewComments.readDiff(pullRequest, given.path);
    if (diff !== null && showsLines(diff, given.line, given.replaced)) return given;
    log.info(`No repair is suggested: the pull request's diff does not show these lines of ${given.path}.`);
    return null;
  }

  async function withdraw(comment: ReviewComment): Promise<void> {
    if (!comment.hasReplies) return await reviewComments.remove(comment.id);
    const outdated = renderOutdatedSuggestion(marker);
    if (!isSameComment(comment.body, outdated)) await reviewComments.update(comment.id, outdated);
  }
}

function isOnSameLines(comment: ReviewComment, { path, line, endLine }: ReviewSuggestion): boolean {
  return comment.path === path && comment.line === line && comment.endLine === endLine;
}

/** True if one part of the diff has these lines of the head, at these numbers and with this text. */
export function showsLines(diff: string, line: number, replaced: readonly string[]): boolean {
  return listDiffParts(diff).some(({ start, lines }) => {
    const shown = lines.slice(line - start, line - start + replaced.length);
    return (
      line >= start && shown.length === replaced.length && shown.every((text, at) => text === replaced[at])
    );
  });
}

type DiffPart = {
  /** Number of its first line at the head. */
  readonly start: number;
  readonly lines: readonly string[];
};

function listDiffParts(diff: string): readonly DiffPart[] {
  return diff.split(/^(?=@@ )/m).flatMap((part) => {
    const [heading = '', ...lines] = part.split('\n');
    const start = /^@@ -\S+ \+(\d+)/.exec(heading)?.[1];
    if (start === undefined) return [];
    const atHead = lines.filter((line) => /^[ +]/.test(line)).map((line) => line.slice(1));
    return [{ start: Number(start), lines: atHead }];
  });
}
