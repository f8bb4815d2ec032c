import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BareRepository } from './github/bare-repository.js';
import { readContract } from './github/contract.js';
import { conversationHandlers } from './github/conversation-handlers.js';
import { gitHandlers } from './github/git-handlers.js';
import { createGraphqlEndpoint } from './github/graphql-endpoint.js';
import { historyHandlers } from './github/history-handlers.js';
import { reviewHandlers } from './github/review-handlers.js';
import {
  addComment,
  type FakeAnswer,
  type FakeComment,
  type FakePull,
  type GitHubState,
  type Handlers,
  refusal,
} from './github/state.js';

type RecordedRequest = {
  readonly method: string;
  /** Decoded, without the base path: `/repos/acme/agent/issues/7/comments`. */
  readonly path: string;
  /** GitHub's operation id, for example `issues/create-comment`; `graphql`; `null` where unknown. */
  readonly operation: string | null;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly authorization: string | null;
  /** Status of the answer; `0` where the connection was cut. */
  status: number;
};

/** Which requests are meant: by operation id (`issues/create-comment`, `graphql`), method, path, or several of them. */
type RequestFilter = {
  readonly operation?: string;
  readonly method?: string;
  /** A string is the end of the path, a pattern is tried on all of it. */
  readonly path?: string | RegExp;
};

type InjectedFailure = RequestFilter & {
  readonly status: number | 'disconnect';
  /** How often; default once. */
  readonly times?: number;
  readonly message?: string;
  /** Reasons of a 422. */
  readonly errors?: readonly object[];
  readonly headers?: Readonly<Record<string, string>>;
  /** `after`: the request takes effect, and the answer says it failed. Default `before`. */
  readonly when?: 'before' | 'after';
};

export type GitHubServerOptions = {
  /** `owner/name`. */
  readonly repository: string;
  /** Behind the Git data API; default: an empty one, removed at `close`. */
  readonly git?: BareRepository;
  readonly defaultBranch?: string;
  /** The login that the token speaks as. */
  readonly viewer?: string;
  /** `/api/v3` is GitHub Enterprise Server. */
  readonly basePath?: '' | '/api/v3';
};

export type GitHubServer = AsyncDisposable & {
  /** What GITHUB_API_URL says. */
  readonly url: string;
  /** What GITHUB_GRAPHQL_URL says. */
  readonly graphqlUrl: string;
  readonly state: GitHubState;
  readonly requests: readonly RecordedRequest[];
  /** Requests and answers that break GitHub's contract, unknown requests included. */
  readonly violations: readonly string[];
  setPull(pull: Partial<FakePull> & { readonly number: number }): void;
  addComment(comment: { pullRequest: number; body: string; author: string }): FakeComment;
  fail(failure: InjectedFailure): void;
  /** Runs before every matching request is answered: to hold it, or to change the world under it. */
  before(filter: RequestFilter, act: () => void | Promise<void>): void;
  /** Requests of one operation. */
  requestsOf(operation: string): readonly RecordedRequest[];
  assertNoViolations(): void;
  /** Stops listening; throws where the contract was broken. */
  close(): Promise<void>;
};

const EMPTY_SHA = 'e'.repeat(40);

