import { expect, it } from 'vitest';
import { listMatrixJobs } from '../../src/cli/lint/workflow-matrix.js';

const A_B = { a: [1, 2], b: ['x', 'y'] };

it.each<[string, unknown, readonly object[]]>([
  ['no matrix', undefined, [{}]],
  ['a matrix that is computed', { matrix: `\${{ fromJSON(needs.a.outputs.b) }}` }, [{}]],
  [
    'two axes',
    { matrix: A_B },
    [
      { a: 1, b: 'x' },
      { a: 1, b: 'y' },
      { a: 2, b: 'x' },
      { a: 2, b: 'y' },
    ],
  ],
  ['an axis that is computed', { matrix: { a: [1, 2], b: 'fromJSON(x)' } }, [{ a: 1 }, { a: 2 }]],
  ['without some', { matrix: { ...A_B, exclude: [{ a: 1 }, { a: 2, b: 'x' }] } }, [{ a: 2, b: 'y' }]],
  [
    'with more values of one, and a new one',
    { matrix: { a: [1, 2], include: [{ a: 1, os: 'mac' }, { a: 3 }] } },
    [{ a: 1, os: 'mac' }, { a: 2 }, { a: 3 }],
  ],
  [
    'with more values of all',
    { matrix: { a: [1, 2], include: [{ os: 'mac' }] } },
    [
      { a: 1, os: 'mac' },
      { a: 2, os: 'mac' },
    ],
  ],
  ['a list alone', { matrix: { include: [{ a: 1 }, { b: 2 }] } }, [{ a: 1 }, { b: 2 }]],
  ['nothing left', { matrix: { a: [1], exclude: [{ a: 1 }] } }, [{}]],
])('the jobs of a matrix: %s', (_, strategy, expected) => {
  expect(listMatrixJobs(strategy)).toEqual(expected);
});
