import { expect, test } from 'vitest';
import { formatCount, formatNumber } from '../../src/text/values.js';

test.each([0, 7, 999, 1000, 12_345, 1_234_567, -1200, 0.0012, 1234.5])(
  '%d is written as English writes it',
  (count) => {
    expect(formatNumber(count)).toBe(count.toLocaleString('en-US', { maximumFractionDigits: 20 }));
  },
);

test('a noun has its plural', () => {
  expect([0, 1, 1200].map((count) => formatCount(count, 'case'))).toEqual([
    '0 cases',
    '1 case',
    '1,200 cases',
  ]);
  expect(formatCount(2, 'box', 'boxes')).toBe('2 boxes');
});
