import { describe, expect, it } from 'vitest';
import { createFolder } from '../support/folder.js';
import { allSaid, commentOf, expectEnd, expectNoResult, expectNoScore, isJudging, statusOf } from './said.js';
import { CONFIG, configOf, createWorld, HARMLESS, type World } from './world.js';

const CHANGED = { 'prompts/support.md': HARMLESS };
const PETS = { 'prompts/support.md': 'You answer questions of customers.\nAdd: Our cat sends her love.\n' };

/** A world whose config file has these lines besides. */
function createWorldWith(more: string): Promise<World> {
  return createWorld({ files: { 'prompt-regression.yml': `${CONFIG}${more}` } });
}

describe('a budget', () => {
  it('that runs out ends the run inconclusive, with the number of answers and without a result', async () => {
    await using world = await createWorld();
    const cache = createFolder();
    // The base alone: 24 answers and their judging. Some of the head's calls are left over.
    const head = world.openPull(7, PETS);
    const run = await world.runPull(7, { inputs: { 'max-calls': '44', 'cache-path': cache } });
    expectEnd(run, 3, { decision: 'inconclusive', passed: 'false' });
    expect(world.openai.requests).toHaveLength(44);
    expect(allSaid(world, run)).toMatch(
      /the budget of 44 calls \(max-calls\) was used up after \d of 8 answers/,
    );
    expect(statusOf(world, head)).toMatchObject({ state: 'error' });
    expectNoResult(run);
    world.github.assertNoViolations();

    // What was paid for is there for the next run, the head's answers too: nothing was decided on them.
    const answersOf = () => world.openai.requests.filter(({ body }) => !isJudging(body)).length;
    const paid = answersOf();
    expect(paid).toBeGreaterThan(24);
    expectEnd(await world.runPull(7, { inputs: { 'cache-path': cache } }), 1);
    expect(answersOf()).toBe(24 + 8);
  });

  it('that does not cover the answers is reported before the first call', async () => {
    await using world = await createWorld();
    world.openPull(7, CHANGED);
    const run = await world.runPull(7, { inputs: { 'max-calls': '31' } });
    expectEnd(run, 3);
    expect(world.openai.requests).toEqual([]);
    expect(commentOf(world)).toContain(
      'The run ended early: the budget of 31 calls (max-calls) does not cover the 32 answers',
    );
    expectNoScore(world, run);
  });

  it('has a default, so that a pull request with thousands of new cases does not run them all', async () => {
    await using world = await createWorld();
    const cases = Array.from({ length: 5001 }, (_, index) =>
      JSON.stringify({ id: `new-${index}`, input: `Tell me about topic ${index}.` }),
    );
    world.openPull(7, {
      'evals/new.jsonl': cases.join('\n'),
      'prompt-regression.yml': configOf({
        new: { dataset: 'evals/new.jsonl', target: '{ prompt: prompts/support.md, model: agent-1 }' },
      }),
    });
    const run = await world.runPull(7, { inputs: { suite: 'new' } });
    expectEnd(run, 3);
    expect(run.log).toContain('The budget leaves 5,000 of 5,000 calls (default of limits.max-calls).');
    expect(world.openai.requests).toEqual([]);
  });

  it('that runs out at the base is reported with what it cost', async () => {
    await using world = await createWorldWith('    scorers: [{ id: answer-relevancy, reason: llm }]\n');
    world.openPull(7, CHANGED);
    const run = await world.runPull(7, { inputs: { 'max-calls': '32' } });
    expectEnd(run, 3);
    expect(world.openai.requests).toHaveLength(32);
    expect(commentOf(world)).toMatch(/used up after \d+ of 24 answers of the base/);
    expect(commentOf(world)).toMatch(/32 calls, \d+ tokens/);
    expect(Number(run.outputs['total-tokens'])).toBeGreaterThan(0);
    expect(world.openai.requests.filter(({ body }) => isJudging(body)).length).toBeGreaterThan(0);
    expectNoScore(world, run);
  });

  it('that is large enough changes nothing, and prices in the config file show the cost', async () => {
    await using world = await createWorldWith('prices: { agent-1: { input: 1000, output: 2000 } }');
    world.openPull(7, CHANGED);
    const run = await world.runPull(7, { inputs: { 'max-calls': '500' } });
    expectEnd(run, 0);
    expect(run.log).toContain(' The budget leaves 500 of 500 calls.');
    const [suite] = JSON.parse(run.outputs['result-json'] ?? '').suites;
    const { inputTokens, outputTokens } = suite.usage;
    expect(suite.cost).toBeCloseTo((inputTokens * 1000 + outputTokens * 2000) / 1e6, 6);
    expect(commentOf(world)).toMatch(/ tokens, cost \d/);
  });
});
