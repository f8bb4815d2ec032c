import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BareRepository } from '../support/github/bare-repository.js';
import { openTestGitHub } from '../support/github/open-test-github.js';
import { startGitHubServer } from '../support/github-server.js';

const SHA = 'a'.repeat(40);

test('a label is taken off; one that is not there is no failure; a refusal names the permission', async () => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  server.setPull({ number: 7, labels: ['area/prompts: a', 'keep'] });
  const { labels } = openTestGitHub(server);
  await labels.remove(7, 'area/prompts: a');
  await labels.remove(7, 'area/prompts: a');
  expect(server.state.pulls.get(7)?.labels).toEqual(['keep']);
  server.state.forbidden.add('labels');
  await expect(labels.remove(7, 'keep')).rejects.toMatchObject({ permission: 'pull-requests: write' });
});

test.each([
  ['admin', true],
  ['maintain', true],
  ['write', true],
  ['triage', false],
  ['read', false],
  ['none', false],
] as const)('%s may write: %s', async (permission, may) => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  server.state.collaborators.set('ann', permission);
  expect(await openTestGitHub(server).collaborators.mayWrite('ann')).toBe(may);
});

test('a person whom the repository does not know may not write', async () => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  expect(await openTestGitHub(server).collaborators.mayWrite('mallory')).toBe(false);
});

test('the newest status of each context of a commit is read, over all pages', async () => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  const { statuses } = openTestGitHub(server);
  const add = (context: string, state: string, sha = SHA) =>
    server.state.statuses.push({ sha, context, state, description: `${state}!`, targetUrl: null });
  add('prompt-regression/support', 'failure');
  add('prompt-regression/support', 'success');
  add('prompt-regression/support', 'error', 'b'.repeat(40));
  for (let count = 0; count < 120; count += 1) add(`other/${count}`, 'pending');
  const found = await statuses.latest(SHA);
  expect(found).toHaveLength(121);
  expect(found[0]).toEqual({
    context: 'prompt-regression/support',
    state: 'success',
    description: 'success!',
  });
  expect(server.requestsOf('repos/get-combined-status-for-ref')).toHaveLength(2);
});

test('the test merge of a pull request, a conflict, and what git sees as renamed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'merge-'));
  const git = new BareRepository(folder);
  const commit = (paths: Readonly<Record<string, string>>, parents: readonly string[]) => {
    const changes = Object.entries(paths).map(
      ([path, text]) => [path, { mode: '100644', sha: git.writeBlob(Buffer.from(text)) }] as const,
    );
    return git.writeCommit({ tree: git.writeTree(null, new Map(changes)), parents, message: 'm' });
  };
  const text = 'One rule.\nAnother rule.\nA third rule.\n';
  const first = commit({ 'a.md': text, 'b.md': 'x\n' }, []);
  const main = commit({ 'a.md': text, 'b.md': 'y\n' }, [first]);
  const head = commit({ 'c.md': `${text}More.\n`, 'b.md': 'x\n' }, [first]);
  git.setRef('refs/heads/main', main);
  await using server = await startGitHubServer({ repository: 'acme/agent', git });
  const { pullRequests } = openTestGitHub(server);
  server.setPull({ number: 7, headSha: head });
  const merge = await pullRequests.testMerge(7);
  expect(merge).toMatchObject({ parents: [main, head] });
  const { sha } = merge as { sha: string };
  expect(await pullRequests.renames(main, sha)).toEqual([{ from: 'a.md', to: 'c.md' }]);
  server.setPull({ number: 8, headSha: commit({ 'a.md': text, 'b.md': 'z\n' }, [first]) });
  expect(await pullRequests.testMerge(8)).toBe('conflict');
  await rm(folder, { recursive: true });
});

test('the open pull requests on a commit, forks and all pages included', async () => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  for (let number = 1; number <= 130; number += 1) server.setPull({ number });
  server.setPull({ number: 3, headSha: SHA, state: 'closed' });
  server.setPull({ number: 120, headSha: SHA, headRepository: 'stranger/agent', baseRef: 'release' });
  server.setPull({ number: 130, headSha: SHA, headRepository: null });
  expect(await openTestGitHub(server).pullRequests.openAt(SHA)).toEqual([
    { number: 120, headSha: SHA, baseRef: 'release', headRepository: 'stranger/agent' },
    { number: 130, headSha: SHA, baseRef: 'main', headRepository: null },
  ]);
  expect(server.requests).toHaveLength(2);
});
