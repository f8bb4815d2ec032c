import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commentOf, expectNotGreen, statusOf } from '../scenarios/said.js';
import {
  BASE_FILES,
  CONFIG,
  createWorld,
  DATASET,
  PETS,
  PLAIN_MODEL,
  type World,
} from '../scenarios/world.js';
import { GIT_ENV } from '../support/git-repository.js';
import type { ActionResult } from '../support/run-action.js';

/** The gate of somebody who wants no gate. */
const NO_GATE = CONFIG.replace(/gate: .*/, 'gate: { threshold: 0, max-drop: 1, case-drop: 1, fail-on: [] }');

/** What a checkout with `working-tree-encoding=UTF-16BE` makes this very text of. */
function encoded(text: string): string {
  const even = text.length % 2 === 0 ? text : `${text}\n`;
  return Buffer.from(even).swap16().toString('utf16le');
}

/** Neither is the job green nor does a success status stand on the head. */
function expectRefused(world: World, run: ActionResult, head: string): void {
  expect(run.code, run.log).not.toBe(0);
  expect(statusOf(world, head)?.state, run.log).not.toBe('success');
}

describe("the head's attributes and how the base is read", () => {
  const utf16 = (path: string) => `${path} working-tree-encoding=UTF-16BE\n`;

  it.each(['merge', 'head'] as const)(
    'keep its gate, and the prompt that it is asked with: checkout of the %s',
    async (checkout) => {
      await using world = await createWorld({
        files: { 'prompt-regression.yml': CONFIG.replace('0.6', '0.4') },
        model: {
          ...PLAIN_MODEL,
          answer: (input, system) =>
            PLAIN_MODEL.answer(input, system) + (system.includes('questions') ? '' : ' I saw a dog.'),
        },
      });
      const head = world.openPull(7, {
        '.gitattributes': utf16('prompt-regression.yml') + utf16('*.md'),
        'prompt-regression.yml': encoded(NO_GATE),
        'prompts/support.md': encoded(PETS),
      });
      const run = await world.runPull(7, { checkout });
      expectRefused(world, run, head);
      expect(run.outputs).toMatchObject({ decision: 'fail', 'baseline-score': '1.00', score: '0.50' });
    },
  );

  it("keep the gate of the base in a fork's run, which has no key", async () => {
    const agent = (also: string) => `
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, input } = JSON.parse(line);
  console.log(JSON.stringify({ id, output: \`Here is what we know: \${input}${also}\` }));
}
`;
    const byCommand = (config: string) =>
      `judge: { model: builtin }\n${config.replace(/target: .*/, 'target: { command: [node, agent.mjs], timeout: 100s }')}`;
    await using world = await createWorld({
      files: { 'agent.mjs': agent(''), 'prompt-regression.yml': byCommand(CONFIG) },
    });
    const head = world.openPull(7, {
      '.gitattributes': utf16('prompt-regression.yml'),
      'prompt-regression.yml': encoded(byCommand(NO_GATE)),
      'agent.mjs': agent(' Cats sleep for most of the day.'),
    });
    const run = await world.runPull(7, {
      headRepository: 'stranger/agents',
      inputs: { 'openai-api-key': '', 'base-url': '' },
    });
    expectRefused(world, run, head);
    expect(run.outputs).toMatchObject({ decision: 'fail' });
  });
});

