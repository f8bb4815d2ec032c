import { expect, it, test } from 'vitest';
import { baselinesOf, commentOf, expectEnd, statusOf } from './said.js';
import { BASE_FILES, CONFIG, createWorld, HARMLESS, PETS } from './world.js';

const PULL = 7;
const FORK = 'stranger/agents';

test.each([
  [
    'a status, since the commit has a thousand',
    'repos/create-commit-status',
    {
      resource: 'Status',
      code: 'custom',
      message: 'This SHA and context has reached the maximum number of statuses.',
    },
    'This SHA and context has reached the maximum number of statuses.',
  ],
  [
    'a comment',
    'issues/create-comment',
    { resource: 'IssueComment', code: 'unprocessable', field: 'data', message: 'Body is not allowed here' },
    'Body is not allowed here',
  ],
  [
    'a comment, without a message',
    'issues/create-comment',
    { resource: 'IssueComment', code: 'missing_field', field: 'body' },
    'body missing_field',
  ],
])('GitHub refuses %s: the log says why', async (_, operation, error, reason) => {
  await using world = await createWorld();
  world.openPull(PULL, { 'prompts/support.md': HARMLESS });
  world.github.fail({ operation, status: 422, message: 'Validation Failed', errors: [error], times: 99 });
  const run = await world.runPull(PULL);
  expect(run.log).toContain(`(422): Validation Failed: ${reason}`);
  expect(run.log).not.toContain('documentation_url');
});

it('a rule that refuses to move the data branch ends the try at once, in the words of GitHub', async () => {
  await using world = await createWorld();
  expectEnd(await world.runPush(), 0);
  const before = baselinesOf(world);
  world.commitToMain({ 'prompts/support.md': HARMLESS });
  const message = 'Reference cannot be updated\n\nCommits must have verified signatures.\n';
  world.github.fail({ operation: 'git/update-ref', status: 422, message, times: 99 });
  const run = await world.runPush();
  expect(run.log).toContain('Reference cannot be updated Commits must have verified signatures.');
  expect(run.log).not.toContain('other runs');
  expect(world.github.requestsOf('git/update-ref')).toHaveLength(1);
  expect(baselinesOf(world)).toBe(before);
});

it('emoji in a label and in a path do not lose the status', async () => {
  const app = Object.entries(BASE_FILES).map(([path, text]) => [`apps/🧪/${path}`, text]);
  const config = `run-label: 🧪 evals\n${CONFIG}`;
  await using world = await createWorld({
    files: { ...Object.fromEntries(app), 'prompt-regression.yml': config },
  });
  const head = world.openPull(PULL, {
    'prompts/support.md': HARMLESS,
    'apps/🧪/prompts/support.md': HARMLESS,
  });
  expectEnd(await world.runPull(PULL), 0);
  expect(statusOf(world, head)).toMatchObject({ state: 'pending', description: 'add the label ? evals' });
  expectEnd(await world.runPull(PULL, { inputs: { 'working-directory': 'apps/🧪' } }), 0);
  expect(statusOf(world, head)).toMatchObject({
    context: 'prompt-regression/apps/u1f9ea/support',
    state: 'success',
  });
});

it("a repository too large for one list of files does not keep a fork's pull request from its status", async () => {
  await using world = await createWorld({
    files: { 'docs/a/b.md': 'B\n', 'docs/c.md': 'C\n', 'docs/d/e/f.md': 'F\n', 'tool.sh': '#!/bin/sh\n' },
  });
  // The top folder alone has six entries.
  world.github.state.treeLimit = 6;
  const inputs = { 'openai-api-key': '' };
  const docs = world.openPull(PULL, { 'docs/d/e/f.md': 'G\n' }, FORK);
  expectEnd(await world.runCompanion(PULL, { inputs }), 0);
  expect(statusOf(world, docs)).toMatchObject({ state: 'success', description: 'no watched file changed' });

  const bad = world.openPull(8, { 'prompts/support.md': PETS, 'docs/c.md': null }, FORK);
  expectEnd(await world.runCompanion(8, { inputs }), 0);
  expect(statusOf(world, bad)?.state).toBe('pending');
  const byHand = { 'pull-request': '8', sha: bad, 'max-calls': '500' };
  expectEnd(await world.dispatch({ inputs: byHand }), 1);
  const good = world.openPull(8, { 'prompts/support.md': HARMLESS }, FORK);
  expectEnd(await world.dispatch({ inputs: { ...byHand, sha: good } }), 0);
  expect(statusOf(world, good)?.state).toBe('success');
});

it('a comment that somebody deletes meanwhile is made anew', async () => {
  await using world = await createWorld();
  world.openPull(PULL, { 'prompts/support.md': HARMLESS });
  expectEnd(await world.runPull(PULL), 0);
  world.openPull(PULL, { 'prompts/support.md': PETS });
  world.github.before({ operation: 'issues/update-comment' }, () => void world.github.state.comments.shift());
  const run = await world.runPull(PULL);
  expectEnd(run, 1);
  expect(commentOf(world)).toContain('our cat sends her love');
  expect(run.log).not.toContain('Comment not written');
});

it('a GitHub that is away is named, without a stack', async () => {
  await using world = await createWorld();
  world.github.fail({ operation: 'pulls/get', status: 500, times: 99 });
  const run = await world.dispatch({ inputs: { 'pull-request': '7' } });
  expectEnd(run, 3);
  expect(run.log).toMatch(/^::error::.*GitHub/m);
  expect(run.log).not.toMatch(/^\s+at /m);
});
