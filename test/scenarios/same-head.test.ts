import { describe, expect, it } from 'vitest';
import { commentOf, expectEnd, statusOf } from './said.js';
import { createWorld, HARMLESS, modelReply, PETS, PLAIN_MODEL, type World } from './world.js';

const FIGURES = ['passed', 'decision', 'score', 'baseline-score', 'delta', 'regressions', 'newly-irrelevant'];

/** What the provider is asked while `act` runs. */
async function callsDuring(world: World, act: () => Promise<unknown>): Promise<number> {
  const before = world.openai.requests.length;
  await act();
  return world.openai.requests.length - before;
}

describe('the same head again', () => {
  it('shows the decision that was made, on a new commit too, until it is forced to draw', async () => {
    await using world = await createWorld();
    const head = world.openPull(7, { 'prompts/support.md': PETS });
    const first = await world.runPull(7);
    expectEnd(first, 1);
    const report = commentOf(world);
    const statuses = world.github.state.statuses.length;

    // Re-run without a key: nothing is asked of anybody.
    let again = first;
    const asked = await callsDuring(world, async () => {
      again = await world.runPull(7, { inputs: { 'openai-api-key': '' } });
    });
    expect({ asked, code: again.code }, again.log).toEqual({ asked: 0, code: 1 });
    for (const name of FIGURES) expect([name, again.outputs[name]]).toEqual([name, first.outputs[name]]);
    expect(again.outputs).toMatchObject({
      'total-tokens': '0',
      'comment-url': first.outputs['comment-url'],
    });
    expect(JSON.parse(again.outputs['result-json'] ?? '')).toMatchObject({ decision: 'fail', headSha: head });
    expect(again.log).toContain('shown again');
    expect(again.summary).toContain('shown again');
    // No pending in between: the status stays red all the time.
    expect(world.github.state.statuses.slice(statuses)).toMatchObject([
      { sha: head, state: 'failure', description: world.github.state.statuses[statuses - 1]?.description },
    ]);
    expect(commentOf(world)).toContain('our cat sends her love');
    expect(commentOf(world)).toMatch(
      /^<!-- prompt-regression \S+.*-->\n<!-- prompt-regression-decision 1 \S+ -->\n/,
    );

    // A push that touches no watched file: another commit, the same decision.
    const other = world.openPull(7, { 'README.md': 'Other words.\n' });
    expect(await callsDuring(world, () => world.runPull(7))).toBe(0);
    expect(statusOf(world, other)).toMatchObject({ state: 'failure' });
    expect(commentOf(world)).toContain(`Decided at \`${head.slice(0, 7)}\``);
    expect(commentOf(world)).toContain(`shown again for \`${other.slice(0, 7)}\``);
    expect(commentOf(world)).toContain('our cat sends her love');

    // Asked for by hand it is no other question.
    const byHand = { inputs: { 'pull-request': '7' } };
    expect(await callsDuring(world, () => world.dispatch(byHand))).toBe(0);
    const forced = { inputs: { 'pull-request': '7', 'force-run': 'true' } };
    expect(await callsDuring(world, () => world.dispatch(forced))).toBeGreaterThan(0);
    expect(commentOf(world)).not.toContain('shown again');
    expect(commentOf(world).split('\n')[0]).toBe(report.split('\n')[0]);
    world.github.assertNoViolations();
  });

  it('is another one when a setting, a watched file or the base is another', async () => {
    await using world = await createWorld();
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    expect((await world.runPull(7)).code).toBe(0);
    expect(await callsDuring(world, () => world.runPull(7))).toBe(0);
    const stricter = { inputs: { 'max-drop': '0.01' } };
    expect(await callsDuring(world, () => world.runPull(7, stricter))).toBeGreaterThan(0);
    world.openPull(7, { 'prompts/support.md': PETS });
    expect(await callsDuring(world, () => world.runPull(7))).toBeGreaterThan(0);
    world.commitToMain({
      'evals/cases.jsonl': JSON.stringify({ id: 'one', input: 'Tell me about prices.' }),
    });
    expect(await callsDuring(world, () => world.runPull(7))).toBeGreaterThan(0);
  });

  it('is evaluated where the first run could not decide', async () => {
    let down = true;
    await using world = await createWorld({
      reply: (asked) => (down ? { status: 500, body: 'down' } : modelReply(PLAIN_MODEL, asked)),
    });
    const head = world.openPull(7, { 'prompts/support.md': HARMLESS });
    expect((await world.runPull(7)).code).toBe(3);
    down = false;
    const again = await world.runPull(7);
    expect(again.outputs).toMatchObject({ decision: 'pass', delta: '0.00' });
    expect(statusOf(world, head)).toMatchObject({ state: 'success' });
  });

  it('is never taken from a comment of somebody else, nor from one that was tampered with', async () => {
    await using world = await createWorld();
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    expect((await world.runPull(7)).code).toBe(0);
    const { comments } = world.github.state;
    const [ours] = comments;
    if (ours === undefined) throw new Error('no comment');
    comments.splice(0, 1, { ...ours, author: 'mallory' });
    expect(await callsDuring(world, () => world.runPull(7))).toBeGreaterThan(0);
    expect(comments).toHaveLength(2);
    comments.splice(0, 1);
    expect(await callsDuring(world, () => world.runPull(7))).toBe(0);

    // Ours, with the line further down, as an answer that quotes it would have it.
    const [kept] = comments;
    if (kept === undefined) throw new Error('no comment');
    const [marker, line, ...rest] = kept.body.split('\n');
    kept.body = [marker, '```', line, '```', ...rest].join('\n');
    expect(await callsDuring(world, () => world.runPull(7))).toBeGreaterThan(0);
  });

  it('is evaluated where the comments may not be read, or none is written', async () => {
    await using world = await createWorld();
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    const off = { inputs: { comment: 'off' } };
    expect((await world.runPull(7, off)).code).toBe(0);
    expect(await callsDuring(world, () => world.runPull(7, off))).toBeGreaterThan(0);
    await world.runPull(7);
    world.github.state.forbidden.add('pull-requests');
    let run = await world.runPull(7);
    expect(await callsDuring(world, async () => (run = await world.runPull(7)))).toBeGreaterThan(0);
    expectEnd(run, 0);
    expect(run.log).toContain('Earlier decisions are not known');
  });
});
