import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { extractElements, findMissingElements } from '../../../src/scorers/prebuilt/completeness.js';
import { extractKeywords, listMatchedKeywords } from '../../../src/scorers/prebuilt/keyword-coverage.js';
import {
  computeBigramSimilarity,
  computeTextSimilarity,
  measureTextDifference,
  normalizeForComparison,
} from '../../../src/scorers/prebuilt/text-similarity.js';
import { compareTone, measureToneStability, toneScore } from '../../../src/scorers/prebuilt/tone.js';

const PLACES = 5;
const NO_WORDS = new Map<string, number>();

/**
 * What both libraries give for an answer, measured once with @mastra/evals 1.10.2. `tone` is held against the reference.
 * A score on which they differ is left out and explained in docs/scorers.md.
 */
const AGREED: readonly Readonly<Record<string, string>>[] = parse(
  readFileSync(new URL('agreed-code-scores.csv', import.meta.url)),
  { columns: true },
);

/** The pairs on which both libraries give the same for one of the scores. */
const agreedOn = (score: string) =>
  AGREED.filter((row) => row[score] !== '').map(({ reference = '', answer = '', [score]: expected }) => ({
    reference,
    answer,
    expected: Number(expected),
  }));

describe('the same as the reference', () => {
  it.each(agreedOn('contentSimilarity'))(
    'content similarity: $reference',
    ({ reference, answer, expected }) => {
      const options = { ignoreCase: true, ignoreWhitespace: true };
      const [a, b] = [normalizeForComparison(reference, options), normalizeForComparison(answer, options)];
      expect(computeTextSimilarity(a, b, options)).toBeCloseTo(expected, PLACES);
    },
  );

  it.each(agreedOn('textualDifference'))(
    'textual difference: $reference',
    ({ reference, answer, expected }) => {
      expect(measureTextDifference(reference, answer)?.ratio).toBeCloseTo(expected, PLACES);
    },
  );

  it.each(agreedOn('changes'))('changes: $reference', ({ reference, answer, expected }) => {
    expect(measureTextDifference(reference, answer)?.changes).toBe(expected);
  });

  it.each(agreedOn('completeness'))('completeness: $reference', ({ reference, answer, expected }) => {
    const elements = extractElements(reference);
    const missing = findMissingElements(elements, extractElements(answer));
    expect((elements.length - missing.length) / elements.length).toBeCloseTo(expected, PLACES);
  });

  it.each(agreedOn('keywordCoverage'))('keyword coverage: $reference', ({ reference, answer, expected }) => {
    const keywords = extractKeywords(reference, answer);
    expect(listMatchedKeywords(keywords).length / keywords.reference.size).toBeCloseTo(expected, PLACES);
  });

  it.each(agreedOn('tone'))('tone against a reference: $reference', ({ reference, answer, expected }) => {
    expect(toneScore(compareTone(answer, reference, NO_WORDS).difference)).toBeCloseTo(expected, PLACES);
  });

  it.each(agreedOn('toneStability'))('tone from sentence to sentence: $answer', ({ answer, expected }) => {
    expect(toneScore(measureToneStability(answer, NO_WORDS).sentimentVariance)).toBeCloseTo(expected, PLACES);
  });
});

describe('edge cases on which both agree', () => {
  it.each([
    ['', '', 1, 1],
    ['a', 'a', 1, 1],
    ['a', 'b', 0, 0],
    ['Hello', '', 0, 0],
    ['', 'Hello', 0, 0],
    ['ab', 'ba', 0, 0.5],
    ['aaaa', 'aa', 0.5, 4 / 6],
  ])('%j and %j: Dice %d, ratio %d', (a, b, dice, ratio) => {
    expect(computeBigramSimilarity(a, b)).toBeCloseTo(dice, PLACES);
    expect(measureTextDifference(a, b)?.ratio).toBeCloseTo(ratio, PLACES);
  });
});
