import type { IssueComment } from '../ports/github.js';
import { carriesMarker } from './comment-marker.js';

/** Our comments of one key, oldest first: with the marker on the first line, and written by us. Anybody can copy a marker. */
export function findOurs(comments: readonly IssueComment[], marker: string): readonly IssueComment[] {
  return comments
    .filter((comment) => comment.writtenByUs && carriesMarker(comment.body, marker))
    .sort((a, b) => a.id - b.id);
}
