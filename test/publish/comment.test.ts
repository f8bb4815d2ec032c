import { expect, test } from 'vitest';
import { SILENT_LOG } from '../../src/model/effects.js';
import { publishComment } from '../../src/publish/comment.js';
import { buildCommentMarker } from '../../src/publish/comment-body.js';
import { escapeLine, markdown } from '../../src/report/markdown.js';
import { openTestGitHub } from '../support/github/open-test-github.js';
import { type GitHubServer, startGitHubServer } from '../support/github-server.js';

const KEY = 'ci / relevancy / support';
const MARKER = buildCommentMarker(KEY);
const HEAD = 'a'.repeat(40);

async function startServer(basePath: '' | '/api/v3' = ''): Promise<GitHubServer> {
  const server = await startGitHubServer({ repository: 'acme/agent', basePath });
  server.setPull({ number: 7, headSha: HEAD });
  return server;
}

function publish(
  server: GitHubServer,
  text: string,
  { headSha = HEAD, log = SILENT_LOG } = {},
): Promise<string | null> {
  return publishComment({
    mayCreate: true,
    comments: openTestGitHub(server).comments,
    pullRequest: 7,
    headSha,
    key: KEY,
    body: markdown`${MARKER}\n${escapeLine(text)}`,
    log,
    redact: (line) => line,
    sleep: async () => {},
  });
}

/** A log with the lines in it. */
function createLog() {
  const lines: string[] = [];
  const keep = (line: string) => void lines.push(line);
  return { ...SILENT_LOG, info: keep, warning: keep, lines };
}

function bodies(server: GitHubServer): string[] {
  return server.state.comments.map(({ body }) => body);
}

/** Everything that was written to comments. */
function writes(server: GitHubServer): string[] {
  return server.requests
    .map(({ operation }) => operation ?? '')
    .filter((operation) => /^issues\/(create|update|delete)/.test(operation));
}

test.each(['', '/api/v3'] as const)(
  'a second push updates the same comment (base path "%s")',
  async (path) => {
    await using server = await startServer(path);
    const first = await publish(server, 'one');
    const id = server.state.comments[0]?.id;
    const next = 'b'.repeat(40);
    server.setPull({ number: 7, headSha: next });
    const second = await publish(server, 'two', { headSha: next });
    expect(bodies(server)).toEqual([`${MARKER}\ntwo`]);
    expect(server.state.comments[0]?.id).toBe(id);
    expect(first).toContain(`#issuecomment-${id}`);
    expect(second).toEqual(first);
    expect(writes(server)).toEqual(['issues/create-comment', 'issues/update-comment']);
  },
);

test.each(['before it is updated', 'with a duplicate'])(
  'a comment that is deleted %s is made anew',
  async (when) => {
    await using server = await startServer();
    await publish(server, 'one');
    if (when === 'with a duplicate') {
      server.addComment({ pullRequest: 7, body: `${MARKER}\nthe same`, author: server.state.viewer });
    }
    server.before({ operation: 'issues/update-comment' }, () => void server.state.comments.shift());
    const url = await publish(server, 'two');
    expect(bodies(server)).toEqual([`${MARKER}\ntwo`]);
    expect(url).toContain(`#issuecomment-${server.state.comments[0]?.id}`);
  },
);

test('ours is found among 250 comments of several authors, one of whom copied the marker', async () => {
  await using server = await startServer();
  const ours = server.state.viewer;
  for (let count = 0; count < 250; count += 1) {
    const body =
      {
        20: `${MARKER}\ncopied by somebody else`,
        40: `Quoting below:\n${MARKER}\n`,
        60: `${MARKER} and more on the line`,
        80: `${buildCommentMarker('another key')}\nanother leg of the matrix`,
        170: `${MARKER}\nthe real one`,
      }[count] ?? `comment ${count}`;
    const author = [40, 60, 80, 170].includes(count) ? ours : `author-${count % 7}`;
    server.addComment({ pullRequest: 7, author, body });
  }
  const before = bodies(server);
  await publish(server, 'new text');
  expect(bodies(server).filter((body, index) => body !== before[index])).toEqual([`${MARKER}\nnew text`]);
  expect(bodies(server)[170]).toBe(`${MARKER}\nnew text`);
  expect(writes(server)).toEqual(['issues/update-comment']);
});

