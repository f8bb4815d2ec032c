import { describe, expect, it } from 'vitest';
import { buildVariant } from '../../src/cause/build-variant.js';
import { cutHunks } from '../../src/cause/hunks.js';
import type { ChangedFile } from '../../src/model/changed-file.js';
import type { Side } from '../../src/model/side.js';
import type { TargetSettings } from '../../src/model/target-settings.js';
import { cutChange, describeHunk, openVariant, suggestRepair } from '../../src/session/read-change.js';
import { createSide, createSuite } from '../support/suites.js';

type PromptSettings = Extract<TargetSettings, { readonly kind: 'prompt' }>;

const PROMPT: PromptSettings = {
  kind: 'prompt',
  prompt: 'p.md',
  model: 'm1',
  parameters: { temperature: 0 },
};
const PROGRAM: TargetSettings = {
  kind: 'command',
  command: ['node', 'agent.mjs'],
  workers: 1,
  timeoutMs: 100_000,
  env: [],
};

function sideOf(name: 'base' | 'head', target: TargetSettings, overrides: Partial<Side> = {}): Side {
  return { ...createSide(createSuite({ target }), []), name, commit: `${name}-commit`, ...overrides };
}

const fileOf = (
  path: string,
  role: ChangedFile['role'],
  before = 'Old.\n',
  after = 'New.\n',
): ChangedFile => ({
  path,
  role,
  before,
  after,
});

describe('what differs between both agents', () => {
  it('of a prompt is its file, its model and each parameter', () => {
    const sides = {
      base: sideOf('base', PROMPT),
      head: sideOf('head', { ...PROMPT, model: 'm2', parameters: { temperature: 1, top_p: 0.5 } }),
    };
    const { files, settings, hunks } = cutChange(sides, [
      fileOf('p.md', 'prompt'),
      fileOf('agent.ts', 'agent'),
      fileOf('prompt-regression.yml', 'settings'),
    ]);
    expect(files.map(({ path }) => path)).toEqual(['p.md']);
    expect(settings.map(({ name }) => name)).toEqual([
      'model',
      'thoughts',
      'parameters.temperature',
      'parameters.top_p',
    ]);
    // Thoughts are equal on both sides.
    expect(hunks).toHaveLength(4);
  });

  it('is the model if only its provider is another', () => {
    const provider = { baseUrl: 'https://other.example', apiKey: 'key', apiKeySource: 'the test' };
    const sides = { base: sideOf('base', PROMPT), head: sideOf('head', PROMPT, { provider }) };
    expect(cutChange(sides, []).hunks.map(({ settings }) => settings[0]?.head)).toEqual([
      'm1 at https://other.example',
    ]);
  });

  it('of a program is every text file that it may read, and its settings as a whole', () => {
    const sides = {
      base: sideOf('base', PROGRAM),
      head: sideOf('head', { ...PROGRAM, command: ['node', 'other.mjs'] }),
    };
    const { files, hunks } = cutChange(sides, [
      fileOf('p.md', 'agent'),
      fileOf('new.md', 'agent', ''),
      fileOf('old.md', 'agent', 'Old.', ''),
      fileOf('cases.jsonl', 'dataset'),
    ]);
    expect(files).toEqual([
      { path: 'p.md', base: 'Old.\n', head: 'New.\n' },
      { path: 'new.md', base: null, head: 'New.\n' },
      { path: 'old.md', base: 'Old.', head: null },
    ]);
    expect(hunks.at(-1)?.settings.map(({ name }) => name)).toEqual(['target']);
  });
});

