import { z } from 'zod';
import { graphemesOf, numberSymbols } from '../../text/graphemes.js';
import { piecesOf } from '../../text/words.js';
import { notScorable } from '../builder/steps.js';
import { createRunScorer, defineCodeScorer } from '../define-scorer.js';
import { answerText, referenceText } from '../messages/read-run.js';
import { CODE } from '../scorer.js';

/**
 * Share of the expected text (`groundTruth`, else the input) in the answer in the same order: `2 · longest common
 * subsequence ÷ (length + length)` in characters, from 0 to 1.
 */
export const textualDifference = defineCodeScorer(
  {
    ...CODE,
    id: 'textual-difference',
    factory: 'createTextualDifferenceScorer',
    measure: 'textual similarity',
    summary: 'How much of the expected text the answer contains in the same order.',
    formula: '2 · longest common subsequence / (length + length), in characters',
    options: z.strictObject({}),
  },
  (_, { id, summary }) =>
    createRunScorer({ id, name: 'Textual Difference', description: summary })
      .preprocess(({ run }) => {
        const found = textDifference(referenceText(run), answerText(run));
        return found ?? notScorable('The texts are too long to be compared character by character.');
      })
      .analyze(({ results }) => results.preprocessStepResult)
      .generateScore(({ results }) => results.analyzeStepResult.ratio)
      .generateReason(({ results: { analyzeStepResult: found } }) => {
        if (found.ratio === 1) return 'The texts are identical.';
        const words = `${found.changes} ${found.changes === 1 ? 'word' : 'words'}`;
        const lengths = `their lengths differ by ${Math.round(100 * found.lengthDiff)} %`;
        return `${Math.round(100 * found.ratio)} % of the characters are in both texts in the same order; ${words} changed, and ${lengths}.`;
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

/** About a second: 70,000 characters on both sides. */
export const MOST_CELLS = 5e9;

/**
 * How two texts differ in graphemes (`ratio`, `lengthDiff`) and words (`changes`). Equal texts have ratio 1. `null`
 * for texts too long to compare in reasonable time.
 */
export function textDifference(reference: string, text: string): TextDifference | null {
  const [from, to] = [reference.normalize('NFC'), text.normalize('NFC')];
  const signs = numberSymbols(graphemesOf(from), graphemesOf(to));
  if (areTooLong(signs.a.length, signs.b.length)) return null;
  const total = signs.a.length + signs.b.length;
  const longer = Math.max(signs.a.length, signs.b.length);
  const lengthDiff = longer === 0 ? 0 : Math.abs(signs.a.length - signs.b.length) / longer;
  return {
    confidence: 1 - lengthDiff,
    ratio: total === 0 ? 1 : (2 * commonSubsequence(signs.a, signs.b, signs.kinds)) / total,
    changes: countChanges(from, to),
    lengthDiff,
  };
}

/** True if texts of these lengths take too long to compare. */
export function areTooLong(length: number, other: number): boolean {
  return length * other > MOST_CELLS;
}

function countChanges(from: string, to: string): number {
  if (from === to) return 0;
  const words = numberSymbols(piecesOf(from), piecesOf(to));
  const kept = commonSubsequence(words.a, words.b, words.kinds);
  return Math.max(words.a.length, words.b.length) - kept || 1;
}

/** Bits per block; two blocks and a carry still fit a 32-bit integer. */
const BLOCK = 30;
const FULL = 2 ** BLOCK - 1;

/**
 * Length of the longest common subsequence of numbers below `kinds`. Bit-parallel (H. Hyyrö, AWOCA 2004): 30 cells of
 * the table per step; memory grows with the sum of the lengths, time with their product ÷ 30.
 */
export function commonSubsequence(a: Uint32Array, b: Uint32Array, kinds: number): number {
  const ends = commonEnds(a, b);
  const rows = a.subarray(ends.start, a.length - ends.end);
  const columns = b.subarray(ends.start, b.length - ends.end);
  const where = new Int32Array(kinds);
  const carries = new Uint8Array(columns.length);
  let common = ends.start + ends.end;
  for (let from = 0; from < rows.length; from += BLOCK) {
    const block = rows.subarray(from, from + BLOCK);
    block.forEach((symbol, bit) => {
      where[symbol] = (where[symbol] ?? 0) | (1 << bit);
    });
    // A row's bit becomes 0 if the row adds one to the common subsequence.
    let open = FULL;
    for (let column = 0; column < columns.length; column++) {
      const met = open & (where[columns[column] ?? 0] ?? 0);
      const sum = open + met + (carries[column] ?? 0);
      carries[column] = sum >>> BLOCK;
      open = (sum & FULL) | (open & ~met);
    }
    common += zeroBits(open, block.length);
    for (const symbol of block) where[symbol] = 0;
  }
  return common;
}

function commonEnds(a: Uint32Array, b: Uint32Array): { readonly start: number; readonly end: number } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return { start, end };
}

function zeroBits(bits: number, of: number): number {
  let zeros = 0;
  for (let bit = 0; bit < of; bit++) if ((bits & (1 << bit)) === 0) zeros += 1;
  return zeros;
}
