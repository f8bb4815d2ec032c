import { z } from 'zod';
import { graphemesOf, numberSymbols } from '../../text/graphemes.js';
import { createRunScorer, defineCodeScorer } from '../define-scorer.js';
import { answerText, referenceText } from '../messages/read-run.js';
import { SWITCH } from '../options.js';
import { CODE } from '../scorer.js';

/**
 * Dice coefficient of the character pairs of the answer and the expected text (`groundTruth`, else the input), from 0
 * to 1.
 */
export const contentSimilarity = defineCodeScorer(
  {
    ...CODE,
    id: 'content-similarity',
    factory: 'createContentSimilarityScorer',
    measure: 'similarity',
    summary: 'How similar the answer and the expected text are, character by character.',
    formula: '2 · common character pairs / all character pairs (Dice)',
    options: z.strictObject({
      ignoreCase: SWITCH.describe('Ignore upper and lower case.').default(true),
      ignoreWhitespace: SWITCH.describe('Ignore white space.').default(true),
    }),
  },
  (options, { id, summary }) =>
    createRunScorer({ id, name: 'Content Similarity', description: summary })
      .preprocess(({ run }) => ({
        processedInput: comparedText(referenceText(run), options),
        processedOutput: comparedText(answerText(run), options),
      }))
      .analyze(({ results: { preprocessStepResult: texts } }) => ({
        similarity: textSimilarity(texts.processedInput, texts.processedOutput, options),
      }))
      .generateScore(({ results }) => results.analyzeStepResult.similarity)
      .generateReason(({ run, score }) => {
        const other =
          run.groundTruth === undefined || run.groundTruth === null ? 'the input' : 'the expected answer';
        return `${Math.round(100 * score)} % of the pairs of characters are common to the answer and ${other}.`;
      }),
);

type SimilarityOptions = { readonly ignoreCase: boolean; readonly ignoreWhitespace: boolean };

/** A text as compared: composed characters, with the options' small letters and single spaces. */
export function comparedText(text: string, options: SimilarityOptions): string {
  const composed = text.normalize('NFC');
  const cased = options.ignoreCase ? composed.toLowerCase().normalize('NFC') : composed;
  return options.ignoreWhitespace ? cased.replace(/\s+/gu, ' ').trim() : cased;
}

/** The similarity of two prepared texts, without white space if it is ignored. */
export function textSimilarity(a: string, b: string, options: SimilarityOptions): number {
  return options.ignoreWhitespace
    ? bigramSimilarity(a.replaceAll(' ', ''), b.replaceAll(' ', ''))
    : bigramSimilarity(a, b);
}

/** More than a text's distinct characters; a pair still fits one exact number. */
const KINDS = 2 ** 26;

/**
 * Sørensen–Dice over pairs of neighbouring characters, counted with repeats: `2 · common pairs ÷ (pairs + pairs)`.
 * Equal texts give 1; a single character gives 0 against any other text.
 */
export function bigramSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  const signs = numberSymbols(graphemesOf(a), graphemesOf(b));
  const pairs = Math.max(0, signs.a.length - 1) + Math.max(0, signs.b.length - 1);
  if (signs.a.length < 2 || signs.b.length < 2) return 0;
  const open = new Map<number, number>();
  for (const pair of pairsOf(signs.a)) open.set(pair, (open.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of pairsOf(signs.b)) {
    const left = open.get(pair) ?? 0;
    if (left === 0) continue;
    open.set(pair, left - 1);
    common += 1;
  }
  return (2 * common) / pairs;
}

function* pairsOf(signs: Uint32Array): Generator<number> {
  for (let at = 1; at < signs.length; at++) yield (signs[at - 1] ?? 0) * KINDS + (signs[at] ?? 0);
}
