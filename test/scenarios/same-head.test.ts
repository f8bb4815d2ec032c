import { describe, expect, it } from 'vitest';
import type { ActionResult } from '../support/run-action.js';
import { commentOf, expectEnd, statusOf } from './said.js';
import { CONFIG, createWorld, HARMLESS, type Model, PETS, PLAIN_MODEL, type World } from './world.js';

const FIGURES = ['passed', 'decision', 'score', 'baseline-score', 'delta', 'regressions', 'newly-irrelevant'];

/** What the provider is asked while `act` runs. */
async function callsDuring(world: World, act: () => Promise<unknown>): Promise<number> {
  const before = world.openai.requests.length;
  await act();
  return world.openai.requests.length - before;
}

describe('the same head again', () => {
  it('shows the decision that was made, on a new commit too, until it is forced to draw or the question is another', async () => {
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
    // A red job has an annotation that says why, without a look into the comment.
    expect(again.log).toMatch(
      /^::error::support: relevancy 1\.00 → 0\.50, below the threshold 0\.60 · 8 of 8 answers gained/m,
    );
    expect(again.summary).toContain('shown again');
    // No pending in between: the status stays red all the time.
    expect(world.github.state.statuses.slice(statuses)).toMatchObject([
      { sha: head, state: 'failure', description: world.github.state.statuses[statuses - 1]?.description },
    ]);
    expect(commentOf(world)).toContain('our cat sends her love');
    expect(commentOf(world)).toMatch(
      /^<!-- prompt-regression \S+.*-->\n<!-- prompt-regression-decision 1 \S+ -->\n/,
    );

    // A push that touches no watched file, and a run by hand: another commit, no other question, the same decision.
    const other = world.openPull(7, { 'README.md': 'Other words.\n' });
    const byHand = { inputs: { 'pull-request': '7' } };
    expect(await callsDuring(world, () => world.dispatch(byHand))).toBe(0);
    expect(statusOf(world, other)).toMatchObject({ state: 'failure' });
    expect(commentOf(world)).toContain(`Decided at \`${head.slice(0, 7)}\``);
    expect(commentOf(world)).toContain(`shown again for \`${other.slice(0, 7)}\``);
    expect(commentOf(world)).toContain('our cat sends her love');

    const forced = { inputs: { 'pull-request': '7', 'force-run': 'true' } };
    let drawn: ActionResult | undefined;
    expect(await callsDuring(world, async () => (drawn = await world.dispatch(forced)))).toBeGreaterThan(0);
    expect(drawn?.code, drawn?.log).toBe(1);
    expect(statusOf(world, other)).toMatchObject({ state: 'failure', context: 'prompt-regression/support' });
    expect(commentOf(world)).toContain('our cat sends her love');
    expect(commentOf(world)).not.toContain('shown again');
    expect(commentOf(world).split('\n')[0]).toBe(report.split('\n')[0]);

    // A setting is another, and the base is. What else makes it another question: test/files/fingerprint.test.ts.
    world.commitToMain({
      'prompt-regression.yml': CONFIG.replace('threshold:', 'max-drop: 0.01, threshold:'),
    });
    expect(await callsDuring(world, () => world.runPull(7))).toBeGreaterThan(0);
    world.commitToMain({
      'evals/cases.jsonl': JSON.stringify({ id: 'one', input: 'Tell me about prices.' }),
    });
    expect(await callsDuring(world, () => world.runPull(7))).toBeGreaterThan(0);
    world.github.assertNoViolations();
  });

  it('is evaluated where our own comment cannot be read, is not, or is not as we wrote it', async () => {
    await using world = await createWorld();
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    expect((await world.runPull(7)).code).toBe(0);
    const { comments, forbidden } = world.github.state;

    forbidden.add('pull-requests');
    let run: ActionResult | undefined;
    expect(await callsDuring(world, async () => (run = await world.runPull(7)))).toBeGreaterThan(0);
    expect(run?.code, run?.log).toBe(0);
    expect(run?.log).toContain('Earlier decisions are not known');
    forbidden.clear();

    const off = { inputs: { comment: 'off' } };
    expect(await callsDuring(world, () => world.runPull(7, off))).toBeGreaterThan(0);

    // The same words of somebody else.
    const [ours] = comments;
    if (ours === undefined) throw new Error('no comment');
    comments.splice(0, 1, { ...ours, author: 'mallory' });
    expect(await callsDuring(world, () => world.runPull(7))).toBeGreaterThan(0);
    expect(comments).toHaveLength(2);
    comments.splice(0, 1);

    // Ours, with the line further down, as an answer that quotes it would have it.
    const [kept] = comments;
    if (kept === undefined) throw new Error('no comment');
    const [marker, line, ...others] = kept.body.split('\n');
    kept.body = [marker, '```', line, '```', ...others].join('\n');
    expect(await callsDuring(world, () => world.runPull(7))).toBeGreaterThan(0);

    // Left alone, it is what the next run shows.
    expect(await callsDuring(world, () => world.runPull(7))).toBe(0);
  });

  it('is measured again on demand', async () => {
    let isWorse = true;
    const model: Model = {
      ...PLAIN_MODEL,
      answer: (input, system) => PLAIN_MODEL.answer(input, isWorse ? system : 'Answer.'),
    };
    await using world = await createWorld({ model });
    expectEnd(await world.runPush(), 0);
    world.openPull(7, { 'prompts/support.md': PETS });
    expectEnd(await world.runPull(7), 1, { decision: 'fail' });

    isWorse = false;
    const forced = { 'pull-request': '7', 'force-run': 'true' };
    expectEnd(await world.dispatch({ inputs: forced }), 0, { decision: 'pass' });
  });

  it("is not measured anew by a fork's own run", async () => {
    await using world = await createWorld();
    const head = world.openPull(7, { 'prompts/support.md': PETS }, 'mallory/shop');
    const byHand = { 'pull-request': '7', sha: head, 'max-calls': '500' };
    expectEnd(await world.dispatch({ inputs: byHand }), 1, { decision: 'fail' });
    const inputs = { 'force-run': 'true' };
    let own: ActionResult | undefined;
    expect(await callsDuring(world, async () => (own = await world.runPull(7, { inputs })))).toBe(0);
    expect(own?.log).toContain('shown again');
  });
});
