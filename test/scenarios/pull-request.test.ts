import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Files } from '../support/git-project.js';
import type { ActionResult } from '../support/run-action.js';
import { baselinesOf, commentOf, expectEnd, isJudging, statusOf } from './said.js';
import {
  BASE_FILES,
  CONFIG,
  createWorld,
  HARMLESS,
  KEY,
  type Model,
  PETS,
  type PullOptions,
  type World,
} from './world.js';

describe('a pull request, push by push,', () => {
  let world: World;
  let fork: string;
  let main: string;

  /** A push, its run, and what is seen then. */
  async function push(files: Files, options: PullOptions = {}) {
    const { requests } = world.openai;
    const { statuses } = world.github.state;
    const before = { asked: requests.length, statuses: statuses.length };
    const sha = world.openPull(7, files);
    // The main branch moves on after the fork: only the merge commit contains that.
    main ||= world.commitToMain({ 'evals/extra.md': 'x' });
    const run: ActionResult = await world.runPull(7, options);
    return {
      sha,
      run,
      comment: commentOf(world),
      asked: requests.slice(before.asked),
      statuses: statuses.slice(before.statuses),
    };
  }

  let worse: Awaited<ReturnType<typeof push>>;
  let mended: typeof worse;
  let takenBack: typeof worse;

  beforeAll(async () => {
    world = await createWorld({ bundle: true });
    fork = world.project.tip('main');
    worse = await push({ 'prompts/support.md': PETS });
    mended = await push({ 'prompts/support.md': HARMLESS }, { checkout: 'head' });
    takenBack = await push({ 'prompts/support.md': BASE_FILES['prompts/support.md'] ?? '' });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('that makes answers less relevant is failed, with one comment that says which statements are new', () => {
    const { run, comment, statuses, sha } = worse;
    expect(run.log).toContain('8 cases × 3 base runs + 8 cases × 1 head run');
    expectEnd(run, 1, { decision: 'fail', passed: 'false' });
    expect(comment).toContain('our cat sends her love');
    expect(comment).toContain('measured in this run');
    expect(comment).toContain('prompts/support.md');
    expect(Number(run.outputs['delta'])).toBeLessThan(-0.3);
    expect(run.outputs['newly-irrelevant']).toBe('8');
    expect(run.outputs['comment-url']).toContain('/pull/7');
    expect(run.summary).toContain('our cat sends her love');
    expect(statuses).toMatchObject([
      { sha, state: 'pending', context: 'prompt-regression/support' },
      { sha, state: 'failure', context: 'prompt-regression/support' },
    ]);
  });

  it('turns the same comment green where the next push takes it back', () => {
    const { run, comment, statuses, sha } = mended;
    expectEnd(run, 0, { decision: 'pass', delta: '0.00' });
    expect(comment).not.toContain('our cat sends her love');
    expect(statuses.at(-1)).toMatchObject({ sha, state: 'success' });
    world.github.assertNoViolations();
  });

  it('costs no judge call at head where the prompt changed and the answers did not', () => {
    const { asked } = mended;
    // Base: at most one question a case, for three equal samples. Head: its eight answers, no more.
    const judged = asked.filter(({ body }) => isJudging(body)).length;
    expect(judged).toBeLessThanOrEqual(16);
    expect(asked).toHaveLength(judged + 8 * 3 + 8);
    expect(asked.slice(-8).some(({ body }) => isJudging(body))).toBe(false);
  });

  it('is evaluated from its head as well as from its merge commit, against the right base each time', () => {
    const named = [worse, mended].map(({ comment }) => comment);
    expect(named.map((comment) => comment.includes(main.slice(0, 7)))).toEqual([true, false]);
    expect(named.map((comment) => comment.includes(fork.slice(0, 7)))).toEqual([false, true]);
  });

  it('that no longer touches a watched file says so in its comment', () => {
    expectEnd(takenBack.run, 0);
    expect(takenBack.comment).toContain('no watched file changed');
    expect(takenBack.asked).toEqual([]);
  });

  it('never writes a baseline', () => {
    expect(baselinesOf(world)).toBe('');
    const { requests } = world.github;
    expect(requests.filter(({ method, path }) => method !== 'GET' && path.includes('/git/'))).toEqual([]);
  });
});

describe('a pull request', () => {
  it('that touches no watched file passes at once, without a key, a call or a comment', async () => {
    await using world = await createWorld();
    const head = world.openPull(7, { 'README.md': 'Another text.\n' });
    const run = await world.runPull(7, { inputs: { 'openai-api-key': '' } });
    expectEnd(run, 0, { passed: 'true', decision: 'pass', score: '' });
    expect(world.openai.requests).toEqual([]);
    expect(world.github.state.comments).toEqual([]);
    expect(statusOf(world, head)).toMatchObject({ state: 'success' });
  });

  it('that only changes the model in the code gets a comment which says that it is not tested', async () => {
    const answer = (model: string) => `ask(read('prompts/support.md'), { model: '${model}' });\n`;
    const files = { 'src/answer.ts': answer('agent-1'), 'src/title.ts': "name({ model: 'agent-1' });\n" };
    await using world = await createWorld({ files });
    const head = world.openPull(7, { 'src/answer.ts': answer('openai/agent-2') });
    expectEnd(await world.runPull(7), 0, { decision: 'pass' });
    expect(world.openai.requests).toEqual([]);
    expect(statusOf(world, head)).toMatchObject({
      state: 'success',
      description: 'the new model in src/answer.ts is not tested',
    });
    expect(commentOf(world, 7)).toContain(
      '`src/answer.ts` now asks `openai/agent-2`, and this suite still asks `agent-1`, so that change is not tested.',
    );
    expect(commentOf(world, 7)).toContain(
      '**Next:** you can merge. To test the new model, set it in the config file, too.',
    );
    expect(commentOf(world, 7)).not.toContain('also changes this check');
    const config = world.openPull(8, {
      'src/answer.ts': answer('agent-2'),
      'prompt-regression.yml': BASE_FILES['prompt-regression.yml'].replace('agent-1', 'agent-2'),
    });
    expectEnd(await world.runPull(8), 0, { decision: 'pass' });
    expect(statusOf(world, config)).toMatchObject({ state: 'success' });
    expect(commentOf(world, 8)).not.toContain('now asks');
    for (const [path, text] of [
      ['src/answer.ts', `// Faster.\n${answer('agent-1')}`],
      ['src/title.ts', "name({ model: 'agent-2' });\n"],
    ] as const) {
      world.openPull(9, { [path]: text });
      expectEnd(await world.runPull(9), 0, { decision: 'pass' });
      expect(world.github.state.comments).toHaveLength(2);
    }
  });

  it('that fell a little against a stored baseline is compared with the base of today before it fails', async () => {
    const lenient = CONFIG.replace('threshold: 0.6', 'threshold: 0.1');
    let visits = 0;
    // At head one of five sentences is beside the matter, another one each time.
    const model: Model = {
      answer(input, system) {
        visits += 1;
        const beside = system.includes('our customers') ? 4 : 5;
        return Array.from({ length: 5 }, (_, index) =>
          index < beside
            ? `Point ${index + 1} of visit ${visits} is what we know about ${input}`
            : `Point ${index + 1} of visit ${visits} tells how much our parrot enjoys music.`,
        ).join(' ');
      },
      verdict: (statement, { answer }) =>
        answer.includes(statement) && !statement.includes('parrot') ? 'yes' : 'no',
    };
    await using world = await createWorld({ files: { 'prompt-regression.yml': lenient }, model });
    expectEnd(await world.runPush(), 0);
    const calls = world.openai.requests.length;
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    expectEnd(await world.runPull(7), 1);
    const agent = world.openai.requests.slice(calls).filter(({ body }) => !isJudging(body));
    expect(new Set(agent.map(({ body: asked }) => JSON.stringify(asked.messages[0]))).size).toBe(2);
  });

  it('is compared with the stored baseline; merged though it regressed, it becomes the next one', async () => {
    // The task is the same under every prompt: the files alone tell that what is stored is of another one.
    const config = CONFIG.replace('    gate:', '    task: Answers customers.\n    gate:');
    await using world = await createWorld({ files: { 'prompt-regression.yml': config } });
    const first = await world.runPush();
    expectEnd(first, 0);
    const stored = baselinesOf(world);
    expect(stored).not.toBe('');

    const calls = world.openai.requests.length;
    world.openPull(7, { 'prompts/support.md': PETS });
    const run = await world.runPull(7);
    expectEnd(run, 1);
    // The threshold alone is red, so the base is not run: the agent is asked under one prompt.
    const agent = world.openai.requests.slice(calls).filter(({ body }) => !isJudging(body));
    expect(new Set(agent.map(({ body: asked }) => JSON.stringify(asked.messages[0]))).size).toBe(1);
    expect(commentOf(world)).toMatch(/3 answers each on `main@[0-9a-f]{7}`/);
    expect(commentOf(world)).toMatch(/the mean 0.50 is below the threshold 0.60/i);
    expect(commentOf(world)).not.toContain('measured in this run');
    // A pull request never writes a baseline.
    expect(baselinesOf(world)).toBe(stored);

    // A push that changes no watched file stores nothing anew.
    world.commitToMain({ 'README.md': 'More.\n' });
    const before = world.openai.requests.length;
    const unmeasured = await world.runPush();
    expectEnd(unmeasured, 0);
    expect(unmeasured.log).toContain('a baseline of the same files is already stored');
    expect(world.openai.requests.length).toBe(before);

    world.commitToMain({
      'prompts/support.md': PETS,
      'prompt-regression.yml': config.replace('threshold: 0.6', 'threshold: 0.1'),
    });
    const sent = world.github.requests.length;
    const merged = await world.runPush();
    expect(merged.log).toContain('regression');
    expectEnd(merged, 0);
    const asked = world.github.requests.slice(sent).map(({ operation }) => operation);
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(23);
    world.openPull(8, { 'prompts/support.md': `${PETS}Thank you.\n` });
    expectEnd(await world.runPull(8), 0, { decision: 'pass', 'baseline-score': '0.50' });
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

  it('that has moved on is not evaluated by a dispatch for an older commit', async () => {
    await using world = await createWorld();
    world.openPull(7, { 'prompts/support.md': PETS });
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
