import { expect, it } from 'vitest';
import type { ActionResult } from '../support/run-action.js';
import { expectEnd, statusOf } from './said.js';
import { CONFIG, createWorld, HARMLESS, type World } from './world.js';

const LABEL = 'run-evals';
const WAITING = { state: 'pending', description: 'add the label run-evals' };

/** A run on a pull request that has these labels. */
async function runPull(
  world: World,
  number: number,
  { labels = [], payload = {} }: { readonly labels?: readonly string[]; readonly payload?: object } = {},
): Promise<ActionResult> {
  const { workspace, event } = await world.checkoutPull(number);
  const { pull_request, ...rest } = event.payload as { readonly pull_request: object };
  const labelled = { ...pull_request, labels: labels.map((name) => ({ name })) };
  const changed = { ...event, payload: { ...rest, pull_request: labelled, ...payload } };
  return world.run({ workspace, event: changed });
}

const added = (name: string) => ({ action: 'labeled', label: { name }, sender: { login: 'ann' } });

it('a pull request is measured once it has the run label of the base', async () => {
  await using world = await createWorld({
    files: { 'prompt-regression.yml': `run-label: ${LABEL}\n${CONFIG}` },
  });
  // The pull request's own config file cannot start it.
  const head = world.openPull(7, {
    'prompts/support.md': HARMLESS,
    'prompt-regression.yml': CONFIG,
  });

  const opened = await runPull(world, 7, { payload: { action: 'opened' } });
  expectEnd(opened, 0);
  expect(opened.log).toContain('Nothing is measured until the pull request has the label "run-evals".');
  expect(statusOf(world, head)).toMatchObject(WAITING);

  // Neither another label nor a new title starts it, and the job is not red.
  expectEnd(await runPull(world, 7, { labels: ['bug'], payload: added('bug') }), 0);
  expectEnd(await runPull(world, 7, { payload: { action: 'edited', changes: { title: {} } } }), 0);
  expect(statusOf(world, head)).toMatchObject(WAITING);
  expect(world.openai.requests).toEqual([]);
  expect(world.github.state.comments).toEqual([]);

  const started = await runPull(world, 7, { labels: ['bug', LABEL], payload: added(LABEL) });
  expectEnd(started, 0, { decision: 'pass' });
  expect(statusOf(world, head)?.state).toBe('success');
  const asked = world.openai.requests.length;
  expect(asked).toBeGreaterThan(0);

  // Without the label, the same head keeps its decision, and a new one waits again.
  expectEnd(await runPull(world, 7), 0, { decision: 'pass' });
  expect(world.openai.requests.length).toBe(asked);
  const next = world.openPull(7, { 'prompts/support.md': 'You answer.\n' });
  expectEnd(await runPull(world, 7), 0);
  expect(statusOf(world, next)).toMatchObject(WAITING);
  world.github.assertNoViolations();
});

it('a run label holds up no pull request without a watched change, and no run by hand', async () => {
  await using world = await createWorld({
    files: { 'prompt-regression.yml': `run-label: ${LABEL}\n${CONFIG}` },
  });
  const docs = world.openPull(7, { 'README.md': 'Our agent.\n' });
  expectEnd(await runPull(world, 7), 0);
  expect(statusOf(world, docs)?.state).toBe('success');

  const head = world.openPull(8, { 'prompts/support.md': HARMLESS });
  expectEnd(await world.dispatch({ inputs: { 'pull-request': '8' } }), 0, { decision: 'pass' });
  expect(statusOf(world, head)?.state).toBe('success');
});
