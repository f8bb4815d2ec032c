import { z } from 'zod';
import { splitGraphemes, splitWords } from '../../text/words.js';
import { notScorable } from '../builder/steps.js';
import { createRunScorer, defineCodeScorer } from '../define-scorer.js';
import { readAnswerText, readGroundTruthText, readReferenceText } from '../messages/read-run.js';
import { BOOLEAN_OPTION } from '../options.js';
import { CODE_SCORER } from '../scorer.js';

/** Dice coefficient of the character pairs of the answer and the expected text (`groundTruth`, else the input), 0..1. */
export const contentSimilarity = defineCodeScorer(
  {
    ...CODE_SCORER,
    id: 'content-similarity',
    factory: 'createContentSimilarityScorer',
    measure: 'similarity',
    summary: 'How similar the answer and the expected text are, character by character.',
    formula: '2 · common character pairs / all character pairs (Dice)',
    options: z.strictObject({
      ignoreCase: BOOLEAN_OPTION.describe('Ignore upper and lower case.').default(true),
      ignoreWhitespace: BOOLEAN_OPTION.describe('Ignore white space.').default(true),
    }),
  },
  (names, options) =>
    createRunScorer(names)
      .preprocess(({ run }) => ({
        processedInput: normalizeForComparison(readReferenceText(run), options),
        processedOutput: normalizeForComparison(readAnswerText(run), options),
      }))
      .analyze(({ results: { preprocessStepResult: texts } }) => ({
        similarity: computeTextSimilarity(texts.processedInput, texts.processedOutput, options),
      }))
      .generateScore(({ results }) => results.analyzeStepResult.similarity)
      .generateReason(({ run, score }) => {
        const other = readGroundTruthText(run) === null ? 'the input' : 'the expected answer';
        return `${Math.round(100 * score)}% of the pairs of characters are common to the answer and ${other}.`;
      }),
);

type SimilarityOptions = { readonly ignoreCase: boolean; readonly ignoreWhitespace?: boolean };

/** A text as compared: composed characters, with the options' small letters and single spaces. */
export function normalizeForComparison(
  text: string,
  { ignoreCase, ignoreWhitespace = false }: SimilarityOptions,
): string {
  const composed = text.normalize('NFC');
  const cased = ignoreCase ? composed.toLowerCase().normalize('NFC') : composed;
  return ignoreWhitespace ? cased.replace(/\s+/gu, ' ').trim() : cased;
}

/** The similarity of two prepared texts, without white space if it is ignored. */
export function computeTextSimilarity(a: string, b: string, { ignoreWhitespace }: SimilarityOptions): number {
  return ignoreWhitespace
    ? computeBigramSimilarity(a.replaceAll(' ', ''), b.replaceAll(' ', ''))
    : computeBigramSimilarity(a, b);
}

/**
 * Sørensen–Dice over pairs of neighbouring characters, counted with repeats: `2 · common pairs ÷ (pairs + pairs)`.
 * Equal texts give 1; a single character gives 0 against any other text.
 */
export function computeBigramSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  const [first, second] = [listPairs(a), listPairs(b)];
  if (first.length === 0 || second.length === 0) return 0;
  const open = new Map<string, number>();
  for (const pair of first) open.set(pair, (open.get(pair) ?? 0) + 1);
  const common = second.filter((pair) => {
    const left = open.get(pair) ?? 0;
    open.set(pair, left - 1);
    return left > 0;
  });
  return (2 * common.length) / (first.length + second.length);
}

function listPairs(text: string): readonly string[] {
  const signs = splitGraphemes(text);
  return signs.slice(1).map((sign, at) => `${signs[at]}\0${sign}`);
}

/**
 * Share of the expected text (`groundTruth`, else the input) in the answer in the same order: `2 · longest common
 * subsequence ÷ (length + length)` in characters, from 0 to 1.
 */
export const textualDifference = defineCodeScorer(
  {
    ...CODE_SCORER,
    id: 'textual-difference',
    factory: 'createTextualDifferenceScorer',
    measure: 'textual similarity',
    summary: 'How much of the expected text the answer contains in the same order.',
    formula: '2 · longest common subsequence / (length + length), in characters',
    options: z.strictObject({}),
  },
  (names) =>
    createRunScorer(names)
      .preprocess(({ run }) => {
        const difference = measureTextDifference(readReferenceText(run), readAnswerText(run));
        return difference ?? notScorable('The texts are too long to be compared character by character.');
      })
      .analyze(({ results }) => results.preprocessStepResult)
      .generateScore(({ results }) => results.analyzeStepResult.ratio)
      .generateReason(({ results: { analyzeStepResult: difference } }) => {
        if (difference.ratio === 1) return 'The texts are identical.';
        const words = `${difference.changes} ${difference.changes === 1 ? 'word' : 'words'}`;
        const lengths = `their lengths differ by ${Math.round(100 * difference.lengthDiff)}%`;
        return `${Math.round(100 * difference.ratio)}% of the characters are in both texts in the same order; ${words} changed, and ${lengths}.`;
      }),
);

type TextDifference = {
  /** 1 − lengthDiff, from 0 to 1: how well texts of these lengths can be compared. */
  readonly confidence: number;
  /** 2 · common ÷ (length + length), from 0 to 1; 1 for identical texts. */
  readonly ratio: number;
  /** Words to insert, delete or replace; 1 if only white space differs. */
  readonly changes: number;
  /** The lengths' difference ÷ the longer length, from 0 to 1. */
  readonly lengthDiff: number;
};

/** About a second: 10,000 characters on both sides, without what both begin and end with. */
const MAX_CELLS = 1e8;

/**
 * How two texts differ in graphemes (`ratio`, `lengthDiff`) and words (`changes`). `null` for texts too long to compare
 * in reasonable time.
 */
export function measureTextDifference(reference: string, text: string): TextDifference | null {
  const [from, to] = [reference.normalize('NFC'), text.normalize('NFC')];
  const [a, b] = [splitGraphemes(from), splitGraphemes(to)];
  const common = measureCommonSubsequence(a, b);
  if (common === null) return null;
  const [total, longer] = [a.length + b.length, Math.max(a.length, b.length)];
  const lengthDiff = longer === 0 ? 0 : Math.abs(a.length - b.length) / longer;
  return {
    confidence: 1 - lengthDiff,
    ratio: total === 0 ? 1 : (2 * common) / total,
    changes: countChanges(from, to),
    lengthDiff,
  };
}

function countChanges(from: string, to: string): number {
  if (from === to) return 0;
  const [a, b] = [splitWords(from), splitWords(to)];
  return Math.max(a.length, b.length) - (measureCommonSubsequence(a, b) ?? 0) || 1;
}

/** Length of the longest common subsequence, in two rows of the usual table; `null` if that takes too long. */
function measureCommonSubsequence(a: readonly string[], b: readonly string[]): number | null {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [rows, columns] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (rows.length * columns.length > MAX_CELLS) return null;
  let last = new Uint32Array(columns.length + 1);
  let row = new Uint32Array(columns.length + 1);
  for (const symbol of rows) {
    for (let at = 0; at < columns.length; at += 1) {
      row[at + 1] = symbol === columns[at] ? (last[at] ?? 0) + 1 : Math.max(last[at + 1] ?? 0, row[at] ?? 0);
    }
    [last, row] = [row, last];
  }
  return start + end + (last[columns.length] ?? 0);
}
