import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areTooLong, MOST_CELLS, textDifference } from '../../../src/scorers/prebuilt/textual-difference.js';
import { boundary, testBoundaries } from '../../support/boundaries.js';

describe('the difference of two texts', () => {
  it.each([
    ['The quick brown fox', 'The quick brown fox', { ratio: 1, changes: 0, lengthDiff: 0, confidence: 1 }],
    ['', '', { ratio: 1, changes: 0, lengthDiff: 0, confidence: 1 }],
    ['The quick brown fox', '', { ratio: 0, changes: 4, lengthDiff: 1, confidence: 0 }],
    [
      'Hello world! How are you?',
      'Hello there! How is it going?',
      { ratio: 32 / 54, changes: 4, lengthDiff: 4 / 29, confidence: 25 / 29 },
    ],
    ['The quick brown fox', 'The quick brown cat', { ratio: 32 / 38, changes: 1 }],
    ['The quick brown fox', 'The very quick brown fox', { ratio: 38 / 43, changes: 1 }],
    ['The Quick Fox', 'the quick fox', { ratio: 20 / 26, changes: 3 }],
    ['The   quick\nfox', 'The quick fox', { changes: 1 }],
    ['one two three', 'three two one', { changes: 2 }],
  ])('%j and %j', (from, to, expected) => {
    expect(textDifference(from, to)).toMatchObject(expected);
  });

  it.each([
    ['an accent of one code point or two', 'café', 'cafe\u0301', 1],
    ['a family is one character', '👨‍👩‍👧', '👩', 0],
    ['a skin tone makes another character', 'ok 👍🏽', 'ok 👍', 6 / 8],
    ['Arabic', 'عاصمة فرنسا', 'عاصمة مصر', (2 * 7) / 20],
    ['Japanese', '東京は晴れ', '東京は雨', 6 / 9],
  ])('%s', (_, from, to, ratio) => {
    expect(textDifference(from, to)?.ratio).toBeCloseTo(ratio, 10);
  });

  it('is the same in both directions and from 0 to 1', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [there, back] = [textDifference(a, b), textDifference(b, a)];
        expect(there).toEqual(back);
        for (const value of [there?.ratio, there?.confidence, there?.lengthDiff]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

describe('texts too long to compare', () => {
  testBoundaries({
    'pairs of characters': boundary({
      constant: MOST_CELLS,
      value: 5e9,
      outcome: (length) => areTooLong(50_000, length),
      below: [100_000, false],
      above: [100_001, true],
    }),
  });
});
