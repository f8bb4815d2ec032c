import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TestRepository } from '../support/git-repository.js';
import type { ServerReply } from '../support/openai-server.js';
import type { BundleRun } from '../support/run-action.js';
import { commentOf, expectEnd, expectNoScore, statusOf } from './said.js';
import { CONFIG, createWorld, HARMLESS, modelReply, PLAIN_MODEL } from './world.js';

/** A target whose base runs in a worktree. */
const COMMAND = {
  'agent.mjs': `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, input } = JSON.parse(line);
  console.log(JSON.stringify({ id, output: \`Here is what we know: \${input}\` }));
}
`,
  'prompt-regression.yml': CONFIG.replace(
    'target: { prompt: prompts/support.md, model: agent-1 }',
    'task: Answers customers.\n    target: { command: [node, agent.mjs] }',
  ).replace('suites:', 'judge: { model: judge-1 }\nsuites:'),
};

/** A world whose `main` gets a signal at the judge's first request: then `pending` is set and the base's worktree is there. */
async function createStruckWorld(signal: NodeJS.Signals) {
  let strike = true;
  let kill: (signal: NodeJS.Signals) => void = () => {};
  const world = await createWorld({
    files: COMMAND,
    reply(body): ServerReply {
      if (!strike) return modelReply(PLAIN_MODEL, body);
      kill(signal);
      return { hang: true };
    },
  });
  // The runner's temporary folder outlives each step.
  const temp = await mkdtemp(join(tmpdir(), 'runner-temp-'));
  const head = world.openPull(7, { 'prompts/support.md': HARMLESS });
  const step = { ...(await world.checkoutPull(7)), env: { RUNNER_TEMP: temp } };
  const listen: Pick<BundleRun, 'onOutput'> = {
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
    worktrees: () => new TestRepository(step.workspace).git('worktree', 'list').split('\n').length,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await rm(temp, { recursive: true, force: true });
    },
  };
}

describe('main', () => {
  it('that is killed leaves its status and temporary folders to post, and the next run works', async () => {
    await using struck = await createStruckWorld('SIGKILL');
    const { world, head } = struck;
    const killed = await struck.main();
    expect(killed.signal, killed.log).toBe('SIGKILL');
    expect(statusOf(world, head)?.state).toBe('pending');
    expect(struck.worktrees()).toBe(2);
    // The base's worktree, and the agent's own cache folder.
    expect(await struck.leftInTemp()).toHaveLength(2);

    const post = await struck.post(killed.state);
    expectEnd(post, 0);
    expect(statusOf(world, head)).toMatchObject({
      context: 'prompt-regression/support',
      state: 'error',
      description: 'The run ended before a decision; re-run it.',
    });
    expect(world.github.state.comments).toEqual([]);
    expect(struck.worktrees()).toBe(1);
    expect(await struck.leftInTemp()).toEqual([]);
    expect(new TestRepository(struck.step.workspace).git('status', '--porcelain')).toBe('');

    struck.goOn();
    const next = await struck.main();
    expectEnd(next, 0);
    expect(commentOf(world)).toContain('support');
    expect(statusOf(world, head)?.state).toBe('success');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'that gets %s says itself that nothing was decided',
    async (signal) => {
      await using struck = await createStruckWorld(signal);
      const { world, head } = struck;
      const run = await struck.main();
      expectEnd(run, 3, { decision: 'inconclusive', passed: 'false' });
      expectNoScore(world, run);
      expect(commentOf(world)).toContain('the run was cancelled');
      expect(statusOf(world, head)).toMatchObject({ state: 'error' });
      expect(statusOf(world, head)?.description).toContain('the run was cancelled');
      expect(struck.worktrees()).toBe(1);

      const before = world.github.requests.length;
      expect((await struck.post(run.state)).code).toBe(0);
      expect(world.github.requests.length).toBe(before);
    },
  );

  it('that was killed before it set anything leaves post nothing to do', async () => {
    await using world = await createWorld();
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    const checkout = await world.checkoutPull(7);
    const post = await world.run({ ...checkout, state: {} });
    expectEnd(post, 0);
    expect(world.github.requests).toEqual([]);
  });

  it('that is killed with several suites leaves no one pending', async () => {
    await using world = await createWorld({
      files: {
        'prompt-regression.yml': `${CONFIG}  - name: sales
    dataset: evals/cases.jsonl
    target: { prompt: prompts/support.md, model: agent-2 }
`,
      },
      reply: () => ({ hang: true }),
    });
    const head = world.openPull(7, { 'prompts/support.md': HARMLESS });
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
    expectEnd(post, 0);
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
  it('after a run that ended normally changes nothing and calls nothing', async () => {
    await using struck = await createStruckWorld('SIGKILL');
    const { world } = struck;
    struck.goOn();
    const run = await struck.main();
    expectEnd(run, 0);
    const before = JSON.stringify([world.github.state, world.github.requests]);
    const post = await struck.post(run.state);
    expect(post).toMatchObject({ code: 0, log: '', outputs: {} });
    expect(JSON.stringify([world.github.state, world.github.requests])).toBe(before);
  });
});
