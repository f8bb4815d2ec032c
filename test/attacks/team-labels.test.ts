import { describe, expect, it } from 'vitest';
import { commentOf, expectEnd, resultOf } from '../scenarios/said.js';
import { CONFIG, createWorld, PETS } from '../scenarios/world.js';

const LABELS = 'evals/labels.jsonl';
const configWith = (labels: string) => CONFIG.replace('    gate:', `    labels: ${labels}\n    gate:`);

describe('a pull request that labels', () => {
  it('its own advertisement relevant, in the file or in one of another name, is judged by the base', async () => {
    await using world = await createWorld({
      files: { 'prompt-regression.yml': configWith(LABELS), [LABELS]: '' },
    });
    await world.runPush();
    world.openPull(7, { 'prompts/support.md': PETS });
    const first = await world.runPull(7);
    expectEnd(first, 1, { decision: 'fail' });
    const keys = resultOf(first, 'support')?.regressions.flatMap(({ labelKeys }) => labelKeys) ?? [];
    expect(keys).toHaveLength(8);
    const own = keys.map((key) => `${JSON.stringify({ key, label: 'yes' })}\n`).join('');

    world.openPull(8, { 'prompts/support.md': PETS, [LABELS]: own });
    const run = await world.runPull(8);
    expectEnd(run, 1, { decision: 'fail', score: first.outputs['score'] });
    expect(commentOf(world, 8)).toContain('The labels in `evals/labels.jsonl` changed');

    world.openPull(9, {
      'prompts/support.md': PETS,
      'prompt-regression.yml': configWith('mine.jsonl'),
      'mine.jsonl': own,
    });
    const renamed = await world.runPull(9);
    expectEnd(renamed, 1, { decision: 'fail', score: first.outputs['score'] });
    expect(commentOf(world, 9)).toContain('`labels`: `evals/labels.jsonl` → `mine.jsonl`');
  });
});
