import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectEnd, statusOf } from '../scenarios/said.js';
import { createWorld, HARMLESS, type RunOptions, type World } from '../scenarios/world.js';

let world: World;
let head = '';
beforeAll(async () => {
  world = await createWorld();
  expectEnd(await world.runPush(), 0);
  head = world.openPull(7, { 'prompts/support.md': HARMLESS });
});
afterAll(() => world[Symbol.asyncDispose]());

describe('a run that cannot begin ends with what is wrong, and asks nobody', () => {
  it.each<[what: string, options: RunOptions, log: RegExp]>([
    ['an unknown input', { inputs: { pace: 'fast' } }, /^::error::Input `pace` is not known\./m],
    ['a wrong value', { inputs: { runs: 'many' } }, /^::error::Input `runs`/m],
    ['an event that is not known', { env: { GITHUB_EVENT_NAME: 'watch' } }, /^::error::.*`watch`/m],
    ['no workspace', { env: { GITHUB_WORKSPACE: '' } }, /^::error::GITHUB_WORKSPACE is not set/m],
    ['shards and a merge', { inputs: { shard: '1/2', merge: 'records' } }, /^::error::/m],
    ['a config file that is not there', { inputs: { config: 'none.yml' } }, /^::error.*none\.yml/m],
    ['an acceptance of no head', { inputs: { accept: 'It is meant.' } }, /^::error::accept: it says why/m],
  ])('%s', async (_, options, log) => {
    const asked = world.openai.requests.length;
    const run = await world.runPull(7, options);
    expectEnd(run, 2);
    expect(run.log).toMatch(log);
    expect(world.openai.requests).toHaveLength(asked);
  });
});

describe('a run that decides', () => {
  it('by hand, names the pull request', async () => {
    const other = await createWorld();
    await using _end = other;
    other.openPull(8, { 'prompts/support.md': HARMLESS });
    const run = await other.dispatch({ inputs: { 'pull-request': '8' } });
    expectEnd(run, 0, { decision: 'pass' });
    expect(run.log).toContain('This is a run of pull request 8.');
  });

  it('with a change of its own workflow says so', async () => {
    const file = '.github/workflows/prompts.yml';
    world.commitToMain({ [file]: 'on: pull_request\n' });
    const next = world.openPull(9, { [file]: 'on: [pull_request]\n', 'prompts/support.md': HARMLESS });
    const env = { GITHUB_WORKFLOW_REF: `acme/agents/${file}@refs/pull/9/merge` };
    const run = await world.runPull(9, { env });
    expectEnd(run, 0);
    expect(run.summary).toContain(file);
    expect(statusOf(world, next)).toMatchObject({ state: 'success' });
    expect(head).not.toBe(next);
  });
});
