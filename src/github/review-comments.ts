import { z } from 'zod';
import type { ReviewComment, ReviewComments } from '../model/github.js';
import { nullIfMissing, type RepositoryClient } from './repository-client.js';

/** The first comment of each conversation about lines, and whether it has a reply. */
const THREADS_QUERY = `
  query ($owner: String!, $repo: String!, $number: Int!, $after: String) {
    repository(owner: $owner, name: $repo) {
      pullRequest(number: $number) {
        headRefOid
        reviewThreads(first: 100, after: $after) {
          nodes {
            path
            startLine
            line
            comments(first: 1) {
              nodes { fullDatabaseId body viewerDidAuthor }
              totalCount
            }
          }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  }`;

const threadSchema = z.object({
  path: z.string(),
  startLine: z.number().nullable(),
  line: z.number().nullable(),
  comments: z.object({
    nodes: z.array(
      z.object({
        // A BigInt, sent as text: ids no longer fit GraphQL's Int.
        fullDatabaseId: z.coerce.number(),
        body: z.string(),
        viewerDidAuthor: z.boolean(),
      }),
    ),
    totalCount: z.number(),
  }),
});

const pageSchema = z.object({
  repository: z.object({
    pullRequest: z.object({
      headRefOid: z.string(),
      reviewThreads: z.object({
        nodes: z.array(threadSchema),
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      }),
    }),
  }),
});

const READ = 'pull-requests: read';
const WRITE = 'pull-requests: write';

/** GitHub's largest page. */
const PAGE = 100;

/** Comments on lines of a pull request. */
export function openReviewComments({ rest, graphql, repo, ask }: RepositoryClient): ReviewComments {
  return {
    list: (pullRequest) =>
      ask(`list the review comments of pull request ${pullRequest}`, READ, async () => {
        const reviewComments: ReviewComment[] = [];
        for (let after: string | null = null; ; ) {
          const answer: unknown = await graphql(THREADS_QUERY, { ...repo, number: pullRequest, after });
          const { headRefOid: headSha, reviewThreads } = pageSchema.parse(answer).repository.pullRequest;
          reviewComments.push(...reviewThreads.nodes.flatMap(readThread));
          if (!reviewThreads.pageInfo.hasNextPage) return { headSha, comments: reviewComments };
          after = reviewThreads.pageInfo.endCursor;
        }
      }),
    readDiff: (pullRequest, path) =>
      ask(`list the files of pull request ${pullRequest}`, READ, async () => {
        for (let page = 1; ; page += 1) {
          const { data } = await rest.pulls.listFiles({
            ...repo,
            pull_number: pullRequest,
            per_page: PAGE,
            page,
          });
          const file = data.find(({ filename }) => filename === path);
          if (file !== undefined) return file.patch ?? null;
          if (data.length < PAGE) return null;
        }
      }),
    create: (pullRequest, { commit, path, line, endLine, body }) =>
      ask(`comment on lines of pull request ${pullRequest}`, WRITE, async () => {
        const range = endLine > line ? { start_line: line, start_side: 'RIGHT' as const } : {};
        // Not retried: a 502 may hide a comment that was created. The next run removes it if there are two.
        await rest.pulls.createReviewComment({
          ...repo,
          pull_number: pullRequest,
          commit_id: commit,
          path,
          line: endLine,
          side: 'RIGHT',
          ...range,
          body,
          request: { retries: 0 },
        });
      }),
    update: (id, body) =>
      ask(`update review comment ${id}`, WRITE, async () => {
        await rest.pulls.updateReviewComment({ ...repo, comment_id: id, body });
      }),
    remove: (id) =>
      ask(`delete review comment ${id}`, WRITE, async () => {
        // It may be deleted already.
        await nullIfMissing(() => rest.pulls.deleteReviewComment({ ...repo, comment_id: id }));
      }),
  };
}

function readThread(thread: z.output<typeof threadSchema>): readonly ReviewComment[] {
  const { path, startLine, line: endLine, comments } = thread;
  const line = startLine ?? endLine;
  const hasReplies = comments.totalCount > 1;
  return comments.nodes.map(({ fullDatabaseId: id, body, viewerDidAuthor: writtenByUs }) => {
    return { id, body, writtenByUs, path, line, endLine, hasReplies };
  });
}
