import { expect, it } from 'vitest';
import { expectEnd, expectNotGreen, statusOf } from '../scenarios/said.js';
import { createWorld, PETS, REPOSITORY } from '../scenarios/world.js';

// The others are refused as early: test/checkout/event.test.ts.
it('pull_request_target, with the head checked out beside the secrets, evaluates nothing and is told what to use', async () => {
  await using world = await createWorld();
  world.openPull(7, { 'prompts/support.md': PETS });
  const { event, workspace } = await world.checkoutPull(7, { checkout: 'head' });
  const main = world.project.tip('main');
  const name = 'pull_request_target';
  const run = await world.run({
    event: { ...event, name, sha: main, ref: 'refs/heads/main' },
    workspace,
  });
  expectNotGreen(world, run);
  expectEnd(run, 2);
  expect(run.log).toMatch(/^::error::.*`pull_request_target`.*Use `pull_request`/m);
  expect(world.openai.requests).toEqual([]);
  expect(world.github.requests).toEqual([]);
});

it('a stacked pull request that is turned to another branch is decided anew against that one, and accepted no more', async () => {
  await using world = await createWorld();
  world.project.commit('below', { 'prompts/support.md': PETS }, [world.project.tip('main')]);
  const files = { 'prompts/support.md': PETS, 'README.md': 'Nothing of note.\n' };
  const head = world.openPull(7, files);
  const label = 'prompt-regression-accepted';
  world.github.setPull({ number: 7, labels: [label] });
  const payload = (action: string, ref: string, more: object = {}) => ({
    action,
    pull_request: {
      number: 7,
      head: { sha: head, repo: { full_name: REPOSITORY } },
      base: { ref, repo: { full_name: REPOSITORY } },
      labels: [{ name: label }],
    },
    ...more,
  });
  const onto = async (base: string, given: object) => {
    const merge = world.project.mergeRef(7, head, files, base);
    const event = { name: 'pull_request', sha: merge, ref: 'refs/pull/7/merge', payload: given };
    return world.run({ event, workspace: await world.project.checkout(merge) });
  };
  world.github.setPull({ number: 7, baseRef: 'below' });
  expectEnd(await onto('below', payload('opened', 'below')), 0);
  expect(statusOf(world, head)?.state).toBe('success');
  world.github.setPull({ number: 7, baseRef: 'main' });
  // With no run of the turn: any label asks how the head stands, and against the new branch nobody knows.
  expectEnd(
    await onto('main', payload('labeled', 'main', { label: { name: 'docs' }, sender: { login: 'ann' } })),
    3,
  );
  const turned = payload('edited', 'main', { changes: { base: { ref: { from: 'below' } } } });
  expectEnd(await onto('main', turned), 1, { decision: 'fail', 'baseline-score': '1.00', score: '0.50' });
  expect(statusOf(world, head)?.state).toBe('failure');
  expect(world.github.state.pulls.get(7)?.labels).toEqual([]);
});
