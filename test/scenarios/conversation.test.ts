import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../support/run-action.js';
import { expectEnd, isJudging, partOf, regressionOf, resultOf } from './said.js';
import { BASE_FILES, configOf, createWorld, HARMLESS, type Model, PLAIN_MODEL, type World } from './world.js';

const GOOD = BASE_FILES['prompts/support.md'];
const TOPICS = ['refunds', 'invoices', 'delivery', 'hours', 'warranty', 'returns', 'cards', 'repairs'];
const TALKS = TOPICS.map((topic) =>
  JSON.stringify({ id: topic, turns: [`Tell me about ${topic}.`, `How long do ${topic} take?`] }),
);

/** Under a prompt that says so, it drifts off in the second turn. */
const MODEL: Model = {
  ...PLAIN_MODEL,
  answer: (input, system) =>
    system.includes('Drift') && input.startsWith('How long')
      ? 'Our cat naps on the radiator.'
      : PLAIN_MODEL.answer(input, system),
};

describe('conversations of two turns', () => {
  let world: World;
  let run: ActionResult;
  beforeAll(async () => {
    const suite = (name: string) => ({
      dataset: 'evals/talks.jsonl',
      target: `{ prompt: prompts/${name}.md, model: ${name} }`,
    });
    world = await createWorld({
      model: MODEL,
      files: {
        'evals/talks.jsonl': TALKS.join('\n'),
        'prompts/drifts.md': GOOD,
        'prompts/same.md': GOOD,
        'prompt-regression.yml': configOf({ drifts: suite('drifts'), same: suite('same') }),
      },
    });
    world.openPull(7, { 'prompts/drifts.md': `${GOOD}Drift off.\n`, 'prompts/same.md': HARMLESS });
    run = await world.runPull(7);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('one that drifts off in its second answer is found and shown', () => {
    expectEnd(run, 1, { decision: 'fail' });
    expect(run.log).toContain(
      '8 cases (16 turns) × 3 base runs + 8 cases (16 turns) × 1 head run: 64 answers',
    );
    expect(regressionOf(run, 'drifts', 'refunds')).toMatchObject({ baselineScore: 1, score: 0.5 });
    expect(partOf(run.summary, 'drifts')).toMatch(
      /\*\*Tell me about refunds\. \(2 turns\)\*\*[^\n]*\n```diff\n[^`]*Turn 2: How long do refunds take\?\n[^`]*! Our cat naps on the radiator\. {2}\(irrelevant\)/,
    );
  });

  it('the agent gets each turn with its own earlier answers', () => {
    const asked = world.openai.requests.filter(({ body }) => !isJudging(body) && body.model === 'same');
    expect(asked.map(({ body }) => body.messages.slice(1))).toContainEqual([
      { role: 'user', content: 'Tell me about refunds.' },
      { role: 'assistant', content: 'Here is what we know of tell me about refunds.' },
      { role: 'user', content: 'How long do refunds take?' },
    ]);
  });

  it('unchanged ones cost no judge call at head', () => {
    expect(resultOf(run, 'same')).toMatchObject({ decision: 'pass', delta: 0 });
    const judged = world.openai.requests.filter(({ body }) => isJudging(body) && body.model === 'same');
    expect(judged).toHaveLength(2 * TOPICS.length);
  });
});
