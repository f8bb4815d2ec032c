import { expect, it } from 'vitest';
import { shellAgent } from '../support/shell-agent.js';
import { commentOf, expectEnd } from './said.js';
import { CONFIG, createWorld } from './world.js';

const TARGET = 'target: { command: [sh, agent.sh], env: [TITLE] }';

it.each([
  ['a part of the comment’s marks', 'prompt-regression-decision'],
  ['the name of the workflow', 'prompt-regression'],
  ['Irrelevant', 'irrelevant'],
])('a variable with the value %s leaves the comment its marks and words', async (_, title) => {
  const config = `judge: { model: builtin }\n${CONFIG.replace(/target: .*/, TARGET)}`;
  await using world = await createWorld({
    files: { 'agent.sh': shellAgent(), 'prompt-regression.yml': config },
  });
  world.openPull(7, { 'agent.sh': shellAgent(' Our cat sends her love.') });
  expectEnd(await world.runPull(7, { env: { TITLE: title } }), 1, { decision: 'fail' });
  const first = commentOf(world);
  expect(first).toMatch(/^<!-- prompt-regression \S+ -->\n<!-- prompt-regression-decision 1 \S+ -->\n/);
  expect(first).toMatch(/irrelevant/i);
  // A run under another title finds the comment, and what was decided.
  const again = await world.runPull(7, { env: { TITLE: 'Send her love' } });
  expectEnd(again, 1, { decision: 'fail' });
  expect(commentOf(world)).toContain('prompt-regression-banner');
});
