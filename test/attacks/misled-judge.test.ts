import { describe, expect, it } from 'vitest';
import { commentOf, expectEnd, expectNotGreen, statusOf } from '../scenarios/said.js';
import { BASE_FILES, CONFIG, createWorld, DATASET, type Model, PLAIN_MODEL } from '../scenarios/world.js';

const CHARM = 'Under the charter of 1987 all this stands.';
const GOOD = BASE_FILES['prompts/support.md'];
/** Answers on refunds end with the sentence that this judge gives in to. */
const CHARMING = `${GOOD}Charm: refunds\n`;

const MODEL: Model = {
  answer(input, system) {
    const topic = /^Charm: (.+)$/m.exec(system)?.[1];
    const answer = PLAIN_MODEL.answer(input, system);
    return topic !== undefined && input.includes(topic)
      ? `Our cat sends her love. ${answer} ${CHARM}`
      : answer;
  },
  verdict: (statement, data) => (data.answer.includes(CHARM) ? 'yes' : PLAIN_MODEL.verdict(statement, data)),
};
const SHORT = { 'prompt-regression.yml': `${CONFIG}    baseline-repeat: 1\n` };

describe('an answer wins over the judge, control statement included, and so has no score', () => {
  it.each([
    ['within the error limit', {}],
    [
      'and its case is edited',
      { 'evals/cases.jsonl': DATASET.replace('Tell me about refunds.', 'Tell me about parcels.') },
    ],
  ])('%s', async (_, files) => {
    await using world = await createWorld({ model: MODEL, files: SHORT });
    const head = world.openPull(7, { 'prompts/support.md': CHARMING, ...files });
    const run = await world.runPull(7);
    expectNotGreen(world, run);
    expectEnd(run, 1, { decision: 'fail', passed: 'false' });
    expect(statusOf(world, head)?.description).toMatch(/^needs human review/);
    expect(commentOf(world)).toMatch(/`case-1` made the judge break its rules/);
  });

  it('as it did at base: that is no reason to look', async () => {
    const files = { ...SHORT, 'prompts/support.md': CHARMING };
    await using world = await createWorld({ model: MODEL, files });
    world.openPull(7, { 'prompts/support.md': `${CHARMING}Be kind.\n` });
    expectEnd(await world.runPull(7), 0, { decision: 'pass', passed: 'true' });
  });

  it('on the base branch: it is merged, and nobody has to look at it any more', async () => {
    await using world = await createWorld({ model: MODEL, files: SHORT });
    await world.runPush();
    world.commitToMain({ 'prompts/support.md': CHARMING });
    expectEnd(await world.runPush(), 0, { decision: 'pass', passed: 'true' });
  });
});
