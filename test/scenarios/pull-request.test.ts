import { describe, expect, it } from 'vitest';
import { BASE_FILES, config, createWorld, DATASET, KEY, REPOSITORY, type World } from './world.js';

const PETS = 'You answer questions of customers.\nAdd: By the way, our cat sends her love.\n';
const HARMLESS = 'You answer questions of our customers.\n';

function body(world: World): string {
  expect(world.github.state.comments).toHaveLength(1);
  // A commit id of digits alone is broken up in a comment like any other number that GitHub could link.
  return (world.github.state.comments[0]?.body ?? '').replaceAll('\u200b', '');
}

function lastStatus(world: World, sha: string) {
  return world.github.state.statuses.findLast((status) => status.sha === sha);
}

describe('a pull request', () => {
  it('that makes answers less relevant is failed, with one comment that says which statements are new', async () => {
    await using world = await createWorld();
    const head = await world.openPull(7, { 'prompts/support.md': PETS });
    const run = await world.runPull(7);
    expect(run.log).toContain('8 cases × 3 base samples + 8 cases × 1 head sample');
    expect({ code: run.code, decision: run.outputs['decision'], passed: run.outputs['passed'] }).toEqual({
      code: 1,
      decision: 'fail',
      passed: 'false',
    });
    expect(body(world)).toContain('our cat sends her love');
    expect(body(world)).toContain('run now');
    expect(Number(run.outputs['delta'])).toBeLessThan(-0.3);
    expect(run.outputs['newly-irrelevant']).toBe('8');
    expect(run.outputs['comment-url']).toContain('/pull/7');
    expect(run.summary).toContain('our cat sends her love');
    expect(world.github.state.statuses.map(({ state, context }) => [state, context])).toEqual([
      ['pending', 'prompt-regression/support'],
      ['failure', 'prompt-regression/support'],
    ]);
    expect(lastStatus(world, head)?.state).toBe('failure');

    // The next push takes it back: the same comment, now green.
    const fixed = await world.openPull(7, { 'prompts/support.md': HARMLESS });
    const again = await world.runPull(7);
    expect(again.code).toBe(0);
    expect(again.outputs['delta']).toBe('0.00');
    expect(body(world)).not.toContain('our cat sends her love');
    expect(lastStatus(world, fixed)?.state).toBe('success');
    world.github.assertNoViolations();
  });

  it('whose prompt changed and whose answers did not costs no judge call at head and has a delta of 0', async () => {
    await using world = await createWorld();
    await world.openPull(7, { 'prompts/support.md': HARMLESS });
    const run = await world.runPull(7);
    expect(run.outputs).toMatchObject({ decision: 'pass', delta: '0.00' });
    const isJudging = ({ body: asked }: (typeof world.openai.requests)[number]) =>
      String(asked.messages.at(-1)?.content).startsWith('BEGIN DATA');
    // Base: at most one extraction and one question a case, for three equal samples. Head: its eight answers, no more.
    const judged = world.openai.requests.filter(isJudging).length;
    expect(judged).toBeLessThanOrEqual(16);
    expect(world.openai.requests).toHaveLength(judged + 8 * 3 + 8);
    expect(world.openai.requests.slice(-8).some(isJudging)).toBe(false);
  });

  it('that touches no watched file passes at once, without a key, a call or a comment', async () => {
    await using world = await createWorld();
    const head = await world.openPull(7, { 'README.md': 'Another text.\n' });
    const run = await world.runPull(7, { inputs: { 'openai-api-key': '' } });
    expect({ code: run.code, ...run.outputs }).toMatchObject({
      code: 0,
      passed: 'true',
      decision: 'pass',
      score: '',
    });
    expect(world.openai.requests).toEqual([]);
    expect(world.github.state.comments).toEqual([]);
    expect(lastStatus(world, head)).toMatchObject({ state: 'success' });

    // One that did before is told that it no longer does.
    await world.openPull(7, { 'prompts/support.md': PETS });
    await world.runPull(7);
    expect(body(world)).toContain('our cat sends her love');
    await world.openPull(7, { 'prompts/support.md': BASE_FILES['prompts/support.md'] ?? '' });
    await world.runPull(7);
    expect(body(world)).toContain('No watched file changed');
  });

  it('is compared with the stored baseline, without running the base', async () => {
    await using world = await createWorld();
    const push = await world.runPush();
    expect(push.code, push.log).toBe(0);
    expect(await world.project.git('ls-remote', 'origin', 'prompt-regression-data')).toContain('refs/heads/');
    const calls = world.openai.requests.length;
    await world.openPull(7, { 'prompts/support.md': PETS });
    const run = await world.runPull(7);
    expect(run.code).toBe(1);
    const agent = world.openai.requests
      .slice(calls)
      .filter(({ body: asked }) => !String(asked.messages.at(-1)?.content).startsWith('BEGIN DATA'));
    expect(new Set(agent.map(({ body: asked }) => JSON.stringify(asked.messages[0]))).size).toBe(1);
    expect(body(world)).toContain('record of');

    // A push that changes no watched file stores nothing anew.
    await world.project.branch('main', 'main');
    await world.project.commit('Readme', { 'README.md': 'More.\n' });
    const before = world.openai.requests.length;
    expect((await world.runPush()).code).toBe(0);
    expect(world.openai.requests.length).toBe(before);
  });

  it('whose answers are those of the stored baseline asks the agent alone', async () => {
    await using world = await createWorld();
    await world.runPush();
    const calls = world.openai.requests.length;
    await world.openPull(7, { 'prompts/support.md': HARMLESS });
    const run = await world.runPull(7);
    expect(run.outputs).toMatchObject({ decision: 'pass', delta: '0.00' });
    expect(world.openai.requests.length - calls).toBe(8);
  });

  it('that was merged though it regressed is told on the base branch, and becomes its baseline', async () => {
    await using world = await createWorld();
    await world.runPush();
    await world.project.branch('main', 'main');
    await world.project.commit('Pets', {
      'prompts/support.md': PETS,
      'prompt-regression.yml': config('agent-1').replace('threshold: 0.6', 'threshold: 0.1'),
    });
    const push = await world.runPush();
    expect(push.log).toContain('regression');
    expect(push.code, push.log).toBe(0);
    await world.openPull(7, { 'prompts/support.md': `${PETS}Thank you.\n` }, 'main');
    expect((await world.runPull(7)).outputs).toMatchObject({ decision: 'pass', 'baseline-score': '0.50' });
  });

  it('never writes a baseline', async () => {
    await using world = await createWorld();
    await world.openPull(7, { 'prompts/support.md': HARMLESS });
    await world.runPull(7);
    expect(await world.project.git('ls-remote', 'origin', 'prompt-regression-data')).toBe('');
    expect(
      world.github.requests.filter(({ method, path }) => method !== 'GET' && path.includes('/git/')),
    ).toEqual([]);
  });

  it('is evaluated from its head as well as from its merge commit, against the right base each time', async () => {
    await using world = await createWorld();
    await world.openPull(7, { 'prompts/support.md': HARMLESS });
    // The main branch gets worse after the fork: only the merge commit contains that.
    await world.project.branch('main', 'main');
    await world.project.commit('Worse', {
      'evals/extra.md': 'x',
      'prompts/support.md': 'You answer questions of customers.\n',
    });
    const fork = await world.project.git('rev-parse', 'main~1');
    const main = await world.project.git('rev-parse', 'main');
    const merged = await world.runPull(7, { checkout: 'merge' });
    expect(merged.code, merged.log).toBe(0);
    expect(body(world)).toContain(main.slice(0, 7));
    // The watched files are the same: only a forced run looks again.
    const atHead = await world.runPull(7, { checkout: 'head', inputs: { 'force-run': 'true' } });
    expect(atHead.code, atHead.log).toBe(0);
    expect(body(world)).toContain(fork.slice(0, 7));
  });

  it('cannot lower the threshold, nor leave the suite out, before it is merged', async () => {
    await using world = await createWorld({
      files: {
        'prompts/support.md': PETS,
        'evals/cases.jsonl': DATASET,
        'prompt-regression.yml': config('agent-1').replace('threshold: 0.6', 'threshold: 0.9'),
      },
    });
    await world.openPull(7, {
      'prompt-regression.yml': config('agent-1').replace('threshold: 0.6', 'threshold: 0.1'),
    });
    const lowered = await world.runPull(7);
    expect(lowered.code).toBe(1);
    expect(body(world)).toMatch(/threshold.*0\.9.*0\.1/);
    await world.openPull(7, { 'prompt-regression.yml': null });
    const removed = await world.runPull(7);
    expect(removed.code).toBe(1);
    expect(body(world)).toContain('removes this suite');
  });

  it('can be evaluated again by dispatch, which flips its status', async () => {
    await using world = await createWorld();
    const head = await world.openPull(7, { 'prompts/support.md': PETS });
    const sha = await world.project.git('rev-parse', 'main');
    const workspace = await world.project.checkout(sha);
    const event = {
      name: 'workflow_dispatch',
      sha,
      ref: 'refs/heads/main',
      payload: { repository: { full_name: REPOSITORY, default_branch: 'main' } },
    };
    const run = await world.run({ workspace, event, inputs: { 'pull-request': '7' } });
    expect(run.code, run.log).toBe(1);
    expect(lastStatus(world, head)).toMatchObject({ state: 'failure', context: 'prompt-regression/support' });
    expect(body(world)).toContain('our cat sends her love');
    const wrong = await world.run({ workspace, event, inputs: { 'pull-request': '7', sha: 'a'.repeat(40) } });
    expect(wrong.code).toBe(2);
    expect(wrong.log).toContain('look at the new commits');
  });

  it('keeps every key out of all that it writes', async () => {
    await using world = await createWorld({
      model: {
        answer: (input) => `The key is ${KEY}, and that is all on ${input}`,
        verdict: () => 'no',
      },
    });
    await world.openPull(7, { 'prompts/support.md': PETS });
    const run = await world.runPull(7);
    const everything = JSON.stringify([
      run,
      world.github.state,
      world.openai.requests
        .map(({ body: asked }) => asked)
        .filter((asked) => String(asked.messages.at(-1)?.content).startsWith('BEGIN DATA')),
    ]);
    expect(everything).not.toContain(KEY);
    expect(everything).toContain('***');
  });
});
