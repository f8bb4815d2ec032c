import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commonSequence } from '../../../src/decide/compare/common-sequence.js';

it.each<[string, string, string]>([
  ['abc', 'abc', 'abc'],
  ['abc', 'axbyc', 'abc'],
  ['axbyc', 'abc', 'abc'],
  ['abcd', 'bcda', 'bcd'],
  ['abc', 'xyz', ''],
  ['', 'abc', ''],
  ['abc', '', ''],
])('%s and %s have %j in the same order', (one, two, expected) => {
  expect([...commonSequence([...one], [...two])].toSorted().join('')).toBe(expected);
});

it('of a reversed list one entry stays', () => {
  expect(commonSequence([...'abcde'], [...'edcba']).size).toBe(1);
});

/** The textbook table. */
function longestLength(one: readonly string[], two: readonly string[]): number {
  const row = new Array<number>(two.length + 1).fill(0);
  for (const entry of one) {
    let before = 0;
    for (let at = 1; at <= two.length; at += 1) {
      const above = row[at] ?? 0;
      row[at] = entry === two[at - 1] ? before + 1 : Math.max(above, row[at - 1] ?? 0);
      before = above;
    }
  }
  return row[two.length] ?? 0;
}

it('is as long as any, and in the order of both', () => {
  const list = fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'));
  fc.assert(
    fc.property(list, list, (one, two) => {
      const common = commonSequence(one, two);
      const inOrder = (of: readonly string[]) => of.filter((entry) => common.has(entry));
      expect(common.size).toBe(longestLength(one, two));
      expect(inOrder(one)).toEqual(inOrder(two));
    }),
  );
});

it('of long lists is found at once', () => {
  const long = Array.from({ length: 100_000 }, (_, at) => `entry ${at}`);
  expect(commonSequence(long, long).size).toBe(long.length);
});
