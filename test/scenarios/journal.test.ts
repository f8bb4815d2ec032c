import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { RunRecord } from '../../src/model/run-record.js';
import type { BundleRun } from '../support/run-action.js';
import { expectEnd, isJudging } from './said.js';
import { CONFIG, createWorld, HARMLESS, type Model, modelReply, PLAIN_MODEL } from './world.js';

/** How often a run is killed; `KILLS=20 npx vitest run test/scenarios/journal.test.ts` is what a release is tried with. */
const KILLS = Number(process.env['KILLS'] ?? 3);
const SEED = Number(process.env['SEED'] ?? 8);
const IN_FLIGHT = 4;

/** Uniform in [0, 1), the same every time (a linear congruence). */
function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** After the change three answers are hardly on the matter: their cases are asked again, and their verdicts are drawn twice more. */
const MODEL: Model = {
  ...PLAIN_MODEL,
  answer(input, system) {
    const plain = PLAIN_MODEL.answer(input, system);
    const strays = ' Our cat sends her love. The dog of a neighbour barks. Their parrot can talk.';
    return system.includes('our customers') && /refunds|invoices|delivery/.test(input)
      ? `${plain}${strays}`
      : plain;
  },
};

/** A pull request that breaks a case. */
async function createShakyWorld() {
  let onRequest: () => void = () => {};
  const asked = { agent: 0, judge: 0 };
  const world = await createWorld({
    files: {
      'prompt-regression.yml': CONFIG.replace(
        'max-retries: 1',
        `max-retries: 1, max-concurrency: ${IN_FLIGHT}`,
      ),
    },
    async reply(body) {
      asked[isJudging(body) ? 'judge' : 'agent'] += 1;
      onRequest();
      return modelReply(MODEL, body);
    },
  });
  world.openPull(7, { 'prompts/support.md': HARMLESS });
  const step = await world.checkoutPull(7);
  const folders: string[] = [];
  onTestFinished(async () => {
    await world[Symbol.asyncDispose]();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
  const createFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'journal-'));
    folders.push(folder);
    return folder;
  };
  /** A run with a journal in a folder of its own: what it asked, and its record. */
  const run = async (cache: string, onOutput?: BundleRun['onOutput']) => {
    const temp = await createFolder();
    asked.agent = 0;
    asked.judge = 0;
    const result = await world.run({
      ...step,
      inputs: { 'cache-path': cache, 'force-run': 'true' },
      env: { RUNNER_TEMP: temp },
      ...(onOutput && { onOutput }),
    });
    const path = join(temp, 'prompt-regression/prompt-regression/records/support.json');
    const record: RunRecord | null = await readFile(path, 'utf8').then(JSON.parse, () => null);
    return { result, record, asked: { ...asked } };
  };
  return {
    world,
    run,
    createFolder,
    /** Kills the run at its so-manieth call. */
    async kill(cache: string, at: number) {
      let count = 0;
      return run(cache, (_, kill) => {
        onRequest = () => {
          count += 1;
          if (count === at) kill('SIGKILL');
        };
      }).finally(() => {
        onRequest = () => {};
      });
    },
  };
}

/** What is in the journal, by kind; the second of two entries under one key does not count. */
async function entriesOf(folder: string): Promise<ReadonlyMap<string, number>> {
  const [name] = (await readdir(folder)).filter((each) => each.endsWith('.jsonl'));
  const text = name === undefined ? '' : await readFile(join(folder, name), 'utf8');
  const keys = text
    .split('\n')
    .flatMap((line) => /^\["([a-z-]+)","([^"]+)",.*\]$/.exec(line)?.slice(1, 3).join(' ') ?? []);
  const kinds = [...new Set(keys)].map((key) => key.split(' ')[0] ?? '');
  return new Map([...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => [kind, all.length]));
}

/** The record without dates, times and costs. */
function foundOut(record: RunRecord | null): unknown {
  if (record === null) throw new Error('the run left no record');
  const { createdAt: _, usage: __, ...rest } = record;
  return JSON.parse(JSON.stringify(rest, (key, value) => (key === 'seconds' ? undefined : value)));
}

it(`a run that is killed and started again ends as an undisturbed one does, and asks what is missing (${KILLS} times)`, async () => {
  const { run, kill, createFolder } = await createShakyWorld();
  const whole = await run(await createFolder());
  expectEnd(whole.result, 1, { decision: 'fail' });
  const calls = whole.asked.agent + whole.asked.judge;
  expect(whole.asked.agent).toBeGreaterThan(24 + 8);

  const chance = createChance(SEED);
  for (let round = 0; round < KILLS; round += 1) {
    const cache = await createFolder();
    const at = 1 + Math.floor(chance() * (calls - 1));
    const moment = `seed ${SEED}, round ${round}, killed at call ${at} of ${calls}`;
    const killed = await kill(cache, at);
    expect(killed.result.signal, moment).toBe('SIGKILL');
    const kept = await entriesOf(cache);
    const again = await run(cache);
    expectEnd(again.result, 1, { decision: 'fail' });
    expect(foundOut(again.record), moment).toEqual(foundOut(whole.record));
    const answers = (kept.get('answer') ?? 0) + (kept.get('base-answer') ?? 0);
    expect(again.asked.agent, moment).toBe(whole.asked.agent - answers);
    // What was in flight is asked again, and what came in the turn of the event loop that the kill fell into.
    expect(killed.asked.agent + again.asked.agent - whole.asked.agent, moment).toBeLessThanOrEqual(
      2 * IN_FLIGHT,
    );
    expect(killed.asked.judge + again.asked.judge - whole.asked.judge, moment).toBeLessThanOrEqual(
      2 * IN_FLIGHT,
    );

    // It came to its end: the next run takes the base and all verdicts over, and asks the head anew.
    const ofBase = (await entriesOf(cache)).get('base-answer') ?? 0;
    const next = await run(cache);
    expectEnd(next.result, 1);
    expect(next.asked, moment).toEqual({ agent: whole.asked.agent - ofBase, judge: 0 });
  }
}, 300_000);
