import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ServerReply } from '../support/openai-server.js';
import type { ActionRun } from '../support/run-action.js';
import { commentOf, expectNoScore, statusOf } from './said.js';
import { BASE_FILES, config, createWorld, modelReply, PLAIN_MODEL } from './world.js';

vi.setConfig({ testTimeout: 120_000 });

const HEAD = 'You answer questions of our customers.\n';

/** A world whose `main` gets a signal at the provider's first request: then `pending` is set and the base's worktree is there. */
async function createStruckWorld(signal: NodeJS.Signals) {
  let strike = true;
  let kill: (signal: NodeJS.Signals) => void = () => {};
  const world = await createWorld({
    reply(body): ServerReply {
      if (!strike) return modelReply(PLAIN_MODEL, body);
      kill(signal);
      return { hang: true };
    },
  });
  // The runner's temporary folder outlives each step.
  const temp = await mkdtemp(join(tmpdir(), 'runner-temp-'));
  const head = await world.openPull(7, { 'prompts/support.md': HEAD });
  const step = { ...(await world.checkoutPull(7)), env: { RUNNER_TEMP: temp } };
  const listen: Pick<ActionRun, 'onOutput'> = {
    onOutput: (_, killer) => {
      kill = killer;
    },
  };
  return {
    world,
    head,
    step,
    main: () => world.run({ ...step, ...listen }),
    post: (state: Readonly<Record<string, string>>) => world.run({ ...step, state }),
    goOn() {
      strike = false;
    },
    leftInTemp: async () => (await readdir(temp)).filter((name) => name.startsWith('prompt-regression-')),
    worktrees: async () =>
      (await world.project.git('-C', step.workspace, 'worktree', 'list', '--porcelain'))
        .split('\n')
        .filter((line) => line.startsWith('worktree ')).length,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await rm(temp, { recursive: true, force: true });
    },
  };
}

describe('main', () => {
  it('that is killed leaves its status and worktree to post, and the next run works', async () => {
    await using struck = await createStruckWorld('SIGKILL');
    const { world, head } = struck;
    const killed = await struck.main();
    expect(killed.signal, killed.log).toBe('SIGKILL');
    expect(statusOf(world, head)?.state).toBe('pending');
    expect(await struck.worktrees()).toBe(2);
    expect(await struck.leftInTemp()).toHaveLength(1);

    const post = await struck.post(killed.state);
    expect(post.code, post.log).toBe(0);
    expect(statusOf(world, head)).toMatchObject({
      context: 'prompt-regression/support',
      state: 'error',
      description: 'The run ended before a decision; re-run it.',
    });
    expect(world.github.state.comments).toEqual([]);
    expect(await struck.worktrees()).toBe(1);
    expect(await struck.leftInTemp()).toEqual([]);
    expect(await world.project.git('-C', struck.step.workspace, 'status', '--porcelain')).toBe('');

    struck.goOn();
    const next = await struck.main();
    expect(next.code, next.log).toBe(0);
    expect(commentOf(world)).toContain('support');
    expect(statusOf(world, head)?.state).toBe('success');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'that gets %s says itself that nothing was decided',
    async (signal) => {
      await using struck = await createStruckWorld(signal);
      const { world, head } = struck;
      const run = await struck.main();
      expect({ code: run.code, ...run.outputs }, run.log).toMatchObject({
        code: 3,
        decision: 'inconclusive',
        passed: 'false',
      });
      expectNoScore(world, run);
      expect(commentOf(world)).toContain('the run was cancelled');
      expect(statusOf(world, head)).toMatchObject({ state: 'error' });
      expect(statusOf(world, head)?.description).toContain('the run was cancelled');
      expect(await struck.worktrees()).toBe(1);

      const before = world.github.requests.length;
      expect((await struck.post(run.state)).code).toBe(0);
      expect(world.github.requests.length).toBe(before);
    },
  );

  it('that was killed before it set anything leaves post nothing to do', async () => {
    await using world = await createWorld();
    await world.openPull(7, { 'prompts/support.md': HEAD });
    const checkout = await world.checkoutPull(7);
    const post = await world.run({ ...checkout, state: { 'main-process': '4194303' } });
    expect(post.code, post.log).toBe(0);
    expect(world.github.requests).toEqual([]);
  });

  it('that is killed with several suites leaves no one pending', async () => {
    await using world = await createWorld({
      files: {
        ...BASE_FILES,
        'prompt-regression.yml': config(
          'agent-1',
          `  - name: sales
    dataset: evals/cases.jsonl
    target: { prompt: prompts/support.md, model: agent-2 }
`,
        ),
      },
      reply: () => ({ hang: true }),
    });
    const head = await world.openPull(7, { 'prompts/support.md': HEAD });
    const step = await world.checkoutPull(7);
    let killed = false;
    const run = await world.run({
      ...step,
      onOutput(text, kill) {
        if (!killed && text.includes('Suite support')) kill('SIGKILL');
        killed ||= text.includes('Suite support');
      },
    });
    expect(run.signal).toBe('SIGKILL');
    // The status could not be set either: post says so, and does not fail.
    world.github.fail({ operation: 'repos/create-commit-status', status: 422, times: 1 });
    const post = await world.run({ ...step, state: run.state });
    expect(post.code, post.log).toBe(0);
    expect(post.log).toContain('::warning::Status prompt-regression/support not written');
    const last = (context: string) =>
      world.github.state.statuses.findLast((status) => status.sha === head && status.context === context)
        ?.state;
    expect(last('prompt-regression/sales')).toBe('error');
    expect((await world.run({ ...step, state: run.state })).code).toBe(0);
    expect(last('prompt-regression/support')).toBe('error');
  });
});

describe('post', () => {
  it('after a run that ended by itself changes nothing and asks GitHub nothing', async () => {
    await using struck = await createStruckWorld('SIGKILL');
    const { world } = struck;
    struck.goOn();
    const run = await struck.main();
    expect(run.code, run.log).toBe(0);
    const before = JSON.stringify([world.github.state, world.github.requests]);
    const post = await struck.post(run.state);
    expect({ code: post.code, log: post.log, outputs: post.outputs }).toEqual({
      code: 0,
      log: '',
      outputs: {},
    });
    expect(JSON.stringify([world.github.state, world.github.requests])).toBe(before);
  });
});
