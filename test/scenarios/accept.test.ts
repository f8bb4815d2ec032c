import { describe, expect, it } from 'vitest';
import { commentOf, expectEnd, statusOf } from './said.js';
import { CONFIG, createWorld, HARMLESS, modelReply, PETS, PLAIN_MODEL, type World } from './world.js';

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

describe('a regression that is accepted by label', () => {
  it('is green on that commit, says by whom and why, and what regressed stays in the comment', async () => {
    await using failed = await createFailed();
    const { world, head } = failed;
    const say = (author: string, text: string) =>
      world.github.addComment({ pullRequest: 7, author, body: text });
    say('ann', '/prompt-regression accept an older reason');
    say(
      'Ann',
      'As discussed:\r\n/prompt-regression accept Cats are <b>wanted</b> now, see @acme/team and #1\r\n',
    );
    say('rob', '/prompt-regression accept because I say so');
    const before = told(world);

    const run = await world.runPull(7, labelled('ann'));
    expectEnd(run, 0);
    expect(world.openai.requests.length).toBe(before.asked);
    expect(run.outputs).toMatchObject({
      passed: 'true',
      decision: 'accepted',
      delta: failed.run.outputs['delta'],
    });
    expect(JSON.parse(run.outputs['result-json'] ?? '')).toMatchObject({
      passed: true,
      acceptedBy: 'ann',
      suites: [{ decision: 'fail' }],
    });
    expect(world.github.state.statuses.slice(before.statuses.length)).toMatchObject([
      { sha: head, context: 'prompt-regression/support', state: 'success', description: 'accepted by ann' },
    ]);
    const visible = commentOf(world)
      .split('\n')
      .filter((line) => !line.startsWith('<!--') && line !== '');
    expect(visible[0]).toBe('### ✅ Accepted by `ann`');
    expect(visible[1]).toMatch(/^> Cats are &lt;b&gt;wanted&lt;\/b&gt; now/);
    expect(visible[1]).not.toMatch(/@acme|#1/);
    expect(commentOf(world)).toContain('our cat sends her love');
    expect(world.github.state.pulls.get(7)?.labels).toContain(LABEL);
    expect(run.summary).toContain('Accepted by `ann`');

    world.github.assertNoViolations();
  });

  it('stands when it is accepted or run again; a new push needs it again', async () => {
    await using failed = await createFailed();
    const { world, head } = failed;
    await world.runPull(7, labelled('ann'));
    await world.runPull(7, labelled('ann'));
    expect(commentOf(world).match(/Accepted by/g)).toHaveLength(1);
    const accepted = told(world);
    const rerun = await world.runPull(7);
    expectEnd(rerun, 0, { decision: 'accepted' });
    expect(told(world)).toMatchObject({ comments: accepted.comments, asked: accepted.asked });
    expect(statusOf(world, head)).toMatchObject({ state: 'success', description: 'accepted by ann' });

    // The same files on a new commit: red again, and the label goes, so that putting it on again is an event.
    const next = world.openPull(7, { 'README.md': 'Other words.\n' });
    const { event, workspace } = await world.checkoutPull(7);
    const payload = event.payload as { pull_request: object };
    const labels = [{ name: LABEL }, { name: 'keep' }];
    const pushed = await world.run({
      workspace,
      event: { ...event, payload: { ...payload, pull_request: { ...payload.pull_request, labels } } },
    });
    expectEnd(pushed, 1);
    expect(world.github.state.pulls.get(7)?.labels).toEqual(['keep']);
    expect(statusOf(world, next)).toMatchObject({ state: 'failure' });
    expect(commentOf(world)).not.toContain('Accepted by');
    expect(commentOf(world)).toContain('this one needs it again');
    expect(commentOf(world)).toContain('our cat sends her love');
    world.github.assertNoViolations();
  });

  it('is not accepted by a reader, nor changed by any other label or by taking one off', async () => {
    await using failed = await createFailed();
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
      expect(run.log).toContain('nothing was evaluated');
    }
    expect(told(world)).toEqual(before);
  });

  it('is not accepted on an older head, and says so where the label cannot be taken off', async () => {
    await using failed = await createFailed();
    const { world } = failed;
    const { workspace, event } = await world.checkoutPull(7, labelled('ann'));
    world.openPull(7, { 'prompts/support.md': `${PETS}Add: And the dog.\n` });
    world.github.state.forbidden.add('labels');
    const before = told(world);
    const run = await world.run({ workspace, event });
    expectEnd(run, 1);
    expect(run.log).toContain('has moved on to');
    expect(run.log).toContain('Take it off by hand');
    expect(told(world)).toEqual(before);
  });

  it('needs none where the head passed: nothing says that it is green because somebody accepts', async () => {
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
    expect(statusOf(world, head)?.description).not.toContain('accepted');
    expect(commentOf(world)).not.toContain('Accepted by');
    expect(world.github.state.pulls.get(7)?.labels).toEqual(['keep']);
  });

  it('is said of the suite that failed, and not of one that passed', async () => {
    const sales = `${CONFIG}  - name: sales
    dataset: evals/cases.jsonl
    target: { prompt: prompts/sales.md, model: agent-1 }
`;
    const files = { 'prompt-regression.yml': sales, 'prompts/sales.md': 'You sell.\n' };
    await using failed = await createFailed({ files });
    const { world, head } = failed;
    const descriptions = () =>
      ['support', 'sales'].map(
        (suite) =>
          world.github.state.statuses.findLast(
            ({ sha, context }) => sha === head && context === `prompt-regression/${suite}`,
          )?.description,
      );
    const [, passed] = descriptions();
    expectEnd(await world.runPull(7, labelled('ann')), 0);
    expect(descriptions()).toEqual(['accepted by ann', passed]);
    expectEnd(await world.runPull(7), 0, { decision: 'accepted' });
    expect(descriptions()).toEqual(['accepted by ann', passed]);
  });

  it('is not accepted where nothing was measured', async () => {
    let down = true;
    await using world = await createWorld({
      reply: (asked) => (down ? { status: 500, body: 'down' } : modelReply(PLAIN_MODEL, asked)),
    });
    world.github.state.collaborators.set('ann', 'admin');
    world.openPull(7, { 'prompts/support.md': PETS });
    expect((await world.runPull(7)).code).toBe(3);
    const before = told(world);
    const run = await world.runPull(7, labelled('ann'));
    expectEnd(run, 3);
    expect(run.log).toContain('not every suite is decided');
    expect(told(world)).toEqual(before);

    // Never run at all: likewise.
    down = false;
    const head = world.openPull(7, { 'prompts/support.md': `${PETS}Add: And the dog.\n` });
    expect((await world.runPull(7, labelled('ann'))).log).toContain('no decision is known');
    expect(statusOf(world, head)).toBeUndefined();
  });

  it('is not accepted where the run was not decided, although its status is green', async () => {
    const gate = '{ threshold: 0.6, fail-on: [regression, threshold] }';
    await using world = await createWorld({
      files: {
        'prompt-regression.yml': CONFIG.replace('{ threshold: 0.6 }', gate),
      },
      reply: (asked) => {
        const text = JSON.stringify(asked.messages);
        const down = text.includes('NOISY') && /refunds|repairs|returns|invoices/.test(text);
        return down ? { status: 503 } : modelReply(PLAIN_MODEL, asked);
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
    expect(labelledRun.log).toContain('support ended inconclusive on');
    expect(labelledRun.outputs['decision']).not.toBe('accepted');
    expect(statusOf(world, head)?.description).toMatch(/^inconclusive/);
  });

  it('is accepted by its comment alone where no status is set', async () => {
    await using world = await createWorld();
    world.github.state.collaborators.set('ann', 'write');
    world.openPull(7, { 'prompts/support.md': PETS });
    const inputs = { status: 'false' };
    expect((await world.runPull(7, { inputs })).code).toBe(1);
    expect((await world.runPull(7, { inputs, ...labelled('ann', 'question') })).code).toBe(1);
    const run = await world.runPull(7, { inputs, ...labelled('ann') });
    expectEnd(run, 0);
    expect(world.github.state.statuses).toEqual([]);
    expect(commentOf(world)).toContain('No reason was given');
    expect((await world.runPull(7, { inputs, ...labelled('rob', 'question') })).code).toBe(0);
  });
});
