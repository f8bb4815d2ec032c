import { describe, expect, it } from 'vitest';
import { baselinesOf, commentOf, expectEnd, isJudging, statusOf } from './said.js';
import { BASE_FILES, CONFIG, createWorld, HARMLESS, KEY, PETS } from './world.js';

describe('a pull request', () => {
  it('that makes answers less relevant is failed, with one comment that says which statements are new', async () => {
    await using world = await createWorld();
    const head = world.openPull(7, { 'prompts/support.md': PETS });
    const run = await world.runPull(7);
    expect(run.log).toContain('8 cases × 3 base samples + 8 cases × 1 head sample');
    expectEnd(run, 1, { decision: 'fail', passed: 'false' });
    expect(commentOf(world)).toContain('our cat sends her love');
    expect(commentOf(world)).toContain('run now');
    expect(Number(run.outputs['delta'])).toBeLessThan(-0.3);
    expect(run.outputs['newly-irrelevant']).toBe('8');
    expect(run.outputs['comment-url']).toContain('/pull/7');
    expect(run.summary).toContain('our cat sends her love');
    expect(world.github.state.statuses.map(({ state, context }) => [state, context])).toEqual([
      ['pending', 'prompt-regression/support'],
      ['failure', 'prompt-regression/support'],
    ]);
    expect(statusOf(world, head)?.state).toBe('failure');

    // The next push takes it back: the same comment, now green.
    const fixed = world.openPull(7, { 'prompts/support.md': HARMLESS });
    const again = await world.runPull(7);
    expectEnd(again, 0);
    expect(again.outputs['delta']).toBe('0.00');
    expect(commentOf(world)).not.toContain('our cat sends her love');
    expect(statusOf(world, fixed)?.state).toBe('success');
    world.github.assertNoViolations();
  });

  it('whose prompt changed and whose answers did not costs no judge call at head and has a delta of 0', async () => {
    await using world = await createWorld();
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    const run = await world.runPull(7);
    expect(run.outputs).toMatchObject({ decision: 'pass', delta: '0.00' });
    // A pull request never writes a baseline.
    expect(baselinesOf(world)).toBe('');
    expect(
      world.github.requests.filter(({ method, path }) => method !== 'GET' && path.includes('/git/')),
    ).toEqual([]);
    // Base: at most one extraction and one question a case, for three equal samples. Head: its eight answers, no more.
    const judged = world.openai.requests.filter(({ body }) => isJudging(body)).length;
    expect(judged).toBeLessThanOrEqual(16);
    expect(world.openai.requests).toHaveLength(judged + 8 * 3 + 8);
    expect(world.openai.requests.slice(-8).some(({ body }) => isJudging(body))).toBe(false);
  });

  it('that touches no watched file passes at once, without a key, a call or a comment', async () => {
    await using world = await createWorld();
    const head = world.openPull(7, { 'README.md': 'Another text.\n' });
    const run = await world.runPull(7, { inputs: { 'openai-api-key': '' } });
    expectEnd(run, 0, { passed: 'true', decision: 'pass', score: '' });
    expect(world.openai.requests).toEqual([]);
    expect(world.github.state.comments).toEqual([]);
    expect(statusOf(world, head)).toMatchObject({ state: 'success' });

    // One that did before is told that it no longer does.
    world.openPull(7, { 'prompts/support.md': PETS });
    await world.runPull(7);
    expect(commentOf(world)).toContain('our cat sends her love');
    world.openPull(7, { 'prompts/support.md': BASE_FILES['prompts/support.md'] ?? '' });
    await world.runPull(7);
    expect(commentOf(world)).toContain('No watched file changed');
  });

  it('is compared with the stored baseline, without running the base', async () => {
    await using world = await createWorld();
    const push = await world.runPush();
    expectEnd(push, 0);
    const stored = baselinesOf(world);
    expect(stored).not.toBe('');
    // Where the answers are those of the baseline, the agent alone is asked.
    let calls = world.openai.requests.length;
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    expectEnd(await world.runPull(7), 0, { decision: 'pass', delta: '0.00' });
    expect(world.openai.requests.length - calls).toBe(8);

    calls = world.openai.requests.length;
    world.openPull(7, { 'prompts/support.md': PETS });
    const run = await world.runPull(7);
    expectEnd(run, 1);
    const agent = world.openai.requests.slice(calls).filter(({ body }) => !isJudging(body));
    expect(new Set(agent.map(({ body: asked }) => JSON.stringify(asked.messages[0]))).size).toBe(1);
    expect(commentOf(world)).toContain('record of');
    // A pull request never writes a baseline.
    expect(baselinesOf(world)).toBe(stored);

    // A push that changes no watched file stores nothing anew.
    world.commitToMain({ 'README.md': 'More.\n' });
    const before = world.openai.requests.length;
    expect((await world.runPush()).code).toBe(0);
    expect(world.openai.requests.length).toBe(before);
  });

  it('that was merged though it regressed is told on the base branch, and becomes its baseline', async () => {
    await using world = await createWorld();
    await world.runPush();
    world.commitToMain({
      'prompts/support.md': PETS,
      'prompt-regression.yml': CONFIG.replace('threshold: 0.6', 'threshold: 0.1'),
    });
    const push = await world.runPush();
    expect(push.log).toContain('regression');
    expectEnd(push, 0);
    world.openPull(7, { 'prompts/support.md': `${PETS}Thank you.\n` });
    expect((await world.runPull(7)).outputs).toMatchObject({ decision: 'pass', 'baseline-score': '0.50' });
  });

  it('is evaluated from its head as well as from its merge commit, against the right base each time', async () => {
    await using world = await createWorld();
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    // The main branch gets worse after the fork: only the merge commit contains that.
    const fork = world.project.tip('main');
    const main = world.commitToMain({
      'evals/extra.md': 'x',
      'prompts/support.md': 'You answer questions of customers.\n',
    });
    const merged = await world.runPull(7, { checkout: 'merge' });
    expectEnd(merged, 0);
    expect(commentOf(world)).toContain(main.slice(0, 7));
    // The watched files are the same: only a forced run looks again.
    const atHead = await world.runPull(7, { checkout: 'head', inputs: { 'force-run': 'true' } });
    expectEnd(atHead, 0);
    expect(commentOf(world)).toContain(fork.slice(0, 7));
  });

  it('cannot lower the threshold, nor leave the suite out, before it is merged', async () => {
    await using world = await createWorld({
      files: {
        'prompts/support.md': PETS,
        'prompt-regression.yml': CONFIG.replace('threshold: 0.6', 'threshold: 0.9'),
      },
    });
    world.openPull(7, {
      'prompt-regression.yml': CONFIG.replace('threshold: 0.6', 'threshold: 0.1'),
    });
    const lowered = await world.runPull(7);
    expectEnd(lowered, 1);
    expect(commentOf(world)).toMatch(/threshold.*0\.9.*0\.1/);
    world.openPull(7, { 'prompt-regression.yml': null });
    const removed = await world.runPull(7);
    expectEnd(removed, 1);
    expect(commentOf(world)).toContain('removes this suite');
  });

  it('can be evaluated again by dispatch, which flips its status', async () => {
    await using world = await createWorld();
    const head = world.openPull(7, { 'prompts/support.md': PETS });
    const run = await world.dispatch({ inputs: { 'pull-request': '7' } });
    expectEnd(run, 1);
    expect(statusOf(world, head)).toMatchObject({ state: 'failure', context: 'prompt-regression/support' });
    expect(commentOf(world)).toContain('our cat sends her love');
    const wrong = await world.dispatch({ inputs: { 'pull-request': '7', sha: 'a'.repeat(40) } });
    expectEnd(wrong, 2);
    expect(wrong.log).toContain('look at the new commits');
  });

  it('keeps every key out of all that it writes', async () => {
    await using world = await createWorld({
      model: {
        answer: (input) => `The key is ${KEY}, and that is all on ${input}`,
        verdict: () => 'no',
      },
    });
    world.openPull(7, { 'prompts/support.md': PETS });
    const run = await world.runPull(7);
    const everything = JSON.stringify([
      run,
      world.github.state,
      world.openai.requests.map(({ body }) => body).filter(isJudging),
    ]);
    expect(everything).not.toContain(KEY);
    expect(everything).toContain('***');
  });
});
