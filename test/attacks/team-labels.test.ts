import { describe, expect, it } from 'vitest';
import { commentOf, expectEnd, expectNotGreen, resultOf } from '../scenarios/said.js';
import { CONFIG, createWorld, HARMLESS, PETS } from '../scenarios/world.js';

const LABELS = 'evals/labels.jsonl';
const CAT = 'By the way, our cat sends her love.';

function configWith(labels: string, minimum: string): string {
  return CONFIG.replace('    gate:', `    labels: ${labels}\n    min-agreement: ${minimum}\n    gate:`);
}

/** Statements about cats: the judge says no of all, the team of all but the first ones. */
function labelled(yes: number): string {
  const rows = Array.from({ length: 24 }, (_, index) => ({
    key: index.toString(16).padStart(20, '0'),
    label: index < yes ? 'yes' : 'no',
    statement: CAT,
    input: `Tell me about matter ${index}.`,
    answer: `Here is what we know of matter ${index}. ${CAT}`,
  }));
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

describe('a pull request that labels', () => {
  it('its own advertisement relevant, in the file or in one of another name, is judged by the base', async () => {
    await using world = await createWorld({
      files: { 'prompt-regression.yml': configWith(LABELS, '0.5'), [LABELS]: labelled(0) },
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
    expect(commentOf(world, 8)).toContain(
      'The pull request adds 8 and removes 24 of the labels in `evals/labels.jsonl`: counts after the merge',
    );

    world.openPull(9, {
      'prompts/support.md': PETS,
      'prompt-regression.yml': configWith('mine.jsonl', '0'),
      'mine.jsonl': own,
    });
    const renamed = await world.runPull(9);
    expectEnd(renamed, 1, { decision: 'fail', score: first.outputs['score'] });
    expect(commentOf(world, 9)).toContain('`labels` `evals/labels.jsonl` → `mine.jsonl`');
  });

  it('as the judge does, or asks less of it, does not make a poor judge a good one', async () => {
    await using world = await createWorld({
      files: { 'prompt-regression.yml': configWith(LABELS, '0.9'), [LABELS]: labelled(6) },
    });
    await world.runPush();
    world.openPull(7, {
      'prompts/support.md': HARMLESS,
      'prompt-regression.yml': configWith(LABELS, '0.1'),
      [LABELS]: labelled(0),
    });
    const run = await world.runPull(7);
    expectEnd(run, 3, { decision: 'inconclusive' });
    expectNotGreen(world, run);
    const said = commentOf(world);
    expect(said).toContain(
      'The judge agrees with 18 of 24 of your labels (0.75), and `min-agreement` is 0.9',
    );
    expect(said).toContain('`min-agreement` 0.9 → 0.1');
    expect(said).toContain('The pull request changes 6 of the labels');
  });
});
