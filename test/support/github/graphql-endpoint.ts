import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { buildSchema, execute, type GraphQLSchema, parse, validate } from 'graphql';
import type { BareRepository } from './bare-repository.js';
import { comparisonStatus } from './history-handlers.js';
import { commentUrl, type FakeReviewComment, type GitHubState, reviewCommentUrl } from './state.js';

/** Answers GraphQL queries from the state, after checking them against GitHub's published schema. */
export type GraphqlEndpoint = {
  answer(request: { query: string; variables: Record<string, unknown> }): Promise<GraphqlAnswer>;
};

type GraphqlAnswer = {
  readonly body: unknown;
  /** What GitHub's schema says against the query; empty where it is valid. */
  readonly problems: readonly string[];
};

/** GitHub's own limit of nodes a page. */
const MAX_PAGE_SIZE = 100;

let schema: GraphQLSchema | undefined;

/** GitHub's own, cut by `fixtures/cut-graphql.mjs`. */
function readSchema(): GraphQLSchema {
  schema ??= buildSchema(readFileSync(new URL('../../fixtures/github.graphql', import.meta.url), 'utf8'));
  return schema;
}

export function createGraphqlEndpoint(state: GitHubState, git: BareRepository): GraphqlEndpoint {
  return {
    async answer({ query, variables }) {
      const known = readSchema();
      const document = parse(query);
      const problems = validate(known, document).map((error) => error.message);
      if (problems.length > 0)
        return { body: { errors: problems.map((message) => ({ message })) }, problems };
      if (state.forbidden.has('pull-requests') && /\bpullRequests?\b/.test(query)) {
        const message = 'Resource not accessible by integration';
        const error = { type: 'FORBIDDEN', path: ['repository', 'pullRequest'], message };
        return { body: { data: { repository: { pullRequest: null } }, errors: [error] }, problems };
      }
      const result = await execute({
        schema: known,
        document,
        variableValues: variables,
        rootValue: rootOf(state, git),
      });
      const body: { errors?: { message: string; type?: string }[] } = JSON.parse(JSON.stringify(result));
      for (const error of body.errors ?? []) {
        if (error.message.startsWith('Could not resolve')) error.type = 'NOT_FOUND';
      }
      return { body, problems };
    },
  };
}

function rootOf(state: GitHubState, git: BareRepository): object {
  return {
    viewer: { login: state.viewer },
    repository: ({ owner, name }: { owner: string; name: string }) => {
      if (`${owner}/${name}`.toLowerCase() !== state.repository.toLowerCase()) {
        throw new Error(`Could not resolve to a Repository with the name '${owner}/${name}'.`);
      }
      return {
        nameWithOwner: state.repository,
        ref: ({ qualifiedName }: { qualifiedName: string }) => refOf(git, qualifiedName),
        refs: ({ refPrefix, ...page }: { refPrefix: string; first?: number; after?: string | null }) =>
          pageOf(page, listRefs(git, refPrefix), (name) => refOf(git, name) ?? {}),
        pullRequests: (page: { first?: number; after?: string | null }) => openPulls(state, page),
        pullRequest: ({ number }: { number: number }) => {
          if (!state.pulls.has(number)) {
            throw new Error(`Could not resolve to a PullRequest with the number of ${number}.`);
          }
          return {
            number,
            headRefOid: state.pulls.get(number)?.headSha,
            comments: (page: { first?: number; after?: string | null }) => commentPage(state, number, page),
            reviewThreads: (page: { first?: number; after?: string | null }) =>
              threadPage({ state, git }, number, page),
          };
        },
      };
    },
  };
}

/** Full names of the refs below a prefix, in GitHub's order. */
function listRefs(git: BareRepository, prefix: string): readonly string[] {
  const names = git.refs().map((path) => relative(git.folder, path));
  return names.filter((name) => name.startsWith(prefix)).sort();
}

