import { expect, test } from 'vitest';
import { renderList } from '../../src/report/figures.js';

test('lists names', () => {
  expect([renderList(['a']), renderList(['a', 'b']), renderList(['a', 'b', 'c'])]).toEqual([
    'a',
    'a and b',
    'a, b and c',
  ]);
});
