import { expect, test } from 'vitest';
import { bandOf } from '../../src/scorers/measure-words.js';

test.each([
  [1, 'full'],
  [0.996, 'full'],
  [0.994, 'high'],
  [0.95, 'high'],
  [0.7, 'high'],
  [0.69, 'moderate'],
  [0.4, 'moderate'],
  [0.399, 'moderate'],
  [0.39, 'low'],
  [0.1, 'low'],
  [0.09, 'none'],
  [0, 'none'],
] as const)('a score of %s is called %s', (score, word) => {
  expect(bandOf(score)).toBe(word);
});
