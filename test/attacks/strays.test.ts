import { expect, it } from 'vitest';
import { commentOf, expectEnd, statusOf } from '../scenarios/said.js';
import { BASE_FILES, CONFIG, createWorld, type Model, PLAIN_MODEL } from '../scenarios/world.js';

const CASES = 20;
/** In the first run too few answers to be a proof; other ones in the runs after it. */
const STRAYS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 6, 11, 16],
  1: [0, 5, 12, 19],
  2: [2, 9, 13, 18],
};

/** Advertises in a fifth of its answers, each time in other words, once the prompt asks for it. */
function createStrayingModel(): Model {
  const asked = new Map<string, number>();
  return {
    ...PLAIN_MODEL,
    answer(input, system) {
      const good = PLAIN_MODEL.answer(input, system.replace(/^Add.*$/m, ''));
      if (!system.includes('Add')) return good;
      const run = asked.get(input) ?? 0;
      asked.set(input, run + 1);
      const number = Number(/topic (\d+)/.exec(input)?.[1]);
      return STRAYS[run]?.includes(number)
        ? `${good} Our cat number ${number} sends her love in run ${run}.`
        : good;
    },
  };
}

it('a head that strays now and then is run again where the base always says the same', async () => {
  const cases = Array.from({ length: CASES }, (_, number) =>
    JSON.stringify({ id: `c${number}`, input: `Tell me about topic ${number}.` }),
  );
  await using world = await createWorld({
    model: createStrayingModel(),
    files: {
      'evals/cases.jsonl': cases.join('\n'),
      'prompt-regression.yml': CONFIG.replace('threshold: 0.6', 'max-drop: 0.02'),
    },
  });
  const head = world.openPull(7, { 'prompts/support.md': `${BASE_FILES['prompts/support.md']}Add: cats\n` });
  const run = await world.runPull(7);
  expectEnd(run, 1, { decision: 'fail' });
  expect(statusOf(world, head)?.state).toBe('failure');
  expect(commentOf(world)).toContain('3 head runs');
});
