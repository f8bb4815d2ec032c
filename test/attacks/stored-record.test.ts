import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { RunRecord } from '../../src/ports/run-record.js';
import { baselinesOf, commentOf, expectEnd, expectNotGreen } from '../scenarios/said.js';
import { BASE_FILES, CONFIG, createWorld, PETS, type World } from '../scenarios/world.js';

/** Only the comparison with the baseline can fail. */
const LENIENT = { 'prompt-regression.yml': CONFIG.replace('0.6', '0.1') };
const BRANCH = 'prompt-regression-data';

/** The files of the branch of baselines, its records unpacked. */
function readBranch({ project }: World): Map<string, string> {
  const { remote } = project;
  const files = remote
    .walk(remote.commit(project.tip(BRANCH))?.tree ?? '')
    .filter(({ mode }) => mode !== '40000');
  return new Map(
    files.map(({ name, sha }) => {
      const bytes = remote.read('blob', sha) ?? Buffer.alloc(0);
      return [name, (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()];
    }),
  );
}

/** Half of each stored answer is off the matter: against such a base the pull request's pets are no fall. */
function fillWithPets(record: RunRecord): RunRecord {
  const cases = record.cases.map((row) => ({
    ...row,
    samples: row.samples.map((sample) => ({
      ...sample,
      judgements: Object.fromEntries(
        Object.entries(sample.judgements).map(([id, judgement]) => [
          id,
          judgement.status === 'scored' ? { ...judgement, score: judgement.score / 2 } : judgement,
        ]),
      ),
    })),
  }));
  return { ...record, cases };
}

/**
 * Somebody puts a record of something else where the base's own lies: what it claims to be of gives it away, the base is
 * run in its place, and the comment says so.
 */
it.each<readonly [string, Partial<RunRecord>, string]>([
  ['suite', { suite: 'billing' }, 'it holds the record of another suite'],
  ['working directory', { directory: 'apps/other' }, 'it holds the record of another working directory'],
  ['commit', { commit: 'f'.repeat(40) }, 'it holds the record of another commit'],
  ['target', { target: 'prompt prompts/draft.md (agent-1)' }, "it is of another target than the base's"],
])('a record that claims another %s does not stand in for the base', async (_what, claim, reason) => {
  await using world = await createWorld({ files: LENIENT });
  expectEnd(await world.runPush(), 0);
  const [path, text] = [...readBranch(world)].find(([name]) => name.endsWith('.json.gz')) ?? ['', '{}'];
  const forged = { ...fillWithPets(JSON.parse(text)), ...claim };
  world.project.commit(BRANCH, { [path]: JSON.stringify(forged) });
  world.github.state.statuses.length = 0;
  world.openPull(7, { 'prompts/support.md': PETS });
  const run = await world.runPull(7);
  expectNotGreen(world, run);
  expect(commentOf(world)).toContain(reason);
  expect(run.outputs).toMatchObject({ 'baseline-score': '1.00', score: '0.50' });
});

it('a record that unpacks to more than any record has is not unpacked, and does not stand in for the base', async () => {
  await using world = await createWorld({ files: LENIENT });
  expectEnd(await world.runPush(), 0);
  const [path = ''] = [...readBranch(world).keys()].filter((name) => name.endsWith('.json.gz'));
  world.project.commit(BRANCH, { [path]: gzipSync(Buffer.alloc(101_000_000, ' '), { level: 1 }) });
  world.github.state.statuses.length = 0;
  world.openPull(7, { 'prompts/support.md': PETS });
  const run = await world.runPull(7);
  expectNotGreen(world, run);
  expect(commentOf(world)).toContain('it unpacks to more than 100.0 MB');
});

it('a pointer to a record of other files does not make it one of these files', async () => {
  // The first commit of the prompt adds pets, the second takes them out: the base is the second.
  await using world = await createWorld({ files: { ...LENIENT, 'prompts/support.md': PETS } });
  expectEnd(await world.runPush(), 0);
  const bad = world.project.tip('main');
  const pointer = [...readBranch(world).keys()].find((name) => name.includes('/files/')) ?? '';
  const good = world.commitToMain({ 'prompts/support.md': BASE_FILES['prompts/support.md'] });
  expectEnd(await world.runPush(), 0);
  const files = readBranch(world);
  const [own] = [...files.keys()].filter((name) => name.endsWith(`/${good}`));
  const record = [...files.keys()].find((name) => name.includes(`/runs/${good}/`)) ?? '';
  if (own === undefined) throw new Error('no pointer');
  world.project.commit(BRANCH, {
    [record]: null,
    [own]: null,
    [own.replace(good, bad)]: '',
    [pointer]: null,
  });
  world.github.state.statuses.length = 0;
  world.openPull(7, { 'prompts/support.md': PETS });
  const run = await world.runPull(7);
  expectNotGreen(world, run);
  expect(baselinesOf(world)).not.toBe('');
  expect(commentOf(world)).toContain('it is of other watched files than its place says');
});
