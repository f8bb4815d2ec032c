import { expect, it } from 'vitest';
import { commentOf, expectEnd } from './said.js';
import { CONFIG, createWorld } from './world.js';

const agent = (also: string) => `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, input } = JSON.parse(line);
  console.log(JSON.stringify({ id, output: 'Here is what we know: ' + input + ${JSON.stringify(also)} }));
}
`;
const TARGET = 'target: { command: [node, agent.mjs], env: [TITLE] }';

it.each([
  ['prompt-regression', 'prompt-regression'],
  ['a part of the comment’s marks', 'prompt-regression-decision'],
  ['Irrelevant', 'irrelevant'],
])('a variable with the value %s leaves the comment its marks and words', async (_, title) => {
  const config = `judge: { model: builtin }\n${CONFIG.replace(/target: .*/, TARGET)}`;
  await using world = await createWorld({
    files: { 'agent.mjs': agent(''), 'prompt-regression.yml': config },
  });
  world.openPull(7, { 'agent.mjs': agent(' Our cat sends her love.') });
  const env = { TITLE: title };
  expectEnd(await world.runPull(7, { env }), 1, { decision: 'fail' });
  const first = commentOf(world);
  expect(first).toMatch(/^<!-- prompt-regression \S+ \S+ -->\n<!-- prompt-regression-decision 1 \S+ -->\n/);
  expect(first).toMatch(/irrelevant/i);
  expect(first).toContain('The value of `TITLE` is not redacted');
  // The next run finds its comment, and what was decided.
  const again = await world.runPull(7, { env });
  expectEnd(again, 1, { decision: 'fail' });
  expect(commentOf(world)).toContain('prompt-regression-banner');
});
