import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeBigramSimilarity,
  computeTextSimilarity,
  measureTextDifference,
  normalizeForComparison,
} from '../../../src/scorers/prebuilt/text-similarity.js';

const BOTH = { ignoreCase: true, ignoreWhitespace: true };

function similarity(a: string, b: string, options = BOTH): number {
  return computeTextSimilarity(
    normalizeForComparison(a, options),
    normalizeForComparison(b, options),
    options,
  );
}

describe('the similarity of two texts', () => {
  it.each([
    ['night', 'nacht', 2 / 8],
    ['HELLO   World', 'hello world', 1],
    ['café', 'cafe\u0301', 1],
    ['😀😁😂', '😀😁😃', 2 / 4],
    ['👍🏽👍🏽', '👍👍', 0],
    ['東京の天気', '東京の気温', 4 / 8],
  ])('%j and %j: %d', (a, b, expected) => {
    expect(similarity(a, b)).toBeCloseTo(expected, 12);
  });

  it('counts case and white space where they are not ignored', () => {
    expect(similarity('Ab', 'ab', { ...BOTH, ignoreCase: false })).toBe(0);
    expect(similarity('a b', 'ab', { ...BOTH, ignoreWhitespace: false })).toBe(0);
    expect(similarity('a b', 'ab')).toBe(1);
  });
});

describe('the difference of two texts', () => {
  it.each([
    ['The quick brown fox', 'The quick brown fox', { ratio: 1, changes: 0, lengthDiff: 0, confidence: 1 }],
    ['The quick brown fox', '', { ratio: 0, changes: 4, lengthDiff: 1, confidence: 0 }],
    ['The quick brown fox', 'The very quick brown fox', { ratio: 38 / 43, changes: 1 }],
    ['The   quick\nfox', 'The quick fox', { changes: 1 }],
    ['one two three', 'three two one', { changes: 2 }],
    ['café', 'cafe\u0301', { ratio: 1 }],
    ['👨‍👩‍👧', '👩', { ratio: 0 }],
    ['ok 👍🏽', 'ok 👍', { ratio: 6 / 8 }],
    ['東京は晴れ', '東京は雨', { ratio: 6 / 9 }],
  ])('%j and %j', (from, to, expected) => {
    expect(measureTextDifference(from, to)).toMatchObject(expected);
  });
});

it('both are the same in both directions, and from 0 to 1', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const found = measureTextDifference(a, b);
      expect(found).toEqual(measureTextDifference(b, a));
      const alike = computeBigramSimilarity(a, b);
      expect(alike).toBe(computeBigramSimilarity(b, a));
      for (const value of [alike, found?.ratio, found?.confidence, found?.lengthDiff]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
    }),
  );
});