/** A GitHub on loopback that knows GitHub's own contract: REST by its OpenAPI description, GraphQL by its schema. */
export async function startGitHubServer(options: GitHubServerOptions): Promise<GitHubServer> {
  const defaultBranch = options.defaultBranch ?? 'main';
  const basePath = options.basePath ?? '';
  const made = options.git === undefined ? await mkdtemp(join(tmpdir(), 'github-server-')) : null;
  const git = options.git ?? new BareRepository(made ?? '');
  const state: GitHubState = {
    repository: options.repository,
    defaultBranch,
    viewer: options.viewer ?? 'github-actions',
    pulls: new Map(),
    comments: [],
    reviewComments: [],
    statuses: [],
    collaborators: new Map(),
    lockedPulls: new Set(),
    forbidden: new Set(),
    treeLimit: 100_000,
  };
  const contract = readContract();
  const handlers: Handlers = {
    ...conversationHandlers(state, git, contract.sample),
    ...reviewHandlers(state, git, contract.sample),
    ...gitHandlers(state, git, contract.sample),
    ...historyHandlers(git, contract.sample),
  };
  const graphql = createGraphqlEndpoint(state, git);
  const requests: RecordedRequest[] = [];
  const violations: string[] = [];
  const failures: (InjectedFailure & { left: number })[] = [];
  const hooks: { filter: RequestFilter; act: () => void | Promise<void> }[] = [];

  const violation = (request: RecordedRequest, problems: readonly string[]): FakeAnswer => {
    violations.push(...problems.map((problem) => `${request.method} ${request.path}: ${problem}`));
    return refusal(501, problems.join('; '));
  };

  const answerRest = async (request: RecordedRequest, query: URLSearchParams): Promise<FakeAnswer> => {
    const matched = contract.match(request.method, request.path);
    const handler = matched === null ? undefined : handlers[matched.operation.id];
    if (matched === null || handler === undefined) return violation(request, ['unknown request']);
    const problems = contract.requestProblems(matched, { query, body: request.body });
    if (problems.length > 0) return violation(request, problems);
    const { owner, repo } = matched.parameters;
    if (`${owner}/${repo}` !== state.repository) return refusal(404, 'Not Found');
    const body = (request.body ?? {}) as Record<string, unknown>;
    const answer = await handler({ parameters: matched.parameters, query, body });
    const broken = contract.answerProblems(matched.operation, { status: answer.status, body: answer.body });
    return broken.length > 0 ? violation(request, broken) : answer;
  };

  const answerGraphql = async (request: RecordedRequest): Promise<FakeAnswer> => {
    const { query, variables } = request.body as { query: string; variables?: Record<string, unknown> };
    const { body, problems } = await graphql.answer({ query, variables: variables ?? {} });
    if (problems.length > 0) violation(request, problems);
    return { status: 200, body };
  };

  const isGraphql = (path: string) => path === (basePath === '' ? '/graphql' : '/api/graphql');

  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const url = new URL(incoming.url ?? '/', 'http://loopback');
      const whole = decodeURIComponent(url.pathname);
      const onGraphql = isGraphql(whole);
      const method = incoming.method ?? 'GET';
      const path = !onGraphql && whole.startsWith(`${basePath}/`) ? whole.slice(basePath.length) : whole;
      const request: RecordedRequest = {
        method,
        path,
        operation: onGraphql ? 'graphql' : (contract.match(method, path)?.operation.id ?? null),
        query: Object.fromEntries(url.searchParams),
        body: await readBody(incoming),
        authorization: incoming.headers.authorization ?? null,
        status: 0,
      };
      requests.push(request);
      for (const { filter, act } of hooks) if (matches(filter, request)) await act();
      const failure = failures.find((candidate) => candidate.left > 0 && matches(candidate, request));
      if (failure !== undefined) failure.left -= 1;
      let answer: FakeAnswer;
      if (request.authorization === null) {
        answer = refusal(401, 'Requires authentication');
      } else if (failure !== undefined && failure.when !== 'after') {
        answer = { status: 0 };
      } else {
        answer = onGraphql ? await answerGraphql(request) : await answerRest(request, url.searchParams);
      }
      if (failure?.status === 'disconnect') {
        incoming.socket.destroy();
        return;
      }
      if (failure !== undefined) {
        answer = refusal(failure.status, failure.message ?? 'injected failure', failure.errors);
      }
      request.status = answer.status;
      const headers = { 'content-type': 'application/json; charset=utf-8', ...failure?.headers };
      outgoing.writeHead(answer.status, headers);
      outgoing.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
    })().catch((thrown: unknown) => {
      violations.push(`the server itself failed: ${thrown instanceof Error ? thrown.stack : String(thrown)}`);
      outgoing.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const assertNoViolations = () => {
    if (violations.length > 0) throw new Error(`GitHub's contract was broken:\n${violations.join('\n')}`);
  };
  const close = async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    if (made !== null) await rm(made, { recursive: true, force: true });
    assertNoViolations();
  };

  return {
    url: `${origin}${basePath}`,
    graphqlUrl: `${origin}${basePath === '' ? '' : '/api'}/graphql`,
    state,
    requests,
    violations,
    setPull(pull) {
      state.pulls.set(pull.number, {
        headSha: EMPTY_SHA,
        baseSha: EMPTY_SHA,
        headRef: 'change',
        baseRef: defaultBranch,
        state: 'open',
        headRepository: options.repository,
        labels: [],
        ...state.pulls.get(pull.number),
        ...pull,
      });
    },
    addComment: (comment) => addComment(state, comment),
    fail: (failure) => void failures.push({ ...failure, left: failure.times ?? 1 }),
    before: (filter, act) => void hooks.push({ filter, act }),
    requestsOf: (operation) => requests.filter((request) => request.operation === operation),
    assertNoViolations,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function matches(filter: RequestFilter, request: RecordedRequest): boolean {
  if (filter.operation !== undefined && filter.operation !== request.operation) return false;
  if (filter.method !== undefined && filter.method !== request.method) return false;
  if (filter.path === undefined) return true;
  return typeof filter.path === 'string'
    ? request.path.endsWith(filter.path)
    : filter.path.test(request.path);
}

async function readBody(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? undefined : JSON.parse(text);
}
