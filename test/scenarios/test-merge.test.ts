import { expect, it } from 'vitest';
import { commentOf, expectEnd, statusOf } from './said.js';
import { BASE_FILES, CONFIG, createWorld, HARMLESS, PETS } from './world.js';

const FORK = 'stranger/agents';
const NO_KEY = { 'openai-api-key': '' };
/** Long enough for git to follow a rename. */
const RULES = Array.from({ length: 30 }, (_, index) => `Rule ${index}: be brief.\n`).join('');
const PROMPT = `${BASE_FILES['prompts/support.md']}${RULES}`;
const WORSE = `${PROMPT}Add: By the way, our cat sends her love.\n`;
const MOVED = {
  'prompts/support.md': null,
  'prompts/help.md': PROMPT,
  'prompt-regression.yml': CONFIG.replace('prompts/support.md', 'prompts/help.md'),
};

it("a prompt that main renames does not hide a fork's change", async () => {
  await using world = await createWorld({ files: { 'prompts/support.md': PROMPT } });
  const head = world.openPull(7, { 'prompts/support.md': WORSE }, FORK);
  world.commitToMain(MOVED);
  expectEnd(await world.runCompanion(7, { inputs: NO_KEY }), 0);
  expect(statusOf(world, head)).toMatchObject({
    state: 'pending',
    description: expect.stringContaining('run the check by hand'),
  });
  const run = await world.dispatch({ inputs: { 'pull-request': '7', sha: head, 'max-calls': '500' } });
  expectEnd(run, 1, { decision: 'fail' });
  expect(commentOf(world, 7)).toContain('our cat sends her love');
});

it("a criss-cross merge does not hide what a fork's merge brings back", async () => {
  await using world = await createWorld({ files: { 'prompts/support.md': WORSE } });
  const { project, github } = world;
  const start = project.tip('main');
  const repair = project.commit('repair', { 'prompts/support.md': PROMPT }, [start]);
  const docs = project.commit('docs', { 'docs/a.md': 'A.\n' }, [start]);
  project.commit('main', { 'docs/a.md': 'A.\n' }, [repair, docs]);
  // Two merge bases: the fork's prompt is that of one of them.
  const brought = { 'docs/a.md': 'A.\n', 'prompts/support.md': WORSE };
  const head = project.commitInFork(7, brought, [repair, docs]);
  github.setPull({ number: 7, headSha: head, headRepository: FORK });
  expectEnd(await world.runCompanion(7, { headSha: head, headRepository: FORK, inputs: NO_KEY }), 0);
  expect(statusOf(world, head)).toMatchObject({ state: 'pending' });
});

it('a fork that conflicts with main stays pending', async () => {
  await using world = await createWorld();
  const head = world.openPull(7, { 'README.md': 'A better agent.\n' }, FORK);
  world.commitToMain({ 'README.md': 'Another agent.\n' });
  expectEnd(await world.runCompanion(7, { inputs: NO_KEY }), 0);
  expect(statusOf(world, head)).toMatchObject({
    state: 'pending',
    description: expect.stringContaining('resolve its conflicts'),
  });
});

it('a test merge into an older commit of main is not used: GitHub is asked again', async () => {
  await using world = await createWorld({ files: { 'prompts/support.md': PROMPT } });
  const head = world.openPull(7, { 'prompts/support.md': WORSE }, FORK);
  let moves = 1;
  world.github.before({ operation: 'pulls/get' }, () => {
    if (moves > 0) world.commitToMain(MOVED);
    moves -= 1;
  });
  expectEnd(await world.runCompanion(7, { inputs: NO_KEY }), 0);
  expect(world.github.requestsOf('pulls/get')).toHaveLength(2);
  expect(statusOf(world, head)).toMatchObject({ state: 'pending' });
});

it("a run by hand decides by main's newest gate, as the pull request's own run does", async () => {
  const lenient = CONFIG.replace('threshold: 0.6', 'fail-on: []');
  await using world = await createWorld({ files: { 'prompt-regression.yml': lenient } });
  const head = world.openPull(7, { 'prompts/support.md': PETS });
  world.commitToMain({ 'prompt-regression.yml': CONFIG });
  expectEnd(await world.runPull(7), 1, { decision: 'fail' });
  expect(statusOf(world, head)).toMatchObject({ state: 'failure' });
  const run = await world.dispatch({ inputs: { 'pull-request': '7', 'force-run': 'true' } });
  expectEnd(run, 1, { decision: 'fail' });
  expect(statusOf(world, head)).toMatchObject({ state: 'failure' });
});

it('a run by hand of a pull request that conflicts with main measures nothing', async () => {
  await using world = await createWorld();
  const head = world.openPull(7, { 'prompts/support.md': HARMLESS });
  world.commitToMain({ 'prompts/support.md': 'You answer.\n' });
  const run = await world.dispatch({ inputs: { 'pull-request': '7' } });
  expectEnd(run, 2);
  expect(run.log).toMatch(/has no test merge of [0-9a-f]{7} into `main`: resolve the conflicts/);
  expect(statusOf(world, head)).toBeUndefined();
});
