import { expect, test } from 'vitest';
import { openTestGitHub } from '../support/github/open-test-github.js';
import { startGitHubServer } from '../support/github-server.js';

test('comments come from all pages, oldest first, each with whether we wrote it', async () => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  server.setPull({ number: 7 });
  server.setPull({ number: 8 });
  server.addComment({ pullRequest: 8, author: 'ann', body: 'elsewhere' });
  for (let count = 0; count < 250; count += 1) {
    const author = count % 50 === 0 ? server.state.viewer : 'ann';
    server.addComment({ pullRequest: 7, author, body: `comment ${count}` });
  }
  const { comments: listed } = await openTestGitHub(server).comments.list(7);
  expect(listed.map(({ body }) => body)).toEqual(
    Array.from({ length: 250 }, (_, count) => `comment ${count}`),
  );
  expect(listed.filter(({ writtenByUs }) => writtenByUs)).toHaveLength(5);
  expect(listed[0]).toMatchObject({
    id: 3_100_000_002,
    url: expect.stringContaining('/acme/agent/pull/7#'),
  });
  expect(server.requestsOf('graphql')).toHaveLength(3);
});
