import { getOctokit } from '@actions/github';
import { expect, test } from 'vitest';
import { readContract } from '../support/github/contract.js';
import { startGitHubServer } from '../support/github-server.js';

const repo = { owner: 'acme', repo: 'agent' };

function openOctokit(baseUrl: string) {
  return getOctokit('t0ken', { baseUrl, request: { fetch } });
}

test('every operation of the fixture is answered in a form that GitHub itself gives', async () => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  const { rest } = openOctokit(server.url);
  const content = Buffer.from('hello').toString('base64');
  const hello = (await rest.git.createBlob({ ...repo, content, encoding: 'base64' })).data.sha;
  const page = { path: 'docs/a b.md', mode: '100644', type: 'blob', sha: hello } as const;
  const pages = (await rest.git.createTree({ ...repo, tree: [page] })).data.sha;
  const sha = (await rest.git.createCommit({ ...repo, message: 'first', tree: pages })).data.sha;
  await rest.git.createRef({ ...repo, ref: 'refs/heads/main', sha });
  const file = await rest.repos.getContent({ ...repo, path: 'docs/a b.md', ref: sha });
  expect(file.data).toMatchObject({ type: 'file', content });
  const folder = await rest.repos.getContent({ ...repo, path: 'docs' });
  expect(folder.data).toMatchObject([{ name: 'a b.md', type: 'file' }]);

  const blob = (await rest.git.createBlob({ ...repo, content: 'two', encoding: 'utf-8' })).data.sha;
  const base = (await rest.git.getCommit({ ...repo, commit_sha: sha })).data.tree.sha;
  const entry = { path: 'deep/er/two.txt', mode: '100644', type: 'blob', sha: blob } as const;
  const tree = (await rest.git.createTree({ ...repo, base_tree: base, tree: [entry] })).data.sha;
  const second = (await rest.git.createCommit({ ...repo, message: 'second', tree, parents: [sha] })).data.sha;
  await rest.git.createRef({ ...repo, ref: 'refs/heads/data/x', sha });
  await rest.git.updateRef({ ...repo, ref: 'heads/data/x', sha: second });
  expect((await rest.git.getRef({ ...repo, ref: 'heads/data/x' })).data.object.sha).toBe(second);
  await expect(rest.git.updateRef({ ...repo, ref: 'heads/data/x', sha })).rejects.toThrow(/fast forward/);
  const listed = await rest.git.getTree({ ...repo, tree_sha: tree, recursive: 'true' });
  expect(listed.data.tree.map(({ path }) => path)).toEqual([
    'deep',
    'deep/er',
    'deep/er/two.txt',
    'docs',
    'docs/a b.md',
  ]);
  expect((await rest.git.getBlob({ ...repo, file_sha: blob })).data.content.trim()).toBe('dHdv');

  const compared = await rest.repos.compareCommitsWithBasehead({ ...repo, basehead: `${sha}...${second}` });
  expect(compared.data).toMatchObject({ status: 'ahead', ahead_by: 1, merge_base_commit: { sha } });
  expect((await rest.repos.getCommit({ ...repo, ref: 'main' })).data.sha).toBe(sha);
  expect((await rest.repos.listCommits({ ...repo, sha: second })).data).toHaveLength(2);
  expect((await rest.repos.get(repo)).data.default_branch).toBe('main');

  server.setPull({ number: 7, headSha: second, headRepository: null });
  expect((await rest.pulls.get({ ...repo, pull_number: 7 })).data.head).toMatchObject({
    sha: second,
    repo: null,
  });
  const comment = (await rest.issues.createComment({ ...repo, issue_number: 7, body: 'hi' })).data;
  await rest.issues.updateComment({ ...repo, comment_id: comment.id, body: 'ho' });
  expect((await rest.issues.getComment({ ...repo, comment_id: comment.id })).data.body).toBe('ho');
  expect((await rest.issues.listComments({ ...repo, issue_number: 7 })).data).toHaveLength(1);
  await rest.issues.deleteComment({ ...repo, comment_id: comment.id });
  await rest.repos.createCommitStatus({ ...repo, sha: second, state: 'pending', context: 'c' });
  const combined = await rest.repos.getCombinedStatusForRef({ ...repo, ref: second });
  expect(combined.data.statuses).toMatchObject([{ context: 'c', state: 'pending' }]);
  server.setPull({ number: 7, labels: ['one', 'two'] });
  expect((await rest.issues.removeLabel({ ...repo, issue_number: 7, name: 'one' })).data).toMatchObject([
    { name: 'two' },
  ]);
  server.state.collaborators.set('ann', 'write');
  const level = await rest.repos.getCollaboratorPermissionLevel({ ...repo, username: 'ann' });
  expect(level.data.permission).toBe('write');

  const asked = new Set(server.requests.map(({ operation }) => operation));
  expect(
    readContract()
      .operations.map(({ id }) => id)
      .filter((id) => !asked.has(id)),
  ).toEqual([]);
});

test.each([
  ['a path that GitHub does not have', '/repos/acme/agent/nonsense', {}],
  ['a field that GitHub does not know', '/repos/acme/agent/issues/7/comments', { body: 'x', bodi: 'x' }],
  ['a field of the wrong type', '/repos/acme/agent/issues/7/comments', { body: 7 }],
  ['a GraphQL field that is not in the schema', '/graphql', { query: '{ viewer { nonsense } }' }],
])('%s is a violation, and close throws', async (_, path, body) => {
  const server = await startGitHubServer({ repository: 'acme/agent' });
  server.setPull({ number: 7 });
  await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: 'token t' },
    body: JSON.stringify(body),
  });
  expect(server.violations).toHaveLength(1);
  await expect(server.close()).rejects.toThrow(/contract was broken/);
});

test('failures are injected before or after the effect, as often as asked', async () => {
  await using server = await startGitHubServer({ repository: 'acme/agent', basePath: '/api/v3' });
  server.setPull({ number: 7 });
  const { rest } = openOctokit(server.url);
  server.fail({ operation: 'issues/create-comment', status: 502, when: 'after' });
  server.fail({ path: '/comments', method: 'POST', status: 'disconnect', when: 'before' });
  const create = () => rest.issues.createComment({ ...repo, issue_number: 7, body: 'hi' });
  await expect(create()).rejects.toMatchObject({ status: 502 });
  await expect(create()).rejects.toThrow();
  await create();
  expect(server.state.comments).toHaveLength(2);
  expect(server.requestsOf('issues/create-comment').map(({ status }) => status)).toEqual([502, 0, 201]);
});
