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

type FakeStatus = {
  readonly sha: string;
  readonly context: string;
  readonly state: string;
  readonly description: string | null;
  readonly targetUrl: string | null;
};

/** Permissions that a token may lack. */
type Permission = 'comments' | 'statuses' | 'labels' | 'contents' | 'pull-requests';

export type GitHubState = {
  readonly repository: string;
  readonly defaultBranch: string;
  /** The login that the token speaks as. */
  readonly viewer: string;
  readonly pulls: Map<number, FakePull>;
  readonly comments: FakeComment[];
  /** Every status ever set, oldest first. */
  readonly statuses: FakeStatus[];
  /** Permission on the repository by login. */
  readonly collaborators: Map<string, 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none'>;
  readonly lockedPulls: Set<number>;
  readonly forbidden: Set<Permission>;
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

export function refusal(status: number, message: string): FakeAnswer {
  const body = { message, documentation_url: 'https://docs.github.com/rest', status: String(status) };
  return { status, body: status === 422 ? { message, documentation_url: body.documentation_url } : body };
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

export function commentUrl(state: GitHubState, comment: FakeComment): string {
  return `https://github.test/${state.repository}/pull/${comment.pullRequest}#issuecomment-${comment.id}`;
}
