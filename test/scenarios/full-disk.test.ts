import { expect, it } from 'vitest';
import { expectEnd, statusOf } from './said.js';
import { CONFIG, createWorld } from './world.js';

/** A device on which every write ends with ENOSPC. */
const FULL = '/dev/full';

it('a full disk changes no decision, and the baseline is stored before anything is published', async () => {
  await using world = await createWorld();
  const run = await world.runPush({ env: { GITHUB_STEP_SUMMARY: FULL, GITHUB_OUTPUT: FULL } });
  expectEnd(run, 0);
  expect(run.log).toContain('::warning::Job summary not written: ENOSPC');
  expect(run.log).toContain('::warning::Outputs not written: ENOSPC');
  expect(statusOf(world, world.project.tip('main'))?.state).toBe('success');
  const writes = world.github.requests
    .filter(({ method }) => method !== 'GET')
    .map(({ operation }) => operation);
  expect(writes.lastIndexOf('git/create-ref')).toBeLessThan(writes.lastIndexOf('repos/create-commit-status'));
  expect(writes).toContain('git/create-ref');
});

/** Where nobody can make a folder. */
it('a base that cannot be checked out makes the run inconclusive, which no label can accept', async () => {
  const target = 'target: { prompt: prompts/support.md, model: agent-1 }';
  const config = `judge: { model: builtin }\n${CONFIG.replace(target, 'target: { command: [cat] }')}`;
  await using world = await createWorld({ files: { 'prompt-regression.yml': config } });
  const head = world.openPull(7, { 'prompts/support.md': 'You answer.\n' });
  const run = await world.runPull(7, { env: { RUNNER_TEMP: '/sys' } });
  expectEnd(run, 3, { decision: 'inconclusive' });
  expect(statusOf(world, head)?.description).toMatch(/^not evaluated: .*could not be checked out into/);
  expect(run.log).toContain('Re-run this job');
});
