import picomatch from 'picomatch';
import { expect, test } from 'vitest';
import { matchWatched } from '../../src/files/watched-files.js';
import type { TargetSettings } from '../../src/model/target-settings.js';
import { resolveWatch } from '../../src/settings/watch-list.js';
import { createScorerSettings } from '../support/suites.js';

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
};

test.each([
  ['prompt', PROMPT, ['prompts/a.md', 'evals/a.csv', 'c.yml']],
  ['recorded', RECORDED, ['evals/answers.jsonl', 'evals/a.csv', 'c.yml']],
  ['command', COMMAND, ['/**', 'evals/a.csv', 'c.yml']],
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

test('a scorer of the repository is one of the files that a suite is made of', () => {
  const use = { kind: 'own', path: 'evals/brief.ts', env: [], workers: 1, timeoutMs: 1 } as const;
  const scorers = [createScorerSettings(), { ...createScorerSettings(), name: 'brief', use }];
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
      configPath: 'c.yml',
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