test('a stale run leaves the newer comment alone, and makes none', async () => {
  await using server = await startServer();
  server.setPull({ number: 7, headSha: 'b'.repeat(40) });
  const log = createLog();
  expect(await publish(server, 'old', { log })).toBeNull();
  expect(log.lines.join()).toContain('moved on to bbbbbbb');
  server.addComment({ pullRequest: 7, author: server.state.viewer, body: `${MARKER}\nnewer` });
  expect(await publish(server, 'old')).toBeNull();
  expect(bodies(server)).toEqual([`${MARKER}\nnewer`]);
  expect(writes(server)).toEqual([]);
});

test('duplicates left by others of our runs converge on the oldest; strangers and other keys stay', async () => {
  await using server = await startServer();
  const add = (author: string, body: string) => server.addComment({ pullRequest: 7, author, body }).id;
  const oldest = add(server.state.viewer, `${MARKER}\na`);
  const strange = add('mallory', `${MARKER}\nb`);
  add(server.state.viewer, `${MARKER}\nc`);
  const other = add(server.state.viewer, `${buildCommentMarker('other')}\nd`);
  add(server.state.viewer, `${MARKER}\nnew`);
  await publish(server, 'new');
  expect(server.state.comments.map(({ id }) => id)).toEqual([oldest, strange, other]);
  expect(bodies(server)[0]).toBe(`${MARKER}\nnew`);
});

test.each([
  ['was made although the answer was 502', 'after', 1, 1],
  ['was not made', 'before', 2, 1],
  ['was not made, nor at the second try', 'before', 3, 2],
] as const)('a comment that %s is there once in the end', async (_, when, creates, times) => {
  await using server = await startServer();
  server.fail({ operation: 'issues/create-comment', status: 502, when, times });
  expect(await publish(server, 'one')).not.toBeNull();
  expect(bodies(server)).toEqual([`${MARKER}\none`]);
  expect(server.requestsOf('issues/create-comment')).toHaveLength(creates);
});

test.each([
  [
    'forbidden comments',
    (server: GitHubServer) => server.state.forbidden.add('comments'),
    /^Comment not written: .*the job needs `permissions: pull-requests: write`\.$/,
  ],
  [
    'forbidden reading',
    (server: GitHubServer) => server.state.forbidden.add('pull-requests'),
    /the job needs `permissions: pull-requests: write`/,
  ],
  [
    'a locked conversation',
    (server: GitHubServer) => server.state.lockedPulls.add(7),
    /\(403\): Unable to create comment because issue is locked\. The conversation is locked\.$/,
  ],
  [
    'a 404 to a token that may not write',
    (server: GitHubServer) =>
      server.fail({ operation: 'issues/create-comment', status: 404, message: 'Not Found' }),
    /\(404\): Not Found; if the job lacks it, add `permissions: pull-requests: write`/,
  ],
  [
    'a pull request that does not exist',
    (server: GitHubServer) => server.state.pulls.clear(),
    /Could not resolve to a PullRequest/,
  ],
  [
    'a GitHub that stays down',
    (server: GitHubServer) => server.fail({ operation: 'issues/create-comment', status: 503, times: 99 }),
    /^Comment not written: GitHub failed to comment on pull request 7 \(503\)/,
  ],
])('%s: a warning, no exception', async (_, arrange, warning) => {
  await using server = await startServer();
  arrange(server);
  const log = createLog();
  expect(await publish(server, 'one', { log })).toBeNull();
  expect(log.lines.at(-1)).toMatch(warning);
  expect(bodies(server)).toEqual([]);
});
