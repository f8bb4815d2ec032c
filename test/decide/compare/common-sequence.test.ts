import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findCommonSequence, findUnmovedEntries } from '../../../src/decide/compare/common-sequence.js';

it.each<[string, string, string]>([
  ['abc', 'abc', 'abc'],
  ['abc', 'axbyc', 'abc'],
  ['axbyc', 'abc', 'abc'],
  ['abcd', 'bcda', 'bcd'],
  ['abc', 'xyz', ''],
  ['', 'abc', ''],
  ['abc', '', ''],
])('%s and %s have %j in the same order', (one, two, expected) => {
  expect([...findCommonSequence([...one], [...two])].toSorted().join('')).toBe(expected);
});

it('of a reversed list one entry stays', () => {
  expect(findCommonSequence([...'abcde'], [...'edcba']).size).toBe(1);
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
      const common = findCommonSequence(one, two);
      const inOrder = (of: readonly string[]) => of.filter((entry) => common.has(entry));
      expect(common.size).toBe(longestLength(one, two));
      expect(inOrder(one)).toEqual(inOrder(two));
    }),
  );
});

it('of long lists is found at once', () => {
  const long = Array.from({ length: 100_000 }, (_, at) => `entry ${at}`);
  expect(findCommonSequence(long, long).size).toBe(long.length);
});

it.each<[string, string, string]>([
  ['abc', 'abc', 'abc'],
  ['abcd', 'bcda', 'bcd'],
  ['axbyc', 'abc', 'abc'],
  // Either of two neighbours may have moved.
  ['ab', 'ba', ''],
  ['abc', 'acb', 'a'],
  ['acb', 'abc', 'a'],
  ['abcd', 'cdab', ''],
  ['abcde', 'edcba', ''],
  ['abc', 'xyz', ''],
  ['', 'abc', ''],
])('from %s to %s, %j did not move', (one, two, expected) => {
  expect([...findUnmovedEntries([...one], [...two])].join('')).toBe(expected);
});

/** All longest common subsequences, by trying every subset. */
function allLongest(one: readonly string[], two: readonly string[]): readonly (readonly string[])[] {
  const subsets = Array.from({ length: 2 ** one.length }, (_, bits) =>
    one.filter((__, at) => (bits >> at) % 2 === 1),
  );
  const isIn = (subset: readonly string[]) =>
    two.filter((entry) => subset.includes(entry)).join() === subset.join();
  const common = subsets.filter(isIn);
  const longest = Math.max(...common.map(({ length }) => length));
  return common.filter(({ length }) => length === longest);
}

it('what did not move is in every longest common subsequence', () => {
  const list = fc.uniqueArray(fc.constantFrom(...'abcdefg'));
  fc.assert(
    fc.property(list, list, (one, two) => {
      const [first = [], ...others] = allLongest(one, two);
      const inAll = first.filter((entry) => others.every((other) => other.includes(entry)));
      expect([...findUnmovedEntries(one, two)]).toEqual(inAll);
    }),
  );
});

it('what did not move in long lists is found at once', () => {
  const long = Array.from({ length: 100_000 }, (_, at) => `entry ${at}`);
  expect(findUnmovedEntries(long, long).size).toBe(long.length);
});
