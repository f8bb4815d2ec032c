import { describe, expect, it } from 'vitest';
import { expectEnd, statusOf } from '../scenarios/said.js';
import { CONFIG, createWorld, PETS, type World } from '../scenarios/world.js';

const SOFT = CONFIG.replace('threshold: 0.6', 'fail-on: []');
const WORSE = { 'prompts/support.md': PETS };

/** An old branch, from when nothing blocked. Its pull request is red under today's gate. */
async function createOldBranch(into = 'main') {
  const world = await createWorld({ files: { 'prompt-regression.yml': SOFT } });
  const head = world.openPull(7, WORSE);
  world.commitToMain({ 'prompt-regression.yml': CONFIG });
  if (into === 'main') expectEnd(await world.runPull(7), 1, { decision: 'fail' });
  else {
    world.project.commit(into, { 'CHANGES.md': 'Two.\n' }, [world.project.tip('main')]);
    world.github.setPull({ number: 7, baseRef: into });
    expectEnd(await world.dispatch({ inputs: { 'pull-request': '7' } }), 1, { decision: 'fail' });
  }
  expect(statusOf(world, head)).toMatchObject({ state: 'failure' });
  return { world, head };
}

const last = ({ github: { state } }: World) => state.statuses.length;

describe('a run by hand on an old branch, without a number,', () => {
  it.each([
    ['shows the decision on its pull request', {}],
    ['measures its pull request again, under the newest gate', { 'force-run': 'true' }],
  ])('%s', async (_, inputs) => {
    const { world, head } = await createOldBranch();
    await using _end = world;
    const run = await world.dispatch({ branch: 'pull-7', inputs });
    expectEnd(run, 1, { decision: 'fail' });
    expect(run.log).toContain('This is a run of pull request 7.');
    expect(statusOf(world, head)).toMatchObject({ state: 'failure' });
    expect(world.github.state.statuses.map(({ state }) => state)).not.toContain('success');
  });

  it('leaves the status of a pull request into another branch, and is not green', async () => {
    const { world, head } = await createOldBranch('release');
    await using _end = world;
    const before = last(world);
    const run = await world.dispatch({ branch: 'pull-7' });
    expectEnd(run, 3, { passed: 'false' });
    expect(run.log).toMatch(/No success is set: the run of pull request 7 has set it to failure/);
    expect(run.summary).toContain('the run of pull request 7 has set it to failure');
    expect(last(world)).toBe(before);
    expect(statusOf(world, head)).toMatchObject({ state: 'failure' });
  });

  it('leaves it too where the token may not see pull requests, and while it is pending', async () => {
    const { world, head } = await createOldBranch();
    await using _end = world;
    world.github.state.forbidden.add('pull-requests');
    const before = last(world);
    expectEnd(await world.dispatch({ branch: 'pull-7' }), 3);
    expect(last(world)).toBe(before);
    // As the pull request's own run has set it at its start.
    const pending = world.github.state.statuses.find(({ state }) => state === 'pending');
    if (pending === undefined) throw new Error('no pending status');
    world.github.state.statuses.push(pending);
    expectEnd(await world.dispatch({ branch: 'pull-7' }), 3);
    expect(statusOf(world, head)).toMatchObject({ state: 'pending' });
  });

  it("is not the run of a fork's pull request that claims its head", async () => {
    await using world = await createWorld();
    const sha = world.project.commit('change', { 'README.md': 'Better.\n' }, [world.project.tip('main')]);
    world.github.setPull({ number: 9, headSha: sha, headRepository: 'stranger/agents' });
    const run = await world.dispatch({ branch: 'change' });
    expectEnd(run, 0);
    expect(run.log).not.toContain('This is a run of pull request');
  });

  it('of a branch without a pull request sets its status as ever', async () => {
    await using world = await createWorld();
    const sha = world.project.commit('change', WORSE, [world.project.tip('main')]);
    expectEnd(await world.dispatch({ branch: 'change' }), 1);
    expect(statusOf(world, sha)).toMatchObject({ state: 'failure' });
  });
});

describe('what a pull request decided stays', () => {
  it('after a push to its branch', async () => {
    const { world, head } = await createOldBranch();
    await using _end = world;
    const before = last(world);
    const run = await world.runPush({ branch: 'pull-7' });
    expect(run.code, run.log).not.toBe(0);
    expect(last(world)).toBe(before);
    expect(statusOf(world, head)).toMatchObject({ state: 'failure' });
  });

  it('after a push to the default branch, whose tip is the head of a pull request into another one', async () => {
    await using world = await createWorld();
    world.project.commit('release', { 'CHANGES.md': 'Two.\n' }, [world.project.tip('main')]);
    const tip = world.commitToMain({ ...WORSE, 'prompt-regression.yml': SOFT });
    world.github.setPull({ number: 7, headSha: tip, headRef: 'main', baseRef: 'release' });
    expectEnd(await world.dispatch({ inputs: { 'pull-request': '7' } }), 1, { decision: 'fail' });
    const before = last(world);
    for (const run of [await world.runPush(), await world.dispatch()]) {
      expectEnd(run, 0);
      expect(run.log).toMatch(/Status \S+ not written: the run of pull request 7 has set it to failure/);
    }
    expect(last(world)).toBe(before);
    expect(statusOf(world, tip)).toMatchObject({ state: 'failure' });
  });

  it('after an old run of it is started again, which has the old base', async () => {
    await using world = await createWorld({ files: { 'prompt-regression.yml': SOFT } });
    const head = world.openPull(7, WORSE);
    const old = await world.checkoutPull(7);
    const first = { ...old, env: { GITHUB_RUN_ID: '1001' } };
    expectEnd(await world.run(first), 0);
    world.commitToMain({ 'prompt-regression.yml': CONFIG });
    expectEnd(await world.runPull(7, { env: { GITHUB_RUN_ID: '1002' } }), 1, { decision: 'fail' });
    const before = last(world);
    const again = await world.run({ ...first, attempt: 2, inputs: { 'force-run': 'true' } });
    expectEnd(again, 3, { passed: 'false' });
    expect(again.log).toMatch(/No success is set: the run of pull request 7 has set it to failure/);
    expect(last(world)).toBe(before);
    expect(statusOf(world, head)).toMatchObject({ state: 'failure' });
    // The newest run may be started again.
    expectEnd(await world.runPull(7, { env: { GITHUB_RUN_ID: '1002' } }), 1);
    expect(last(world)).toBeGreaterThan(before);
  });
});
