import { expect, it } from 'vitest';
import { commentOf, expectEnd, statusOf } from '../scenarios/said.js';
import { createWorld, type Model, PETS, PLAIN_MODEL } from '../scenarios/world.js';

const COPIES = 80;

/** Says its first sentence again and again before what else it has to say. */
function paddedBy(wordingOf: (sentence: string, copy: number) => string): Model {
  return {
    ...PLAIN_MODEL,
    answer(input, system) {
      const [first = '', ...rest] = PLAIN_MODEL.answer(input, system).split(/(?<=[.!?]) /);
      if (rest.length === 0) return first;
      const copies = Array.from({ length: COPIES }, (_, copy) => wordingOf(first, copy));
      return [...copies, ...rest].join('\n\n');
    },
    verdict: (statement) => (/what we know/i.test(statement.replaceAll('\u200b', '')) ? 'yes' : 'no'),
  };
}

it.each<[string, (sentence: string, copy: number) => string]>([
  ['word for word', (sentence) => sentence],
  ['as items of a list', (sentence, copy) => `${copy + 1}. ${sentence}`],
  ['with other signs around it', (sentence, copy) => `${'*'.repeat(copy % 3)}${sentence}${'!'.repeat(copy)}`],
  [
    'in other letters',
    (sentence, copy) => sentence.slice(0, copy % 9).toUpperCase() + sentence.slice(copy % 9),
  ],
  [
    'with signs inside that show nothing',
    (sentence, copy) => `${sentence.slice(0, copy % 20)}\u200b${sentence.slice(copy % 20)}`,
  ],
])('one true sentence said eighty times hides no irrelevant one: %s', async (_, wordingOf) => {
  await using world = await createWorld({ model: paddedBy(wordingOf) });
  const head = world.openPull(7, { 'prompts/support.md': PETS });
  const run = await world.runPull(7);
  expectEnd(run, 1, { decision: 'fail', 'baseline-score': '1.00', score: '0.50' });
  expect(statusOf(world, head)?.state).toBe('failure');
  expect(commentOf(world)).toContain('our cat sends her love');
});
