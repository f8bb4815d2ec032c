import type { BareRepository } from './bare-repository.js';
import {
  addReviewComment,
  type Call,
  type FakeAnswer,
  type FakePull,
  type FakeReviewComment,
  FORBIDDEN,
  type GitHubState,
  type Handlers,
  NOT_FOUND,
  parameter,
  reviewCommentUrl,
  type Sample,
  validationFailed,
} from './state.js';

type PatchedFile = { readonly path: string; readonly patch: string };

/** Lines of the head that a part of a diff shows. */
type DiffPart = { readonly start: number; readonly end: number };

/** The files of a pull request, and comments on their lines. */
export function reviewHandlers(state: GitHubState, git: BareRepository, sample: Sample): Handlers {
  const isForbidden = () => state.forbidden.has('comments') || state.forbidden.has('review-comments');

  const listFiles = async ({ baseRef, headSha }: FakePull): Promise<readonly PatchedFile[]> => {
    const base = git.mergeBase(git.ref(`refs/heads/${baseRef}`) ?? '', headSha);
    const diff = base === null ? null : await git.ask('diff', '--no-renames', base, headSha);
    return (diff ?? '')
      .split(/^diff --git .*$/m)
      .slice(1)
      .map((part) => {
        const path = /^\+\+\+ b\/(.*)$/m.exec(part)?.[1] ?? /^--- a\/(.*)$/m.exec(part)?.[1] ?? '';
        return { path, patch: part.slice(part.search(/^@@/m)) };
      });
  };

  const refused = (message: string) => validationFailed('PullRequestReviewComment', message);

  const commentBody = (comment: FakeReviewComment) =>
    sample('pull-request-review-comment', {
      id: comment.id,
      body: comment.body,
      path: comment.path,
      line: comment.endLine,
      commit_id: comment.commit,
      html_url: reviewCommentUrl(state, comment),
      user: sample('simple-user', { login: comment.author }),
    });

  const withComment = (call: Call, act: (comment: FakeReviewComment) => FakeAnswer): FakeAnswer => {
    if (isForbidden()) return FORBIDDEN;
    const comment = state.reviewComments.find(({ id }) => id === Number(parameter(call, 'comment_id')));
    return comment === undefined ? NOT_FOUND : act(comment);
  };

  return {
    'pulls/list-files': async (call) => {
      if (state.forbidden.has('pull-requests')) return FORBIDDEN;
      const pull = state.pulls.get(Number(parameter(call, 'pull_number')));
      if (pull === undefined) return NOT_FOUND;
      const size = Number(call.query.get('per_page') ?? 30);
      const start = (Number(call.query.get('page') ?? 1) - 1) * size;
      const files = (await listFiles(pull)).slice(start, start + size);
      return {
        status: 200,
        body: files.map(({ path, patch }) => sample('diff-entry', { filename: path, patch })),
      };
    },
    'pulls/create-review-comment': async (call) => {
      if (isForbidden()) return FORBIDDEN;
      const pull = state.pulls.get(Number(parameter(call, 'pull_number')));
      if (pull === undefined) return NOT_FOUND;
      const { body, path, commit_id, line, start_line = line } = call.body;
      if (commit_id !== pull.headSha) return refused('commit_id is not part of the pull request');
      const file = (await listFiles(pull)).find((each) => each.path === path);
      const parts = file === undefined ? [] : partsOf(file.patch);
      const partWith = (number: unknown) =>
        parts.find(({ start, end }) => start <= Number(number) && Number(number) < end);
      const [first, last] = [partWith(start_line), partWith(line)];
      if (last === undefined) return refused('pull_request_review_thread.line must be part of the diff');
      if (first !== last) {
        return refused('pull_request_review_thread.start_line must be part of the same hunk as the line.');
      }
      if (call.body['start_line'] !== undefined && Number(start_line) >= Number(line)) {
        return refused('pull_request_review_thread.start_line must precede the end line.');
      }
      const added = addReviewComment(state, {
        pullRequest: pull.number,
        author: state.viewer,
        body: String(body),
        path: String(path),
        commit: String(commit_id),
        line: Number(start_line),
        endLine: Number(line),
        replies: 0,
      });
      return { status: 201, body: commentBody(added) };
    },
    'pulls/update-review-comment': (call) =>
      withComment(call, (comment) => {
        comment.body = String(call.body['body']);
        return { status: 200, body: commentBody(comment) };
      }),
    'pulls/delete-review-comment': (call) =>
      withComment(call, (comment) => {
        state.reviewComments.splice(state.reviewComments.indexOf(comment), 1);
        return { status: 204 };
      }),
  };
}

function partsOf(patch: string): readonly DiffPart[] {
  return [...patch.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].map(([, from, length = '1']) => ({
    start: Number(from),
    end: Number(from) + Number(length),
  }));
}
