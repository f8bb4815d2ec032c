import { afterEach, beforeEach, expect, test } from 'vitest';
import { GitProject } from '../support/git-project.js';
import { openTestGitHub } from '../support/github/open-test-github.js';
import { type GitHubServer, startGitHubServer } from '../support/github-server.js';

let project: GitProject;
let server: GitHubServer;
beforeEach(async () => {
  project = new GitProject({ 'README.md': 'An agent.\n' });
  server = await startGitHubServer({ repository: 'acme/agent', git: project.remote });
});
afterEach(async () => {
  await server.close();
  await project[Symbol.asyncDispose]();
});

const isOnBranch = (commit: string) => openTestGitHub(server).branches.contain(commit);

test('a tip and all commits before it are on a branch', async () => {
  const first = project.tip('main');
  const middle = project.commit('change', { 'a.md': '1' }, [first]);
  const tip = project.commit('change', { 'a.md': '2' });
  for (const commit of [first, middle, tip]) expect(await isOnBranch(commit)).toBe(true);
});

test("a fork's commit, and one whose branch was deleted, is on none", async () => {
  const main = project.tip('main');
  const fork = project.commitInFork(7, { 'a.md': '1' }, [main]);
  const gone = project.commit('gone', { 'b.md': '1' }, [main]);
  project.remote.deleteRef('refs/heads/gone');
  for (const commit of [fork, gone]) expect(await isOnBranch(commit)).toBe(false);
  // Once its commits are pushed here, they are ours.
  project.remote.setRef('refs/heads/taken-over', fork);
  expect(await isOnBranch(fork)).toBe(true);
});

test('branches without a common history are asked for too', async () => {
  const orphan = project.commit('prompt-regression-data', { 'record.json': '{}' }, []);
  const fork = project.commitInFork(7, { 'a.md': '1' }, [project.tip('main')]);
  expect(await isOnBranch(orphan)).toBe(true);
  expect(await isOnBranch(fork)).toBe(false);
  server.fail({ operation: 'repos/compare-commits-with-basehead', status: 403, message: 'Not for you' });
  await expect(isOnBranch(fork)).rejects.toThrow(/GitHub refused to compare/);
});

test('a branch is found on any page, with a request for each fifty', async () => {
  const main = project.tip('main');
  const fork = project.commitInFork(7, { 'a.md': '1' }, [main]);
  for (let index = 0; index < 120; index += 1) project.commit(`branch-${index}`, { 'b.md': '1' }, [main]);
  const last = project.commit('zzz', { 'a.md': '2' }, [main]);
  expect(await isOnBranch(last)).toBe(true);
  expect(server.requestsOf('graphql')).toHaveLength(3);
  expect(await isOnBranch(fork)).toBe(false);
});

test('a failure is no absence', async () => {
  server.fail({ operation: 'graphql', status: 403, message: 'Not for you' });
  await expect(isOnBranch(project.tip('main'))).rejects.toThrow(
    /GitHub refused to compare the branches with \w+ \(403\).*permissions: contents: read/,
  );
});
