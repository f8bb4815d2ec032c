import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ServerReply } from '../support/openai-server.js';
import type { ActionResult } from '../support/run-action.js';
import { commentOf, isJudging, resultOf, statusOf } from './said.js';
import { CONFIG, createWorld, KEY, modelReply, PETS, PLAIN_MODEL, type World } from './world.js';

const judgedBy = (judge: string) => ({
  'prompt-regression.yml': `judge: { model: ${judge} }\n${CONFIG.replace('{ threshold: 0.6 }', '{}')}`,
});

/** The second judge is stricter. */
function createJudgedWorld() {
  return createWorld({
    files: judgedBy('judge-1'),
    reply(body): ServerReply {
      const verdict: typeof PLAIN_MODEL.verdict = (statement, data) =>
        body.model === 'judge-2' && data.input.includes('refunds')
          ? 'no'
          : PLAIN_MODEL.verdict(statement, data);
      return modelReply({ ...PLAIN_MODEL, verdict }, body);
    },
  });
}

/** The runs of one workflow run on a pull request: all have the same checkout. */
async function startRun(world: World, pull: number) {
  const checkout = await world.checkoutPull(pull);
  const folder = mkdtempSync(join(world.project.folder, 'shards-'));
  const run = (inputs: Record<string, string>, temp: string) =>
    world.run({ ...checkout, inputs: { 'openai-api-key': KEY, ...inputs }, env: { RUNNER_TEMP: temp } });
  const newTemp = () => mkdtempSync(join(world.project.folder, 'temp-'));
  return {
    folder,
    /** Two shards, and the records that they left. */
    async measure(inputs: Record<string, string> = {}): Promise<readonly ActionResult[]> {
      const runs: ActionResult[] = [];
      for (const shard of ['1/2', '2/2']) {
        const temp = newTemp();
        runs.push(await run({ ...inputs, shard }, temp));
        const left = join(temp, 'prompt-regression/shards');
        if (existsSync(left)) cpSync(left, folder, { recursive: true });
      }
      return runs;
    },
    merge: (inputs: Record<string, string> = {}) => run({ ...inputs, merge: folder }, newTemp()),
  };
}

describe('shards of a pull request', () => {
  it('publish nothing, and merged they decide like one run', async () => {
    await using world = await createJudgedWorld();
    world.openPull(7, { 'prompts/support.md': PETS });
    const whole = await world.runPull(7);
    const asked = world.openai.requests.length;

    const head = world.openPull(8, { 'prompts/support.md': PETS });
    const run = await startRun(world, 8);
    const runs = await run.measure();
    expect(runs.map(({ code, summary, outputs }) => ({ code, summary, outputs }))).toEqual(
      runs.map(() => ({ code: 0, summary: '', outputs: {} })),
    );
    expect([statusOf(world, head), world.github.state.comments.length]).toEqual([undefined, 1]);
    const measured = world.openai.requests.length;
    const merged = await run.merge();
    expect([merged.code, resultOf(merged, 'support')?.decision], merged.log).toEqual([1, 'fail']);
    for (const key of ['score', 'baseline-score', 'delta', 'worse-answers', 'reason'] as const) {
      expect(merged.outputs[key], key).toBe(whole.outputs[key]);
    }
    // All that was measured is in the records.
    expect(world.openai.requests.length - measured).toBeLessThan(asked / 2);
    expect(statusOf(world, head)).toMatchObject({ state: 'failure' });
    world.github.assertNoViolations();
  });

  it('judge their part of the stored baseline again', async () => {
    await using world = await createJudgedWorld();
    expect((await world.runPush()).code).toBe(0);
    world.commitToMain(judgedBy('judge-2'));
    const stored = { inputs: { baseline: 'stored' } };
    world.openPull(7, { 'prompts/support.md': PETS });
    const whole = await world.runPull(7, stored);
    world.openPull(8, { 'prompts/support.md': PETS });
    const run = await startRun(world, 8);
    const runs = await run.measure(stored.inputs);
    expect(runs.map(({ log }) => log).join()).toContain('are judged again by judge-2');
    const merged = await run.merge(stored.inputs);
    expect(merged.log).not.toContain('are judged again by judge-2');
    expect([merged.code, merged.outputs['score'], merged.outputs['baseline-score']], merged.log).toEqual([
      whole.code,
      whole.outputs['score'],
      whole.outputs['baseline-score'],
    ]);
  });

  it('without a key where they are merged, what is not confirmed is yellow', async () => {
    await using world = await createJudgedWorld();
    const head = world.openPull(7, { 'prompts/support.md': PETS });
    const run = await startRun(world, 7);
    await run.measure();
    const asked = world.openai.requests.length;
    const merged = await run.merge({ 'openai-api-key': '' });
    expect(merged.code, merged.log).toBe(0);
    expect(world.openai.requests.length).toBe(asked);
    expect(commentOf(world)).toContain('🟡');
    expect(commentOf(world)).toContain('not confirmed: the job that merges has no key');
    expect(statusOf(world, head)).toMatchObject({ state: 'success' });
  });

  it('measure nothing if no watched file changed, and the merged run passes', async () => {
    await using world = await createJudgedWorld();
    const head = world.openPull(7, { 'README.md': 'An agent for customers.\n' });
    const run = await startRun(world, 7);
    expect((await run.measure()).map(({ code }) => code)).toEqual([0, 0]);
    const merged = await run.merge();
    expect([merged.code, readdirSync(run.folder), world.openai.requests]).toEqual([0, [], []]);
    expect(statusOf(world, head)).toMatchObject({ state: 'success' });
  });

  it('cannot merge in the same job', async () => {
    await using world = await createJudgedWorld();
    world.openPull(7, { 'prompts/support.md': PETS });
    const [first] = await (await startRun(world, 7)).measure({ merge: 'shards' });
    expect(first?.code).toBe(2);
    expect(first?.log).toContain('Inputs `shard` and `merge`');
    expect([world.github.state.comments, world.github.state.statuses]).toEqual([[], []]);
  });

  it('measure with an outage: the merged run is inconclusive', async () => {
    let isDown = false;
    await using world = await createWorld({
      files: judgedBy('judge-1'),
      reply: (body) =>
        isDown && !isJudging(body)
          ? { status: 401, body: { error: { message: 'wrong key' } } }
          : modelReply(PLAIN_MODEL, body),
    });
    expect((await world.runPush()).code).toBe(0);
    isDown = true;
    const head = world.openPull(7, { 'prompts/support.md': PETS });
    const run = await startRun(world, 7);
    const runs = await run.measure();
    expect(runs.map(({ code }) => code)).toEqual([3, 3]);
    isDown = false;
    const merged = await run.merge();
    expect([merged.code, merged.outputs['decision']], merged.log).toEqual([3, 'inconclusive']);
    expect(commentOf(world)).toContain('wrong key');
    expect(statusOf(world, head)).toMatchObject({ state: 'error' });
  });

  it('cannot inject anything into the comment', async () => {
    await using world = await createJudgedWorld();
    world.openPull(7, { 'prompts/support.md': PETS });
    const run = await startRun(world, 7);
    await run.measure();
    const [name = ''] = readdirSync(run.folder);
    const path = join(run.folder, name);
    const hostile = '</details> ![x](https://evil.example/x.png) @acme/all';
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('our cat sends her love', hostile));
    await run.merge();
    const comment = commentOf(world);
    expect(comment).toContain('evil.example');
    // In a block of code it is text.
    expect(comment.replaceAll(/^```[\s\S]*?^```/gm, '')).not.toMatch(/<\/details> !|!\[x\]|@acme/);
  });
});
