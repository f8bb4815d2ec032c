import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFolder } from '../support/folder.js';
import { TestRepository } from '../support/git-repository.js';
import { isAlive } from '../support/is-alive.js';
import type { BundleRun } from '../support/run-action.js';
import { commentOf, expectEnd, statusOf } from './said.js';
import { CONFIG, createWorld, HARMLESS, modelReply, PLAIN_MODEL, type World } from './world.js';

/** On a busy machine too that is sooner than the first request alone would be given up, after thirty seconds. */
const MAX_MS = 25_000;
const FOR_EVER = () => new Promise<never>(() => {});

/** Runs the action until `moment` cancels it, and takes the time from there to its end. */
async function cancelAt(world: World, run: Omit<BundleRun, 'apiUrl'>, moment: (cancel: () => void) => void) {
  let cancelledAt = 0;
  let kill: (signal: NodeJS.Signals) => void = () => {};
  moment(() => {
    if (cancelledAt > 0) return;
    cancelledAt = performance.now();
    kill('SIGINT');
  });
  const result = await world.run({
    ...run,
    onOutput: (text, killer) => {
      kill = killer;
      run.onOutput?.(text, killer);
    },
  });
  expect(cancelledAt, result.log).toBeGreaterThan(0);
  expect(performance.now() - cancelledAt, result.log).toBeLessThan(MAX_MS);
  return result;
}

async function silentFromTheStart() {
  await using world = await createWorld();
  world.openPull(7, { 'prompts/support.md': HARMLESS });
  const run = await cancelAt(world, await world.checkoutPull(7), (cancel) => {
    world.github.before({}, () => {
      cancel();
      return FOR_EVER();
    });
  });
  expectEnd(run, 3);
  expect(run.summary).toContain('the run was cancelled');
}

async function silentWhenTold() {
  let strike: () => void = () => {};
  let hangs = false;
  await using world = await createWorld({
    reply(body) {
      hangs = true;
      strike();
      return modelReply(PLAIN_MODEL, body);
    },
  });
  world.openPull(7, { 'prompts/support.md': HARMLESS });
  world.github.before({}, () => (hangs ? FOR_EVER() : undefined));
  const run = await cancelAt(world, await world.checkoutPull(7), (cancel) => {
    strike = cancel;
  });
  expectEnd(run, 3, { decision: 'inconclusive' });
  expect(run.summary).toContain('the run was cancelled');
  expect(run.summary).not.toMatch(/mended/);
}

describe('a run that is cancelled ends within seconds and says so, although', () => {
  // Side by side, since both wait until nobody waits for GitHub any more.
  it('GitHub never answers, or stops answering at the end', async () => {
    await Promise.all([silentFromTheStart(), silentWhenTold()]);
  });

  it('the git server does not answer', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    // The bundle's checkout has one commit, so that the base has to be fetched.
    await using world = await createWorld({ bundle: true });
    const head = world.openPull(7, { 'prompts/support.md': HARMLESS });
    const step = await world.checkoutPull(7);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.git`;
    new TestRepository(step.workspace).git('remote', 'set-url', 'origin', url);
    const run = await cancelAt(world, step, (cancel) => server.on('request', cancel));
    expectEnd(run, 3, { decision: 'inconclusive' });
    expect(run.summary).toContain('the run was cancelled');
    expect(run.log).not.toContain('Unexpected');
    expect(statusOf(world, head)?.state ?? 'error').toBe('error');
  });

  it('its agent ignores that its input ends, and SIGTERM', async () => {
    const folder = createFolder();
    const pid = join(folder, 'pid');
    const agent = `
      process.on('SIGTERM', () => {});
      require('node:fs').writeFileSync(${JSON.stringify(pid)}, String(process.pid));
      process.stdin.resume();
      setInterval(() => {}, 1000);`;
    await using world = await createWorld({
      files: {
        'agent.cjs': agent,
        'prompt-regression.yml': CONFIG.replace(
          /target: .*/,
          'target: { command: [node, agent.cjs] }',
        ).replace('suites:', 'judge: { model: builtin }\nsuites:'),
      },
    });
    const head = world.openPull(7, { 'prompts/support.md': HARMLESS });
    const run = await cancelAt(world, await world.checkoutPull(7), (cancel) => {
      const timer = setInterval(async () => {
        if (await readFile(pid, 'utf8').catch(() => '')) cancel();
      }, 50);
      onTestFinished(() => clearInterval(timer));
    });
    expectEnd(run, 3, { decision: 'inconclusive' });
    expect(commentOf(world)).toContain('the run was cancelled');
    expect(statusOf(world, head)?.state).toBe('error');
    const agentPid = Number(await readFile(pid, 'utf8'));
    await expect.poll(() => isAlive(agentPid), { timeout: 60_000 }).toBe(false);
  });
});
