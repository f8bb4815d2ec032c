import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectEnd } from '../scenarios/said.js';
import { createWorld, HARMLESS } from '../scenarios/world.js';

describe('post, after a main that died before it could save anything', () => {
  it.each([
    ['nothing', {}],
    ['no list of statuses', { 'pending-statuses': '' }],
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

  it.each([
    ['no JSON', '{'],
    ['other JSON', '{"sha": 1}'],
  ])('neither fails the job nor shows a stack where the saved state is %s', async (_, saved) => {
    await using world = await createWorld();
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    const state = { 'pending-statuses': saved };
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
