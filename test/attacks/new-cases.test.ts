import { describe, expect, it } from 'vitest';
import { commentOf, expectEnd, expectNotGreen, statusOf } from '../scenarios/said.js';
import {
  BASE_FILES,
  CONFIG,
  createWorld,
  DATASET,
  type Model,
  PETS,
  PLAIN_MODEL,
} from '../scenarios/world.js';

const ADDED = 16;
const NEW_CASES = Array.from({ length: ADDED }, (_, index) =>
  JSON.stringify({ id: `new-${index}`, input: `Tell me about parcels of type ${index}.` }),
);
const DILUTED = {
  'prompts/support.md': PETS,
  'evals/cases.jsonl': [...DATASET.split('\n'), ...NEW_CASES].join('\n'),
};

/** Half of each answer is off the matter, but for those on parcels. */
const MODEL: Model = {
  ...PLAIN_MODEL,
  answer: (input, system) =>
    PLAIN_MODEL.answer(input, input.includes('parcels') ? BASE_FILES['prompts/support.md'] : system),
};

const worldWith = (gate: string) =>
  createWorld({
    model: MODEL,
    files: {
      'prompt-regression.yml': CONFIG.replace(
        'gate: { threshold: 0.6 }',
        `gate: { ${gate} }\n    baseline-repeat: 1`,
      ),
    },
  });

describe('all 8 cases fell by half, and the pull request adds 16 that hold', () => {
  it('so that the mean of all falls less than what counts', async () => {
    // 8 × 0.50 of 24 cases is 0.17.
    await using world = await worldWith('max-drop: 0.2');
    world.openPull(7, DILUTED);
    const run = await world.runPull(7);
    expectNotGreen(world, run);
    expectEnd(run, 1, { decision: 'fail', 'baseline-score': '1.00', score: '0.50', delta: '-0.50' });
    expect(commentOf(world)).toContain('**New** (16): `new-0` 1.00 (base 1.00), ');
  });

  it('so that the mean of all reaches the threshold', async () => {
    await using world = await worldWith('threshold: 0.8, fail-on: [threshold]');
    const head = world.openPull(7, DILUTED);
    const run = await world.runPull(7);
    expectNotGreen(world, run);
    expect(statusOf(world, head)?.description).toContain('0.50 below the threshold 0.8');
  });
});
