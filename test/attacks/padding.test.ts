import { afterAll, beforeAll, expect, it } from 'vitest';
import { commentOf, expectEnd, regressionOf, statusOf } from '../scenarios/said.js';
import { createWorld, type Model, PETS, PLAIN_MODEL, type World } from '../scenarios/world.js';
import type { ActionResult } from '../support/run-action.js';

const COPIES = 80;

/** How a sentence is said for the so manieth time. */
const WORDINGS: Readonly<Record<string, (sentence: string, copy: number) => string>> = {
  'word for word': (sentence) => sentence,
  'as items of a list': (sentence, copy) => `${copy + 1}. ${sentence}`,
  'with other signs around it': (sentence, copy) => `${'*'.repeat(copy % 3)}${sentence}${'!'.repeat(copy)}`,
  'in other letters': (sentence, copy) =>
    sentence.slice(0, copy % 9).toUpperCase() + sentence.slice(copy % 9),
  'between commas': (sentence, copy) =>
    sentence.replaceAll(' ', (_, index) => ((copy >> (index % 7)) & 1 ? ', ' : ' ')),
  'with footnotes': (sentence, copy) => `${sentence} [${copy}]`,
};
const NAMES = Object.keys(WORDINGS);

/** Says its first sentence again and again, worded as the case asks for, before what else it has to say. */
const PADDED: Model = {
  ...PLAIN_MODEL,
  answer(input, system) {
    const [first = '', ...rest] = PLAIN_MODEL.answer(input, system).split(/(?<=[.!?]) /);
    const wordingOf = WORDINGS[NAMES.find((name) => input.includes(name)) ?? ''];
    if (rest.length === 0 || wordingOf === undefined) return first;
    const copies = Array.from({ length: COPIES }, (_, copy) => wordingOf(first, copy));
    return [...copies, ...rest].join('\n\n');
  },
  verdict: (statement) =>
    /whatweknow/i.test(statement.normalize('NFD').replace(/[^a-z]/gi, '')) ? 'yes' : 'no',
};

let world: World;
let head: string;
let run: ActionResult;

beforeAll(async () => {
  const cases = NAMES.map((name) => JSON.stringify({ id: name, input: `Tell me about refunds ${name}.` }));
  world = await createWorld({ model: PADDED, files: { 'evals/cases.jsonl': cases.join('\n') } });
  head = world.openPull(7, { 'prompts/support.md': PETS });
  run = await world.runPull(7);
});
afterAll(() => world[Symbol.asyncDispose]());

it('one true sentence said eighty times leaves the run red', () => {
  expectEnd(run, 1, { decision: 'fail', 'baseline-score': '1.00', score: '0.50' });
  expect(statusOf(world, head)?.state).toBe('failure');
  expect(commentOf(world)).toContain('our cat sends her love');
});

it.each(NAMES)('it hides no irrelevant one: %s', (name) => {
  expect(regressionOf(run, 'support', name), run.log).toMatchObject({
    baselineScore: 1,
    score: 0.5,
    newlyIrrelevant: 1,
  });
});
