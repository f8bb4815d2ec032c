import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { expectEnd, expectNotGreen } from '../scenarios/said.js';
import { createWorld, PETS } from '../scenarios/world.js';

it('a journal that a commit brings along is not read', async () => {
  const world = await createWorld();
  const cache = await mkdtemp(join(tmpdir(), 'cache-'));
  onTestFinished(async () => {
    await world[Symbol.asyncDispose]();
    await rm(cache, { recursive: true, force: true });
  });
  world.openPull(7, { 'prompts/support.md': PETS });
  const run = (folder: string) => world.runPull(7, { inputs: { 'cache-path': folder, 'force-run': 'true' } });
  expectEnd(await run(cache), 1, { decision: 'fail' });
  const [name = ''] = (await readdir(cache)).filter((each) => each.endsWith('.jsonl'));
  const text = await readFile(join(cache, name), 'utf8');
  // What the author wants the judge to have said, in the file that an earlier run wrote.
  const wanted = text.replaceAll('"result":"no"', '"result":"yes"');
  expect(wanted).not.toBe(text);
  world.openPull(7, { [`.cache/${name}`]: wanted });
  const again = await run('.cache');
  expectNotGreen(world, again);
  expect(again.log).toContain('git tracks it');
});
