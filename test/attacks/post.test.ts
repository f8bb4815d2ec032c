import { readFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorktreeName } from '../../src/git/worktrees.js';
import { mainState, runPost } from '../../src/post/run-post.js';
import { expectEnd } from '../scenarios/said.js';
import { createWorld, HARMLESS } from '../scenarios/world.js';
import { createFolder } from '../support/folder.js';

describe('post, after a main that died before it could save anything', () => {
  it.each([
    ['nothing', {}],
    ['an empty process id', { 'main-process': '' }],
  ])('evaluates nothing and sets no status where there is %s', async (_, state) => {
    await using world = await createWorld();
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    const post = await world.run({ ...(await world.checkoutPull(7)), state });
    expect(world.github.state.statuses).toEqual([]);
    expect(world.github.state.comments).toEqual([]);
    expect(world.openai.requests).toEqual([]);
    expectEnd(post, 0);
    expect(post.outputs).toEqual({});
  });

  it('removes what a main left whose number another process has by now', async () => {
    const temp = createFolder();
    const name = createWorktreeName(process.pid);
    await mkdir(join(temp, name));
    const env = { RUNNER_TEMP: temp, GITHUB_WORKSPACE: temp };
    await runPost(env);
    expect(await readdir(temp)).toEqual([name]);
    const { name: key, value } = mainState(process.pid);
    await runPost({ ...env, [`STATE_${key}`]: value });
    expect(await readdir(temp)).toEqual([]);
  });

  it.each([
    ['no JSON', '{'],
    ['other JSON', '{"sha": 1}'],
  ])('neither fails the job nor shows a stack where the saved state is %s', async (_, saved) => {
    await using world = await createWorld();
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    const state = { 'main-process': '4194303', 'pending-statuses': saved };
    const post = await world.run({ ...(await world.checkoutPull(7)), state });
    expectEnd(post, 0);
    expect(post.log).toMatch(/^::warning::/m);
    expect(post.log).not.toMatch(/^\s+at /m);
    expect(world.github.state.statuses).toEqual([]);
  });
});

it('the program of post has nothing in it that could measure', () => {
  const post = readFileSync(join(import.meta.dirname, '../../dist/post/index.js'), 'utf8');
  // What it has: the states that it sets; what it has not: a provider, a story, a success.
  expect(post).toContain('The run ended before a decision');
  expect(post).not.toMatch(/chat\/completions|OPENAI_API_KEY|BEGIN DATA|no watched file changed/);
});
