import { expect, it } from 'vitest';
import { commentOf, expectEnd, expectNotGreen, statusOf } from '../scenarios/said.js';
import { createWorld, HARMLESS, modelReply, PETS, PLAIN_MODEL } from '../scenarios/world.js';

it('a checkout that is not what the result is shown on says nothing of the head', async () => {
  await using world = await createWorld();
  const head = world.openPull(7, { 'prompts/support.md': PETS });
  const other = world.openPull(8, { 'prompts/support.md': HARMLESS });
  const base = world.project.tip('main');
  const { event } = await world.checkoutPull(7);
  const repository = { full_name: 'acme/agents', default_branch: 'main' };
  const at = { sha: head, ref: 'refs/heads/pull-7' };
  // By hand, the head of a pull request is measured in a checkout of its own.
  const alone = world.project.commit('alone', { 'prompts/support.md': PETS }, [base]);
  const byHand = { sha: alone, ref: 'refs/heads/alone', payload: { repository } };
  const group = { merge_group: { base_sha: base, head_sha: head }, repository };
  const wrong = [
    [event, base, head],
    [event, other, head],
    [event, (await world.checkoutPull(8)).event.sha, head],
    [{ name: 'merge_group', ...at, payload: group }, base, head],
    [{ name: 'workflow_dispatch', ...byHand }, base, alone],
  ] as const;
  for (const [given, commit, shown] of wrong) {
    const run = await world.run({ event: given, workspace: await world.project.checkout(commit) });
    expectNotGreen(world, run);
    expectEnd(run, 2);
    expect(run.log).toContain(shown.slice(0, 7));
    expect(statusOf(world, shown)?.state).toBe('error');
  }
  expect(world.openai.requests).toEqual([]);
});

it('a head that is pushed over meanwhile gets neither the status nor the comment of the one before', async () => {
  let pushOver: (() => void) | null = null;
  await using world = await createWorld({
    reply(body) {
      pushOver?.();
      pushOver = null;
      return modelReply(PLAIN_MODEL, body);
    },
  });
  const harmless = world.openPull(7, { 'prompts/support.md': HARMLESS });
  const { workspace, event } = await world.checkoutPull(7);
  // Forced: the new head does not follow the old one.
  const forced = world.project.commit('pull-7', { 'prompts/support.md': PETS }, [world.project.tip('main')]);
  pushOver = () => {
    const pull = { number: 7, headSha: forced, headRef: 'pull-7', baseRef: 'main' };
    world.github.setPull({ ...pull, headRepository: 'acme/agents' });
  };
  const run = await world.run({ workspace, event });
  expect(pushOver).toBeNull();
  expectEnd(run, 0, { decision: 'pass' });
  expect(statusOf(world, harmless)?.state).toBe('success');
  expect(statusOf(world, forced)).toBeUndefined();
  expect(world.github.state.comments).toEqual([]);
  expect(run.log).toContain(`has moved on to ${forced.slice(0, 7)}`);

  // The run of the new head decides for itself.
  const { event: next } = await world.checkoutPull(7, {
    payload: {
      pull_request: {
        number: 7,
        head: { sha: forced, repo: { full_name: 'acme/agents' } },
        base: { ref: 'main', repo: { full_name: 'acme/agents' } },
      },
    },
  });
  const second = await world.run({ event: next, workspace: await world.project.checkout(forced) });
  expectEnd(second, 1, { decision: 'fail' });
  expect(statusOf(world, forced)?.state).toBe('failure');
  expect(commentOf(world)).toContain('our cat sends her love');
});