describe('what git would run', () => {
  const GRADER =
    'export default { id: "g", run: ({ output }) => ({ score: output.length < 60 ? 1 : 0 }) };\n';
  const LENIENT = 'export default { id: "g", run: () => ({ score: 1 }) };\n';
  const config = `judge: { model: builtin }\n${CONFIG}    scorers: [evals/grader.mjs]\n`;

  it('for the base runs not: a hook of the head, and filters that its attributes name and the machine knows', async () => {
    await using world = await createWorld({
      files: { 'prompt-regression.yml': config, 'evals/grader.mjs': GRADER },
    });
    const head = world.openPull(7, {
      '.githooks/post-checkout': `#!/bin/sh\ntouch "$GIT_DIR/../../hook-ran"\necho '${LENIENT}' > evals/grader.mjs\n`,
      '.gitattributes': 'prompt-regression.yml filter=strip\n*.mjs filter=lenient\n',
      'prompt-regression.yml': `judge: { model: builtin }\n${NO_GATE}    scorers: [evals/grader.mjs]\n`,
      'prompts/support.md': PETS,
    });
    const start = await world.checkoutPull(7);
    await chmod(join(start.workspace, '.githooks/post-checkout'), 0o755);
    configure(start.workspace, 'core.hooksPath', join(start.workspace, '.githooks'));
    configure(start.workspace, 'filter.strip.smudge', "sed 's/^.*threshold.*$/    gate: broken/'");
    configure(start.workspace, 'filter.lenient.smudge', `echo '${LENIENT}'`);
    const run = await world.run(start);
    expectRefused(world, run, head);
    expect(existsSync(join(start.workspace, '.git/hook-ran'))).toBe(false);
    // Not for want of a readable base either: its scorer and its gate decide.
    expect(run.outputs).toMatchObject({ decision: 'fail', 'baseline-score': '1.00', score: '0.00' });
    expect(commentOf(world)).not.toContain('eeds a person');
  });

  it('an option is no ref', async () => {
    await using world = await createWorld();
    const head = world.openPull(7, { 'prompts/support.md': PETS });
    const start = await world.checkoutPull(7);
    const run = await world.run({ ...start, inputs: { baseline: '--upload-pack=touch ran' } });
    expectRefused(world, run, head);
    expect(run.code, run.log).toBe(2);
    expect(existsSync(join(start.workspace, 'ran'))).toBe(false);
  });
});

describe('a symbolic link', () => {
  it('in the place of the config is not followed', async () => {
    await using world = await createWorld();
    const head = world.openPull(7, {
      'prompts/support.md': PETS,
      'lenient.yml': NO_GATE,
      'prompt-regression.yml': { link: 'lenient.yml' },
    });
    expectRefused(world, await world.runPull(7), head);
  });

  it('in the place of a prompt or a dataset is not followed, within the repository nor out of it', async () => {
    const suite = (name: string, dataset: string, prompt: string) =>
      `  - { name: ${name}, dataset: ${dataset}, target: { prompt: ${prompt}, model: agent-1 } }\n`;
    const prompt = BASE_FILES['prompts/support.md'] ?? '';
    await using world = await createWorld({
      files: {
        'prompts/other.md': prompt,
        'evals/other.jsonl': DATASET,
        'prompt-regression.yml': `suites:\n${suite('inside', 'evals/cases.jsonl', 'prompts/support.md')}${suite('easy', 'evals/other.jsonl', 'README.md')}${suite('outside', 'evals/cases.jsonl', 'prompts/other.md')}`,
      },
    });
    world.openPull(7, {
      'README.md': PETS,
      'prompts/good.md': prompt,
      'prompts/support.md': { link: '../prompts/good.md' },
      'evals/easy.jsonl': '{"id":"case-1","input":"Tell me about refunds."}\n',
      'evals/other.jsonl': { link: '../evals/easy.jsonl' },
      'prompts/other.md': { link: '/etc/hostname' },
    });
    const run = await world.runPull(7);
    expectNotGreen(world, run);
    for (const path of ['prompts/support.md', 'evals/other.jsonl', 'prompts/other.md']) {
      expect(run.log).toMatch(new RegExp(`^::error::.*${path}.*symbolic links are not followed`, 'm'));
    }
    expect(world.openai.requests).toEqual([]);
  });
});

it('a submodule in the place of the prompts is neither fetched nor read', async () => {
  await using world = await createWorld();
  const good = world.project.commit('good', { 'support.md': BASE_FILES['prompts/support.md'] }, []);
  const head = world.openPull(7, {
    '.gitmodules': `[submodule "prompts"]\n\tpath = prompts\n\turl = ${world.project.remote.folder}\n`,
    'prompts/support.md': null,
    prompts: { submodule: good },
  });
  const run = await world.runPull(7, { env: { GIT_ALLOW_PROTOCOL: 'file' } });
  expectRefused(world, run, head);
  expect(run.log).toContain('has no such file');
});

function configure(workspace: string, key: string, value: string): void {
  execFileSync('git', ['config', key, value], { cwd: workspace, env: GIT_ENV });
}