describe('the agent of a variant', () => {
  it('of a prompt has the settings of both sides mixed', () => {
    const base = sideOf('base', { ...PROMPT, prompt: 'old.md', parameters: { temperature: 0, seed: 1 } });
    const provider = { baseUrl: 'https://other.example', apiKey: 'key', apiKeySource: 'the test' };
    const headTarget: PromptSettings = {
      ...PROMPT,
      model: 'm2',
      parameters: { temperature: 1, top_p: 0.5 },
      thoughts: 'kept',
    };
    const head = sideOf('head', headTarget, { provider });
    const change = cutChange({ base, head }, []);
    const at = (name: string) => change.hunks.findIndex(({ settings }) => settings[0]?.name === name);
    const targetOf = (origin: 'base' | 'head', ...names: readonly string[]) => {
      const variant = { origin, hunks: names.map(at) };
      const { side } = openVariant({ base, head }, variant, buildVariant(change, variant));
      return { ...side.target, baseUrl: side.provider.baseUrl, commit: side.commit };
    };
    expect(targetOf('head')).toEqual({ ...headTarget, baseUrl: provider.baseUrl, commit: 'head-commit' });
    // The model goes with its provider, and the prompt has the head's path.
    expect(targetOf('head', 'model', 'thoughts')).toEqual({
      ...PROMPT,
      parameters: headTarget.parameters,
      baseUrl: null,
      commit: 'head-commit',
    });
    expect(targetOf('base', 'parameters.top_p', 'parameters.seed')).toEqual({
      ...PROMPT,
      parameters: { temperature: 0, top_p: 0.5 },
      baseUrl: null,
      commit: 'base-commit',
    });
  });

  it('of a program has the target of one side, and of a working copy the commit of the base', () => {
    const other: TargetSettings = { ...PROGRAM, command: ['node', 'other.mjs'] };
    const sides = { base: sideOf('base', PROGRAM), head: sideOf('head', other, { commit: null }) };
    const change = cutChange(sides, []);
    const open = (hunks: readonly number[]) =>
      openVariant(sides, { origin: 'head', hunks }, buildVariant(change, { origin: 'head', hunks }));
    expect(open([]).side).toMatchObject({ target: other, commit: 'base-commit' });
    expect(open([0]).side.target).toEqual(PROGRAM);
  });
});

/** The first hunk, with the lines that reports show and the repair. */
function read(base: string | null, head: string | null, at = 0) {
  const files = [{ path: 'p.md', base, head }];
  const hunk = cutHunks(files, [])[at];
  if (hunk === undefined) throw new Error('nothing changed');
  return { lines: describeHunk(hunk, files).lines, suggestion: suggestRepair(hunk, files) };
}

/** What GitHub makes of the head if the suggestion is committed. */
function apply(head: string, suggestion: ReturnType<typeof suggestRepair>): string | null {
  if (suggestion === null) return null;
  const lines = head.split('\n');
  lines.splice(suggestion.line - 1, suggestion.endLine - suggestion.line + 1, ...suggestion.lines);
  return lines.join('\n');
}

describe('the lines of a hunk and its repair', () => {
  it.each([
    ['a changed line', 'One.\n\nTwo.\n', 'One.\n\nThree.\n', [3, 3]],
    ['an added paragraph', 'One.\n\nTwo.\n', 'One.\n\nNew.\n\nTwo.\n', [3, 3]],
    ['an added paragraph at the end', 'One.\n', 'One.\n\nNew,\nwith more.\n', [3, 4]],
    ['a removed paragraph', 'One.\n\nOld.\n\nTwo.\n', 'One.\n\nTwo.\n', [2, 2]],
    ['a removed last paragraph', 'One.\n\nOld.\n', 'One.\n', [1, 1]],
    ['a removed last paragraph without a line end', 'One.\n\nOld.', 'One.', [1, 1]],
    ['a removed first line', 'Old.\nOne.\n', 'One.\n', [1, 1]],
  ])('%s', (_, base, head, [line, endLine]) => {
    const { lines, suggestion } = read(base, head);
    expect(lines).toMatchObject([{ path: 'p.md', line, endLine }]);
    expect(apply(head, suggestion)).toBe(base);
  });

  it('a file of one side only, and a paragraph that moved, have no suggestion', () => {
    expect(read(null, 'New.\n').suggestion).toBeNull();
    expect(read('Old.\n', null)).toMatchObject({
      suggestion: null,
      lines: [{ line: 1, removed: ['Old.', ''] }],
    });
    expect(read('One.\n\nTwo.\n\nThree.\n', 'Three.\n\nOne.\n\nTwo.\n').suggestion).toBeNull();
  });

  it('a setting has no lines and no suggestion', () => {
    const hunk = { edits: [], settings: [{ name: 'model', base: 'm1', head: 'm2' }] };
    expect(describeHunk(hunk, [])).toEqual({
      lines: [],
      settings: [{ name: 'model', before: 'm1', after: 'm2' }],
    });
    expect(suggestRepair(hunk, [])).toBeNull();
  });
});
