import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bigramSimilarity,
  comparedText,
  textSimilarity,
} from '../../../src/scorers/prebuilt/content-similarity.js';

const BOTH = { ignoreCase: true, ignoreWhitespace: true };

function similarity(a: string, b: string, options = BOTH): number {
  return textSimilarity(comparedText(a, options), comparedText(b, options), options);
}

describe('the similarity of two texts', () => {
  it.each([
    ['night', 'nacht', 2 / 8],
    [
      'The quick brown fox jumps over the lazy dog.',
      'A quick brown fox jumped over a lazy dog.',
      0.7761194029850746,
    ],
    [
      'A brown fox quickly leaps across a sleeping dog.',
      'The quick brown fox jumps over the lazy dog.',
      0.40540540540540543,
    ],
    [
      'The cat sleeps on the windowsill.',
      'The quick brown fox jumps over the lazy dog.',
      0.25806451612903225,
    ],
    ['', '', 1],
    ['a', 'a', 1],
    ['a', 'b', 0],
    ['Hello', '', 0],
    ['HELLO   World', 'hello world', 1],
    ['aaaa', 'aa', 2 / 4],
    ['café', 'cafe\u0301', 1],
    ['😀😁😂', '😀😁😃', 2 / 4],
    ['👍🏽👍🏽', '👍👍', 0],
    ['東京の天気', '東京の気温', 4 / 8],
    ['مرحبا', 'مرحبا', 1],
  ])('%j and %j: %d', (a, b, expected) => {
    expect(similarity(a, b)).toBeCloseTo(expected, 12);
  });

  it('counts case and white space where they are not ignored', () => {
    expect(similarity('Ab', 'ab', { ...BOTH, ignoreCase: false })).toBe(0);
    expect(similarity('a b', 'ab', { ...BOTH, ignoreWhitespace: false })).toBe(0);
    expect(similarity('a b', 'ab')).toBe(1);
  });

  it('is the same in both directions, from 0 to 1, and 1 for a text with itself', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const found = bigramSimilarity(a, b);
        expect(found).toBe(bigramSimilarity(b, a));
        expect(found).toBeGreaterThanOrEqual(0);
        expect(found).toBeLessThanOrEqual(1);
        expect(bigramSimilarity(a, a)).toBe(1);
      }),
    );
  });
});
