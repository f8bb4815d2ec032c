import { expect, test } from 'vitest';
import { countText, duration, share } from '../../src/settings/values.js';

test.each([
  ['0.8', 0.8],
  ['80%', 0.8],
  ['80 %', 0.8],
  ['.5', 0.5],
  ['0', 0],
  ['1', 1],
  ['1.0', 1],
  ['100%', 1],
  ['2.5%', 0.025],
  [0.8, 0.8],
])('share %s is %d', (text, expected) => {
  expect(share().parse(text)).toBeCloseTo(expected, 12);
});

const NO_SHARES = [
  '80',
  '1.01',
  '101%',
  '-0.1',
  '0,8',
  'NaN',
  '1e-1',
  '0x1',
  '',
  '%',
  '80%%',
  80,
  Number.NaN,
  -1,
];
test.each(NO_SHARES)('share %s is refused with the rule', (text) => {
  expect(() => share().parse(text)).toThrow('must be a number from 0 to 1 or a percentage');
});

test.each([
  ['500ms', 500],
  ['60s', 60_000],
  ['1.5s', 1500],
  ['20m', 1_200_000],
  ['576h', 2_073_600_000],
])('time %s is %d ms', (text, milliseconds) => {
  expect(duration().parse(text)).toBe(milliseconds);
});

test.each(['20', '0s', '0.1ms', '-5s', '5 min', '1d', '577h', '', 's', '1e3s'])(
  'time %s is refused',
  (text) => {
    expect(() => duration().parse(text)).toThrow('for example 500ms, 60s, 20m or 1h');
  },
);

test('counts are whole and within their range', () => {
  expect(countText(1, 10).parse('7')).toBe(7);
  for (const text of ['0', '11', '1.0', '1e1', '-1', '', '٣', '9'.repeat(30)]) {
    expect(() => countText(1, 10).parse(text)).toThrow('must be a whole number from 1 to 10');
  }
  expect(() => countText(1).parse('0')).toThrow('must be a whole number, at least 1');
});
