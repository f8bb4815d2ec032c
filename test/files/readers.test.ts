import { expect, test } from 'vitest';
import { scopeTree } from '../../src/files/readers.js';
import type { FileTree } from '../../src/ports/files.js';

/** A tree in which every path is a file that holds its own path. */
const TREE: FileTree = {
  name: 'base',
  read: async (path) => path,
  readBytes: async (path) => Buffer.from(path),
  list: async () => [],
};

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
