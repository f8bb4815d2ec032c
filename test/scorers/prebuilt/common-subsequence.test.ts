import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonSubsequence } from '../../../src/scorers/prebuilt/textual-difference.js';

/** The table as in a textbook. */
function byTable(a: readonly number[], b: readonly number[]): number {
  let last = new Array<number>(b.length + 1).fill(0);
  for (const symbol of a) {
    const row = [0];
    for (const [at, other] of b.entries()) {
      row.push(symbol === other ? (last[at] ?? 0) + 1 : Math.max(last[at + 1] ?? 0, row[at] ?? 0));
    }
    last = row;
  }
  return last[b.length] ?? 0;
}

describe('the longest common subsequence', () => {
  it('is that of the table, for sequences over few and over many symbols', () => {
    const sequence = fc.oneof(
      fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 140 }),
      fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 140 }),
    );
    fc.assert(
      fc.property(sequence, sequence, (a, b) => {
        expect(commonSubsequence(Uint32Array.from(a), Uint32Array.from(b), 41)).toBe(byTable(a, b));
      }),
      { numRuns: 300 },
    );
  });

  it.each([29, 30, 31, 60, 61])('counts every symbol of two equal halves around a block of %i', (length) => {
    const a = Uint32Array.from({ length }, (_, at) => at % 7);
    const b = Uint32Array.from([9, ...a, 9]);
    expect(commonSubsequence(a, b, 10)).toBe(length);
  });
});
