import { expect, it, test } from 'vitest';
import { readImportedFiles } from '../../src/files/reached-files.js';
import type { FileReader } from '../../src/model/repository.js';

function reader(files: Readonly<Record<string, string>>): FileReader {
  return { name: 'files', read: async (path) => files[path] ?? null };
}

async function reached(path: string, files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  return [...(await readImportedFiles(path, reader(files))).keys()];
}

test.each([
  ["import { a } from './b.ts';"],
  ["import type { A } from './b.ts';"],
  ["import './b.ts';"],
  ["import {\n  a,\n} from\n  './b.ts'"],
  ["export * from './b.ts'"],
  ['export { a } from"./b.ts"'],
  ["const b = await import('./b.ts');"],
  ["const b = require( './b.ts' )"],
  ["import b from './b.ts' with { type: 'json' };"],
])('%s reaches the other file', async (text) => {
  expect(await reached('evals/a.ts', { 'evals/a.ts': text, 'evals/b.ts': '', 'evals/c.ts': '' })).toEqual([
    'evals/a.ts',
    'evals/b.ts',
  ]);
});

it('follows imports from file to file, out of the folder too, and in circles once', async () => {
  const files = {
    'evals/a.ts': "import '../lib/b.ts';",
    'lib/b.ts': "import './c';\nimport './data';",
    'lib/c.js': "require('../evals/a.ts');",
    'lib/data/index.js': '',
    'evals/other.ts': '',
  };
  expect(await reached('./evals/a.ts', files)).toEqual([
    'evals/a.ts',
    'lib/b.ts',
    'lib/c.js',
    'lib/data/index.js',
  ]);
});

it('follows the names of the files that TypeScript compiles to', async () => {
  const files = {
    'src/a.ts': "import './b.js';\nimport './c.mjs';",
    'src/b.ts': '',
    'src/c.mts': '',
    'src/c.ts': '',
  };
  expect(await reached('src/a.ts', files)).toEqual(['src/a.ts', 'src/b.ts', 'src/c.mts']);
});

test.each([
  ['import b'],
  ['import json, b as other'],
  ['from b import (\n    limit,\n)'],
  ['    from .b import limit'],
  ['from . import b'],
])('%s reaches the Python module beside it', async (text) => {
  const files = { 'evals/a.py': text, 'evals/b.py': '', 'evals/c.py': '' };
  expect(await reached('evals/a.py', files)).toEqual(['evals/a.py', 'evals/b.py']);
});

it('follows Python into packages, back to the folder of the script, and up', async () => {
  const files = {
    'evals/a.py': 'import re\nfrom rules.words import most\n',
    'evals/rules/__init__.py': '',
    'evals/rules/words.py': 'import shared\nfrom ...lib import text\n',
    'evals/shared.py': '',
    'lib/text.py': '',
    'rules.py': '',
  };
  expect(await reached('evals/a.py', files)).toEqual([
    'evals/a.py',
    'evals/rules/__init__.py',
    'evals/rules/words.py',
    'evals/shared.py',
    'lib/text.py',
  ]);
});

it('leaves out packages and what is not there', async () => {
  expect(await reached('a.ts', { 'a.ts': "import 'zod';\nimport 'node:fs';\nimport './none.ts';" })).toEqual([
    'a.ts',
  ]);
  expect(await reached('none.ts', {})).toEqual([]);
});

it('reads through links, whose targets import from their own place', async () => {
  const files = { 'evals/a.ts': "import './b.ts';", 'lib/b.ts': "import './c.ts';", 'lib/c.ts': '' };
  const links = { ...reader(files), follow: async (path: string) => path.replace('evals/b.ts', 'lib/b.ts') };
  const known = await readImportedFiles('evals/a.ts', links);
  expect([...known.keys()]).toEqual(['evals/a.ts', 'evals/b.ts', 'lib/b.ts', 'lib/c.ts']);
});
