import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { baselinesOf, commentOf, expectEnd, statusOf } from '../scenarios/said.js';
import { BASE_FILES, CONFIG, createWorld, PETS, type World } from '../scenarios/world.js';

const PATH = 'evals/baseline.json';

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

it('a pull request cannot rewrite the record that it is compared with', async () => {
  const config = CONFIG.replace('0.6', '0.4');
  await using world = await createWorld({ files: { 'prompt-regression.yml': config } });
  const poor = await measure(world, PETS);
  const good = await measure(world, BASE_FILES['prompts/support.md'] ?? '');
  // From here on the store is a folder; a record that is named comes before it.
  world.commitToMain({ [PATH]: good, 'prompt-regression.yml': `store: { file: .baselines }\n${config}` });
  const head = world.openPull(7, { 'prompts/support.md': PETS, [PATH]: poor });
  const run = await world.runPull(7, { inputs: { baseline: PATH } });
  expectEnd(run, 1, { decision: 'fail', 'baseline-score': '1.00', score: '0.50' });
  expect(statusOf(world, head)?.state).toBe('failure');
  expect(commentOf(world, 7)).toContain(`3 answers each on \`${PATH}\``);
});
