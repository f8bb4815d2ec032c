import { expect, test } from 'vitest';
import { parseWait } from '../../src/llm/stated-wait.js';

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);

test.each<[Record<string, string>, number | null]>([
  [{ 'retry-after': '3' }, 3_000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '1.5' }, 1_500],
  [{ 'retry-after': '7200' }, 7_200_000],
  [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
  [{ 'retry-after': 'Thu, 01 Jan 2026 12:01:30 GMT' }, 90_000],
  [{ 'retry-after': 'Thu, 01 Jan 2026 11:00:00 GMT' }, 0],
  // The reply's own clock, since ours may be wrong.
  [{ date: 'Thu, 01 Jan 2026 12:10:00 GMT', 'retry-after': 'Thu, 01 Jan 2026 12:10:20 GMT' }, 20_000],
  [{ date: 'Thu, 01 Jan 2026 11:50:00 GMT', 'x-ratelimit-reset': String(NOW / 1000 - 590) }, 10_000],
  [{ date: 'yesterday', 'retry-after': 'Thu, 01 Jan 2026 12:01:30 GMT' }, 90_000],
  [{ 'retry-after': '99999999999' }, 2 ** 31 - 1],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '-3' }, null],
  [{ 'retry-after': '' }, null],
  // OpenAI, Azure and OpenRouter, each where no `retry-after` comes along.
  [{ 'x-ratelimit-reset-requests': '1m2.5s' }, 62_500],
  [{ 'x-ratelimit-reset-requests': '8.64s', 'x-ratelimit-reset-tokens': '20ms' }, 20],
  [{ 'x-ratelimit-reset-tokens': '37' }, 37_000],
  [{ 'x-ratelimit-reset': String(NOW + 4_000) }, 4_000],
  [{ 'x-ratelimit-reset': String(NOW / 1000 + 9) }, 9_000],
  [{ 'retry-after': '2', 'x-ratelimit-reset-requests': '1h' }, 2_000],
  [{ 'x-ratelimit-reset-requests': 'soon' }, null],
  [{}, null],
])('%j', (headers, expected) => {
  expect(parseWait({ headers: new Headers(headers), message: 'Slow down.' }, NOW)).toBe(expected);
});

test.each<[string, number | null]>([
  ['Rate limit reached for m-1 on requests per min: Limit 3. Please try again in 20s. Visit …', 20_000],
  ['Limit 40000, Used 39671, Requested 1200. Please try again in 1.306s.', 1_306],
  ['Please try again in 6ms.', 6],
  ['tokens per day (TPD): Limit 500000. Please try again in 1h7m54.5s. Need more?', 4_074_500],
  ['exceeded the token rate limit of your tier. Please retry after 26 seconds.', 26_000],
  ['Please retry after 1 second. Contact support.', 1_000],
  ['Please try again in a moment.', null],
  ['Please try again in 5 minutes or so.', 300_000],
  ['I will retry in 3 words.', null],
])('%s', (message, expected) => {
  expect(parseWait({ headers: new Headers(), message }, NOW)).toBe(expected);
  expect(parseWait({ headers: new Headers({ 'retry-after': '4' }), message }, NOW)).toBe(4_000);
});
