import { expect, it } from 'vitest';
import { expectEnd } from '../scenarios/said.js';
import { BASE_FILES, CONFIG, createWorld, HARMLESS, PETS } from '../scenarios/world.js';

/** Two apps of one repository, each with a suite `support`. */
const filesWith = (config: string) => ({
  'prompt-regression.yml': null,
  ...Object.fromEntries(
    ['apps/lamps', 'apps/sofas'].flatMap((app) => [
      [`${app}/prompt-regression.yml`, config],
      [`${app}/prompts/support.md`, BASE_FILES['prompts/support.md']],
      [`${app}/evals/cases.jsonl`, BASE_FILES['evals/cases.jsonl']],
    ]),
  ),
});

it('one app cannot answer for another whose suite has the same name', async () => {
  await using world = await createWorld({ files: filesWith(CONFIG) });
  const head = world.openPull(7, {
    'apps/lamps/prompts/support.md': PETS,
    'apps/sofas/prompts/support.md': HARMLESS,
  });
  const run = (app: string) => world.runPull(7, { inputs: { 'working-directory': app } });
  expectEnd(await run('apps/lamps'), 1);
  expectEnd(await run('apps/sofas'), 0);
  const states = new Map(
    world.github.state.statuses
      .filter(({ sha }) => sha === head)
      .map(({ context, state }): [string, string] => [context, state]),
  );
  expect([...states]).toEqual([
    ['prompt-regression/apps/lamps/support', 'failure'],
    ['prompt-regression/apps/sofas/support', 'success'],
  ]);
  const bodies = world.github.state.comments.map(({ body }) => body);
  expect(bodies.filter((body) => body.includes('our cat sends her love'))).toHaveLength(1);
  expect(bodies).toHaveLength(2);
});

it('one app`s baseline does not stand in for another`s', async () => {
  const files = filesWith(CONFIG.replace('0.6', '0.1'));
  await using world = await createWorld({ files: { ...files, 'apps/sofas/prompts/support.md': PETS } });
  const inputs = (app: string) => ({ inputs: { 'working-directory': app } });
  // Of one commit and, as the fake runner counts, of one run: the last one to write is the one without a good word.
  expectEnd(await world.runPush(inputs('apps/lamps')), 0);
  expectEnd(await world.runPush(inputs('apps/sofas')), 0);
  world.openPull(7, { 'apps/lamps/prompts/support.md': PETS });
  const run = await world.runPull(7, inputs('apps/lamps'));
  expectEnd(run, 1, { 'baseline-score': '1.00', score: '0.50' });
  expect(run.log).not.toContain('run now');
});
