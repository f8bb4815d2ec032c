import { mkdir, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { expectEnd, resultOf, statusOf } from '../scenarios/said.js';
import { BASE_FILES, configOf, createWorld, DATASET, PETS, type World } from '../scenarios/world.js';
import type { Files } from '../support/git-project.js';
import type { ActionResult } from '../support/run-action.js';

/** The job is red, and no success stands on the head. */
function expectRed(world: World, run: ActionResult, head: string, suite?: string): void {
  expect(run.code, run.log).not.toBe(0);
  expect(statusOf(world, head, suite)?.state).not.toBe('success');
  expect(run.outputs['passed']).not.toBe('true');
}

const EDITED = { 'prompts/support.md': PETS };

/** Heads that touch what was meant, and that do not: it makes no difference. */
const HEADS: readonly Files[] = [{ 'README.md': 'More.\n' }, { ...EDITED, 'README.md': null }];

/** Nothing is asked, and each suite of files that are not there is told, with the problem of its own. */
function expectProblems(world: World, run: ActionResult, head: string, problems: readonly RegExp[]): void {
  expectRed(world, run, head);
  expectEnd(run, 2);
  for (const problem of problems)
    expect(run.log).toMatch(new RegExp(`^::error[^:]*::.*${problem.source}`, 'm'));
  expect(run.log.match(/^::error[^:]*::/gm)).toHaveLength(problems.length);
  expect(world.openai.requests).toEqual([]);
}

describe('a suite of files that are not there is green for nothing', () => {
  it('in a config file, beside a suite that has all of its own', async () => {
    const target = (prompt: string) => `{ prompt: ${prompt}, model: agent-1 }`;
    const known = { target: target('prompts/support.md') };
    const config = configOf({
      support: known,
      'no-folder': { target: target('support.md') },
      'no-folder-of-dataset': { ...known, dataset: 'cases.jsonl' },
      nowhere: { target: target('prompts/suport.md') },
      'a-folder': { target: target('prompts') },
      'matches-nothing': { ...known, more: '    watch: [prompts/support.md, "promts/**"]\n' },
    });
    await using world = await createWorld({ files: { 'prompt-regression.yml': config } });
    for (const files of HEADS) {
      const head = world.openPull(7, files);
      const run = await world.runPull(7);
      expect([1, 3]).toContain(run.code);
      for (const [suite, problem] of [
        ['no-folder', /prompt: suite "no-folder" names "support\.md".*no such file.*prompts\/support\.md/],
        ['no-folder-of-dataset', /dataset: suite .*"cases\.jsonl".*no such file.*evals\/cases\.jsonl/],
        ['nowhere', /prompt: .*"prompts\/suport\.md".*no such file: did you mean "prompts\/support\.md"\?/],
        ['a-folder', /prompt: .*"prompts".*no such file/],
        ['matches-nothing', /watch: .*"promts\/\*\*".*neither the head nor the base/],
      ] as const) {
        expectRed(world, run, head, suite);
        expect(statusOf(world, head, suite)?.state).toBe('error');
        const place = 'file=prompt-regression\\.yml,line=\\d+';
        expect(run.log).toMatch(
          new RegExp(`^::error title=${suite}%3A.*,${place}::.*${problem.source}`, 'm'),
        );
      }
    }
  });

  it('and so are a prompt and answers that git ignores: that they changed is seen by no list of files', async () => {
    const answers = (text: string) =>
      DATASET.split('\n')
        .map((line) => JSON.stringify({ id: JSON.parse(line).id, output: text }))
        .join('\n');
    const config = configOf({
      asked: { target: '{ prompt: out/prompt.md, model: agent-1 }' },
      recorded: { target: '{ recorded: out/answers.jsonl }' },
    });
    await using world = await createWorld({
      files: { '.gitignore': 'out/\n', 'prompt-regression.yml': `judge: { model: judge-1 }\n${config}` },
    });
    const measure = async (out: { prompt: string; answer: string }) => {
      const { workspace, event } = await world.checkoutPull(7);
      await mkdir(`${workspace}/out`);
      await writeFile(`${workspace}/out/prompt.md`, out.prompt);
      await writeFile(`${workspace}/out/answers.jsonl`, answers(out.answer));
      return world.run({ workspace, event });
    };
    world.openPull(7, { 'README.md': 'More.\n' });
    const good = { prompt: BASE_FILES['prompts/support.md'], answer: 'Here is what we know.' };
    expectEnd(await measure(good), 0, { decision: 'pass' });
    // Nor is what was decided on such files shown again for others.
    const head = world.openPull(7, { 'README.md': 'Still more.\n' });
    const run = await measure({ prompt: PETS, answer: 'Our cat sends her love.' });
    expectEnd(run, 1, { decision: 'fail' });
    for (const suite of ['asked', 'recorded']) expectRed(world, run, head, suite);
    expect(resultOf(run, 'asked')).toMatchObject({ decision: 'fail', score: 0.5 });
    expect(resultOf(run, 'recorded')).toMatchObject({ decision: 'fail' });
  });
});

describe('a change behind symbolic links is measured', () => {
  const files = {
    'CLAUDE.md': { link: 'AGENTS.md' },
    'AGENTS.md': { link: 'docs/rules.md' },
    'docs/rules.md': 'Be kind.\n',
    'skills/shared': { link: '../shared' },
    'shared/tone.md': 'Be brief.\n',
    'shared/more': { link: '../more' },
    'more/names.md': 'Use names.\n',
    'README.md': 'An agent.\n',
  };
  const suites = {
    chain: '[CLAUDE.md]',
    folder: '["skills/**"]',
    names: '["skills/**/*.md"]',
    exact: '[skills/shared/tone.md]',
  };
  const config = configOf(
    Object.fromEntries(
      Object.entries(suites).map(([name, watch]) => [
        name,
        { target: '{ prompt: prompts/support.md, model: agent-1 }', more: `    watch: ${watch}\n` },
      ]),
    ),
  );

  it.each<[string, Files, readonly string[]]>([
    ['a file behind two links', { 'docs/rules.md': 'Be rude.\n' }, ['chain']],
    ['a file in a linked folder', { 'shared/tone.md': 'Be long.\n' }, ['exact', 'folder', 'names']],
    ['a file in a folder behind two links', { 'more/names.md': 'Be shy.\n' }, ['exact', 'folder', 'names']],
    ['a link in the chain', { 'AGENTS.md': { link: 'README.md' } }, ['chain']],
    ['a folder that is no longer linked', { 'skills/shared': null }, ['exact', 'folder', 'names']],
    ['a file that no link leads to', { 'README.md': 'More.\n' }, []],
  ])('%s', async (_, changed, measured) => {
    await using world = await createWorld({ files: { ...files, 'prompt-regression.yml': config } });
    world.openPull(7, changed);
    const run = await world.runPull(7);
    expectEnd(run, 0);
    for (const suite of Object.keys(suites)) {
      const status = measured.includes(suite) ? 'evaluated' : 'unchanged';
      expect(resultOf(run, suite), suite).toMatchObject({ status });
    }
    const head = world.openPull(8, changed, 'stranger/agents');
    await world.runCompanion(8, { inputs: { 'openai-api-key': '' } });
    for (const suite of Object.keys(suites)) {
      const state = measured.includes(suite) ? 'pending' : 'success';
      expect(statusOf(world, head, suite), suite).toMatchObject({ state });
    }
  });

  it("of a fork that adds the link is a maintainer's to measure", async () => {
    await using world = await createWorld({ files: { ...files, 'prompt-regression.yml': config } });
    const head = world.openPull(7, { 'skills/mine': { link: '../docs' } }, 'stranger/agents');
    await world.runCompanion(7, { inputs: { 'openai-api-key': '' } });
    expect(statusOf(world, head, 'names')).toMatchObject({ state: 'pending' });
    expect(statusOf(world, head, 'chain')).toMatchObject({ state: 'success' });
  });
});

describe('a working directory', () => {
  const app = Object.fromEntries(
    Object.entries(BASE_FILES).flatMap(([path, text]) => [
      [path, null],
      [`apps/support/${path}`, text],
    ]),
  );

  it('with paths from the top is green for nothing', async () => {
    const config = configOf({
      paths: { target: '{ prompt: apps/support/prompts/support.md, model: agent-1 }' },
      watched: {
        target: '{ prompt: prompts/support.md, model: agent-1 }',
        more: '    watch: ["apps/support/prompts/**"]\n',
      },
    });
    await using world = await createWorld({
      files: { ...app, 'apps/support/prompt-regression.yml': config },
    });
    for (const files of [{ 'README.md': 'More.\n' }, { 'apps/support/prompts/support.md': PETS }]) {
      const head = world.openPull(7, files);
      const run = await world.runPull(7, { inputs: { 'working-directory': 'apps/support' } });
      expectProblems(world, run, head, [
        /prompt: .*"apps\/support\/prompts\/support\.md".*no such file.*"prompts\/support\.md"/,
        /watch: .*"apps\/support\/prompts\/\*\*".*neither the head nor the base/,
      ]);
    }
  });
});

describe('a command reads what it likes', () => {
  const AGENT = `import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, input } = JSON.parse(line);
  const added = readFileSync(process.argv[2], 'utf8').match(/^Add: (.+)$/m)?.[1] ?? '';
  console.log(JSON.stringify({ id, output: \`Here is what we know: \${input} \${added}\`.trim() }));
}
`;
  const command = (prompt: string, watch = '') => ({
    target: `{ command: [node, agent.mjs, ${prompt}], workers: 1 }`,
    more: `    task: Answers customers.\n${watch}`,
  });
  const config = (suites: Parameters<typeof configOf>[0]) => `judge: { model: judge-1 }\n${configOf(suites)}`;

  it('a prompt that its watch list misses is evaluated all the same, and one outside of the working directory', async () => {
    await using world = await createWorld({
      files: {
        'prompt-regression.yml': null,
        'app/agent.mjs': AGENT,
        'app/prompt.md': BASE_FILES['prompts/support.md'],
        'app/evals/cases.jsonl': DATASET,
        'app/prompt-regression.yml': config({
          missed: command('prompt.md', '    watch: [agent.mjs]\n'),
          outside: command('../prompts/support.md'),
        }),
      },
    });
    const head = world.openPull(7, { ...EDITED, 'app/prompt.md': PETS });
    const run = await world.runPull(7, { inputs: { 'working-directory': 'app' } });
    expectEnd(run, 1, { decision: 'fail' });
    for (const suite of ['missed', 'outside']) {
      expect(resultOf(run, suite)).toMatchObject({ decision: 'fail' });
      expect(statusOf(world, head, `app/${suite}`)?.state).toBe('failure');
    }
  });
});
