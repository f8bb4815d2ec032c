import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { statusOf } from '../scenarios/said.js';
import { BASE_FILES, CONFIG, createWorld, PETS, PLAIN_MODEL, type World } from '../scenarios/world.js';
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
  const attributes = (path: string) => ({ '.gitattributes': `${path} working-tree-encoding=UTF-16BE\n` });

  it.each(['merge', 'head'] as const)('keep the gate of the base: checkout of the %s', async (checkout) => {
    await using world = await createWorld();
    const head = world.openPull(7, {
      ...attributes('prompt-regression.yml'),
      'prompt-regression.yml': encoded(NO_GATE),
      'prompts/support.md': PETS,
    });
    const run = await world.runPull(7, { checkout });
    expectRefused(world, run, head);
    expect(run.outputs).toMatchObject({ decision: 'fail', 'baseline-score': '1.00', score: '0.50' });
  });

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
      ...attributes('prompt-regression.yml'),
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

  it('keep the prompt that the base is asked with', async () => {
    await using world = await createWorld({
      files: { 'prompt-regression.yml': CONFIG.replace('0.6', '0.4') },
      model: {
        ...PLAIN_MODEL,
        answer: (input, system) =>
          PLAIN_MODEL.answer(input, system) + (system.includes('questions') ? '' : ' I saw a dog.'),
      },
    });
    const head = world.openPull(7, { ...attributes('*.md'), 'prompts/support.md': encoded(PETS) });
    const run = await world.runPull(7);
    expectRefused(world, run, head);
    expect(run.outputs).toMatchObject({ decision: 'fail', 'baseline-score': '1.00', score: '0.50' });
  });

  it('send nothing of the base through a filter that the machine knows', async () => {
    await using world = await createWorld();
    const head = world.openPull(7, {
      '.gitattributes': 'prompt-regression.yml filter=strip\n',
      'prompt-regression.yml': NO_GATE,
      'prompts/support.md': PETS,
    });
    const start = await world.checkoutPull(7);
    configure(start.workspace, 'filter.strip.smudge', "sed 's/^.*threshold.*$/    gate: broken/'");
    expectRefused(world, await world.run(start), head);
  });
});

describe('what git would run', () => {
  const GRADER =
    'export default { id: "g", run: ({ output }) => ({ score: output.length < 50 ? 1 : 0 }) };\n';
  const LENIENT = 'export default { id: "g", run: () => ({ score: 1 }) };\n';
  const files = {
    'prompt-regression.yml': `judge: { model: builtin }\n${CONFIG}    scorers: [evals/grader.mjs]\n`,
    'evals/grader.mjs': GRADER,
  };

  it('a hook of the head does not run in the worktree of the base', async () => {
    await using world = await createWorld({ files });
    const head = world.openPull(7, {
      '.githooks/post-checkout': `#!/bin/sh\ntouch "$GIT_DIR/../../hook-ran"\necho '${LENIENT}' > evals/grader.mjs\n`,
      'prompts/support.md': PETS,
    });
    const start = await world.checkoutPull(7);
    await chmod(join(start.workspace, '.githooks/post-checkout'), 0o755);
    configure(start.workspace, 'core.hooksPath', join(start.workspace, '.githooks'));
    expectRefused(world, await world.run(start), head);
    expect(existsSync(join(start.workspace, '.git/hook-ran'))).toBe(false);
  });

  it("a filter that the head's attributes name does not run in the worktree of the base", async () => {
    await using world = await createWorld({ files });
    const head = world.openPull(7, {
      '.gitattributes': '*.mjs filter=lenient\n',
      'prompts/support.md': PETS,
    });
    const start = await world.checkoutPull(7);
    configure(start.workspace, 'filter.lenient.smudge', `echo '${LENIENT}'`);
    expectRefused(world, await world.run(start), head);
  });

  it.each(['--upload-pack=touch ran', '--output=ran', '-c', 'main --upload-pack=touch ran'])(
    'an option is no ref: %s',
    async (baseline) => {
      await using world = await createWorld({ files });
      const head = world.openPull(7, { 'prompts/support.md': PETS });
      const start = await world.checkoutPull(7);
      const run = await world.run({ ...start, inputs: { baseline } });
      expectRefused(world, run, head);
      expect(run.code, run.log).toBe(2);
      expect(existsSync(join(start.workspace, 'ran'))).toBe(false);
    },
  );
});

describe('a symbolic link', () => {
  it.each([
    ['prompt', 'prompts/support.md', 'prompts/good.md', BASE_FILES['prompts/support.md'] ?? ''],
    [
      'dataset',
      'evals/cases.jsonl',
      'evals/easy.jsonl',
      '{"id":"case-1","input":"Tell me about refunds."}\n',
    ],
    ['config', 'prompt-regression.yml', 'lenient.yml', NO_GATE],
  ])('in the place of the %s is not followed', async (_, path, target, text) => {
    await using world = await createWorld();
    const head = world.openPull(7, {
      'prompts/support.md': PETS,
      [target]: text,
      [path]: {
        link: join(
          ...path
            .split('/')
            .slice(1)
            .map(() => '..'),
          target,
        ),
      },
    });
    expectRefused(world, await world.runPull(7), head);
  });

  it('that leads out of the repository is not followed', async () => {
    await using world = await createWorld();
    const head = world.openPull(7, { 'prompts/support.md': { link: '/etc/hostname' } });
    expectRefused(world, await world.runPull(7), head);
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
