import { mkdir, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { expectEnd, statusOf } from '../scenarios/said.js';
import {
  BASE_FILES,
  CONFIG,
  createWorld,
  DATASET,
  PETS,
  PLAIN_MODEL,
  type World,
} from '../scenarios/world.js';
import type { ActionResult } from '../support/run-action.js';

/** The job is red, and no success stands on the head. */
function expectRed(world: World, run: ActionResult, head: string): void {
  expect(run.code, run.log).not.toBe(0);
  expect(statusOf(world, head)?.state).not.toBe('success');
  expect(run.outputs['passed']).not.toBe('true');
}

/** The inputs of one suite without a config file, at the top or in a folder. */
const INPUTS = { prompt: 'prompts/support.md', dataset: 'evals/cases.jsonl', model: 'agent-1' };
const NO_CONFIG = { 'prompt-regression.yml': null };
const EDITED = { 'prompts/support.md': PETS };

const watching = (...lines: readonly string[]) =>
  CONFIG.replace('    gate:', `    watch: ${JSON.stringify(lines)}\n    gate:`);

describe('a suite of files that are not there is green for nothing', () => {
  it.each([
    [
      'a prompt without its folder',
      { ...INPUTS, prompt: 'support.md' },
      /prompt: .*"support\.md".*no such file.*prompts\/support\.md/,
    ],
    [
      'a dataset without its folder',
      { ...INPUTS, dataset: 'cases.jsonl' },
      /dataset: .*"cases\.jsonl".*no such file.*evals\/cases\.jsonl/,
    ],
    [
      'a prompt that is nowhere',
      { ...INPUTS, prompt: 'prompts/suport.md' },
      /prompt: .*"prompts\/suport\.md".*no such file.*relative to the working directory/,
    ],
    [
      'a folder in the place of a prompt',
      { ...INPUTS, prompt: 'prompts' },
      /prompt: .*"prompts".*no such file/,
    ],
    [
      'a watch line that matches nothing',
      { ...INPUTS, watch: 'prompts/support.md\npromts/**' },
      /watch: .*"promts\/\*\*".*neither the head nor the base/,
    ],
  ])('%s', async (_, inputs, problem) => {
    await using world = await createWorld({ files: NO_CONFIG });
    // Whether the pull request touches what was meant makes no difference.
    for (const files of [{ 'README.md': 'More.\n' }, { ...EDITED, 'README.md': null }]) {
      const head = world.openPull(7, files);
      const run = await world.runPull(7, { inputs });
      expectRed(world, run, head);
      expectEnd(run, 2);
      expect(run.log).toMatch(new RegExp(`^::error::.*${problem.source}`, 'm'));
    }
    expect(world.openai.requests).toEqual([]);
  });

  it('on every event', async () => {
    await using world = await createWorld({ files: NO_CONFIG });
    const inputs = { ...INPUTS, watch: 'promts/**' };
    expectEnd(await world.runPush({ inputs }), 2);
    expectEnd(await world.dispatch({ inputs }), 2);
    world.openPull(7, { 'README.md': 'More.\n' });
    expectEnd(await world.dispatch({ inputs: { ...inputs, 'pull-request': '7' } }), 2);
    const { workspace } = await world.checkoutPull(7, { checkout: 'head' });
    const sha = world.project.tip('pull-7');
    const payload = {
      repository: { full_name: 'acme/agents', default_branch: 'main' },
      merge_group: { base_sha: world.project.tip('main'), head_sha: sha, base_ref: 'refs/heads/main' },
    };
    const event = { name: 'merge_group', sha, ref: 'refs/heads/gh-readonly-queue/main/pr-7', payload };
    const queued = await world.run({ workspace, event, inputs });
    expectRed(world, queued, sha);
    expectEnd(queued, 2);
  });

  it('in a config file, where the prompt of one suite alone is missing', async () => {
    const second =
      '  - { name: sales, dataset: evals/cases.jsonl, target: { prompt: sales.md, model: agent-1 } }\n';
    await using world = await createWorld({ files: { 'prompt-regression.yml': CONFIG + second } });
    const head = world.openPull(7, { 'README.md': 'More.\n' });
    const run = await world.runPull(7);
    expectRed(world, run, head);
    expectEnd(run, 2);
    expect(run.log).toMatch(/^::error::prompt: suite "sales" names "sales\.md"/m);
  });

  it('but a file that only the base has is a removal, and a list is repaired by the pull request that mends it', async () => {
    const files = { 'docs/tone.md': 'Friendly.\n', 'prompt-regression.yml': watching('docs/**', 'old/**') };
    await using world = await createWorld({ files });
    world.openPull(7, { 'docs/tone.md': null, 'prompt-regression.yml': watching('docs/**') });
    expectEnd(await world.runPull(7), 0, { decision: 'pass' });
  });

  it('and so are answers that git ignores: that they changed is seen by no list of files', async () => {
    const answers = (text: string) =>
      DATASET.split('\n')
        .map((line) => JSON.stringify({ id: JSON.parse(line).id, output: text }))
        .join('\n');
    await using world = await createWorld({
      files: {
        '.gitignore': 'out/\n',
        'prompt-regression.yml': CONFIG.replace(
          'target: { prompt: prompts/support.md, model: agent-1 }',
          'target: { recorded: out/answers.jsonl }',
        ).replace('suites:', 'judge: { model: judge-1 }\nsuites:'),
      },
    });
    const head = world.openPull(7, EDITED);
    const { workspace, event } = await world.checkoutPull(7);
    await mkdir(`${workspace}/out`);
    await writeFile(`${workspace}/out/answers.jsonl`, answers('Our cat sends her love.'));
    const run = await world.run({ workspace, event });
    expectRed(world, run, head);
    expectEnd(run, 1, { decision: 'fail' });
  });

  it('and so is a suite of a config file that git ignores', async () => {
    await using world = await createWorld({
      files: {
        '.gitignore': 'prompt-regression.yml\n',
        'prompt-regression.yml': null,
        'prompts/pets.md': PETS,
      },
    });
    const head = world.openPull(7, { 'README.md': 'More.\n' });
    const { workspace, event } = await world.checkoutPull(7);
    await writeFile(
      `${workspace}/prompt-regression.yml`,
      CONFIG.replace('prompts/support.md', 'prompts/pets.md'),
    );
    const run = await world.run({ workspace, event });
    expectRed(world, run, head);
    expectEnd(run, 1, { decision: 'fail', score: '0.50' });
  });

  it('nor is what was decided on one such file shown again for another', async () => {
    await using world = await createWorld({
      files: {
        '.gitignore': 'out/\n',
        'prompt-regression.yml': CONFIG.replace('prompts/support.md', 'out/prompt.md'),
      },
    });
    const measure = async (prompt: string) => {
      const { workspace, event } = await world.checkoutPull(7);
      await mkdir(`${workspace}/out`);
      await writeFile(`${workspace}/out/prompt.md`, prompt);
      return world.run({ workspace, event });
    };
    world.openPull(7, { 'README.md': 'More.\n' });
    expectEnd(await measure(BASE_FILES['prompts/support.md']), 0);
    const head = world.openPull(7, { 'README.md': 'Still more.\n' });
    const run = await measure(PETS);
    expectRed(world, run, head);
    expectEnd(run, 1, { decision: 'fail', score: '0.50' });
  });
});

it('attributes that change what a checkout makes of a prompt are a change of it', async () => {
  await using world = await createWorld({
    model: {
      ...PLAIN_MODEL,
      answer: (input, system) =>
        system.includes('questions') ? PLAIN_MODEL.answer(input, system) : 'I saw a dog.',
    },
  });
  world.openPull(7, { 'README.md': 'More.\n' });
  expectEnd(await world.runPull(7), 0, { score: '' });
  const head = world.openPull(7, { 'prompts/.gitattributes': '*.md working-tree-encoding=UTF-16\n' });
  const run = await world.runPull(7);
  expectRed(world, run, head);
  expectEnd(run, 1, { decision: 'fail', 'baseline-score': '1.00', score: '0.00' });
});

describe('a working directory', () => {
  const app = Object.fromEntries(
    Object.entries(BASE_FILES).flatMap(([path, text]) => [
      [path, null],
      [`apps/support/${path}`, text],
    ]),
  );

  it.each([
    [
      'with paths from the top',
      { 'working-directory': 'apps/support', ...INPUTS, prompt: 'apps/support/prompts/support.md' },
      /prompt: .*"apps\/support\/prompts\/support\.md".*no such file.*"prompts\/support\.md"/,
    ],
    [
      'that is not there',
      { 'working-directory': 'apps/suport', ...INPUTS },
      /working-directory: .*"apps\/suport"/,
    ],
    [
      'with a watch list from the top',
      { 'working-directory': 'apps/support', ...INPUTS, watch: 'apps/support/prompts/**' },
      /watch: .*"apps\/support\/prompts\/\*\*".*neither the head nor the base/,
    ],
  ])('%s is green for nothing', async (_, inputs, problem) => {
    await using world = await createWorld({ files: { ...app, 'apps/support/prompt-regression.yml': null } });
    for (const files of [{ 'README.md': 'More.\n' }, { 'apps/support/prompts/support.md': PETS }]) {
      const head = world.openPull(7, files);
      const run = await world.runPull(7, { inputs });
      expectRed(world, run, head);
      expectEnd(run, 2);
      expect(run.log).toMatch(new RegExp(`^::error::.*${problem.source}`, 'm'));
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
  const config = (prompt: string, watch: string) => `judge: { model: judge-1 }
suites:
  - name: support
    dataset: evals/cases.jsonl
    task: Answers customers.
${watch}    target: { command: [node, agent.mjs, ${prompt}] }
    gate: { threshold: 0.6 }
`;

  it.each([
    ['that its watch list misses', '', 'prompts/support.md', '    watch: [agent.mjs]\n'],
    ['outside of the working directory', 'app/', '../prompts/support.md', ''],
  ])('a prompt %s is evaluated all the same', async (_, folder, prompt, watch) => {
    await using world = await createWorld({
      files: {
        ...NO_CONFIG,
        [`${folder}agent.mjs`]: AGENT,
        [`${folder}evals/cases.jsonl`]: DATASET,
        [`${folder}prompt-regression.yml`]: config(prompt, watch),
      },
    });
    const head = world.openPull(7, EDITED);
    const run = await world.runPull(7, { inputs: { 'working-directory': folder } });
    expectRed(world, run, head);
    expectEnd(run, 1, { decision: 'fail' });
  });

  it('what its list takes out is not', async () => {
    await using world = await createWorld({
      files: {
        'agent.mjs': AGENT,
        'docs/a.md': 'A.\n',
        'prompt-regression.yml': config('prompts/support.md', '    watch: ["!docs/**"]\n'),
      },
    });
    world.openPull(7, { 'docs/a.md': 'B.\n' });
    expectEnd(await world.runPull(7), 0, { score: '' });
  });
});
