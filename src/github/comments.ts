import { z } from 'zod';
import type { Comments, IssueComment } from '../model/github.js';
import { nullIfMissing, type RepositoryClient } from './repository-client.js';

/** Only GraphQL says whether this token wrote a comment. */
const COMMENTS_QUERY = `
  query ($owner: String!, $repo: String!, $number: Int!, $after: String) {
    repository(owner: $owner, name: $repo) {
      pullRequest(number: $number) {
        headRefOid
        comments(first: 100, after: $after) {
          nodes { fullDatabaseId body url viewerDidAuthor }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  }`;

const pageSchema = z.object({
  repository: z.object({
    pullRequest: z.object({
      headRefOid: z.string(),
      comments: z.object({
        nodes: z.array(
          z.object({
            // A BigInt, sent as text: ids no longer fit GraphQL's Int.
            fullDatabaseId: z.coerce.number(),
            body: z.string(),
            url: z.string(),
            viewerDidAuthor: z.boolean(),
          }),
        ),
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      }),
    }),
  }),
});

const PERMISSION = 'pull-requests: write';

/** The comments of a pull request, of which GraphQL says whether this token wrote them. */
export function openComments({ rest, graphql, repo, ask }: RepositoryClient): Comments {
  return {
    list: (pullRequest) =>
      ask(`list the comments of pull request ${pullRequest}`, PERMISSION, async () => {
        const allComments: IssueComment[] = [];
        for (let after: string | null = null; ; ) {
          const answer: unknown = await graphql(COMMENTS_QUERY, { ...repo, number: pullRequest, after });
          const { headRefOid: headSha, comments } = pageSchema.parse(answer).repository.pullRequest;
          const { nodes, pageInfo } = comments;
          for (const { fullDatabaseId: id, body, url, viewerDidAuthor: writtenByUs } of nodes) {
            allComments.push({ id, body, url, writtenByUs });
          }
          if (!pageInfo.hasNextPage) return { headSha, comments: allComments.sort((a, b) => a.id - b.id) };
          after = pageInfo.endCursor;
        }
      }),
    create: (pullRequest, body) =>
      ask(`comment on pull request ${pullRequest}`, PERMISSION, async () => {
        // Not retried: a 502 may hide a comment that was created.
        const request = { retries: 0 };
        const { data } = await rest.issues.createComment({
          ...repo,
          issue_number: pullRequest,
          body,
          request,
        });
        return buildOwnComment(data, body);
      }),
    update: (id, body) =>
      ask(`update comment ${id}`, PERMISSION, async () => {
        const { data } = await rest.issues.updateComment({ ...repo, comment_id: id, body });
        return buildOwnComment(data, body);
      }),
    remove: (id) =>
      ask(`delete comment ${id}`, PERMISSION, async () => {
        // It may be deleted already.
        await nullIfMissing(() => rest.issues.deleteComment({ ...repo, comment_id: id }));
      }),
  };
}

function buildOwnComment(
  data: {
    readonly id: number;
    readonly body?: string;
    readonly html_url: string;
  },
  sent: string,
): IssueComment {
  const { id, body = sent, html_url: url } = data;
  return { id: Number(id), body, url, writtenByUs: true };
}
