import { describe, expect, it } from 'vitest';
import { commentOf, expectEnd, isJudging } from './said.js';
import { CONFIG, createWorld } from './world.js';

const SCORERS = `
    scorers:
      - answer-relevancy
      - { id: max-length, words: 12 }
      - { id: contains, name: names-the-matter, value: what we know, gate: { threshold: 0.9 } }
      - { id: contains, name: signs-off, value: Kind regards }`;

/** Every answer gets longer than twelve words and stays relevant. */
const LONGER =
  'You answer questions of customers.\nAdd: We also know where it is, when it comes and whom to ask about it.\n';

describe('a suite with several scorers', () => {
  it('asks the agent once for all of them, and fails because of the one that got worse', async () => {
    await using world = await createWorld({
      files: { 'prompt-regression.yml': withScorers(CONFIG) },
    });
    const head = world.openPull(7, { 'prompts/support.md': LONGER });
    const run = await world.runPull(7);
    expectEnd(run, 1, { decision: 'fail' });
    const agent = world.openai.requests.filter(({ body }) => !isJudging(body));
    // Three runs of the base and one at head; then the default of `extra-runs`.
    expect(agent.length).toBeLessThanOrEqual(8 * 4 + 8 * 6);
    expect(commentOf(world)).toContain('### ❌ 1 of 4 scorers failed');
    expect(commentOf(world)).toContain('#### ❌ support · max-length: ');
    expect(commentOf(world)).toContain('**Added to 8 answers:** “We also know');
    expect(commentOf(world)).toContain('The answer has 25 words of at most 12');
    expect(commentOf(world)).toContain('3 good answers became bad; confirmed: all were asked again');
    expect(run.summary).toContain('`signs-off` gives every case the lowest score on both sides');
    expect(run.summary).not.toContain('`names-the-matter` gives');
    expect(run.outputs).toMatchObject({ score: '0.00', 'baseline-score': '1.00', delta: '-1.00' });
    const result = JSON.parse(run.outputs['result-json'] ?? '{}');
    expect(
      result.suites[0].scorers.map(({ scorer, decision }: { scorer: string; decision: string }) => [
        scorer,
        decision,
      ]),
    ).toEqual([
      ['answer-relevancy', 'pass'],
      ['max-length', 'fail'],
      ['names-the-matter', 'pass'],
      ['signs-off', 'pass'],
    ]);
    // One status for the suite, by the worst of its scorers.
    expect(
      world.github.state.statuses
        .filter(({ sha }) => sha === head)
        .map(({ context, state }) => [context, state]),
    ).toEqual([
      ['prompt-regression/support', 'pending'],
      ['prompt-regression/support', 'failure'],
    ]);
    world.github.assertNoViolations();
  });

  it('has one baseline per scorer, and a new scorer scores the stored answers', async () => {
    await using world = await createWorld();
    expect((await world.runPush()).code).toBe(0);
    // The base branch begins to measure more; its stored record knows relevancy alone.
    world.commitToMain({ 'prompt-regression.yml': withScorers(CONFIG) });
    world.openPull(7, { 'prompts/support.md': LONGER });
    const run = await world.runPull(7);
    expect(run.outputs['decision'], run.log).toBe('fail');
    expect(commentOf(world)).toContain('support · max-length');
    world.github.assertNoViolations();
  });
});

function withScorers(text: string): string {
  return text.replace(/\n {4}dataset:/, `${SCORERS}\n    dataset:`);
}
