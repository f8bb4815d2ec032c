/** What the loopback GitHub knows, and how a handler answers from it. */

export type FakePull = {
  readonly number: number;
  readonly headSha: string;
  readonly baseSha: string;
  readonly headRef: string;
  readonly baseRef: string;
  readonly state: 'open' | 'closed';
  /** `owner/name`; `null` where the fork was deleted. */
  readonly headRepository: string | null;
  readonly labels: readonly string[];
};

export type FakeComment = {
  readonly id: number;
  readonly pullRequest: number;
  readonly author: string;
  body: string;
};

export type FakeReviewComment = {
  readonly id: number;
  readonly pullRequest: number;
  readonly author: string;
  body: string;
  readonly path: string;
  /** Whose lines it is about. */
  readonly commit: string;
  readonly line: number;
  readonly endLine: number;
  /** Answers of others. */
  replies: number;
};

type FakeStatus = {
  readonly sha: string;
  readonly context: string;
  readonly state: string;
  readonly description: string | null;
  readonly targetUrl: string | null;
};

/** Permissions that a token may lack. */
type Permission =
  | 'comments'
  | 'review-comments'
  | 'statuses'
  | 'statuses: write'
  | 'labels'
  | 'contents'
  | 'pull-requests';

export type GitHubState = {
  readonly repository: string;
  readonly defaultBranch: string;
  /** The login that the token speaks as. */
  readonly viewer: string;
  readonly pulls: Map<number, FakePull>;
  readonly comments: FakeComment[];
  readonly reviewComments: FakeReviewComment[];
  /** Every status ever set, oldest first. */
  readonly statuses: FakeStatus[];
  /** Permission on the repository by login. */
  readonly collaborators: Map<string, 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none'>;
  readonly lockedPulls: Set<number>;
  readonly forbidden: Set<Permission>;
  /** Most entries that a tree is listed with. GitHub's own limit is 100,000. */
  treeLimit: number;
};

export type Call = {
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
};

export type FakeAnswer = { readonly status: number; readonly body?: unknown };

export type Handler = (call: Call) => FakeAnswer | Promise<FakeAnswer>;

/** By operation id of GitHub's description. */
export type Handlers = Readonly<Record<string, Handler>>;

export type Sample = (schema: string, fields: object) => unknown;

export function refusal(status: number, message: string, errors?: readonly object[]): FakeAnswer {
  const documentation_url = 'https://docs.github.com/rest';
  if (status === 422) return { status, body: { message, documentation_url, ...(errors && { errors }) } };
  return { status, body: { message, documentation_url, status: String(status) } };
}

/** A 422 with its reason, as GitHub words it. */
export function validationFailed(resource: string, message: string): FakeAnswer {
  return refusal(422, 'Validation Failed', [{ resource, code: 'custom', field: 'data', message }]);
}

export const NOT_FOUND = refusal(404, 'Not Found');
export const FORBIDDEN = refusal(403, 'Resource not accessible by integration');

export function parameter(call: Call, name: string): string {
  const value = call.parameters[name];
  if (value === undefined) throw new Error(`the path has no ${name}`);
  return value;
}

/** First id of a comment: real ones outgrew 32 bits long ago. */
const FIRST_COMMENT_ID = 3_100_000_001;

export function addComment(state: GitHubState, comment: Omit<FakeComment, 'id'>): FakeComment {
  const last = state.comments.at(-1)?.id ?? FIRST_COMMENT_ID - 1;
  const added = { ...comment, id: last + 1 };
  state.comments.push(added);
  return added;
}

export function addReviewComment(
  state: GitHubState,
  comment: Omit<FakeReviewComment, 'id'>,
): FakeReviewComment {
  const last = state.reviewComments.at(-1)?.id ?? FIRST_COMMENT_ID - 1;
  const added = { ...comment, id: last + 1 };
  state.reviewComments.push(added);
  return added;
}

export function reviewCommentUrl(state: GitHubState, { id, pullRequest }: FakeReviewComment): string {
  return `https://github.test/${state.repository}/pull/${pullRequest}#discussion_r${id}`;
}

export function commentUrl(state: GitHubState, comment: FakeComment): string {
  return `https://github.test/${state.repository}/pull/${comment.pullRequest}#issuecomment-${comment.id}`;
}
