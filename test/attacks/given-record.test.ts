import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { baselinesOf, commentOf, expectEnd, statusOf } from '../scenarios/said.js';
import { BASE_FILES, CONFIG, createWorld, PETS, type World } from '../scenarios/world.js';

const PATH = 'evals/baseline.json';
const GIVEN = { inputs: { baseline: PATH } };

/** The record that a push to `main` with this prompt leaves in the store. */
async function measure(world: World, prompt: string): Promise<string> {
  const commit = world.commitToMain({ 'prompts/support.md': prompt });
  const push = await world.runPush();
  expect(push.log).toContain('stored as the baseline of commit');
  const { remote } = world.project;
  const { tree = '' } = remote.commit(baselinesOf(world)) ?? {};
  const stored = remote.walk(tree).find(({ name }) => name.includes(commit) && name.endsWith('.json.gz'));
  return gunzipSync(remote.read('blob', stored?.sha ?? '') ?? '').toString();
}

async function createMeasured(): Promise<{ readonly world: World; readonly poor: string }> {
  const world = await createWorld({ files: { 'prompt-regression.yml': CONFIG.replace('0.6', '0.4') } });
  const poor = await measure(world, PETS);
  const good = await measure(world, BASE_FILES['prompts/support.md'] ?? '');
  world.commitToMain({ [PATH]: good });
  return { world, poor };
}

it('a pull request does not rewrite the record that it is held against', async () => {
  const { world, poor } = await createMeasured();
  await using _ = world;
  const head = world.openPull(7, { 'prompts/support.md': PETS, [PATH]: poor });
  const run = await world.runPull(7, GIVEN);
  expectEnd(run, 1, { decision: 'fail', 'baseline-score': '1.00', score: '0.50' });
  expect(statusOf(world, head)?.state).toBe('failure');
  expect(commentOf(world)).toContain(`record \`${PATH}\``);
});

it('nor does it bring one that the base does not have', async () => {
  const { world, poor } = await createMeasured();
  await using _ = world;
  const head = world.openPull(7, { 'prompts/support.md': PETS, 'evals/poor.json': poor });
  for (const baseline of ['evals/poor.json', './evals/../evals/poor.json', '../../evals/poor.json']) {
    const run = await world.runPull(7, { inputs: { baseline } });
    expectEnd(run, 2);
    expect(run.log).toContain('has no such file');
    expect(statusOf(world, head)?.state).not.toBe('success');
  }
});

it('nor does it take it away', async () => {
  const { world } = await createMeasured();
  await using _ = world;
  world.openPull(7, { 'prompts/support.md': PETS, [PATH]: null });
  expectEnd(await world.runPull(7, GIVEN), 1, { decision: 'fail', 'baseline-score': '1.00' });
});

it.each([
  ['in the folder of the store', '.baselines', {}],
  ['by a link in its place', 'evals/poor', { '.baselines': { link: 'evals/poor' } }],
])('nor does it bring a baseline of its own, %s', async (_, place, link) => {
  const { world, poor } = await createMeasured();
  await using _world = world;
  world.commitToMain({
    'prompt-regression.yml': `store: { file: .baselines }\n${CONFIG.replace('0.6', '0.4')}`,
  });
  const base = world.project.tip('main');
  const record = JSON.stringify({ ...JSON.parse(poor), commit: base });
  const head = world.openPull(7, {
    'prompts/support.md': PETS,
    [`${place}/v1/support/runs/${base}/1-1.json.gz`]: gzipSync(record),
    ...link,
  });
  const run = await world.runPull(7);
  expectEnd(run, 1, { decision: 'fail' });
  expect(statusOf(world, head)).toMatchObject({
    state: 'failure',
    description: expect.stringMatching(/^needs a person: the pull request changes files of `?\.baselines/),
  });
});
