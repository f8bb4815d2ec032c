import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLineSplitter } from '../../src/workers/program-output.js';

function split(pieces: readonly string[], longest = 1_000_000): { lines: string[]; overflows: number } {
  const seen = { lines: [] as string[], overflows: 0 };
  const splitter = createLineSplitter({
    longest,
    onLine: (line) => void seen.lines.push(line),
    onOverflow: () => void seen.overflows++,
  });
  for (const piece of pieces) splitter.push(piece);
  splitter.end();
  return seen;
}

test('however a text is cut into pieces, its lines are the same', () => {
  const text = fc.array(fc.constantFrom('a', 'b', '\n', '\r', '\u2028', '"')).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.array(fc.nat(40)), (whole, cuts) => {
      const at = [0, ...cuts.map((cut) => Math.min(cut, whole.length)), whole.length].sort((a, b) => a - b);
      const pieces = at.slice(1).map((end, index) => whole.slice(at[index], end));
      const expected = whole.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
      if (whole === '' || whole.endsWith('\n')) expected.pop();
      expect(split(pieces).lines).toEqual(expected);
    }),
  );
});

test('an unfinished line past the limit is dropped and told once', () => {
  expect(split(['ok\nabc', 'def', 'g\n'], 5)).toEqual({ lines: ['ok', 'g'], overflows: 1 });
});
