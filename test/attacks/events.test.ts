import { describe, expect, it } from 'vitest';
import { expectEnd, expectNotGreen, statusOf } from '../scenarios/said.js';
import { CONFIG, createWorld, PETS } from '../scenarios/world.js';

describe('a workflow that is set off by another event', () => {
  it.each([
    ['pull_request_target', 'with the default checkout, of the base', 'base', /use `pull_request`/],
    ['pull_request_target', 'with the head checked out, beside the secrets', 'head', /use `pull_request`/],
    ['issue_comment', 'with the default checkout', 'base', /use `workflow_dispatch`/],
    ['pull_request_review', 'with the head checked out', 'head', /use `pull_request`/],
    ['workflow_run', 'with the default checkout', 'base', /use `pull_request`/],
    ['repository_dispatch', 'with the default checkout', 'base', /use `workflow_dispatch`/],
    ['an_event_of_tomorrow', 'with the head checked out', 'head', /use `pull_request`/],
  ])('%s, %s, evaluates nothing and is told what to use instead', async (name, _, side, remedy) => {
    await using world = await createWorld();
    world.openPull(7, { 'prompts/support.md': PETS });
    const { event, workspace } = await world.checkoutPull(7, { checkout: 'head' });
    const main = world.project.tip('main');
    const run = await world.run({
      event: { ...event, name, sha: main, ref: 'refs/heads/main' },
      workspace: side === 'head' ? workspace : await world.project.checkout(main),
    });
    expectNotGreen(world, run);
    expectEnd(run, 2);
    expect(run.log).toMatch(new RegExp(`^::error::.*\`${name}\``, 'm'));
    expect(run.log).toMatch(remedy);
    expect(world.openai.requests).toEqual([]);
    expect(world.github.requests).toEqual([]);
  });

  it('of a pull request that was closed, evaluates nothing', async () => {
    await using world = await createWorld();
    world.openPull(7, { 'prompts/support.md': PETS });
    const { event } = await world.checkoutPull(7, { payload: { action: 'closed' } });
    // The default checkout of a merged one stands on the base.
    const workspace = await world.project.checkout(world.project.tip('main'));
    const run = await world.run({ event, workspace });
    expectNotGreen(world, run);
    expectEnd(run, 2);
    expect(run.log).toMatch(/^::error::.*`closed`/m);
    expect(world.openai.requests).toEqual([]);
  });
});

it('a push to the branch of a pull request is held against the base branch, not against the push before', async () => {
  await using world = await createWorld();
  world.openPull(7, { 'prompts/support.md': PETS, 'prompt-regression.yml': CONFIG.replace('0.6', '0.1') });
  const head = world.openPull(7, { 'README.md': 'Nothing of note.\n' });
  const run = await world.runPush({ branch: 'pull-7' });
  expectNotGreen(world, run);
  expectEnd(run, 1, { decision: 'fail', 'baseline-score': '1.00', score: '0.50' });
  expect(statusOf(world, head)?.state).toBe('failure');
});
