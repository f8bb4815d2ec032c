import { expect, test } from 'vitest';
import { backoffMs, parseRetryAfter } from '../../src/llm/retry-delay.js';

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);

test.each<[Record<string, string>, number | null]>([
  [{ 'retry-after': '3' }, 3_000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '1.5' }, 1_500],
  [{ 'retry-after': '7200' }, 7_200_000],
  [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
  [{ 'retry-after': 'Thu, 01 Jan 2026 12:01:30 GMT' }, 90_000],
  [{ 'retry-after': 'Thu, 01 Jan 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': '99999999999' }, 2 ** 31 - 1],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '-3' }, null],
  [{ 'retry-after': '' }, null],
  [{}, null],
])('%j', (headers, expected) => {
  expect(parseRetryAfter(new Headers(headers), NOW)).toBe(expected);
});

test('the wait doubles up to half a minute, with up to a quarter off', () => {
  expect([1, 2, 3, 4, 9].map((failures) => backoffMs(failures, () => 0))).toEqual([
    500, 1000, 2000, 4000, 30_000,
  ]);
  expect(backoffMs(1, () => 1)).toBe(375);
});
