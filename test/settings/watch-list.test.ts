import picomatch from 'picomatch';
import { expect, test } from 'vitest';
import { matchWatched } from '../../src/files/watch.js';
import type { TargetSettings } from '../../src/ports/settings.js';
import { resolveWatch, workflowFile } from '../../src/settings/watch-list.js';

const PROMPT: TargetSettings = { kind: 'prompt', prompt: 'prompts/a.md', model: null, parameters: {} };
const RECORDED: TargetSettings = { kind: 'recorded', recorded: 'evals/answers.jsonl' };
const COMMAND: TargetSettings = {
  kind: 'command',
  command: ['node', 'a.mjs'],
  workers: 1,
  timeoutMs: 1,
  env: [],
};
const REST = {
  dataset: 'evals/a.csv',
  scorers: [],
  configPath: 'c.yml',
  workflow: '.github/workflows/check.yml',
};

test.each([
  ['prompt', PROMPT, ['prompts/a.md', 'evals/a.csv', 'c.yml', '.github/workflows/check.yml']],
  ['recorded', RECORDED, ['evals/answers.jsonl', 'evals/a.csv', 'c.yml', '.github/workflows/check.yml']],
  ['command', COMMAND, ['/**']],
])('default for a %s target', (_, target, watch) => {
  expect(resolveWatch({ given: undefined, target, ...REST })).toEqual(watch);
});

test('a given list keeps prompt, dataset and config file, and nothing in it takes them out', () => {
  const watch = resolveWatch({ given: ['src/**', '!evals/**', 'c.yml'], target: PROMPT, ...REST });
  expect(watch).toEqual(['src/**', '!evals/**', 'c.yml', 'prompts/a.md', 'evals/a.csv']);
  const entries = ['src/x.ts', 'evals/a.csv', 'evals/b.csv', 'prompts/a.md', 'README.md'].map((path) => ({
    path,
    blob: '',
  }));
  expect(matchWatched(entries, watch).map((entry) => entry.path)).toEqual([
    'src/x.ts',
    'evals/a.csv',
    'prompts/a.md',
  ]);
});

test('a list for a command takes files out of everything, and leaves none out unsaid', () => {
  expect(resolveWatch({ given: ['!docs/**', 'docs/agent.md'], target: COMMAND, ...REST })).toEqual([
    '/**',
    '!docs/**',
    'docs/agent.md',
    'evals/a.csv',
    'c.yml',
  ]);
});

test('without config file and workflow there is less to watch; a file that is both is named once', () => {
  const rest = { dataset: 'prompts/a.md', scorers: [], configPath: null, workflow: null };
  expect(resolveWatch({ given: undefined, target: PROMPT, ...rest })).toEqual(['prompts/a.md']);
});

test('a scorer of the repository is one of the files that a suite is made of', () => {
  const use = { kind: 'own', path: 'evals/brief.ts', env: [], workers: 1, timeoutMs: 1 } as const;
  const prebuilt = { kind: 'prebuilt', id: 'answer-relevancy', options: {} } as const;
  const scorers = [{ use: prebuilt }, { use }];
  expect(resolveWatch({ given: ['agent/**'], target: PROMPT, ...REST, scorers })).toEqual([
    'agent/**',
    'prompts/a.md',
    'evals/brief.ts',
    'evals/a.csv',
    'c.yml',
  ]);
});

test.each(['prompts/[lang]/a(1).md', 'prompts/{a}/b*.md', '!a.md', '@x/+y.md', 'back\\slash.md'])(
  'the file %s is watched by its name, whatever that means as a glob',
  (prompt) => {
    const [glob = ''] = resolveWatch({
      given: undefined,
      target: { ...PROMPT, prompt },
      dataset: 'd',
      scorers: [],
      configPath: null,
      workflow: null,
    });
    expect(picomatch.isMatch(prompt, glob, { dot: true })).toBe(true);
    expect(
      matchWatched(
        [
          { path: prompt, blob: '' },
          { path: 'prompts/l/a1.md', blob: '' },
        ],
        [glob],
      ),
    ).toHaveLength(1);
  },
);

const REF = 'Owner/repo/.github/workflows/check.yml@refs/heads/main';
test.each([
  [{ GITHUB_WORKFLOW_REF: REF, GITHUB_REPOSITORY: 'owner/Repo' }, '.', '.github/workflows/check.yml'],
  [
    { GITHUB_WORKFLOW_REF: REF, GITHUB_REPOSITORY: 'owner/repo' },
    'packages/agent',
    '../../.github/workflows/check.yml',
  ],
  // A reusable workflow of another repository is no file of this one.
  [{ GITHUB_WORKFLOW_REF: REF, GITHUB_REPOSITORY: 'owner/repo2' }, '.', null],
  [{ GITHUB_WORKFLOW_REF: REF, GITHUB_REPOSITORY: 'owner/rep' }, '.', null],
  [{ GITHUB_REPOSITORY: 'owner/repo' }, '.', null],
  [{ GITHUB_WORKFLOW_REF: REF }, '.', null],
])('workflow file from %j in %s', (env, folder, path) => {
  expect(workflowFile(env, folder)).toBe(path);
});
