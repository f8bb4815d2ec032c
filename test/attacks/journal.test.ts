import { createHmac } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { deriveJournalKey } from '../../src/produce/journal.js';
import { expectEnd, expectNotGreen } from '../scenarios/said.js';
import { createWorld, KEY, PETS, REPOSITORY, type RunOptions } from '../scenarios/world.js';

const MINE = [REPOSITORY, 'pull request 7', '', 'support'];
const OTHERS = [REPOSITORY, 'pull request 8', '', 'support'];

/** A pull request whose answers stray, measured once with a journal; what it left there. */
async function createMeasured() {
  const world = await createWorld();
  const cache = await mkdtemp(join(tmpdir(), 'cache-'));
  onTestFinished(async () => {
    await world[Symbol.asyncDispose]();
    await rm(cache, { recursive: true, force: true });
  });
  world.openPull(7, { 'prompts/support.md': PETS });
  const step = await world.checkoutPull(7);
  const run = (more: RunOptions & { readonly cache?: string } = {}) =>
    world.run({
      ...step,
      ...more,
      inputs: { 'cache-path': more.cache ?? cache, 'force-run': 'true', ...more.inputs },
    });
  expectEnd(await run(), 1, { decision: 'fail' });
  const [name = ''] = (await readdir(cache)).filter((each) => each.endsWith('.jsonl'));
  const path = join(cache, name);
  const bodies = (await readFile(path, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => line.slice(44));
  /** What the attacker wants the judge to have said. */
  const wanted = bodies.map((body) => body.replaceAll('"result":"no"', '"result":"yes"'));
  expect(wanted).not.toEqual(bodies);
  return { world, path, wanted, run };
}

/** Lines as whoever has the key writes them. */
function signed(bodies: readonly string[], secret: string, boundTo: readonly string[]): string {
  const key = deriveJournalKey(secret, boundTo);
  const mac = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return bodies.map((body) => `${mac(body)} ${body}\n`).join('');
}

function flipped(text: string): string {
  return text.replaceAll('"result":"no"', '"result":"yes"');
}

it('a journal decides what it says: with the key, verdicts that nobody gave are believed', async () => {
  const { path, wanted, run } = await createMeasured();
  await writeFile(path, signed(wanted, KEY, MINE));
  // So the attacks below would get through, were their entries read: this head has 0.50, and of its runs here some are the forged ones.
  expectEnd(await run(), 1, { score: '0.83' });
});

it('entries that an agent, an install script or another pull request wrote are ignored, and said', async () => {
  const { world, path, wanted, run } = await createMeasured();
  const real = await readFile(path, 'utf8');
  const forged = [
    wanted.map((body) => `${'A'.repeat(43)} ${body}\n`).join(''),
    wanted.map((body) => `${body}\n`).join(''),
    signed(wanted, '', MINE),
    signed(wanted, 'sk-the-key-of-somebody-else', MINE),
    // What the very same run wrote for another pull request, moved here.
    signed(wanted, KEY, OTHERS),
    flipped(real),
    signed(wanted, KEY, MINE)
      .split('\n')
      .map((line) => line.slice(0, -3))
      .join('\n'),
  ];
  await writeFile(path, forged.join(''));
  const again = await run();
  expectNotGreen(world, again);
  expectEnd(again, 1, { decision: 'fail' });
  expect(again.log).toMatch(
    /[1-9]\d* entries that were cut short, damaged or not written by a run like this one were ignored/,
  );
});

it('a journal that the checkout tracks, or whose key the agent can be given, is not read', async () => {
  const { world, path, wanted, run } = await createMeasured();
  await writeFile(path, signed(wanted, KEY, MINE));
  const given = await run({ env: { AGENT_KEY: KEY } });
  expectNotGreen(world, given);
  expect(given.log).toContain('which the agent can be given');
  // The pull request brings it along: an earlier run's own file, even.
  const files = { [`.cache/${basename(path)}`]: await readFile(path, 'utf8') };
  world.openPull(7, files);
  const again = await world.runPull(7, { inputs: { 'cache-path': '.cache', 'force-run': 'true' } });
  expectNotGreen(world, again);
  expect(again.log).toContain('git tracks it');
});
