import { describe, expect, it } from 'vitest';
import type { Files } from '../support/git-project.js';
import { commentOf, expectEnd, statusOf } from './said.js';
import { CONFIG, createWorld } from './world.js';

const CASES = 30;
const files = {
  'evals/cases.jsonl': Array.from({ length: CASES }, (_, index) =>
    JSON.stringify({ id: `case-${index}`, input: `Tell me about topic ${index}.` }),
  ).join('\n'),
  'prompt-regression.yml': `judge: { model: builtin }\n${CONFIG.replace(
    /target: .*/,
    'target: { command: [node, agent.mjs] }',
  )}`,
};

/** Answers but for the cases of which `fails` is true: an expression of `number` and of the answers so far, `asked`. */
const agent = (fails: string) => `import { createInterface } from 'node:readline';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, input } = JSON.parse(line);
  const number = Number(id.split('-')[1]);
  const counter = process.env.HOME + '/asked-' + id;
  const asked = existsSync(counter) ? Number(readFileSync(counter, 'utf8')) : 0;
  writeFileSync(counter, String(asked + 1));
  const reply = (${fails}) ? { error: 'no such table' } : { output: 'Here is what we know: ' + input };
  console.log(JSON.stringify({ id, ...reply }));
}
`;

async function compare(
  base: string,
  head: string,
  { stored = false, timesAsked = '' }: { readonly stored?: boolean; readonly timesAsked?: string } = {},
) {
  const world = await createWorld({ files: { ...files, 'agent.mjs': agent(base) } });
  const env = { HOME: world.project.folder };
  if (stored) expectEnd(await world.runPush({ env }), 0);
  const sha = world.openPull(7, { 'agent.mjs': `${agent(head)}// Changed.${timesAsked}\n` });
  const run = await world.runPull(7, { env });
  return { world, run, status: statusOf(world, sha) };
}

describe('an agent that fails where the base answers', () => {
  it.each([1, 2, 3, 10])('%i of 30 questions are red', async (count) => {
    const { world, run, status } = await compare('false', `number < ${count}`);
    await using _ = world;
    expectEnd(run, 1, { decision: 'fail' });
    const questions = `${count} of 30 questions`;
    expect(status).toMatchObject({
      state: 'failure',
      description: `the agent no longer answers ${questions} · relevancy of the others 1.00`,
    });
    expect(commentOf(world)).toContain('no such table');
    expect(commentOf(world)).not.toContain('was not asked again');
  });

  it('with a stored baseline, the page says that main was not asked', async () => {
    const { world, run } = await compare('false', 'number < 3', { stored: true });
    await using _ = world;
    expectEnd(run, 1, { decision: 'fail' });
    expect(commentOf(world)).toContain('main was not asked again');
  });

  it('with a stored baseline and less than half of the answers, it is undecided', async () => {
    const { world, run } = await compare('false', 'number < 16', { stored: true });
    await using _ = world;
    expectEnd(run, 3, { decision: 'inconclusive' });
  });
});

it('an outage that a program reports as its own error is undecided', async () => {
  // The base was asked three times before it began.
  const { world, run, status } = await compare('number < 3 && asked >= 3', 'number < 3 && asked >= 3');
  await using _ = world;
  expectEnd(run, 3, { decision: 'inconclusive' });
  expect(status).toMatchObject({ state: 'error' });
  expect(commentOf(world)).toContain('re-run this job.');
});

it('an agent that answers nothing is undecided', async () => {
  const { world, run } = await compare('false', 'true');
  await using _ = world;
  expectEnd(run, 3, { decision: 'inconclusive' });
});

it('a failure that passes when the question is asked again is no lost answer', async () => {
  const { world, run } = await compare('false', 'number === 0 && asked === 3');
  await using _ = world;
  expectEnd(run, 0, { decision: 'pass' });
});

it('questions that already fail on main do not count', async () => {
  const { world, run } = await compare('number < 2', 'number < 2');
  await using _ = world;
  expectEnd(run, 0, { decision: 'pass' });
});

describe('a pull request that sets up the check for a program that does not speak the protocol yet', () => {
  const unready = { 'agent.mjs': 'console.log(process.argv[2].length);\n' };

  const billing =
    '  - { name: billing, dataset: evals/cases.jsonl, watch: [prompts/**], target: { prompt: prompts/support.md, model: agent-1 } }\n';

  async function setUp(config: Files) {
    const world = await createWorld({ files: { ...files, ...unready, ...config } });
    const sha = world.openPull(7, {
      'prompt-regression.yml': files['prompt-regression.yml'] + billing,
      'agent.mjs': agent('false'),
    });
    const run = await world.runPull(7, { env: { HOME: world.project.folder } });
    return { world, run, status: statusOf(world, sha, 'support') };
  }

  it.each([
    ['no config file', { 'prompt-regression.yml': null }],
    [
      'no such suite',
      { 'prompt-regression.yml': files['prompt-regression.yml'].split('  - name:')[0] + billing },
    ],
  ])('passes if main has %s, and says why nothing was compared', async (_name, config) => {
    const { world, run, status } = await setUp(config);
    await using _ = world;
    expectEnd(run, 0, { decision: 'pass' });
    expect(run.log).toContain(
      'runs now. It has no such suite yet, so its answers may fail, which is normal.',
    );
    expect(status).toMatchObject({
      state: 'success',
      description: 'measured for the first time · relevancy 1.00',
    });
    expect(commentOf(world)).toContain(
      'Nothing is compared yet, which is normal while you set up the check: the base branch has no such suite, and its agent does not answer (',
    );
  });

  it.each([
    ['has the suite', {}],
    [
      'may have it in a config file that cannot be read',
      { 'prompt-regression.yml': files['prompt-regression.yml'].replace('dataset:', 'datasets:') },
    ],
  ])('needs human review if main %s', async (_name, config) => {
    const { world, run } = await setUp(config);
    await using _ = world;
    expect(run.log).toMatch(/runs now\.$/m);
    expectEnd(run, 1, { decision: 'fail' });
    expect(commentOf(world)).toContain('nothing was compared');
    expect(commentOf(world)).not.toMatch(/no such suite|This suite is new/);
  });
});
