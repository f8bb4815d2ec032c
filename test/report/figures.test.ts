import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  directionOf,
  renderCount,
  renderCounted,
  renderDelta,
  renderList,
  renderScore,
  renderSeconds,
} from '../../src/report/figures.js';

describe('figures', () => {
  test.each([
    [0, '0.00'],
    [100, '1.00'],
    [66.666, '0.67'],
    [null, '–'],
  ])('a score of %s hundredths is %s', (hundredths, expected) => {
    expect(renderScore(hundredths)).toBe(expected);
  });

  test.each([
    [-6, '−0.06', 'lower'],
    [10, '+0.10', 'higher'],
    [0, '0.00', 'same'],
    [-0, '0.00', 'same'],
    [-0.4, '0.00', 'same'],
    [-0.5, '−0.01', 'lower'],
    [0.5, '+0.01', 'higher'],
    [-100, '−1.00', 'lower'],
    [null, '–', 'same'],
  ] as const)('a difference of %s hundredths is %s, which is %s', (hundredths, text, direction) => {
    expect(renderDelta(hundredths)).toBe(text);
    expect(directionOf(hundredths)).toBe(direction);
  });

  test('for whole hundredths the displayed difference is the difference of what is displayed', () => {
    const hundredths = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(hundredths, hundredths, (base, head) => {
        const shown = Number(renderScore(head)) - Number(renderScore(base));
        expect(Number(renderDelta(head - base).replace('−', '-'))).toBeCloseTo(shown, 10);
      }),
    );
  });

  test.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [1_234_567, '1,234,567'],
  ])('counts %s as %s', (count, expected) => {
    expect(renderCount(count)).toBe(expected);
  });

  test('counts nouns', () => {
    expect([renderCounted(1, 'case'), renderCounted(0, 'case'), renderCounted(2, 'box', 'boxes')]).toEqual([
      '1 case',
      '0 cases',
      '2 boxes',
    ]);
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
