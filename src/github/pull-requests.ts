import { z } from 'zod';
import type {
  Ancestry,
  Branches,
  Collaborators,
  Labels,
  OpenPullRequest,
  PullRequests,
} from '../model/github.js';
import { listCommitFiles } from './list-files.js';
import { nullIfMissing, type RepositoryClient } from './repository-client.js';

/** All open pull requests: GitHub lists none for a commit that only a fork has. */
const OPEN_QUERY = `
  query ($owner: String!, $repo: String!, $after: String) {
    repository(owner: $owner, name: $repo) {
      pullRequests(states: OPEN, first: 100, after: $after) {
        nodes { number headRefOid baseRefName headRepository { nameWithOwner } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`;

const openNodeSchema = z.object({
  number: z.number(),
  headRefOid: z.string(),
  baseRefName: z.string(),
  headRepository: z.object({ nameWithOwner: z.string() }).nullable(),
});

const openPageSchema = z.object({
  repository: z.object({
    pullRequests: z.object({
      nodes: z.array(openNodeSchema),
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    }),
  }),
});

function parseOpenPullRequest(node: z.output<typeof openNodeSchema>): OpenPullRequest {
  const { number, headRefOid: headSha, baseRefName: baseRef, headRepository } = node;
  return { number, headSha, baseRef, headRepository: headRepository?.nameWithOwner ?? null };
}

/** All branches, each compared with one commit: REST would need a request for each. */
const BRANCHES_QUERY = `
  query ($owner: String!, $repo: String!, $commit: String!, $after: String) {
    repository(owner: $owner, name: $repo) {
      refs(refPrefix: "refs/heads/", first: 50, after: $after) {
        nodes { target { oid } compare(headRef: $commit) { status } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`;

const branchNodeSchema = z.object({
  target: z.object({ oid: z.string() }),
  /** Of the commit, as seen from the branch: `BEHIND` if the branch contains it. */
  compare: z.object({ status: z.string() }).nullable(),
});

const branchesPageSchema = z.object({
  repository: z.object({
    refs: z.object({
      nodes: z.array(branchNodeSchema),
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    }),
  }),
});

/** `null` if GitHub does not know one of the commits, or they have no common history. */
function openComparison({ rest, repo, ask }: RepositoryClient) {
  return (base: string, head: string) =>
    ask(`compare ${base} with ${head}`, 'contents: read', () =>
      nullIfMissing(async () => {
        const basehead = `${base}...${head}`;
        const { data } = await rest.repos.compareCommitsWithBasehead({ ...repo, basehead, per_page: 1 });
        return data;
      }),
    );
}

/** Pull requests, their commits and files. */
export function openPullRequests(client: RepositoryClient): PullRequests {
  const { rest, graphql, repo, ask } = client;
  const compare = openComparison(client);
  return {
    testMerge: (number) =>
      ask(`read pull request ${number}`, 'pull-requests: read', async () => {
        const { data } = await rest.pulls.get({ ...repo, pull_number: number });
        const { mergeable, merge_commit_sha: sha } = data;
        if (mergeable === false) return 'conflict';
        if (sha === null) return null;
        return { sha, parents: await readParents(client, sha) };
      }),
    parents: (commit) => ask(`read commit ${commit}`, 'contents: read', () => readParents(client, commit)),
    async renames(base, commit) {
      const { files = [] } = (await compare(base, commit)) ?? {};
      return files
        .filter(({ status }) => status === 'renamed')
        .map(({ filename, previous_filename: from = filename }) => ({ from, to: filename }));
    },
    openAt: (headSha) =>
      ask('list the open pull requests', 'pull-requests: read', async () => {
        const open: OpenPullRequest[] = [];
        for (let after: string | null = null; ; ) {
          const answer: unknown = await graphql(OPEN_QUERY, { ...repo, after });
          const { nodes, pageInfo } = openPageSchema.parse(answer).repository.pullRequests;
          open.push(...nodes.map(parseOpenPullRequest));
          if (!pageInfo.hasNextPage) return open.filter((each) => each.headSha === headSha);
          after = pageInfo.endCursor;
        }
      }),
    listFiles: (commit, base) =>
      ask(`list the files of commit ${commit}`, 'contents: read', () =>
        listCommitFiles(client, commit, base),
      ),
    pullRequest: (number) =>
      ask(`read pull request ${number}`, 'pull-requests: read', async () => {
        const { data } = await rest.pulls.get({ ...repo, pull_number: number });
        // A deleted fork is null here, although the published types omit that.
        const headRepository: { full_name: string } | null = data.head.repo;
        return {
          number: data.number,
          state: data.state,
          headSha: data.head.sha,
          headRepository: headRepository?.full_name ?? null,
          baseRef: data.base.ref,
        };
      }),
  };
}