function refOf(git: BareRepository, name: string): object | null {
  const oid = git.ref(name);
  if (oid === null) return null;
  return {
    name: name.replace(/^refs\/\w+\//, ''),
    target: { __typename: 'Commit', oid, tree: { oid: git.commit(oid)?.tree } },
    compare: ({ headRef }: { headRef: string }) => {
      const head = git.commit(headRef) === null ? git.ref(`refs/heads/${headRef}`) : headRef;
      // GitHub makes no comparison without both commits and a common history.
      return head === null || git.mergeBase(oid, head) === null ? null : compareCommits(git, oid, head);
    },
  };
}

function compareCommits(git: BareRepository, base: string, head: string): object {
  const [before, after] = [git.history(base), git.history(head)];
  const aheadBy = after.filter((sha) => !before.includes(sha)).length;
  const behindBy = before.filter((sha) => !after.includes(sha)).length;
  return { aheadBy, behindBy, status: comparisonStatus(aheadBy, behindBy).toUpperCase() };
}

function openPulls(state: GitHubState, page: { first?: number; after?: string | null }): object {
  const open = [...state.pulls.values()].filter((pull) => pull.state === 'open');
  return pageOf(page, open, ({ number, headSha, baseRef, headRepository }) => ({
    number,
    headRefOid: headSha,
    baseRefName: baseRef,
    headRepository: headRepository === null ? null : { nameWithOwner: headRepository },
  }));
}

function commentPage(
  state: GitHubState,
  number: number,
  page: { first?: number; after?: string | null },
): object {
  const all = state.comments.filter(({ pullRequest }) => pullRequest === number);
  return pageOf(page, all, (comment) => ({
    fullDatabaseId: String(comment.id),
    // GitHub's own Int field: null where the id has outgrown 32 bits.
    databaseId: comment.id > 2 ** 31 - 1 ? null : comment.id,
    id: `IC_${comment.id}`,
    body: comment.body,
    url: commentUrl(state, comment),
    viewerDidAuthor: comment.author === state.viewer,
    author: { __typename: 'User', login: comment.author },
    createdAt: '2026-01-01T00:00:00Z',
  }));
}

function threadPage(
  { state, git }: { readonly state: GitHubState; readonly git: BareRepository },
  number: number,
  page: { first?: number; after?: string | null },
): object {
  const all = state.reviewComments.filter(({ pullRequest }) => pullRequest === number);
  return pageOf(page, all, (comment) => {
    const isOutdated = !hasSameLines(git, comment, state.pulls.get(number)?.headSha ?? '');
    return {
      path: comment.path,
      isOutdated,
      startLine: isOutdated || comment.line === comment.endLine ? null : comment.line,
      line: isOutdated ? null : comment.endLine,
      comments: {
        totalCount: 1 + comment.replies,
        nodes: [
          {
            fullDatabaseId: String(comment.id),
            body: comment.body,
            url: reviewCommentUrl(state, comment),
            viewerDidAuthor: comment.author === state.viewer,
          },
        ],
      },
    };
  });
}

/** GitHub follows lines that move, too. */
function hasSameLines(git: BareRepository, comment: FakeReviewComment, headSha: string): boolean {
  const linesAt = (commit: string) => {
    const entry = git.entry(git.commit(commit)?.tree ?? '', comment.path);
    const text = entry === undefined ? '' : (git.read('blob', entry.sha)?.toString() ?? '');
    return text
      .split('\n')
      .slice(comment.line - 1, comment.endLine)
      .join('\n');
  };
  return linesAt(comment.commit) === linesAt(headSha);
}

function pageOf<Item>(
  { first, after }: { first?: number; after?: string | null },
  all: readonly Item[],
  nodeOf: (item: Item) => object,
): object {
  if (first === undefined || first > MAX_PAGE_SIZE) {
    throw new Error(`Requesting ${first} records exceeds the \`first\` limit of ${MAX_PAGE_SIZE} records.`);
  }
  const start = typeof after === 'string' ? Number(Buffer.from(after, 'base64').toString()) : 0;
  const end = Math.min(start + first, all.length);
  return {
    totalCount: all.length,
    nodes: all.slice(start, end).map(nodeOf),
    pageInfo: {
      hasNextPage: end < all.length,
      endCursor: end > start ? Buffer.from(String(end)).toString('base64') : null,
    },
  };
}
