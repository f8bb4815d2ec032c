import { describe, expect, it } from 'vitest';
import { commentOf, expectEnd, expectNotGreen, statusOf } from '../scenarios/said.js';
import { createWorld, HARMLESS, modelReply, PETS, PLAIN_MODEL, type World } from '../scenarios/world.js';

/** The event of one commit on the files of another. */
async function runOn(world: World, sha: string) {
  const { event } = await world.checkoutPull(7);
  return world.run({ event, workspace: await world.project.checkout(sha) });
}

describe('a checkout that is not what the result is shown on', () => {
  it.each(['the base branch', 'another pull request, which is harmless', 'a merge of another one'])(
    '%s says nothing of the head',
    async (which) => {
      await using world = await createWorld();
      const head = world.openPull(7, { 'prompts/support.md': PETS });
      const other = world.openPull(8, { 'prompts/support.md': HARMLESS });
      const commits = {
        'the base branch': world.project.tip('main'),
        'another pull request, which is harmless': other,
        'a merge of another one': (await world.checkoutPull(8)).event.sha,
      };
      const run = await runOn(world, commits[which as keyof typeof commits]);
      expectNotGreen(world, run);
      expectEnd(run, 2);
      expect(run.log).toContain(`neither the head ${head.slice(0, 7)} of pull request 7 nor its merge`);
      expect(statusOf(world, head)?.state).toBe('error');
      expect(world.openai.requests).toEqual([]);
    },
  );

  it('in a merge group, or on the branch of a pull request, it is refused too', async () => {
    await using world = await createWorld();
    const head = world.openPull(7, { 'prompts/support.md': PETS });
    const base = world.project.tip('main');
    const repository = { full_name: 'acme/agents', default_branch: 'main' };
    const at = { sha: head, ref: 'refs/heads/pull-7' };
    const events = [
      {
        name: 'merge_group',
        ...at,
        payload: { merge_group: { base_sha: base, head_sha: head }, repository },
      },
      { name: 'workflow_dispatch', ...at, payload: { repository } },
    ];
    for (const event of events) {
      const run = await world.run({ event, workspace: await world.project.checkout(base) });
      expectNotGreen(world, run);
      expectEnd(run, 2);
    }
  });
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
