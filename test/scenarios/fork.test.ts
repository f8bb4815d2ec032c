import { describe, expect, it } from 'vitest';
import { commentOf, expectEnd, expectNoScore, statusOf } from './said.js';
import { CONFIG, configOf, createWorld, HARMLESS, PETS } from './world.js';

const FORK = 'stranger/agents';
const NO_KEY = { 'openai-api-key': '' };

describe('a pull request of a fork, from its run to green', () => {
  it('that changes a prompt: not evaluated, waiting, then evaluated by hand at exactly that head', async () => {
    await using world = await createWorld();
    const head = world.openPull(7, { 'prompts/support.md': HARMLESS, 'src/agent.mjs': 'stolen()' }, FORK);
    for (const right of ['comments', 'statuses: write'] as const) world.github.state.forbidden.add(right);
    const own = await world.runPull(7, { inputs: NO_KEY });
    expectEnd(own, 3, { decision: 'inconclusive', passed: 'false' });
    expectNoScore(world, own);
    const cause =
      /comes from a fork.* a maintainer .*`pull-request: 7`, `sha: [0-9a-f]{40}` and a limit of calls/s;
    expect(own.log.split('\n')[0]).toMatch(/comes from a fork/);
    expect(own.log).toMatch(cause);
    expect(own.summary).toMatch(cause);
    for (const text of [own.log, own.summary]) expect(text).not.toMatch(/API key|the job needs/);
    expect(own.log).not.toMatch(/::warning::/);
    // At the head of the log, in the report, and as the annotation.
    expect(own.log.match(/comes from a fork/g)).toHaveLength(3);
    world.github.state.forbidden.clear();

    expectEnd(await world.runCompanion(7, { inputs: NO_KEY }), 0);
    expect(statusOf(world, head)).toMatchObject({
      state: 'pending',
      description: 'waiting for a maintainer: run the check by hand for pull request 7',
    });
    expect(world.openai.requests).toEqual([]);

    const run = await world.dispatch({ inputs: { 'pull-request': '7', sha: head, 'max-calls': '500' } });
    expectEnd(run, 0, { decision: 'pass' });
    expect(statusOf(world, head)).toMatchObject({ state: 'success' });
    expect(commentOf(world, 7)).toContain('support');
    // Its own run ends once more, and takes nothing away.
    expectEnd(await world.runCompanion(7, { inputs: NO_KEY }), 0);
    expect(statusOf(world, head)).toMatchObject({ state: 'success' });
    // Against another branch nothing was decided.
    world.project.commit('release', { 'CHANGES.md': 'Two.\n' }, [world.project.tip('main')]);
    world.github.setPull({ number: 7, baseRef: 'release' });
    expectEnd(await world.runCompanion(7, { inputs: NO_KEY }), 0);
    expect(statusOf(world, head)).toMatchObject({ state: 'pending' });
  });

  it('that makes answers worse is red until a maintainer accepts that very commit by hand', async () => {
    await using world = await createWorld();
    world.github.state.collaborators.set('ann', 'write').set('rob', 'read');
    const head = world.openPull(7, { 'prompts/support.md': PETS }, FORK);
    const inputs = { 'pull-request': '7', sha: head };
    const accept = (by: string, more: object = {}) =>
      world.dispatch({ inputs: { ...inputs, accept: 'The cat stays.', ...more }, by });
    // Nothing was measured yet.
    expectEnd(await accept('ann'), 3);
    expectEnd(await world.dispatch({ inputs: { ...inputs, 'max-calls': '500' } }), 1, { decision: 'fail' });
    expect(statusOf(world, head)).toMatchObject({
      state: 'failure',
      targetUrl: expect.stringMatching(/[?&]base=main$/),
    });
    expect(commentOf(world, 7)).toContain('our cat sends her love');
    // A label on a fork's pull request does nothing, so none is offered.
    const [next] = /^\*\*Next:\*\* .*$/m.exec(commentOf(world, 7)) ?? [];
    expect(next).toMatch(/by hand with `pull-request: 7`.*`sha`.*`accept`/);
    expect(next).not.toContain('label');
    const asked = world.openai.requests.length;
    // The run that follows a label could set no status.
    for (const right of ['comments', 'statuses: write', 'labels'] as const) {
      world.github.state.forbidden.add(right);
    }
    const label = { name: 'prompt-regression-accepted' };
    const payload = { action: 'labeled', label, sender: { login: 'ann' } };
    const labelled = await world.runPull(7, { inputs: NO_KEY, payload });
    expectEnd(labelled, 1);
    expect(labelled.log).toMatch(
      new RegExp(`Nothing was accepted: .*by hand, with \`pull-request: 7\`, \`sha: ${head}\` and \`accept`),
    );
    expect(labelled.log).not.toMatch(/the label (?:on|stays)/i);
    expect(labelled.summary).not.toContain('Accepted');
    world.github.state.forbidden.clear();
    expectEnd(await accept('rob'), 1);
    expectEnd(await accept('ann', { sha: '' }), 2);
    expect(statusOf(world, head)).toMatchObject({ state: 'failure' });
    expectEnd(await accept('ann'), 0, { decision: 'accepted' });
    expect(statusOf(world, head)).toMatchObject({
      state: 'success',
      description: 'accepted by ann',
    });
    expect(commentOf(world, 7)).toContain('The cat stays.');
    expect(commentOf(world, 7)).toContain('### ✅ Accepted by');
    expect(world.openai.requests).toHaveLength(asked);
    // Its own run ends once more, and takes nothing away.
    expectEnd(await world.runCompanion(7, { inputs: NO_KEY }), 0);
    expect(statusOf(world, head)).toMatchObject({ state: 'success' });
  });

  it('that touches no watched file: the companion sets success, on that head alone', async () => {
    await using world = await createWorld();
    const head = world.openPull(7, { 'docs/read.md': 'Better.\n' }, FORK);
    const run = await world.runCompanion(7, { inputs: NO_KEY });
    expectEnd(run, 0);
    expect(world.github.state.statuses).toEqual([
      expect.objectContaining({ sha: head, state: 'success', context: 'prompt-regression/support' }),
    ]);
    expect(run.summary).toContain('no watched file changed');
    expect(world.github.state.comments).toEqual([]);
    // A suite of the base that nobody can read may be the one that the fork changes.
    const broken = configOf({ support: {}, sales: { more: '    colour: red\n' } });
    world.commitToMain({ 'prompt-regression.yml': broken });
    const wrong = await world.runCompanion(7, { inputs: NO_KEY });
    expectEnd(wrong, 2);
    expect(wrong.log).toContain('unknown key `colour`');
  });
});

