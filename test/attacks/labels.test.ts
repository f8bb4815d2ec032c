import { expect, it } from 'vitest';
import { expectEnd } from '../scenarios/said.js';
import { configOf, createWorld, PETS, type World } from '../scenarios/world.js';

const LABEL = 'prompt-regression-accepted';

function labelled(by: string, name = LABEL, action = 'labeled') {
  return { payload: { action, label: { name }, sender: { login: by } } };
}

function setStatus({ github }: World, sha: string, state: string, context: string) {
  return fetch(`${github.url}/repos/acme/agents/statuses/${sha}`, {
    method: 'POST',
    headers: { authorization: 'token x', 'content-type': 'application/json' },
    body: JSON.stringify({
      state,
      context: `prompt-regression/${context}`,
      description: 'Set by hand',
      target_url: 'https://github.test/acme/agents/actions/runs/7?base=main',
    }),
  });
}

const LABELS = [
  labelled('rob', 'question'),
  labelled('rob', 'question', 'unlabeled'),
  labelled('ann'),
  labelled('rob'),
];

it('on a head of which one suite passed, one is being measured and one is known to nobody, no label is a success', async () => {
  const target = '{ prompt: prompts/support.md, model: agent-1 }';
  const config = configOf({ support: { target }, sales: { target }, passed: { target } });
  await using world = await createWorld({ files: { 'prompt-regression.yml': config } });
  world.github.state.collaborators.set('ann', 'write').set('rob', 'read');
  const head = world.openPull(7, { 'prompts/support.md': PETS });
  world.github.setPull({ number: 7, labels: [LABEL] });
  await setStatus(world, head, 'pending', 'sales');
  await setStatus(world, head, 'success', 'passed');
  for (const label of LABELS) {
    const run = await world.runPull(7, label);
    expectEnd(run, 3);
    expect(run.log).toMatch(/^::error::support .*no decision is known/m);
    expect(run.log).toMatch(/^::error::sales .*pending/m);
    expect(run.log).not.toMatch(/^::error[^:]*::passed/m);
    expect(world.github.state.statuses).toHaveLength(2);
  }
});
