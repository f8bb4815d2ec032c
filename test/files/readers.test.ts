import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFolderTree, scopeTree } from '../../src/files/readers.js';
import type { FileTree } from '../../src/model/repository.js';
import { createFolder } from '../support/folder.js';

/** A tree in which every path is a file that holds its own path. */
const TREE: FileTree = {
  name: 'base',
  read: async (path) => path,
  readBytes: async (path) => Buffer.from(path),
  linkTarget: async () => null,
  list: async () => [],
};

test('a folder outside any repository: accepts text from Windows, and reports UTF-16', async () => {
  const folder = createFolder();
  await writeFile(join(folder, 'a.md'), '\uFEFFone\r\ntwo\r\n');
  await writeFile(join(folder, 'b.csv'), Buffer.from('\uFEFFid,input\r\n', 'utf16le'));
  const tree = openFolderTree(folder);
  expect((await tree.paths?.())?.toSorted()).toEqual(['a.md', 'b.csv']);
  expect(await tree.read('a.md')).toBe('one\ntwo\n');
  await expect(tree.read('b.csv')).rejects.toThrow('b.csv is not UTF-8 text: save it as UTF-8');
});

test.each([
  ['a NUL byte', 'one\ntw\0o\n', 'a.md:2: this line has a NUL byte, which is not text: remove it.'],
  [
    'a merge conflict',
    'one\n<<<<<<< HEAD\ntwo\n=======\n2\n>>>>>>> main\n',
    'a.md:2: here begins a merge conflict that is not resolved: keep one of its two sides',
  ],
  ['UTF-16 without its mark', Buffer.from('one two', 'utf16le'), 'a.md is not UTF-8 text'],
])('a file with %s gets its line', async (_, content, problem) => {
  const folder = createFolder();
  await writeFile(join(folder, 'a.md'), content);
  const tree = openFolderTree(folder);
  await expect(tree.read('a.md')).rejects.toThrow(problem);
  expect(await tree.read('a.md', 'anything')).not.toBeNull();
});

test.each(['  <<<<<<< HEAD\n', '=======\n', '<<<<<<<\n', '>>>>>>> quoted\n'])(
  '%j is text',
  async (content) => {
    const folder = createFolder();
    await writeFile(join(folder, 'a.md'), content);
    expect(await openFolderTree(folder).read('a.md')).toBe(content);
  },
);

test.each([
  ['', 'evals/good.json', 'evals/good.json'],
  ['', './evals/../evals/good.json', 'evals/good.json'],
  ['', '../../evals/good.json', null],
  ['', '..', null],
  ['apps/support', 'evals/good.json', 'apps/support/evals/good.json'],
  ['apps/support', '../../evals/good.json', 'evals/good.json'],
  ['apps/support', '../../../evals/good.json', null],
])(
  'from the folder "%s", "%s" names "%s" of the tree and nothing outside of it',
  async (folder, path, named) => {
    expect(await scopeTree(TREE, folder).read(path)).toBe(named);
  },
);
