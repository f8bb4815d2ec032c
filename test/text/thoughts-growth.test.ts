import { expect, test } from 'vitest';
import { removeThoughts } from '../../src/text/thoughts.js';
import { growthOf, MAX_LINEAR_GROWTH } from '../support/growth.js';

test.each<[string, number, (size: number) => string]>([
  ['brackets', 20_000, (size) => '['.repeat(size)],
  ['blocks of thoughts', 4_000, (size) => `${'<think>a</think>'.repeat(size)}b`],
  ['opened thoughts', 20_000, (size) => '<think>'.repeat(size)],
  ['closed thoughts', 20_000, (size) => `a${'</think>'.repeat(size)}`],
  ['channels', 10_000, (size) => '<|channel|>final'.repeat(size)],
  ['final channels', 5_000, (size) => '<|channel|>final<|message|>a'.repeat(size)],
  ['ends of messages', 10_000, (size) => `<|channel|>final<|message|>a${'<|end|>'.repeat(size)}`],
  ['analyses', 10_000, (size) => 'analysis assistant '.repeat(size)],
])('%s are read in time that grows with the text', (_, size, textOf) => {
  expect(growthOf(textOf, size, removeThoughts)).toBeLessThan(MAX_LINEAR_GROWTH);
});
