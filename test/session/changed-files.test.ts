import { describe, expect, it } from 'vitest';
import type { FileTree } from '../../src/model/repository.js';
import type { PreparedSuite } from '../../src/model/stages.js';
import type { Suite } from '../../src/model/suite.js';
import { readChangedFiles } from '../../src/session/changed-files.js';
import { createPreparedSuite, createSide, createSuite } from '../support/suites.js';

type Files = Readonly<Record<string, string>>;

function createTree(files: Files): FileTree {
  return {
    name: 'files of the test',
    read: async (path) => files[path] ?? null,
    readBytes: async (path) => Buffer.from(files[path] ?? ''),
    linkTarget: async () => null,
    list: async () => [],
  };
}

const PROGRAM: Suite['target'] = {
  kind: 'command',
  command: ['node', 'agent.mjs'],
  workers: 1,
  timeoutMs: 100_000,
  env: [],
};

/** Every path of either side counts as changed. */
function read(
  files: { readonly base: Files; readonly head: Files },
  overrides: Partial<PreparedSuite> = {},
  targets: { readonly base?: Suite['target']; readonly head?: Suite['target'] } = {},
) {
  const sideOf = (name: 'base' | 'head') => {
    const target = targets[name];
    const suite = createSuite(target === undefined ? {} : { target });
    return { ...createSide(suite, []), name, tree: createTree(files[name]) };
  };
  const changedFiles = [...new Set([...Object.keys(files.base), ...Object.keys(files.head)])].toSorted();
  const sides = { base: sideOf('base'), head: sideOf('head') };
  return readChangedFiles(createPreparedSuite(createSuite(), [], { ...sides, changedFiles, ...overrides }));
}

const pathsOf = async (changed: ReturnType<typeof read>) =>
  (await changed).map(({ path, role }) => `${path} ${role}`);

describe('readChangedFiles', () => {
  it('reads both sides, the prompt first, then what the agent may read, the settings and the dataset', async () => {
    const names = ['agent.ts', 'cases.jsonl', 'prompt-regression.yml', 'prompt.md'];
    const files = (text: string): Files => Object.fromEntries(names.map((name) => [name, text]));
    const changed = read(
      { base: files('Old.'), head: files('New.') },
      { configPath: 'prompt-regression.yml' },
    );
    expect(await pathsOf(changed)).toEqual([
      'prompt.md prompt',
      'agent.ts agent',
      'prompt-regression.yml settings',
      'cases.jsonl dataset',
    ]);
    expect((await changed)[0]).toMatchObject({ before: 'Old.', after: 'New.' });
  });

  it("an own scorer is no part of the agent, in the suite's folder", async () => {
    const files = { 'bots/evals/words.mjs': 'x', 'evals/words.mjs': 'x' };
    const changed = read({ base: {}, head: files }, { prefix: 'bots', scorerFiles: ['evals/words.mjs'] });
    expect(await pathsOf(changed)).toEqual(['evals/words.mjs agent', 'bots/evals/words.mjs scorer']);
  });

  it('puts the files that the command names before others', async () => {
    const files = { 'a.mjs': 'x', 'agent.mjs': 'x' };
    const targets = { base: PROGRAM, head: PROGRAM };
    expect(await pathsOf(read({ base: {}, head: files }, {}, targets))).toEqual([
      'agent.mjs agent',
      'a.mjs agent',
    ]);
  });

  it('without a base, nothing is a change', async () => {
    expect(await read({ base: {}, head: { 'prompt.md': 'New.' } }, { base: null })).toEqual([]);
  });

  it('a side without the file is empty, and a file without a change is left out', async () => {
    const base = { 'gone.md': 'Old.', 'same.md': 'Same.' };
    const head = { 'same.md': 'Same.', 'prompt.md': 'New.' };
    expect(await read({ base, head })).toEqual([
      { path: 'prompt.md', role: 'prompt', before: '', after: 'New.' },
      { path: 'gone.md', role: 'agent', before: 'Old.', after: '' },
    ]);
  });

  it('a prompt that moved is compared with the earlier one', async () => {
    const prompt = { kind: 'prompt', model: 'agent', parameters: {} } as const;
    const targets = { base: { ...prompt, prompt: 'old.md' }, head: { ...prompt, prompt: 'new.md' } };
    expect(await read({ base: { 'old.md': 'Old.' }, head: { 'new.md': 'New.' } }, {}, targets)).toEqual([
      { path: 'new.md', role: 'prompt', before: 'Old.', after: 'New.' },
    ]);
  });

  it('finds the prompt below the folder of the config file', async () => {
    const files = (text: string): Files => ({ 'bots/prompt.md': text });
    expect(await pathsOf(read({ base: files('a'), head: files('b') }, { prefix: 'bots' }))).toEqual([
      'bots/prompt.md prompt',
    ]);
  });

  it('leaves out what is no text, or too long to show', async () => {
    const head = { 'image.png': 'a\0b', 'long.md': 'x'.repeat(500_001), 'full.md': 'x'.repeat(500_000) };
    expect(await pathsOf(read({ base: {}, head }))).toEqual(['full.md agent']);
  });

  it('reads at most twenty', async () => {
    const head = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`f${at}.md`, 'x']));
    expect(await read({ base: {}, head: { ...head, 'prompt.md': 'x' } })).toHaveLength(20);
  });
});
