import { expect, test } from 'vitest';
import { chooseLimits } from '../../src/cause/cause-rule.js';

test('fewer cases need more answers each, and the share that may contradict stays small', () => {
  expect([1, 2, 3, 8].map((cases) => chooseLimits(cases))).toEqual([
    { answers: 12, contradictions: 5 },
    { answers: 9, contradictions: 4 },
    { answers: 6, contradictions: 2 },
    { answers: 6, contradictions: 2 },
  ]);
});
