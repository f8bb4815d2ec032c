import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../support/run-action.js';
import { commentOf, expectEnd, resultOf, statusOf } from './said.js';
import {
  CONFIG,
  configOf,
  createWorld,
  HARMLESS,
  modelReply,
  PETS,
  PLAIN_MODEL,
  type World,
} from './world.js';

const LABEL = 'prompt-regression-accepted';

function labelled(by: string, name = LABEL, action = 'labeled') {
  return { payload: { action, label: { name }, sender: { login: by } } };
}

/** What a run leaves behind on GitHub, besides its outputs. */
function told(world: World) {
  const { statuses, comments } = world.github.state;
  return structuredClone({ statuses, comments, asked: world.openai.requests.length });
}

/** A pull request that failed, with people around it. */
async function createFailed(options: Parameters<typeof createWorld>[0] = {}) {
  const world = await createWorld(options);
  world.github.state.collaborators.set('ann', 'maintain').set('rob', 'read');
  const head = world.openPull(7, { 'prompts/support.md': PETS });
  const run = await world.runPull(7);
  expectEnd(run, 1);
  world.github.setPull({ number: 7, labels: [LABEL, 'keep'] });
  return { world, head, run, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

const SALES = {
  'prompt-regression.yml': configOf({ support: {}, sales: {} }),
  'prompts/sales.md': 'You sell.\n',
};

/** Puts GitHub back to its present state. */
function remember({ github: { state } }: World): () => void {
  const { statuses, comments, pulls, forbidden } = structuredClone(state);
  return () => {
    state.statuses.splice(0, Number.POSITIVE_INFINITY, ...structuredClone(statuses));
    state.comments.splice(0, Number.POSITIVE_INFINITY, ...structuredClone(comments));
    for (const [number, pull] of pulls) state.pulls.set(number, pull);
    state.forbidden.clear();
    for (const permission of forbidden) state.forbidden.add(permission);
  };
}

describe('a regression of one of two suites, measured once', () => {
  let failed: Awaited<ReturnType<typeof createFailed>>;
  let restore: () => void;

  beforeAll(async () => {
    failed = await createFailed({ files: SALES });
    restore = remember(failed.world);
  });
  afterAll(() => failed.world[Symbol.asyncDispose]());

  it('is annotated at the changed prompt', () => {
    const { log } = failed.run;
    expect(log).toMatch(/^::error title=support[^,]*,file=prompts\/support\.md,line=2::/m);
  });

  it('is not accepted by a reader, by another label or by a removed label', async () => {
    const { world } = failed;
    const before = told(world);
    const refused = await world.runPull(7, labelled('rob'));
    // The job is a check of the same commit: it must not turn green.
    expectEnd(refused, 1);
    expect(refused.log).toContain('rob has no write access');
    expect(world.github.state.pulls.get(7)?.labels).toEqual(['keep']);
    for (const other of [labelled('ann', 'question'), labelled('ann', LABEL, 'unlabeled')]) {
      const run = await world.runPull(7, other);
      expectEnd(run, 1);
      expect(run.log).toContain('Nothing was evaluated');
    }
    expect(told(world)).toEqual(before);
    restore();
  });

  it('is not accepted on an older head, and says so if the label cannot be removed', async () => {
    const { world } = failed;
    world.github.setPull({ number: 7, headSha: world.commitToMain({ 'README.md': 'Pushed meanwhile.\n' }) });
    world.github.state.forbidden.add('labels');
    const before = told(world);
    const run = await world.runPull(7, labelled('ann'));
    expectEnd(run, 1);
    expect(run.log).toContain('has moved on to');
    expect(run.log).toContain('Take it off by hand');
    expect(told(world)).toEqual(before);
    restore();
  });

  describe('accepted by somebody with write access', () => {
    let before: ReturnType<typeof told>;
    let run: ActionResult;

    beforeAll(async () => {
      restore();
      const { world } = failed;
      before = told(world);
      run = await world.runPull(7, labelled('ann'));
      restore = remember(world);
    });

    it('is green on that commit, with who accepted it and why above the report', () => {
      const { world, head } = failed;
      expectEnd(run, 0);
      expect(world.openai.requests.length).toBe(before.asked);
      expect(run.outputs).toMatchObject({
        passed: 'true',
        decision: 'accepted',
        delta: failed.run.outputs['delta'],
      });
      const result = JSON.parse(run.outputs['result-json'] ?? '');
      expect(result).toMatchObject({ passed: true, acceptedBy: 'ann' });
      expect(resultOf(run, 'support')?.decision).toBe('fail');
      // Nothing is said of the suite that passed.
      expect(world.github.state.statuses.slice(before.statuses.length)).toMatchObject([
        {
          sha: head,
          context: 'prompt-regression/support',
          state: 'success',
          description: 'accepted by ann',
        },
      ]);
      const visible = commentOf(world)
        .split('\n')
        .filter((line) => !line.startsWith('<!--') && line !== '');
      expect(visible[0]).toBe('### ✅ Accepted by `ann`: the result below does not block the merge');
      expect(commentOf(world)).toContain('our cat sends her love');
      // The next steps are kept for a later head, and hidden.
      expect(commentOf(world)).toMatch(
        /^<!-- prompt-regression-next\n\n.*remove or narrow that line and push\./m,
      );
      expect(world.github.state.pulls.get(7)?.labels).toContain(LABEL);
      expect(run.summary).toContain('Accepted by `ann`');
      world.github.assertNoViolations();
    });

    it('stays accepted when the label or the run comes again', async () => {
      const { world, head } = failed;
      const passed = statusOf(world, head, 'sales')?.description;
      await world.runPull(7, labelled('ann'));
      expect(commentOf(world).match(/Accepted by/g)).toHaveLength(1);
      const accepted = told(world);
      const rerun = await world.runPull(7);
      expectEnd(rerun, 0, { decision: 'accepted' });
      expect(told(world)).toMatchObject({ comments: accepted.comments, asked: accepted.asked });
      expect(statusOf(world, head, 'support')).toMatchObject({
        state: 'success',
        description: 'accepted by ann',
      });
      expect(statusOf(world, head, 'sales')).toMatchObject({ state: 'success', description: passed });
      restore();
    });

    it('needs the label again after another push, so the old label is removed', async () => {
      const { world } = failed;
      const next = world.openPull(7, { 'README.md': 'Other words.\n' });
      world.github.setPull({ number: 7, labels: [LABEL, 'keep'] });
      const { event, workspace } = await world.checkoutPull(7);
      const payload = event.payload as { pull_request: object };
      const labels = [{ name: LABEL }, { name: 'keep' }];
      const pushed = await world.run({
        workspace,
        event: { ...event, payload: { ...payload, pull_request: { ...payload.pull_request, labels } } },
      });
      expectEnd(pushed, 1);
      expect(world.github.state.pulls.get(7)?.labels).toEqual(['keep']);
      expect(statusOf(world, next, 'support')).toMatchObject({ state: 'failure' });
      expect(commentOf(world)).not.toContain('Accepted by');
      expect(commentOf(world)).toMatch(
        /^<!-- prompt-regression-next -->\n\n.*remove or narrow that line and push\./m,
      );
      expect(commentOf(world)).toContain('our cat sends her love');
      world.github.assertNoViolations();
    });
  });
});

describe('acceptance by label', () => {
  it('is not needed if the head passed, and nothing says that somebody accepted it', async () => {
    await using world = await createWorld();
    world.github.state.collaborators.set('ann', 'write');
    const head = world.openPull(7, { 'prompts/support.md': HARMLESS });
    expectEnd(await world.runPull(7), 0);
    world.github.setPull({ number: 7, labels: [LABEL, 'keep'] });
    const before = told(world);
    const run = await world.runPull(7, labelled('ann'));
    expectEnd(run, 0);
    expect(run.log).toContain('There is nothing to accept');
    expect(told(world)).toEqual(before);
    expect(run.outputs).toMatchObject({
      decision: 'pass',
      passed: 'true',
      delta: '0.00',
      'total-tokens': '0',
    });
    expect(run.outputs['comment-url']).not.toBe('');
    expect(resultOf(run, 'support')?.decision).toBe('pass');
    expect(statusOf(world, head)?.description).not.toContain('accepted');
    expect(commentOf(world)).not.toContain('Accepted by');
    expect(world.github.state.pulls.get(7)?.labels).toEqual(['keep']);
  });

  it('is refused if nothing was measured', async () => {
    await using world = await createWorld({ reply: () => ({ status: 500, body: 'down' }) });
    world.github.state.collaborators.set('ann', 'admin');
    world.openPull(7, { 'prompts/support.md': PETS });
    expect((await world.runPull(7)).code).toBe(3);
    const before = told(world);
    const run = await world.runPull(7, labelled('ann'));
    expectEnd(run, 3, { decision: 'inconclusive', passed: 'false', score: '' });
    expect(run.log).toContain('not every suite is decided');
    expect(told(world)).toEqual(before);
  });

  it('is refused if the run was not decided, although its status is green', async () => {
    const gate = '{ threshold: 0.6, fail-on: [regression, threshold] }';
    await using world = await createWorld({
      files: {
        'prompt-regression.yml': CONFIG.replace('{ threshold: 0.6 }', gate),
      },
      reply: (asked) => {
        const text = JSON.stringify(asked.messages);
        const down = text.includes('NOISY') && /refunds|repairs|returns|invoices/.test(text);
        return down ? { status: 500 } : modelReply(PLAIN_MODEL, asked);
      },
    });
    world.github.state.collaborators.set('ann', 'write');
    const head = world.openPull(7, { 'prompts/support.md': 'You answer.\nNOISY\n' });
    const run = await world.runPull(7);
    expect({ code: run.code, ...run.outputs }, run.log).toMatchObject({
      decision: 'inconclusive',
      passed: 'false',
    });
    expect(statusOf(world, head)?.state).toBe('success');

    const labelledRun = await world.runPull(7, labelled('ann'));
    expect(labelledRun.log).toContain('support ended without a result');
    expect(labelledRun.outputs).toMatchObject({ decision: 'inconclusive', passed: 'false' });
    expect(statusOf(world, head)?.description).toMatch(/^no result/);
  });

  it('needs statuses: without them every event measures, since a comment alone proves nothing', async () => {
    await using world = await createWorld();
    world.github.state.collaborators.set('ann', 'write');
    const head = world.openPull(7, { 'prompts/support.md': PETS });
    const inputs = { status: 'false' };
    expectEnd(await world.runPull(7, { inputs }), 1);
    for (const name of ['question', LABEL]) {
      const asked = world.openai.requests.length;
      expectEnd(await world.runPull(7, { inputs, ...labelled('ann', name) }), 1, { decision: 'fail' });
      expect(world.openai.requests.length).toBeGreaterThan(asked);
    }
    const accept = { ...inputs, 'pull-request': '7', sha: head, accept: 'The cat stays.' };
    const byHand = await world.dispatch({ inputs: accept });
    expectEnd(byHand, 3, { passed: 'false' });
    expect(byHand.log).toContain('not every suite is decided');
    expect(world.github.state.statuses).toEqual([]);
  });
});
