import { describe, expect, it } from 'vitest';
import type { ActionResult } from '../support/run-action.js';
import { allSaid, commentOf, expectEnd, partOf, resultOf, statusOf } from './said.js';
import { BASE_FILES, CONFIG, configOf, createWorld, DATASET, HARMLESS, PETS, type World } from './world.js';

/** Markdown without what keeps its text from coming alive, or makes code of a place. */
function asRead(markdown: string): string {
  return markdown.replaceAll(/[\\\u200b]/g, '').replaceAll(/`([^`]+:\d+)`/g, '$1');
}

/** Nothing was asked, and log, summary and comment name each problem once. */
function expectProblems(
  world: World,
  run: ActionResult,
  head: string,
  problems: readonly RegExp[],
  step = 'fix what the message above names. A push starts the check by itself',
): void {
  expectEnd(run, 2, { passed: 'false' });
  for (const problem of problems) {
    expect(run.log).toMatch(new RegExp(`^::error[^:]*::.*${problem.source}`, 'm'));
    for (const text of [run.summary, commentOf(world)]) {
      expect(asRead(text).match(new RegExp(problem.source, 'g'))).toHaveLength(1);
    }
  }
  expect(commentOf(world)).toContain(step);
  // A reader can copy file and line.
  expect(`${run.summary}${commentOf(world)}`).not.toMatch(/[\w]\.\w+:\u200b/);
  expect(commentOf(world)).not.toMatch(/run it again/i);
  expect(run.log.match(/^::error/gm)).toHaveLength(problems.length);
  expect(run.log).not.toMatch(/^\s+at .+:\d+:\d+/m);
  expect(statusOf(world, head)).toMatchObject({
    context: 'prompt-regression/support',
    state: 'error',
    description: expect.stringMatching(/^not evaluated: /),
  });
  expect(world.openai.requests).toEqual([]);
}

describe('a pull request with a mistake', () => {
  it('costs nothing: all are reported at once, the status is an error, and the fixed one is evaluated in the same comment', async () => {
    await using world = await createWorld();
    const head = world.openPull(7, {
      'prompt-regression.yml': CONFIG.replace('gate: { threshold: 0.6 }', 'gates: {}\n    repeat: many'),
    });
    expectProblems(world, await world.runPull(7), head, [
      /prompt-regression\.yml:6: .*gates.*gate/,
      /prompt-regression\.yml:7: .*repeat/,
    ]);

    const next = world.openPull(7, {
      'prompt-regression.yml': CONFIG,
      'evals/cases.jsonl': `${DATASET}\n{"id": "case-1", "input": "Again?"}\nnot JSON\n{"id": "x"}\n`,
      'prompts/support.md': null,
    });
    expectProblems(world, await world.runPull(7), next, [
      /prompts\/support\.md.*the pull request's head has no such file/,
      /evals\/cases\.jsonl:9: .*case-1/,
      /evals\/cases\.jsonl:10: /,
      /evals\/cases\.jsonl:11: .*input/,
    ]);
    expect(commentOf(world)).toMatch(/not evaluated/);

    world.openPull(7, { 'evals/cases.jsonl': DATASET, 'prompts/support.md': HARMLESS });
    expectEnd(await world.runPull(7), 0);
    expect(commentOf(world)).not.toMatch(/not evaluated/);
  });

  it('in the config of both sides is reported and never passes', async () => {
    const broken = CONFIG.replace('dataset:', 'datasets:');
    await using world = await createWorld({ files: { 'prompt-regression.yml': broken } });
    world.openPull(7, { 'prompts/support.md': PETS });
    const run = await world.runPull(7);
    expectEnd(run, 2, { decision: 'inconclusive', passed: 'false' });
    expect(asRead(commentOf(world))).toMatch(/not evaluated[\s\S]*prompt-regression\.yml:4: .*datasets/);
    expect(allSaid(world, run)).not.toMatch(/✅|\bpass\b/);
  });

  it('such as a missing key names the places to set it, and asks nobody', async () => {
    await using world = await createWorld();
    const inputs = { 'openai-api-key': '' };
    const head = world.openPull(7, { 'prompts/support.md': PETS });
    const problem =
      /There is no key for [\s\S]*?(?:: s|\n\nS)et the input openai-api-key or environment variable OPENAI_API_KEY/;
    const step = 'store the key as a secret and pass it to this action as that input, then re-run this job';
    expectProblems(world, await world.runPull(7, { inputs }), head, [problem], step);
    expectEnd(await world.runPush({ inputs }), 2);

    world.openPull(8, { 'README.md': 'Other words.\n' });
    expectEnd(await world.runPull(8), 0);
    expect(world.openai.requests).toEqual([]);
  });

  it('in one of two suites does not stop the other from being measured', async () => {
    await using world = await createWorld();
    const statesOf = (head: string) => {
      const ours = world.github.state.statuses.filter(({ sha }) => sha === head);
      return Object.fromEntries(ours.map(({ context, state }) => [context, state]));
    };
    const own = { 'prompt-regression/support': 'success', 'prompt-regression/sales': 'error' };
    // One is seen in the config, one before the first call, one where the program is started.
    for (const [change, mistake, more = ''] of [
      [{}, /prompt-regression\.yml:\d+: unknown key `gates`/, '    gates: {}\n'],
      [{ 'evals/sales.jsonl': 'not JSON\n' }, /evals\/sales\.jsonl:1: /],
      [
        { 'evals/sales.jsonl': '{"input": "Hello?"}\n' },
        /"pythonic": cannot be started in .*: check that it is installed/,
      ],
    ] as const) {
      const config = `judge: { model: judge-1 }\n${configOf({
        support: {},
        sales: { target: '{ command: [pythonic] }', dataset: 'evals/sales.jsonl', more },
      })}`;
      const head = world.openPull(7, {
        ...change,
        'prompt-regression.yml': config,
        'prompts/support.md': HARMLESS,
      });
      const run = await world.runPull(7);
      expectEnd(run, 3);
      expect(statesOf(head)).toEqual(own);
      expect(asRead(commentOf(world))).toMatch(mistake);
      expect(run.log.match(new RegExp(`::error.*${mistake.source}`, 'g'))).toHaveLength(1);
      expect(resultOf(run, 'support')?.decision).toBe('pass');
    }
  });

  it('in the config of a suite that the base has cannot be accepted by a label', async () => {
    const both = configOf({ support: {}, sales: {} });
    await using world = await createWorld({
      files: { 'prompt-regression.yml': both, 'prompts/sales.md': 'You sell.\n' },
    });
    world.github.state.collaborators.set('ann', 'maintain');
    const broken = configOf({ support: {}, sales: { more: '    colour: red\n' } });
    const head = world.openPull(7, { 'prompt-regression.yml': broken, 'prompts/support.md': PETS });
    expectEnd(await world.runPull(7), 1);
    const asked = world.openai.requests.length;
    expect(statusOf(world, head, 'sales')?.state).toBe('error');
    const label = { name: 'prompt-regression-accepted' };
    world.github.setPull({ number: 7, labels: [label.name] });
    const accepted = await world.runPull(7, {
      payload: { action: 'labeled', label, sender: { login: 'ann' } },
    });
    expectEnd(accepted, 1);
    expect(accepted.log).toContain('Nothing was accepted: not every suite is decided');
    expect(statusOf(world, head, 'support')?.state).toBe('failure');
    expect(statusOf(world, head, 'sales')?.state).toBe('error');
    expect(world.openai.requests).toHaveLength(asked);
    expect(commentOf(world)).toContain('colour');
  });

  it('in a dataset that two suites share is reported once', async () => {
    const both = configOf({
      support: {},
      sales: { target: '{ prompt: prompts/support.md, model: agent-1 }' },
    });
    await using world = await createWorld({ files: { 'prompt-regression.yml': both } });
    world.openPull(7, { 'evals/cases.jsonl': 'not JSON\n' });
    const run = await world.runPull(7);
    expectEnd(run, 2);
    expect(run.log.match(/evals\/cases\.jsonl:1: /g)).toHaveLength(1);
    expect(commentOf(world)).not.toContain('problems');
  });

  it('in the base config is repaired by it after human review', async () => {
    const broken = CONFIG.replace('dataset:', 'datasets:');
    await using world = await createWorld({ files: { 'prompt-regression.yml': broken } });
    world.openPull(7, { 'prompt-regression.yml': CONFIG });
    const run = await world.runPull(7);
    expectEnd(run, 1, { decision: 'fail', delta: '0.00' });
    expect(run.outputs['result-json']).toContain('"because":["review"');
    expect(run.log).toMatch(/base branch's config .*cannot be read .*datasets/);
    // Main may have the suite.
    expect(run.log).not.toContain('This suite is new');
  });

  it("in the base branch's agent, which answers nothing, is repaired by it after human review", async () => {
    const target = '{ command: [node, agent.mjs] }';
    const suite = configOf({ support: { target, more: '    task: Support.\n' } });
    const config = `judge: { model: builtin }\n${suite}`;
    const agent = (answer: string) => `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, input } = JSON.parse(line);
  console.log(JSON.stringify({ id, ${answer} }));
}
`;
    const silent = agent("error: 'no handbook'");
    await using world = await createWorld({
      files: { 'prompt-regression.yml': config, 'agent.mjs': silent },
    });
    world.github.state.collaborators.set('ann', 'maintain');
    const head = world.openPull(7, { 'agent.mjs': agent('output: input') });
    const run = await world.runPull(7);
    expectEnd(run, 1, { decision: 'fail', 'baseline-score': '' });
    expect(asRead(commentOf(world))).toMatch(
      /nothing was compared, because the base branch cannot be measured: the agent failed: .*no handbook\. The first 10 answers failed like this/,
    );
    expect(commentOf(world)).not.toContain('Set `baseline`');
    expect(statusOf(world, head)?.state).toBe('failure');

    const label = { name: 'prompt-regression-accepted' };
    world.github.setPull({ number: 7, labels: [label.name] });
    const payload = { action: 'labeled', label, sender: { login: 'ann' } };
    expectEnd(await world.runPull(7, { payload }), 0, { decision: 'accepted' });

    // If the head answers nothing either, that has to be fixed first.
    world.openPull(8, { 'agent.mjs': `// Other words.\n${silent}` });
    expectEnd(await world.runPull(8), 3, { decision: 'inconclusive' });
    expect(commentOf(world, 8)).not.toContain('human review');
    expect(commentOf(world, 8)).toContain('The agent fails on the base branch, too');

    // Another failure may be the pull request's own.
    world.openPull(9, { 'agent.mjs': agent("error: 'no such table'") });
    expectEnd(await world.runPull(9), 3, { decision: 'inconclusive' });
    expect(commentOf(world, 9)).not.toContain('The agent fails on the base branch, too');
  });
});

