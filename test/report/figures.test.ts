import { describe, expect, test } from 'vitest';
import { directionOf, renderList, renderSeconds } from '../../src/report/figures.js';

describe('figures', () => {
  test.each([
    [-6, 'lower'],
    [10, 'higher'],
    [0, 'same'],
    [-0.4, 'same'],
    [-0.5, 'lower'],
    [0.5, 'higher'],
    [null, 'same'],
  ] as const)('a difference of %s hundredths is %s', (hundredths, direction) => {
    expect(directionOf(hundredths)).toBe(direction);
  });

  test.each([
    [0.2, '0 s'],
    [41.3, '41 s'],
    [60, '1 min'],
    [250, '4 min 10 s'],
    [7_500, '2 h 5 min'],
  ])('%s seconds are %s', (seconds, expected) => {
    expect(renderSeconds(seconds)).toBe(expected);
  });

  test('lists names', () => {
    expect([renderList(['a']), renderList(['a', 'b']), renderList(['a', 'b', 'c'])]).toEqual([
      'a',
      'a and b',
      'a, b and c',
    ]);
  });
});
