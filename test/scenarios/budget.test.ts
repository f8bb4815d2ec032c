import { describe, expect, it } from 'vitest';
import { createFolder } from '../support/folder.js';
import { allSaid, commentOf, expectEnd, expectNoResult, expectNoScore, isJudging, statusOf } from './said.js';
import { CONFIG, configOf, createWorld, HARMLESS, modelReply, PLAIN_MODEL, type World } from './world.js';

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
    expect(commentOf(world)).toMatch(/ 32 calls|<sub>32 calls/);
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
    expect(commentOf(world)).toMatch(/ calls, cost (?:\d|below)/);
  });
});

/** Lines that ask for nothing, as long as a file of a fork may be. */
const LONG_PROMPT = `${HARMLESS}${'Be kind to everybody who writes to us.\n'.repeat(6_000)}`;

/** A world whose provider counts a token for every four bytes. */
async function createCountingWorld(files: Record<string, string> = {}) {
  const used = { tokens: 0 };
  const world = await createWorld({
    files,
    reply: (body) => {
      const reply = modelReply(PLAIN_MODEL, body);
      const tokens = Math.ceil((JSON.stringify(body).length + JSON.stringify(reply).length) / 4);
      used.tokens += tokens;
      return { ...reply, usage: { prompt_tokens: tokens, completion_tokens: 0 } };
    },
  });
  return { world, used };
}

describe('the tokens of a run', () => {
  it('are announced before the first call, for both sides and the judge', async () => {
    const { world, used } = await createCountingWorld({
      'prompts/support.md': `Answer briefly.\n${'You know all about lamps.\n'.repeat(400)}`,
    });
    await using _ = world;
    world.openPull(7, { 'prompts/support.md': `Answer.\n${'You know all about our lamps.\n'.repeat(400)}` });
    const run = await world.runPull(7);
    expectEnd(run, 0);
    const [, announced = ''] = /: 32 answers, at most \d+ calls, about ([\d,]+) tokens\./.exec(run.log) ?? [];
    // Calls are announced as an upper bound.
    const estimate = Number(announced.replaceAll(',', ''));
    expect(estimate).toBeGreaterThan(0.6 * used.tokens);
    expect(estimate).toBeLessThan(2.5 * used.tokens);
  });

  it('need a limit if the prompt grew several times', async () => {
    const { world, used } = await createCountingWorld();
    await using _ = world;
    const head = world.openPull(7, { 'prompts/support.md': LONG_PROMPT });
    const run = await world.runPull(7);
    expectEnd(run, 2);
    expect(world.openai.requests).toEqual([]);
    expect(statusOf(world, head)).toMatchObject({ state: 'error' });
    expect(commentOf(world)).toMatch(
      /prompts\/support\.md grew from about \d+ to about 60,000 tokens.*set .*max-tokens/s,
    );
    expectNoScore(world, run);

    // The limit holds, with calls of that size in flight.
    const limited = await world.runPull(7, { inputs: { 'max-tokens': '300000' } });
    expectEnd(limited, 3, { decision: 'inconclusive' });
    expect(allSaid(world, limited)).toMatch(/the budget of 300,000 tokens \(max-tokens\)/);
    expect(used.tokens).toBeGreaterThan(150_000);
    expect(used.tokens).toBeLessThan(300_000);
  });

  it.each([
    [
      'grew a little',
      { 'prompts/support.md': HARMLESS.repeat(300) },
      { 'prompts/support.md': HARMLESS.repeat(900) },
    ],
    ['is still short', {}, { 'prompts/support.md': HARMLESS.repeat(300) }],
    ['shrank', { 'prompts/support.md': LONG_PROMPT }, { 'prompts/support.md': HARMLESS }],
  ])('need no limit if the prompt %s', async (_, before, after) => {
    await using world = await createWorld({ files: before });
    world.openPull(7, after);
    expectEnd(await world.runPull(7), 0);
  });

  it('need a limit if a short prompt repeats what cases bring along', async () => {
    const handbook = 'All about lamps. '.repeat(600);
    const rows = ['lamps', 'returns'].map((topic) =>
      JSON.stringify({ id: topic, input: `Tell me about ${topic}.`, handbook }),
    );
    await using world = await createWorld({ files: { 'evals/cases.jsonl': rows.join('\n') } });
    world.openPull(7, { 'prompts/support.md': `${HARMLESS}${'{{handbook}}\n'.repeat(50)}` });
    const run = await world.runPull(7);
    expectEnd(run, 2);
    expect(run.log).toMatch(/grew from .* to about 130,000 tokens/);
    expect(world.openai.requests).toEqual([]);
  });

  it("need a limit in a maintainer's run of a fork whose prompt grew", async () => {
    await using world = await createWorld();
    const sha = world.openPull(7, { 'prompts/support.md': LONG_PROMPT }, 'stranger/agents');
    const byHand = { 'pull-request': '7', sha, 'max-calls': '500' };
    const run = await world.dispatch({ inputs: byHand });
    expectEnd(run, 2);
    expect(run.log).toMatch(/set `max-tokens`/);
    expect(world.openai.requests).toEqual([]);
    expect(statusOf(world, sha)).toMatchObject({ state: 'error' });
    expectEnd(await world.dispatch({ inputs: { ...byHand, 'max-tokens': '3000000' } }), 0);

    // Its own run has no key, and says that.
    const own = await world.runPull(7, { inputs: { 'openai-api-key': '' } });
    expect(own.log).toMatch(/comes from a fork/);
    expect(own.log).not.toMatch(/max-tokens/);
  });
});
