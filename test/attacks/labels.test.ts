import { describe, expect, it } from 'vitest';
import { expectEnd, statusOf } from '../scenarios/said.js';
import { configOf, createWorld, PETS, type World } from '../scenarios/world.js';

const LABEL = 'prompt-regression-accepted';

function labelled(by: string, name = LABEL, action = 'labeled') {
  return { payload: { action, label: { name }, sender: { login: by } } };
}

/** A pull request that regresses, with somebody who may write and somebody who may not. */
async function createPull(options: Parameters<typeof createWorld>[0] = {}) {
  const world = await createWorld(options);
  world.github.state.collaborators.set('ann', 'write').set('rob', 'read');
  const head = world.openPull(7, { 'prompts/support.md': PETS });
  world.github.setPull({ number: 7, labels: [LABEL] });
  return { world, head, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

function setStatus({ github }: World, sha: string, state: string, context = 'support') {
  return fetch(`${github.url}/repos/acme/agents/statuses/${sha}`, {
    method: 'POST',
    headers: { authorization: 'token x', 'content-type': 'application/json' },
    body: JSON.stringify({ state, context: `prompt-regression/${context}`, description: 'Set by hand' }),
  });
}

const LABELS = [
  ['any label', labelled('rob', 'question')],
  ['a label taken off', labelled('rob', 'question', 'unlabeled')],
  ['the label of acceptance, by somebody who may write', labelled('ann')],
  ['the label of acceptance, by somebody who may not', labelled('rob')],
] as const;

describe('on a head of which one suite passed, one is being measured and one is known to nobody', () => {
  it.each(LABELS)('%s is no success', async (_, label) => {
    const target = '{ prompt: prompts/support.md, model: agent-1 }';
    const config = configOf({ support: { target }, sales: { target }, passed: { target } });
    await using pull = await createPull({ files: { 'prompt-regression.yml': config } });
    const { world, head } = pull;
    await setStatus(world, head, 'pending', 'sales');
    await setStatus(world, head, 'success', 'passed');
    const run = await world.runPull(7, label);
    expectEnd(run, 3);
    expect(run.log).toMatch(/^::error::support .*no decision is known/m);
    expect(run.log).toMatch(/^::error::sales .*pending/m);
    expect(run.log).not.toMatch(/^::error[^:]*::passed/m);
    expect(world.github.state.statuses).toHaveLength(2);
  });
});

it('what was accepted on its way into one branch is not accepted into another one of the same files', async () => {
  await using pull = await createPull();
  const { world, head } = pull;
  expectEnd(await world.runPull(7), 1);
  expectEnd(await world.runPull(7, labelled('ann')), 0);
  const { workspace, event } = await world.checkoutPull(7);
  world.project.commit('release', { 'README.md': 'An older agent.\n' }, [world.project.tip('main')]);
  world.github.setPull({ number: 7, baseRef: 'release' });
  const repo = { full_name: 'acme/agents' };
  const payload = {
    action: 'edited',
    changes: { base: { ref: { from: 'main' } } },
    pull_request: { number: 7, head: { sha: head, repo }, base: { ref: 'release', repo } },
  };
  const turned = await world.run({ workspace, event: { ...event, payload } });
  expectEnd(turned, 1);
  expect(statusOf(world, head)?.state).toBe('failure');
});
