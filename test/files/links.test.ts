import { describe, expect, it } from 'vitest';
import { readLinkedPaths, readLinks } from '../../src/files/links.js';

/** A tree by path: a text `→ x` is a link to `x`. */
function treeOf(files: Readonly<Record<string, string>>) {
  return {
    list: async () =>
      Object.entries(files).map(([path, text]) => ({
        path,
        blob: text.startsWith('→ ') ? `120000 ${text}` : text,
      })),
    linkTarget: async (path: string) => files[path]?.replace('→ ', '') ?? null,
  };
}

describe('a link is followed', () => {
  const tree = treeOf({
    'one.md': '→ two.md',
    'two.md': '→ docs/./three.md',
    'docs/three.md': 'x',
    shared: '→ lib/shared/',
    'lib/shared/x.md': 'x',
    'lib/shared/up': '→ ../..',
    'lib/y.md': 'y',
    'a.md': '→ b.md',
    'b.md': '→ a.md',
    self: '→ self/x',
    outside: '→ ../other',
    absolute: '→ /etc/hostname',
    module: '',
    'in-module.md': '→ module/prompts/x.md',
  });
  it.each([
    ['a plain path', 'docs/three.md', [], 'docs/three.md'],
    ['a path that is not there', 'docs/none.md', [], 'docs/none.md'],
    ['to a link', 'one.md', ['one.md', 'two.md'], 'docs/three.md'],
    ['of a folder', 'shared/x.md', ['shared'], 'lib/shared/x.md'],
    ['in a linked folder', 'shared/up/docs/three.md', ['shared', 'lib/shared/up'], 'docs/three.md'],
    ['into a submodule, which stands for its files', 'in-module.md', ['in-module.md'], 'module'],
    ['out of the repository', 'outside', ['outside'], null],
    ['to an absolute path', 'absolute', ['absolute'], null],
  ])('%s', async (_, path, passed, end) => {
    expect((await readLinks(tree)).follow(path)).toEqual({ passed, end });
  });

  it.each(['a.md', 'self'])('in a circle to nowhere: %s', async (path) => {
    expect((await readLinks(tree)).follow(path)).toMatchObject({ end: null });
  });
});

describe('globs reach through links', () => {
  const chain = { 'CLAUDE.md': '→ AGENTS.md', 'AGENTS.md': '→ docs/rules.md', 'docs/rules.md': 'x' };
  const folder = { 'prompts/shared': '→ ../shared', 'shared/x.md': 'x', 'shared/y.txt': 'y' };
  const nested = { ...folder, 'shared/more': '→ ../more', 'more/z.json': 'z' };
  const circle = { 'a/b': '→ ../c', 'c/d': '→ ../a', 'a/x.md': '' };
  it.each<[string, Readonly<Record<string, string>>, string[], string[]]>([
    ['to a link to a link', chain, ['CLAUDE.md'], ['CLAUDE.md', 'AGENTS.md', 'docs/rules.md']],
    ['nothing if no glob names one', chain, ['docs/rules.md', 'README.md'], []],
    ['nothing that is excluded', chain, ['**', '!CLAUDE.md', '!AGENTS.md'], []],
    ['to a folder', folder, ['prompts/**'], ['prompts/shared', 'shared']],
    ['into a folder', folder, ['prompts/**/*.md'], ['prompts/shared', 'shared']],
    ['by a name in a folder', folder, ['prompts/shared/y.txt'], ['prompts/shared', 'shared']],
    ['not into a folder of other files', folder, ['prompts/**/*.json'], []],
    [
      'to a link in a linked folder',
      nested,
      ['prompts'],
      ['prompts/shared', 'shared', 'shared/more', 'more'],
    ],
    [
      'into a folder in a linked folder',
      nested,
      ['prompts/**/*.json'],
      ['prompts/shared', 'shared', 'shared/more', 'more'],
    ],
    [
      'by a link in a folder that a link leads to',
      { ...folder, x: '→ prompts/shared/x.md' },
      ['x'],
      ['x', 'prompts/shared', 'shared/x.md'],
    ],
    ['round a circle of folders once', circle, ['a/**'], ['a/b', 'c', 'c/d', 'a']],
    ['round a circle of links', { a: '→ b', b: '→ a' }, ['a'], ['a', 'b']],
    ['not to the whole repository', { 'a/top': '→ ..', 'x.md': '' }, ['a/**'], ['a/top']],
    ['not out of the repository', { x: '→ ../y' }, ['x'], ['x']],
  ])('%s', async (_, files, globs, expected) => {
    expect((await readLinkedPaths(globs, treeOf(files))).toSorted()).toEqual(expected.toSorted());
  });
});