async function readParents({ rest, repo }: RepositoryClient, sha: string): Promise<readonly string[]> {
  const { data } = await rest.git.getCommit({ ...repo, commit_sha: sha });
  return data.parents.map((parent) => parent.sha);
}

/** The labels of a pull request. */
export function openLabels({ rest, repo, ask }: RepositoryClient): Labels {
  return {
    remove: (pullRequest, name) =>
      ask(`remove label ${name} from pull request ${pullRequest}`, 'pull-requests: write', async () => {
        // It may be removed already.
        await nullIfMissing(() => rest.issues.removeLabel({ ...repo, issue_number: pullRequest, name }));
      }),
  };
}

/** GitHub reports `maintain` and custom roles as one of its four permissions. */
const WRITING: ReadonlySet<string> = new Set(['write', 'maintain', 'admin']);

/** Who may write to the repository. */
export function openCollaborators({ rest, repo, ask }: RepositoryClient): Collaborators {
  return {
    mayWrite: (username) =>
      ask(`read the permission of ${username}`, 'contents: read', async () => {
        const permission = await nullIfMissing(() =>
          rest.repos.getCollaboratorPermissionLevel({ ...repo, username }),
        );
        return permission !== null && WRITING.has(permission.data.permission);
      }),
  };
}

/** How two commits are related, from the whole history that GitHub has. */
export function openAncestry(client: RepositoryClient): Ancestry {
  const compare = openComparison(client);
  return {
    async mergeBase(base, head) {
      const comparison = await compare(base, head);
      return comparison?.merge_base_commit.sha ?? null;
    },
    async isAncestor(ancestor, commit) {
      const comparison = await compare(ancestor, commit);
      return comparison?.status === 'ahead' || comparison?.status === 'identical';
    },
  };
}

/** The branches of the repository, in comparison with a commit. */
export function openBranches(client: RepositoryClient): Branches {
  const { isAncestor } = openAncestry(client);
  const contains = async ({ target, compare }: z.output<typeof branchNodeSchema>, commit: string) =>
    // GraphQL makes no comparison without a common history. REST distinguishes this from a failure.
    compare === null
      ? await isAncestor(commit, target.oid)
      : compare.status === 'BEHIND' || compare.status === 'IDENTICAL';
  return {
    async contain(commit) {
      for (let after: string | null = null; ; ) {
        const { nodes, pageInfo } = await readBranches(client, { commit, after });
        for (const branch of nodes) {
          if (await contains(branch, commit)) return true;
        }
        if (!pageInfo.hasNextPage) return false;
        after = pageInfo.endCursor;
      }
    },
  };
}

function readBranches(
  { graphql, repo, ask }: RepositoryClient,
  page: { readonly commit: string; readonly after: string | null },
) {
  return ask(`compare the branches with ${page.commit}`, 'contents: read', async () => {
    const answer: unknown = await graphql(BRANCHES_QUERY, { ...repo, ...page });
    return branchesPageSchema.parse(answer).repository.refs;
  });
}
