import { expect, test } from 'vitest';
import { splitAnswer } from '../../../src/scorers/judged/split-answer.js';
import { growthOf, MAX_LINEAR_GROWTH } from '../../support/growth.js';

const keys = (count: number) => Array.from({ length: count }, (_, at) => `k${at}`);
const numbered = (count: number) => Object.fromEntries(keys(count).map((key, at) => [key, at]));

test.each<[string, number, (size: number) => string]>([
  ['marks of quotations', 10_000, (size) => `${'> '.repeat(size)}x`],
  ['one long row', 10_000, (size) => `${'| a '.repeat(size)}x`],
  ['sentences', 10_000, (size) => 'a. '.repeat(size)],
  ['blocks of code', 4_000, (size) => '```\na\n```\n'.repeat(size)],
  ['blocks of code in words', 4_000, (size) => 'Run:\n```\na\n```\n'.repeat(size)],
  ['tables', 4_000, (size) => '|a|\n|-|\n|b|\n\n'.repeat(size)],
  ['rows below a long header', 4_000, (size) => `|${'a'.repeat(size)}|\n|-|\n${'|b\n'.repeat(size)}`],
  ['a field of sentences', 8_000, (size) => JSON.stringify({ a: 'x. '.repeat(size) })],
  ['fields below a long key', 4_000, (size) => JSON.stringify({ ['k'.repeat(size)]: numbered(size) })],
  ['indented objects', 2_000, (size) => JSON.stringify(new Array(size).fill({ a: 1 }), null, 2)],
  ['numbers in other words', 4_000, (size) => `{${keys(size).map((key) => `"${key}": 1.0`)}}`],
  ['nested fields', 200, (size) => `${'{"a":{"b":1},"c":'.repeat(size)}1${'}'.repeat(size)}`],
])('an answer is split in time that grows with its length: %s', (_, size, answerOf) => {
  expect(growthOf(answerOf, size, splitAnswer)).toBeLessThan(MAX_LINEAR_GROWTH);
});
