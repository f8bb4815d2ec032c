import { describe, expect, it } from 'vitest';
import { createFolder } from '../support/folder.js';
import { allSaid, commentOf, expectEnd, expectNoScore, isJudging, statusOf } from './said.js';
import { BASE_FILES, CONFIG, createWorld, HARMLESS, type World } from './world.js';

const CHANGED = { 'prompts/support.md': HARMLESS };
const PETS = { 'prompts/support.md': 'You answer questions of customers.\nAdd: Our cat sends her love.\n' };

/** A world whose config file has these lines besides. */
function createWorldWith(more: string): Promise<World> {
  return createWorld({ files: { 'prompt-regression.yml': `${CONFIG}${more}` } });
}

describe('a budget', () => {
  it('that is spent on the way ends the run inconclusive, with what was measured in words and no score', async () => {
    await using world = await createWorld();
    const cache = createFolder();
    // The base alone: 24 answers and their judging. Some of the head's calls are left over.
    const head = world.openPull(7, PETS);
    const run = await world.runPull(7, { inputs: { 'max-calls': '50', 'cache-path': cache } });
    expectEnd(run, 3, { decision: 'inconclusive', passed: 'false' });
    expect(world.openai.requests).toHaveLength(50);
    expect(allSaid(world, run)).toMatch(
      /the budget of 50 calls \(max-calls\) was used up after \d of 8 answers/,
    );
    expect(commentOf(world)).toMatch(/Measured until then: \d of 8 cases: too few for a decision/);
    expect(statusOf(world, head)).toMatchObject({ state: 'error' });
    expectNoScore(world, run);
    world.github.assertNoViolations();

    // What was paid for is there for the next run, the head's answers too: nothing was decided on them.
    const answersOf = () => world.openai.requests.filter(({ body }) => !isJudging(body)).length;
    const paid = answersOf();
    expect(paid).toBeGreaterThan(24);
    expectEnd(await world.runPull(7, { inputs: { 'cache-path': cache } }), 1);
    expect(answersOf()).toBe(24 + 8);
  });

  it('that does not cover the answers is told before the first call, and nothing is asked', async () => {
    await using world = await createWorld();
    world.openPull(7, CHANGED);
    const run = await world.runPull(7, { inputs: { 'max-calls': '31' } });
    expectEnd(run, 3);
    expect(world.openai.requests).toEqual([]);
    expect(commentOf(world)).toContain(
      'the budget of 31 calls (max-calls) does not cover the 32 answers that are due, so nothing was asked',
    );
    expectNoScore(world, run);
  });

  it('that is spent at the base says so, and what it cost', async () => {
    await using world = await createWorld();
    world.openPull(7, CHANGED);
    const run = await world.runPull(7, { inputs: { 'max-calls': '32' } });
    expectEnd(run, 3);
    expect(world.openai.requests).toHaveLength(32);
    expect(commentOf(world)).toMatch(/used up after \d+ of 24 answers of the base/);
    expect(commentOf(world)).toContain('spent: ');
    expect(Number(run.outputs['total-tokens'])).toBeGreaterThan(0);
    expect(world.openai.requests.filter(({ body }) => isJudging(body)).length).toBeGreaterThan(0);
    expectNoScore(world, run);
  });

  it('that suffices changes nothing, and prices of the config file show the cost', async () => {
    await using world = await createWorldWith('prices: { agent-1: { input: 1000, output: 2000 } }');
    world.openPull(7, CHANGED);
    const run = await world.runPull(7, { inputs: { 'max-calls': '500' } });
    expectEnd(run, 0);
    expect(run.log).toContain(' The budget leaves 500 of 500 calls.');
    const [suite] = JSON.parse(run.outputs['result-json'] ?? '').suites;
    const { inputTokens, outputTokens } = suite.usage;
    expect(suite.cost).toBeCloseTo((inputTokens * 1000 + outputTokens * 2000) / 1e6, 6);
    expect(commentOf(world)).toMatch(/ tokens · cost \d/);
  });
});

describe('a dataset that the pull request edits', () => {
  it('is told case by case, also where the base is run on it, and lost cases are warned about', async () => {
    await using world = await createWorld();
    const rows = (BASE_FILES['evals/cases.jsonl'] ?? '').split('\n').slice(0, 7);
    rows[0] = JSON.stringify({ id: 'renamed', input: 'Tell me about refunds.' });
    rows[1] = JSON.stringify({ id: 'case-2', input: 'Tell me all about invoices.' });
    const more = JSON.stringify({ id: 'more', input: 'Tell me about vouchers.' });
    world.openPull(7, { 'evals/cases.jsonl': [...rows, more].join('\n') });
    const run = await world.runPull(7);
    expectEnd(run, 0);
    const comment = commentOf(world);
    expect(comment).toContain('**New** (1): `more` 1.00 (base 1.00)');
    expect(comment).toContain('**Removed** (1): `case-8`');
    expect(comment).toContain('**Edited, so not compared** (1): `case-2` 1.00 (base 1.00)');
    expect(comment).toContain('**Renamed** (1): `case-1` → `renamed`');
    const [, said = ''] = comment.split('**Changed about the check itself**');
    expect(said.trim()).toMatch(/^- The dataset lost 1 of the 8 cases \(13 %\)/);

    // Against a stored baseline the renamed case is paired, and only the others stand alone.
    expect((await world.runPush()).code).toBe(0);
    const stored = await world.runPull(7, { inputs: { 'force-run': 'true' } });
    expectEnd(stored, 0);
    const [suite] = JSON.parse(stored.outputs['result-json'] ?? '').suites;
    expect(suite.cases).toMatchObject({ head: 8, paired: 6, added: 1, removed: 1, edited: 1 });
    expect(suite.dataset).toEqual({ before: 8, added: 1, removed: 1, edited: 1, renamed: 1 });
    expect(commentOf(world)).toContain('**Edited, so not compared** (1): `case-2`');
  });
});
