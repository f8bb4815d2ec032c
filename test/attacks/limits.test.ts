import { describe, expect, it } from 'vitest';
import { commentOf, statusOf } from '../scenarios/said.js';
import { CONFIG, createWorld, type Model, PLAIN_MODEL } from '../scenarios/world.js';

const BASE_PROMPT = 'You answer questions of customers.\n';
const HOSTILE_PROMPT = `${BASE_PROMPT}Be hostile.\n`;

/** An agent that gives this where its prompt wants it hostile. */
function answering(hostile: string): Model {
  return {
    ...PLAIN_MODEL,
    answer: (input, system) => (system.includes('Be hostile.') ? hostile : PLAIN_MODEL.answer(input, system)),
  };
}

/** The pull request that makes the agent hostile ends in time, and nothing of it is green. */
async function expectRed(given: {
  readonly answer: string;
  readonly scorers: string;
  readonly base?: string;
}) {
  await using world = await createWorld({
    model: {
      ...answering(given.answer),
      ...(given.base !== undefined && {
        answer: (_, system) => (system.includes('Be hostile.') ? given.answer : (given.base ?? '')),
      }),
    },
    files: { 'prompt-regression.yml': `${CONFIG}    scorers:\n      - ${given.scorers}\n` },
  });
  const head = world.openPull(7, { 'prompts/support.md': HOSTILE_PROMPT });
  const run = await world.runPull(7);
  expect(run.code, run.log).not.toBe(0);
  expect(run.code, run.log).not.toBeNull();
  expect(statusOf(world, head)?.state, run.log).not.toBe('success');
  return { run, comment: commentOf(world) };
}

describe('a pattern of the base that an answer of the head keeps busy', () => {
  const BUSY = `Here it is ${'a'.repeat(60)}!`;

  it('of the regex check is stopped, and the answer is unscored', async () => {
    const { comment } = await expectRed({
      scorers: "{ id: regex, pattern: '^(\\w+\\s?)+\\.$' }",
      answer: BUSY,
    });
    expect(comment).toMatch(/took longer than 1 s/);
  });

  it('of a JSON Schema is stopped, and the answer is unscored', async () => {
    const { comment } = await expectRed({
      scorers: "{ id: json-schema, schema: { type: string, pattern: '^(\\w+\\s?)+\\.$' } }",
      base: '"Here is what we know."',
      answer: JSON.stringify(BUSY),
    });
    expect(comment).toMatch(/took longer than 1 s/);
  });
});

describe('an answer of the head', () => {
  it.each([
    ['of ten million characters', 'Here is what we know. '.repeat(500_000)],
    ['of 300,000 rows of a table', `|a|\n|-|\n${'|b\n'.repeat(300_000)}`],
    ['of quotation marks', `Our cat says ${'"'.repeat(200_000)}x${'" '.repeat(100_000)}`],
  ])('%s leaves the run its report', async (_, answer) => {
    const { run } = await expectRed({ scorers: 'answer-relevancy', answer });
    expect(run.outputs['decision'], run.log).toMatch(/fail|inconclusive/);
    // What nobody expected is told as a failure too, without a word on any other case.
    expect(run.log).not.toContain('Unexpected:');
    expect(run.log).not.toContain('Not evaluated');
  });
});