// Other variables of the runner that are wrong are in test/action/runner.test.ts.
describe('a run that cannot even start', () => {
  it.each([
    [
      'two inputs are wrong',
      { 'INPUT_PULL-REQUEST': '0', 'INPUT_MAX-CALLS': 'many' },
      [/pull-request.*0/, /max-calls.*many/],
      [],
    ],
    ['the input comment is invalid', { INPUT_COMMENT: 'no' }, [/comment.*no/], []],
    ['the input status is invalid', { INPUT_STATUS: 'no' }, [/status.*no/], []],
    ['the input suite names no suite', { INPUT_SUITE: 'suport' }, [/no suite "suport"/], ['comment']],
    [
      'the working directory does not exist',
      { 'INPUT_WORKING-DIRECTORY': 'apps/none' },
      [/working-directory/],
      [],
    ],
    ['no pull request with this commit is open', { INPUT_SHA: 'a'.repeat(40) }, [/sha: /], []],
  ] as const)(
    'because %s ends with exit code 2 and reports it without a stack',
    async (_, env, problems, told) => {
      await using world = await createWorld();
      const head = world.openPull(7, { 'prompts/support.md': PETS });
      const run = await world.run({ ...(await world.checkoutPull(7)), env });
      expectEnd(run, 2, { passed: 'false', decision: 'inconclusive' });
      const comments = world.github.state.comments.map(({ body }) => body);
      for (const problem of problems) {
        expect(run.log).toMatch(new RegExp(`^::error[^:]*::.*${problem.source}`, 'm'));
        for (const text of [run.summary, ...comments]) expect(asRead(text)).toMatch(problem);
      }
      expect(run.log).not.toMatch(/^\s+at /m);
      const { statuses } = world.github.state;
      expect([
        ...(statuses.length > 0 ? ['status'] : []),
        ...(comments.length > 0 ? ['comment'] : []),
      ]).toEqual(told);
      if (statuses.length > 0) {
        expect(statusOf(world, head, 'support')).toMatchObject({
          state: 'error',
          description: expect.stringMatching(/^not evaluated: /),
        });
      }
      expect(world.openai.requests).toEqual([]);
    },
  );
});

