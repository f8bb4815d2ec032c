import { describe, expect, it } from 'vitest';
import { parsePromptFile } from '../../src/dataset/prompt-file.js';
import { findPrompts, listNamedPrompts, namesFile } from '../../src/project/find-prompts.js';
import { readSources } from '../../src/project/find-sources.js';
import { openMemoryTree } from '../cli/memory-tree.js';

const find = async (files: Readonly<Record<string, string>>) => {
  const reader = openMemoryTree(files);
  const paths = Object.keys(files);
  const prompts = await findPrompts(reader, paths, await readSources(reader, paths));
  return prompts.map(({ path }) => path);
};

describe('the prompt', () => {
  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['in its folder', { 'prompts/a.md': 'A.', 'kb/b.md': 'B.' }, ['prompts/a.md']],
    ['below its folder', { 'prompts/en/system.md': 'A.' }, ['prompts/en/system.md']],
    ['in a folder of instructions', { 'agent/instructions/a.txt': 'A.' }, ['agent/instructions/a.txt']],
    [
      'of Jinja',
      { 'prompts/a.jinja': 'A.', 'prompts/b.jinja2': 'B.' },
      ['prompts/a.jinja', 'prompts/b.jinja2'],
    ],
    ['of its name', { 'my-prompt.txt': 'A.', 'system.md': 'B.' }, ['my-prompt.txt', 'system.md']],
    [
      'that is a list of messages',
      {
        'prompts/a.json': '[{"role":"system","content":"A."}]',
        'prompts/cases.json': '[{"id":"a","input":"Hi"}]',
        'promptfooconfig.yaml': 'prompts: [a]',
        'package.json': '{}',
      },
      ['prompts/a.json'],
    ],
    ['of GitHub', { 'a.prompt.yml': 'messages: [{ role: user, content: "{{input}}" }]' }, ['a.prompt.yml']],
    [
      'that speaks to the model first',
      { 'prompts/a.md': 'A.', 'prompts/b.md': 'You are B.' },
      ['prompts/b.md', 'prompts/a.md'],
    ],
    [
      'that the code names first, in any language',
      {
        'prompts/faq.md': '朝食は7時からです。',
        'prompts/hotel.md': 'フロント係です。',
        'x.py': 'open("prompts/hotel.md")',
      },
      ['prompts/hotel.md', 'prompts/faq.md'],
    ],
    [
      'that the code calls one first',
      {
        'prompts/agb.md': 'A.',
        'prompts/berater.md': 'B.',
        'x.py': 'facts = open("prompts/agb.md")\nSYSTEM = open("prompts/berater.md")',
      },
      ['prompts/berater.md', 'prompts/agb.md'],
    ],
    [
      'that the code names without its ending',
      { 'prompts/a.md': 'A.', 'prompts/b.md': 'B.', 'x.ts': "load('prompts', 'b')" },
      ['prompts/b.md', 'prompts/a.md'],
    ],
    [
      'elsewhere, if the code calls it one',
      { 'texts/berater.txt': 'B.', 'x.py': 'system_prompt = (HERE / "texts" / "berater.txt").read_text()' },
      ['texts/berater.txt'],
    ],
    [
      'elsewhere, if the code reads it and it speaks to the model',
      { 'role.txt': 'You are B.', 'x.rb': 'read "role.txt"' },
      ['role.txt'],
    ],
    ['and not a file that code reads', { 'kb/prices.md': 'Bike 300.', 'x.py': 'open("kb/prices.md")' }, []],
    ['and not a page that speaks to its reader', { 'guide.md': 'You are here.' }, []],
    ['and not an empty one', { 'prompts/a.md': ' ' }, []],
  ])('is the one %s', async (_, files, expected) => {
    expect(await find(files)).toEqual(expected);
  });
});

it.each([
  ['open("prompts/support.md")', true],
  ['Path("prompts") / name', true],
  ['read(folder + "/support.md")', true],
  ['open("my-support.md")', false],
  ['open("my-prompts/x")', false],
  ['the prompts of support', false],
])('%s names prompts/support.md: %s', (text, expected) => {
  expect(namesFile(text, 'prompts/support.md')).toBe(expected);
});

it('the prompts of a program are those that it names, or all of the folder that it names', () => {
  const prompts = ['prompts/a.md', 'prompts/b.md', 'other/c.md'].map((path) => parsePromptFile('A.', path));
  const list = (text: string) => listNamedPrompts(text, prompts).map(({ path }) => path);
  expect(list('open("prompts/a.md")')).toEqual(['prompts/a.md']);
  expect(list('join("prompts", name)')).toEqual(['prompts/a.md', 'prompts/b.md']);
  expect(list('print()')).toEqual([]);
});