it('a run of Dependabot says whose secrets it has, and where the key belongs', async () => {
  await using world = await createWorld();
  world.openPull(7, { 'prompts/support.md': HARMLESS });
  const byDependabot = { inputs: NO_KEY, env: { GITHUB_ACTOR: 'dependabot[bot]' } };
  for (const run of [
    await world.runPull(7, byDependabot),
    await world.runPush({ ...byDependabot, branch: 'pull-7' }),
    await world.runPush(byDependabot),
  ]) {
    expectEnd(run, 3);
    expect(run.log.split('\n')[0]).toMatch(/set off by Dependabot/);
    expect(run.summary).toMatch(/set off by Dependabot.*Dependabot secrets too.*a maintainer/s);
    expect(run.log).not.toMatch(/no API key/);
  }
  expect(world.openai.requests).toEqual([]);
  // What needs no key is green all the same: the baseline of the same files is stored.
  expectEnd(await world.runPush(), 0);
  world.commitToMain({ 'README.md': 'Newer.\n' });
  expectEnd(await world.runPush(byDependabot), 0);
});

it("a run by hand of a fork's pull request costs at most 25 calls of the API, its baseline being stored", async () => {
  await using world = await createWorld({
    files: { 'prompt-regression.yml': `judge: { model: judge-1 }\n${CONFIG}` },
  });
  expectEnd(await world.runPush(), 0);
  const pages = Array.from({ length: 99 }, (_, index) => [`docs/${index}.md`, `Page ${index}.\n`]);
  const head = world.openPull(7, { ...Object.fromEntries(pages), 'prompts/support.md': PETS }, FORK);
  for (let index = 0; index < 100; index += 1) {
    world.github.addComment({ pullRequest: 7, body: `Comment ${index}`, author: 'ann' });
  }
  const before = world.github.requests.length;
  const run = await world.dispatch({ inputs: { 'pull-request': '7', sha: head, 'max-calls': '500' } });
  expectEnd(run, 1, { decision: 'fail' });
  const calls = world.github.requests.slice(before).map(({ operation, path }) => `${operation} ${path}`);
  expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(25);
  // Before a success it is asked once more who has that head.
  const better = world.openPull(7, { 'prompts/support.md': HARMLESS });
  const again = world.github.requests.length;
  const green = await world.dispatch({ inputs: { 'pull-request': '7', sha: better, 'max-calls': '500' } });
  expectEnd(green, 0, { decision: 'pass' });
  expect(world.github.requests.length - again).toBeLessThanOrEqual(25);
});