describe('the first pull request with prompts', () => {
  it('passes above the threshold, fails below it, and warns that there is no baseline', async () => {
    const { 'README.md': _readme, 'prompts/support.md': prompt, ...files } = BASE_FILES;
    const none = Object.fromEntries(Object.keys(BASE_FILES).map((path) => [path, null]));
    await using world = await createWorld({ files: { ...none, 'README.md': 'An agent.\n' } });
    const head = world.openPull(7, {
      ...files,
      'prompt-regression.yml': configOf({ above: {}, below: {} }),
      'prompts/above.md': prompt,
      'prompts/below.md': PETS,
    });
    const run = await world.runPull(7);
    expectEnd(run, 1, { decision: 'fail', 'baseline-score': '', delta: '' });
    for (const [suite, decision, state] of [
      ['above', 'pass', 'success'],
      ['below', 'fail', 'failure'],
    ] as const) {
      expect(resultOf(run, suite)).toMatchObject({ decision, baselineScore: null, delta: null });
      expect(statusOf(world, head, suite)).toMatchObject({ state });
      for (const text of [commentOf(world), run.summary])
        expect(partOf(text, suite)).toMatch(/nothing to compare with/);
      expect(partOf(commentOf(world), suite)).toContain('No `task` is set');
    }
    expect(run.log.match(/nothing to compare with/g)?.length).toBeGreaterThanOrEqual(2);
  });
});
