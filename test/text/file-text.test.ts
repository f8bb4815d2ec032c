import { expect, test } from 'vitest';
import { firstChangedLine } from '../../src/text/file-text.js';

test.each([
  ['a new file', '', 'a\nb\n', 1],
  ['an edited line', 'a\nb\nc\n', 'a\nB\nc\n', 2],
  ['a line at the end', 'a\nb\n', 'a\nb\nc\n', 3],
  ['a line before others', 'a\nb\n', 'x\na\nb\n', 1],
  ['a removed line', 'a\nb\nc\n', 'a\nc\n', 2],
  ['a removed end', 'a\nb\nc\n', 'a\nb\n', 2],
  ['an emptied file', 'a\n', '', 1],
])('the first changed line: %s', (_, before, after, line) => {
  expect(firstChangedLine(before, after)).toBe(line);
});
