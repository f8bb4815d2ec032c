import { expect, onTestFinished, test, vi } from 'vitest';
import { openGitHub } from '../../src/github/open-github.js';
import { type Log, SILENT_LOG } from '../../src/model/effects.js';
import { GitHubError } from '../../src/model/github.js';
import { openTestGitHub } from '../support/github/open-test-github.js';
import { startGitHubServer } from '../support/github-server.js';

const SHA = 'a'.repeat(40);

async function failureOf(act: Promise<unknown>): Promise<GitHubError> {
  const thrown = await act.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof GitHubError)) throw new Error(`no GitHubError was thrown: ${String(thrown)}`);
  return thrown;
}

function listeningLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  return { log: { ...SILENT_LOG, info: (line) => void lines.push(line) }, lines };
}

test('GitHub Enterprise Server: REST below /api/v3, GraphQL below /api', async () => {
  await using server = await startGitHubServer({ repository: 'acme/agent', basePath: '/api/v3' });
  server.setPull({ number: 7, headSha: SHA });
  server.addComment({ pullRequest: 7, author: 'ann', body: 'hello' });
  const github = openTestGitHub(server);
  expect((await github.pullRequests.pullRequest(7)).headSha).toBe(SHA);
  expect((await github.comments.list(7)).comments.map(({ body }) => body)).toEqual(['hello']);
  expect(server.requests.every(({ authorization }) => authorization === 'token loopback-token')).toBe(true);
});

test('a repository that is not owner/name is refused', () => {
  const urls = { apiUrl: 'http://127.0.0.1:9', graphqlUrl: 'http://127.0.0.1:9/graphql' };
  expect(() => openGitHub({ token: 't', repository: 'agent', log: SILENT_LOG, ...urls })).toThrow(
    /GITHUB_REPOSITORY/,
  );
});

test('a pull request whose fork was deleted has no head repository', async () => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  server.setPull({ number: 7, headRepository: null });
  server.setPull({ number: 8, headRepository: 'ann/agent' });
  const { pullRequests } = openTestGitHub(server);
  expect((await pullRequests.pullRequest(7)).headRepository).toBeNull();
  expect((await pullRequests.pullRequest(8)).headRepository).toBe('ann/agent');
});

test('server errors and cut connections are tried again', async () => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  server.setPull({ number: 7, headSha: SHA });
  server.fail({ operation: 'pulls/get', status: 502 });
  server.fail({ operation: 'pulls/get', status: 'disconnect' });
  expect((await openTestGitHub(server).pullRequests.pullRequest(7)).headSha).toBe(SHA);
  expect(server.requestsOf('pulls/get')).toHaveLength(3);
});

test('a comment is created once, whatever the answer says', async () => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  server.setPull({ number: 7 });
  server.fail({ operation: 'issues/create-comment', status: 502, when: 'after' });
  const failure = await failureOf(openTestGitHub(server).comments.create(7, 'hello'));
  expect(failure.status).toBe(502);
  expect(server.state.comments).toHaveLength(1);
});

test.each([
  ['comments', 'pull-requests: write', 'comment on pull request 7'],
  ['statuses', 'statuses: write', 'set status prompt-regression/s'],
  ['contents', 'contents: write', 'store a file'],
] as const)('a token without %s is told which line is missing', async (forbidden, permission, doing) => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  server.setPull({ number: 7 });
  const github = openTestGitHub(server);
  server.state.forbidden.add(forbidden);
  const status = { sha: SHA, context: 'prompt-regression/s', state: 'pending', description: 'd' } as const;
  const acts = {
    comments: () => github.comments.create(7, 'hello'),
    statuses: () => github.statuses.set({ ...status, targetUrl: null }),
    contents: () => github.gitData.createBlob(Buffer.from('x')),
  };
  const failure = await failureOf(acts[forbidden]());
  expect(failure.permission).toBe(permission);
  expect(failure.message).toBe(
    `GitHub refused to ${doing} (403): Resource not accessible by integration; the job needs \`permissions: ${permission}\``,
  );
});

test('a GraphQL refusal names the permission too', async () => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  server.setPull({ number: 7 });
  server.state.forbidden.add('pull-requests');
  const failure = await failureOf(openTestGitHub(server).comments.list(7));
  expect(failure.permission).toBe('pull-requests: write');
  expect(failure.message).toContain('Resource not accessible by integration');
});

const SECONDARY = 'You have exceeded a secondary rate limit.';

test('a secondary rate limit is waited for as long as GitHub says', async () => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  server.setPull({ number: 7 });
  const { log, lines } = listeningLog();
  const headers = { 'retry-after': '60' };
  server.fail({ operation: 'issues/create-comment', status: 403, message: SECONDARY, headers });
  await openTestGitHub(server, { log }).comments.create(7, 'hello');
  expect(server.state.comments).toHaveLength(1);
  expect(lines.join('\n')).toMatch(/secondary rate limit was reached .* free again in 60 s, waiting/);
});

/** From here on the clock is ten minutes behind. */
function setClockBack(): void {
  const { now } = Date;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - 600_000);
  onTestFinished(() => clock.mockRestore());
}

test('a clock that is set back between two requests delays none', async () => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  server.setPull({ number: 7, headSha: SHA });
  const github = openTestGitHub(server);
  const requestAll = async () => {
    await github.pullRequests.pullRequest(7);
    await github.comments.create(7, 'hello');
    await github.comments.list(7);
  };
  await requestAll();
  setClockBack();
  const startedAt = performance.now();
  await requestAll();
  expect(performance.now() - startedAt).toBeLessThan(60_000);
});

