import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectEnd, statusOf } from '../scenarios/said.js';
import { createWorld, HARMLESS, REPOSITORY, type RunOptions, type World } from '../scenarios/world.js';

const FORK = 'stranger/agents';
const KEYLESS = { inputs: { 'openai-api-key': '' } };

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

type CompanionRun = RunOptions & { readonly headRepository?: string; readonly headSha?: string };

const run = (number: number, options: CompanionRun = {}) =>
  world.runCompanion(number, { ...KEYLESS, ...options });

describe('after the run of a pull request that it may say nothing about', () => {
  it.each<[what: string, options: (head: string) => CompanionRun, code: number, log: string]>([
    [
      'one of this repository',
      () => ({ headRepository: REPOSITORY }),
      0,
      "Nothing to do: the run that ended was not a fork's pull request, so it set its own statuses.",
    ],
    [
      "a fork's that claims a commit of ours",
      () => ({ headSha: world.project.tip('main') }),
      0,
      'Nothing to do: a branch of this repository contains ',
    ],
    [
      "a fork's that moved on",
      () => ({ headSha: 'f'.repeat(40) }),
      0,
      'Nothing to do: no open pull request has the head fffffff any more.',
    ],
    [
      "a fork's, without a token",
      () => ({ inputs: { 'openai-api-key': '', 'github-token': '' } }),
      2,
      'github-token: setting a status needs a token; give one',
    ],
  ])('%s', async (_, options, code, log) => {
    const head = world.openPull(1, { 'README.md': `${log}\n` }, FORK);
    const ended = await run(1, options(head));
    expectEnd(ended, code);
    expect(ended.log).toContain(log);
    expect(world.github.state.statuses).toEqual([]);
  });
});

describe("on a fork's head", () => {
  it('a watched file that changed waits, and what was decided by hand stays', async () => {
    const head = world.openPull(2, { 'prompts/support.md': HARMLESS }, FORK);
    const waiting = await run(2);
    expectEnd(waiting, 0);
    expect(statusOf(world, head)).toMatchObject({ state: 'pending' });
    expect(waiting.summary).toContain('#2');

    const inputs = { 'pull-request': '2', sha: head, 'max-calls': '500' };
    expectEnd(await world.dispatch({ inputs }), 0, { decision: 'pass' });
    expect(statusOf(world, head)).toMatchObject({ state: 'success' });
    const count = world.github.state.statuses.length;
    expectEnd(await run(2), 0);
    expect(world.github.state.statuses).toHaveLength(count);

    // Nobody decided on the change into another branch.
    world.project.commit('release', { 'CHANGES.md': 'Two.\n' }, [world.project.tip('main')]);
    world.github.setPull({ number: 2, baseRef: 'release' });
    expectEnd(await run(2), 0);
    expect(statusOf(world, head)).toMatchObject({ state: 'pending' });
  });

  it('no watched file that changed is a success for its base branch alone', async () => {
    const head = world.openPull(3, { 'README.md': 'Better.\n' }, FORK);
    expectEnd(await run(3), 0);
    expect(statusOf(world, head)).toMatchObject({
      state: 'success',
      targetUrl: expect.stringMatching(/[?&]base=main(?:&|$)/),
    });
  });

  it('a status that GitHub refuses makes the job red', async () => {
    const head = world.openPull(4, { 'README.md': 'Best.\n' }, FORK);
    world.github.fail({ operation: 'repos/create-commit-status', status: 422, message: 'Too many statuses' });
    const ended = await run(4);
    expect(ended.code, ended.log).not.toBe(0);
    expect(ended.log).toContain('Too many statuses');
    expect(statusOf(world, head)).toBeUndefined();
  });

  it('with `status: false` it sets none', async () => {
    const head = world.openPull(5, { 'README.md': 'New.\n' }, FORK);
    expectEnd(await run(5, { inputs: { ...KEYLESS.inputs, status: 'false' } }), 0);
    expect(statusOf(world, head)).toBeUndefined();
  });
});
