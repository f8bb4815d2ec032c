import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkImports, parseTable } from './import-table.js';

const ROOT = join(import.meta.dirname, '../..');
const SRC = join(ROOT, 'src');

it('the files of src/ import what the table of ARCHITECTURE.md allows, all of that, and nothing else', () => {
  const paths = globSync('**/*.{ts,mts,cts,js,mjs,cjs}', { cwd: SRC }).sort();
  expect(paths.length).toBeGreaterThan(200);
  const files = new Map(paths.map((path) => [path, readFileSync(join(SRC, path), 'utf8')]));
  const table = parseTable(readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8'));
  expect(checkImports(files, table)).toEqual([]);
});
