import { describe, expect, it } from 'vitest';
import type { ServerReply } from '../support/openai-server.js';
import { commentOf, expectEnd, isJudging, resultOf, statusOf } from './said.js';
import { CONFIG, createWorld, HARMLESS, modelReply, PLAIN_MODEL } from './world.js';

const SCORERS = `    scorers:
      - answer-relevancy
      - { id: contains, name: names-the-matter, value: what we know, gate: { threshold: 0.9 } }
`;
const BROKEN = 'You answer questions of customers.\nSay it in other words.\n';

/** A world whose judge always gives this reply. Under `BROKEN`, the agent drops the words that the assertion wants. */
function createUndecidedWorld(judged: ServerReply = { content: 'I cannot say.' }) {
  return createWorld({
    files: { 'prompt-regression.yml': CONFIG.replace('max-retries: 1', 'max-retries: 0') + SCORERS },
    reply: (body) => {
      if (isJudging(body)) return judged;
      const answer = modelReply(PLAIN_MODEL, body);
      const system = String(body.messages[0]?.content);
      return system.trim() === BROKEN.trim() ? { content: 'Ask somebody else about it.' } : answer;
    },
  });
}

it('a scorer whose judge is down hides no failed assertion, and the comment says that something has to change', async () => {
  await using world = await createUndecidedWorld({ status: 500, body: { error: { message: 'Down.' } } });
  world.openPull(7, { 'prompts/support.md': BROKEN });
  expectEnd(await world.runPull(7), 1, { decision: 'fail' });
  expect(commentOf(world)).toContain('⚠️ no result: the provider failed, so 8 of 8 answers have no score');
  expect(commentOf(world)).not.toContain('Nothing in this pull request needs to change');
});

describe('a scorer whose judge gives no usable reply', () => {
  it('hides no failed assertion of another scorer', async () => {
    await using world = await createUndecidedWorld();
    const head = world.openPull(7, { 'prompts/support.md': BROKEN });
    const run = await world.runPull(7);
    expectEnd(run, 1, { decision: 'fail' });
    expect(statusOf(world, head)?.state).toBe('failure');
    expect(resultOf(run, 'support')?.scorers.map(({ scorer, decision }) => [scorer, decision])).toEqual([
      ['answer-relevancy', 'inconclusive'],
      ['names-the-matter', 'fail'],
    ]);
    const comment = commentOf(world);
    expect(comment).toContain('### ❌ 1 of 2 scorers failed, 1 has no result');
    expect(comment).toContain('8 of 8 answers lack the expected text');
    expect(comment).toContain('⚠️ no result: 8 of 8 answers have no score');
    expect(comment).toContain('8 cases, 3 answers each on');
    // The judge's failure is nobody's line.
    expect(run.log).toMatch(/^::error title=support · relevancy[^,]*::/m);
  });

  it('cannot be accepted with the other scorer, because an outage must not become green', async () => {
    await using world = await createUndecidedWorld();
    const head = world.openPull(7, { 'prompts/support.md': BROKEN });
    await world.runPull(7);
    expect(commentOf(world)).not.toContain('prompt-regression-accepted');
    world.github.state.collaborators.set('ann', 'maintain');
    const label = {
      action: 'labeled',
      label: { name: 'prompt-regression-accepted' },
      sender: { login: 'ann' },
    };
    const accepted = await world.runPull(7, { payload: label });
    expectEnd(accepted, 1);
    expect(accepted.log).toContain('there is no whole decision to accept');
    expect(statusOf(world, head)?.state).toBe('failure');
  });

  it('is asked again if the job runs again', async () => {
    await using world = await createUndecidedWorld();
    world.openPull(7, { 'prompts/support.md': BROKEN });
    await world.runPull(7);
    const before = world.openai.requests.filter(({ body }) => isJudging(body)).length;
    await world.runPull(7);
    expect(world.openai.requests.filter(({ body }) => isJudging(body)).length).toBeGreaterThan(before);
  });

  it('leaves the suite undecided if the other scorer passes', async () => {
    await using world = await createUndecidedWorld();
    const head = world.openPull(7, { 'prompts/support.md': HARMLESS });
    const run = await world.runPull(7);
    expectEnd(run, 3, { decision: 'inconclusive' });
    expect(statusOf(world, head)?.state).toBe('error');
  });
});
