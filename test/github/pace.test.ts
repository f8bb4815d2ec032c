import { expect, test } from 'vitest';
import { createPaceGroup, createWaitBudget } from '../../src/github/octokit.js';

test('a burst goes at once, then one at a time; rest gives the burst back', async () => {
  let now = 0;
  const waits: number[] = [];
  const clock = { now: () => now, sleep: async (ms: number) => void waits.push(ms) };
  const group = createPaceGroup({ burst: 3, everyMs: 1000 }, clock);
  const write = () => group.key('x').schedule({}, async (...rest) => rest.length, 'a', 'b');
  for (let count = 0; count < 5; count += 1) expect(await write()).toBe(2);
  expect(waits).toEqual([1000, 2000]);
  now = 10_000;
  for (let count = 0; count < 3; count += 1) await write();
  expect(waits).toEqual([1000, 2000]);
});

test('waits side by side count once, and the bound is for all together', () => {
  let now = 0;
  const budget = createWaitBudget(100_000, () => now);
  expect([budget.take(60), budget.take(60), budget.take(50)]).toEqual([true, true, true]);
  now = 60_000;
  expect(budget.take(60)).toBe(false);
  expect(budget.take(40)).toBe(true);
  now = 200_000;
  expect(budget.take(1)).toBe(false);
});
