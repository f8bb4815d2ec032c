import { z } from 'zod';
import { type GitData, GitHubError, type TreeEntry } from '../model/github.js';
import { findHttpStatus, nullIfMissing, type RepositoryClient } from './repository-client.js';

const READ = 'contents: read';
const WRITE = 'contents: write';

/** Commit and tree in one request; REST needs two. */
const BRANCH_QUERY = `
  query ($owner: String!, $repo: String!, $ref: String!) {
    repository(owner: $owner, name: $repo) {
      ref(qualifiedName: $ref) { target { oid ... on Commit { tree { oid } } } }
    }
  }`;

const branchSchema = z.object({
  repository: z.object({
    ref: z.object({ target: z.object({ oid: z.string(), tree: z.object({ oid: z.string() }) }) }).nullable(),
  }),
});

/** Objects are named by their content, so creating one again after a failure does no harm. */
export function openGitData(client: RepositoryClient): GitData {
  const { rest, graphql, repo, ask } = client;
  return {
    readBranch: (branch) =>
      ask(`read branch ${branch}`, READ, async () => {
        const answer: unknown = await graphql(BRANCH_QUERY, { ...repo, ref: `refs/heads/${branch}` });
        const { ref } = branchSchema.parse(answer).repository;
        return ref && { commit: ref.target.oid, tree: ref.target.tree.oid };
      }),
    readTree: (tree) =>
      ask(`read tree ${tree}`, READ, async () => {
        const { data } = await rest.git.getTree({ ...repo, tree_sha: tree });
        if (data.truncated) {
          throw new GitHubError(`GitHub does not list tree ${tree} whole: it has too many entries.`, {});
        }
        return data.tree.map(buildTreeEntry);
      }),
    readBlob: (sha) =>
      ask(`read blob ${sha}`, READ, async () => {
        const { data } = await rest.git.getBlob({ ...repo, file_sha: sha });
        return Buffer.from(data.content, data.encoding === 'base64' ? 'base64' : 'utf8');
      }),
    createBlob: (content) =>
      ask('store a file', WRITE, async () => {
        const text = Buffer.from(content).toString('base64');
        const { data } = await rest.git.createBlob({ ...repo, content: text, encoding: 'base64' });
        return data.sha;
      }),
    createTree: (base, entries) =>
      ask('store a tree', WRITE, async () => {
        const tree = entries.map(({ path, sha }) => ({ path, sha, mode: '100644', type: 'blob' }) as const);
        const request = { ...repo, tree };
        const { data } = await rest.git.createTree(base === null ? request : { ...request, base_tree: base });
        return data.sha;
      }),
    createCommit: ({ message, tree, parents }) =>
      ask('store a commit', WRITE, async () => {
        // GitHub signs the commit only if no author is given.
        const { data } = await rest.git.createCommit({ ...repo, message, tree, parents: [...parents] });
        return data.sha;
      }),
    createBranch: (branch, commit) =>
      ask(`create branch ${branch}`, WRITE, () => createBranch(client, branch, commit)),
    moveBranch: (branch, commit) =>
      ask(`move branch ${branch}`, WRITE, async () => {
        await rest.git.updateRef({ ...repo, ref: `heads/${branch}`, sha: commit, force: false });
      }),
  };
}

async function createBranch(
  { rest, repo }: RepositoryClient,
  branch: string,
  commit: string,
): Promise<'created' | 'exists'> {
  try {
    const ref = `refs/heads/${branch}`;
    await rest.git.createRef({ ...repo, ref, sha: commit, request: { retries: 0 } });
    return 'created';
  } catch (thrown) {
    const status = findHttpStatus(thrown) ?? 0;
    // Another writer was first, or GitHub has created it although the request failed.
    if (status !== 409 && status !== 422 && status < 500) throw thrown;
    const readTip = async () => (await rest.git.getRef({ ...repo, ref: `heads/${branch}` })).data.object.sha;
    const tip = await nullIfMissing(readTip);
    if (tip === null) throw thrown;
    return tip === commit ? 'created' : 'exists';
  }
}

function buildTreeEntry({ path, type, sha }: { path: string; type: string; sha: string }): TreeEntry {
  return { path, sha, type: type === 'tree' || type === 'commit' ? type : 'blob' };
}
