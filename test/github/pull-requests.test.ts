import { expect, test } from 'vitest';
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
    targetUrl: null,
  });
  expect(server.requestsOf('repos/get-combined-status-for-ref')).toHaveLength(2);
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
