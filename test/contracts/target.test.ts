import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeTargets } from './target.contract.js';

const SRC = join(import.meta.dirname, '../../src');

describeTargets();

test('no file asks a target whether it is of one kind: what a new kind is, its row of aboutTarget says', () => {
  const asking = globSync('**/*.ts', { cwd: SRC })
    .sort()
    .filter((path) => {
      const text = readFileSync(join(SRC, path), 'utf8');
      return /[!=]== '(?:prompt|command|recorded)'/.test(text);
    });
  expect(asking).toEqual([]);
});
