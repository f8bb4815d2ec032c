import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countRule,
  parseCount,
  parseDuration,
  parseShare,
} from '../../../src/settings/inputs/input-values.js';

test.each([
  ['0.8', 0.8],
  ['80%', 0.8],
  ['80 %', 0.8],
  [' .5 ', 0.5],
  ['0', 0],
  ['1', 1],
  ['100%', 1],
  ['2.5%', 0.025],
  [0.8, 0.8],
])('share %s is %d', (text, share) => {
  expect(parseShare(text)).toBeCloseTo(share, 12);
});

test.each([
  '80',
  '1.01',
  '101%',
  '-0.1',
  '0,8',
  'NaN',
  'Infinity',
  '1e-1',
  '0x1',
  '',
  '%',
  '80%%',
  'high',
  80,
  Number.NaN,
  -1,
])('share %s is refused with the rule', (text) => {
  expect(() => parseShare(text)).toThrow('must be a number from 0 to 1 or a percentage');
});

test('a percentage is the share of the same number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (hundredths) => {
      expect(parseShare(`${hundredths / 100}%`)).toBeCloseTo(parseShare(String(hundredths / 10_000)), 12);
    }),
  );
});

test.each([
  ['500ms', 500],
  ['60s', 60_000],
  ['1.5s', 1500],
  ['20m', 1_200_000],
  ['1h', 3_600_000],
  ['576h', 2_073_600_000],
])('time %s is %d ms', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

test.each(['20', '0s', '0.1ms', '-5s', '5 min', '1d', '577h', '', 's', 'NaNs', '1e3s'])(
  'time %s is refused',
  (text) => {
    expect(() => parseDuration(text)).toThrow('for example 500ms, 60s, 20m or 1h');
  },
);

test('counts are whole and within their range', () => {
  expect(parseCount(' 7 ', { from: 1, to: 10 })).toBe(7);
  for (const text of ['0', '11', '1.0', '1e1', '-1', '', '٣', '9'.repeat(30)]) {
    expect(() => parseCount(text, { from: 1, to: 10 })).toThrow('must be a whole number from 1 to 10');
  }
  expect(countRule({ from: 1, to: Number.MAX_SAFE_INTEGER })).toBe('must be a whole number, at least 1');
});