test("the time of a reset is read by the reply's own clock", async () => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  server.setPull({ number: 7, headSha: SHA });
  const { log, lines } = listeningLog();
  const sent = new Date();
  const headers = {
    date: sent.toUTCString(),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(Math.floor(sent.getTime() / 1000) + 5),
  };
  server.fail({ operation: 'pulls/get', status: 403, message: 'API rate limit exceeded', headers });
  setClockBack();
  expect((await openTestGitHub(server, { log }).pullRequests.pullRequest(7)).headSha).toBe(SHA);
  expect(lines.join('\n')).toMatch(/rate limit was reached .* free again in [5-7] s, waiting/);
});

test.each([
  ['secondary', 429, { message: SECONDARY, headers: { 'retry-after': '3600' } }],
  [
    'primary',
    403,
    {
      message: 'API rate limit exceeded',
      headers: {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 3000),
      },
    },
  ],
])('a %s rate limit beyond the bound fails at once', async (_, status, failure) => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  server.setPull({ number: 7 });
  const { log, lines } = listeningLog();
  server.fail({ operation: 'pulls/get', status, ...failure });
  const thrown = await failureOf(openTestGitHub(server, { log }).pullRequests.pullRequest(7));
  expect(thrown).toMatchObject({ status, permission: null });
  expect(server.requestsOf('pulls/get')).toHaveLength(1);
  expect(lines.join('\n')).toContain('longer than this run waits');
});

test.each([
  ['the message of each reason', [{ message: 'One.' }, { message: 'Two.' }], 'Validation Failed: One.; Two.'],
  ['a reason once', [{ message: 'One.' }, { message: 'One.' }], 'Validation Failed: One.'],
  ['field and code without a message', [{ field: 'sha', code: 'invalid' }], 'Validation Failed: sha invalid'],
  ['nothing for an empty reason', [{}], 'Validation Failed'],
])('a 422 says %s', async (_, errors, words) => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  server.fail({ status: 422, message: 'Validation Failed', errors });
  const status = { sha: SHA, context: 'c', state: 'success', description: 'd', targetUrl: null } as const;
  const { message } = await failureOf(openTestGitHub(server).statuses.set(status));
  expect(message).toBe(`GitHub refused to set status c (422): ${words}`);
});

test('a server that accepts and never answers is given up after the timeout', async () => {
  await using server = await startGitHubServer({ repository: 'acme/agent' });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.before({ operation: 'pulls/get' }, () => held);
  const { url: apiUrl, graphqlUrl } = server;
  const options = { token: 't', repository: 'acme/agent', apiUrl, graphqlUrl, log: SILENT_LOG };
  const github = openGitHub({ ...options, secondMs: 1, requestTimeoutMs: 40 });
  const failure = await failureOf(github.pullRequests.pullRequest(7));
  expect(failure.message).toMatch(/^GitHub failed to read pull request 7/);
  // A slow machine may let the time pass before a try has even arrived.
  expect(server.requestsOf('pulls/get').length).toBeLessThanOrEqual(4);
  release();
});

test.each([403, 404])(
  'every request that GitHub answers with %s names the line that may be missing',
  async (status) => {
    await using server = await startGitHubServer({ repository: 'acme/agent' });
    for (const onlyReads of [false, true]) {
      const { pullRequests, ancestry, comments, statuses, labels, collaborators, gitData } = openTestGitHub(
        server,
        { onlyReads },
      );
      const reads = [
        () => pullRequests.pullRequest(7),
        () => pullRequests.listFiles(SHA, { files: [], folders: async () => new Map() }),
        () => pullRequests.openAt(SHA),
        ...(status === 403 ? [() => pullRequests.renames('main', SHA)] : []),
        () => comments.list(7),
        () => statuses.latest(SHA),
        ...(status === 403
          ? [
              () => ancestry.mergeBase(SHA, SHA),
              () => collaborators.mayWrite('ann'),
              () => gitData.readBranch('main'),
            ]
          : []),
        () => gitData.readTree(SHA),
        () => gitData.readBlob(SHA),
      ];
      const writes: (() => Promise<unknown>)[] = [
        () => comments.create(7, 'x'),
        () => comments.update(1, 'x'),
        () => statuses.set({ sha: SHA, context: 'c', state: 'success', description: 'd', targetUrl: null }),
        ...(status === 403 ? [() => comments.remove(1), () => labels.remove(7, 'l')] : []),
        () => gitData.createBlob(Buffer.from('x')),
        () => gitData.createTree(null, []),
        () => gitData.createCommit({ message: 'm', tree: SHA, parents: [] }),
        () => gitData.createBranch('b', SHA),
        () => gitData.moveBranch('b', SHA),
      ];
      for (const act of [...reads, ...writes]) {
        server.fail({ status, message: 'Not for you' });
        const { message, beyond } = await failureOf(act());
        if (beyond) expect(message).toMatch(/read-only token, and no `permissions:` line changes that$/);
        else expect(message).toMatch(/add `permissions: [a-z-]+: (?:read|write)`$/);
        if (writes.includes(act)) expect(beyond, message).toBe(onlyReads);
      }
    }
  },
);
