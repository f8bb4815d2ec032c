import { expect, it } from 'vitest';
import { splitAnswer } from '../../src/scorers/judged/split-answer.js';

it.each([
  ['nested deep', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ['with a long name over a list', `{"${'name '.repeat(10_000)}": [1${',1'.repeat(10_000)}]}`],
  [
    'with a long name over an object that names a member again and again',
    `{"${'name '.repeat(10_000)}": {"a":1${',"a":1'.repeat(10_000)}}}`,
  ],
])('JSON %s makes no text of the product of its names and values', (_, json) => {
  const units = splitAnswer(json);
  expect(units).not.toEqual([]);
  expect(units.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(3 * json.length);
});
