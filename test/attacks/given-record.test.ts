import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { baselinesOf, commentOf, expectEnd, statusOf } from '../scenarios/said.js';
import { BASE_FILES, CONFIG, createWorld, PETS, type World } from '../scenarios/world.js';

const PATH = 'evals/baseline.json';
const GIVEN = { inputs: { baseline: PATH } };

/** The record that a push to `main` with this prompt leaves in the store. */
async function measure(world: World, prompt: string): Promise<string> {
  const commit = world.commitToMain({ 'prompts/support.md': prompt });
  const push = await world.runPush();
  expect(push.log).toContain('The baseline for');
  const { remote } = world.project;
  const { tree = '' } = remote.commit(baselinesOf(world)) ?? {};
  const stored = remote.walk(tree).find(({ name }) => name.includes(commit) && name.endsWith('.json.gz'));
  return gunzipSync(remote.read('blob', stored?.sha ?? '') ?? '').toString();
}

/** A base with a good record, and the record of a poor prompt that attackers would prefer. */
let world: World;
let poor: string;

beforeAll(async () => {
  const config = CONFIG.replace('0.6', '0.4');
  world = await createWorld({ files: { 'prompt-regression.yml': config } });
  poor = await measure(world, PETS);
  const good = await measure(world, BASE_FILES['prompts/support.md'] ?? '');
  // From here on the store is a folder; a record that is named comes before it.
  world.commitToMain({ [PATH]: good, 'prompt-regression.yml': `store: { file: .baselines }\n${config}` });
});
afterAll(() => world[Symbol.asyncDispose]());

it('a pull request cannot rewrite the record that it is compared with', async () => {
  const head = world.openPull(7, { 'prompts/support.md': PETS, [PATH]: poor });
  const run = await world.runPull(7, GIVEN);
  expectEnd(run, 1, { decision: 'fail', 'baseline-score': '1.00', score: '0.50' });
  expect(statusOf(world, head)?.state).toBe('failure');
  expect(commentOf(world, 7)).toContain(`3 runs on \`${PATH}\``);
});

// That other spellings of the path name nothing else is held beside `scopeTree`.
it('a pull request cannot add a record that the base does not have', async () => {
  const head = world.openPull(8, { 'prompts/support.md': PETS, 'evals/poor.json': poor });
  const run = await world.runPull(8, { inputs: { baseline: './evals/../evals/poor.json' } });
  expectEnd(run, 2);
  expect(run.log).toContain('has no such file');
  expect(statusOf(world, head)?.state).not.toBe('success');
});
