import { describe, expect, it } from 'vitest';
import type { ServerReply } from '../support/openai-server.js';
import { baselinesOf, expectEnd, isJudging } from './said.js';
import { CONFIG, createWorld, type Model, modelReply, PLAIN_MODEL } from './world.js';

/** An agent whose every answer is worded anew; under a noisy prompt its first round has three bad answers. */
function createAgent(): Model {
  let answers = 0;
  let noisy = 0;
  return {
    ...PLAIN_MODEL,
    answer(input, system) {
      answers += 1;
      if (system.includes('NOISY')) noisy += 1;
      const bad = system.includes('NOISY') && noisy <= 8 && /refunds|invoices|delivery/.test(input);
      const more = bad ? 'We all like cats.' : `It has warranty ${answers}.`;
      return `Here is what we know of ${input.toLowerCase()} Note ${answers}. We ship it on day ${answers}. ${more}`;
    },
  };
}

/** A provider that is down for the agent from its n-th call on, until `down` is false. */
function createProvider(from: number, failure: ServerReply) {
  const model = createAgent();
  const state = { calls: 0, down: true };
  return {
    state,
    reply: (body: Parameters<typeof modelReply>[1]): ServerReply => {
      const judged = isJudging(body);
      if (!judged) state.calls += 1;
      return !judged && state.down && state.calls > from ? failure : modelReply(model, body);
    },
  };
}

const FILES = {
  // One call at a time: in which order several reach the provider is chance.
  'prompt-regression.yml': CONFIG.replace('max-retries: 1', 'max-retries: 0, max-concurrency: 1').replace(
    '    gate: { threshold: 0.6 }\n',
    '',
  ),
};

describe('an outage that begins after the first runs', () => {
  it('decides nothing, names its cause, and the next run evaluates anew', async () => {
    const provider = createProvider(32, { status: 429, headers: { 'retry-after': '86400' } });
    await using world = await createWorld({ files: FILES, reply: provider.reply });
    world.openPull(7, { 'prompts/support.md': 'You answer.\nNOISY\n' });
    const run = await world.runPull(7);
    expectEnd(run, 3, { decision: 'inconclusive', score: '' });
    expect(run.summary).toMatch(/status 429.*asks to wait 24 h/);

    provider.state.down = false;
    const before = provider.state.calls;
    const again = await world.runPull(7);
    expect(again.outputs['decision']).toBe('pass');
    expect(provider.state.calls).toBeGreaterThan(before);
  });

  it('at the base leaves no baseline of one run behind', async () => {
    const provider = createProvider(8, { status: 500 });
    await using world = await createWorld({ files: FILES, reply: provider.reply });
    world.openPull(7, { 'prompts/support.md': 'You answer.\nNOISY\n' });
    const run = await world.runPull(7);
    expect(run.outputs['decision'], run.log).toBe('inconclusive');
    expect(run.summary).toMatch(/so 8 of 8 answers of the base branch have no score[\s\S]*500/);
  });

  it('stores no baseline on the base branch, and the next push measures again', async () => {
    const provider = createProvider(8, { status: 500 });
    await using world = await createWorld({ files: FILES, reply: provider.reply });
    const run = await world.runPush();
    expectEnd(run, 3, { decision: 'inconclusive' });
    expect(baselinesOf(world)).toBe('');

    provider.state.down = false;
    const before = provider.state.calls;
    expect((await world.runPush()).code).toBe(0);
    expect(provider.state.calls - before).toBe(8 * 3);
    expect(baselinesOf(world)).not.toBe('');
  });
});
