import { expect, test } from 'vitest';
import type { GitData } from '../../src/model/github.js';
import { openTestGitHub } from '../support/github/open-test-github.js';
import { type GitHubServer, startGitHubServer } from '../support/github-server.js';

const BRANCH = 'prompt-regression-data';

async function commitFiles(
  gitData: GitData,
  base: { commit: string; tree: string } | null,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const entries = await Promise.all(
    Object.entries(files).map(async ([path, text]) => ({
      path,
      sha: await gitData.createBlob(Buffer.from(text)),
    })),
  );
  const tree = await gitData.createTree(base?.tree ?? null, entries);
  return gitData.createCommit({ message: 'more', tree, parents: base === null ? [] : [base.commit] });
}

async function start(): Promise<{ server: GitHubServer; gitData: GitData }> {
  const server = await startGitHubServer({ repository: 'acme/agent' });
  return { server, gitData: openTestGitHub(server).gitData };
}

test('files go in and come out, bytes untouched', async () => {
  const { server, gitData } = await start();
  await using _server = server;
  const first = await commitFiles(gitData, null, { 'v1/support/runs/a.json': 'a', 'v1/b.json': 'b' });
  expect(await gitData.createBranch(BRANCH, first)).toBe('created');
  const head = await gitData.readBranch(BRANCH);
  expect(head?.commit).toBe(first);
  const second = await commitFiles(gitData, head, { 'v1/c.json': 'c' });
  await gitData.moveBranch(BRANCH, second);
  const top = await gitData.readTree((await gitData.readBranch(BRANCH))?.tree ?? '');
  expect(top).toEqual([{ path: 'v1', type: 'tree', sha: expect.any(String) }]);
  const inner = await gitData.readTree(top[0]?.sha ?? '');
  expect(inner.map(({ path, type }) => `${type} ${path}`)).toEqual([
    'blob b.json',
    'blob c.json',
    'tree support',
  ]);
  const bytes = new Uint8Array(2000).map((_, index) => index % 256);
  const blob = await gitData.createBlob(bytes);
  expect(new Uint8Array(await gitData.readBlob(blob))).toEqual(bytes);
});

test('a second writer is refused, never forced', async () => {
  const { server, gitData } = await start();
  await using _server = server;
  const first = await commitFiles(gitData, null, { a: '1' });
  const rival = await commitFiles(gitData, null, { b: '1' });
  expect(await gitData.createBranch(BRANCH, first)).toBe('created');
  expect(await gitData.createBranch(BRANCH, rival)).toBe('exists');
  await expect(gitData.moveBranch(BRANCH, rival)).rejects.toThrow(/\(422\): Update is not a fast forward/);
  expect((await gitData.readBranch(BRANCH))?.commit).toBe(first);
  expect(server.requestsOf('git/update-ref').map(({ body }) => body)).toEqual([{ sha: rival, force: false }]);
});

test('a branch that was made although the answer was 502 counts as made', async () => {
  const { server, gitData } = await start();
  await using _server = server;
  const first = await commitFiles(gitData, null, { a: '1' });
  server.fail({ operation: 'git/create-ref', status: 502, when: 'after' });
  expect(await gitData.createBranch(BRANCH, first)).toBe('created');
  server.fail({ operation: 'git/create-ref', status: 502, when: 'before' });
  await expect(gitData.createBranch('other', first)).rejects.toThrow(
    'GitHub failed to create branch other (502)',
  );
  expect(server.requestsOf('git/create-ref')).toHaveLength(2);
});
