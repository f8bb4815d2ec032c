import { z } from 'zod';
import { CODE } from '../../about-scorer.js';
import { createRunScorer, withExtractStep } from '../../builder/code-scorer.js';
import { answerText, referenceText } from '../../builder/run-texts.js';
import { defineCodeScorer } from '../../define-scorer.js';
import { SWITCH } from '../../options.js';
import { bigramSimilarity } from './bigram-similarity.js';

/**
 * How alike the answer and the expected text (`groundTruth`, else the input) are: the Dice coefficient of their pairs of
 * neighbouring characters, from 0 to 1.
 */
export const contentSimilarity = defineCodeScorer(
  {
    ...CODE,
    id: 'content-similarity',
    factory: 'createContentSimilarityScorer',
    measure: 'similarity',
    summary: 'How alike the answer and the expected text are, letter by letter.',
    formula: '2 · common pairs of neighbouring characters / all pairs (Dice), white space left out',
    options: z.strictObject({
      ignoreCase: SWITCH.describe('Compare in small letters.').default(true),
      ignoreWhitespace: SWITCH.describe('Leave white space out of the comparison.').default(true),
    }),
  },
  (options, { id, summary }) =>
    withExtractStep(
      createRunScorer({
        id,
        name: 'Content Similarity',
        description: summary,
      })
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
    ),
);

type SimilarityOptions = { readonly ignoreCase: boolean; readonly ignoreWhitespace: boolean };

/** A text as it is compared: composed characters, and in small letters and single spaces where these options ask for it. */
export function comparedText(text: string, options: SimilarityOptions): string {
  const composed = text.normalize('NFC');
  const cased = options.ignoreCase ? composed.toLowerCase().normalize('NFC') : composed;
  return options.ignoreWhitespace ? cased.replace(/\s+/gu, ' ').trim() : cased;
}

/** The similarity of two texts that are processed so; white space does not count where it is ignored. */
export function textSimilarity(a: string, b: string, options: SimilarityOptions): number {
  return options.ignoreWhitespace
    ? bigramSimilarity(a.replaceAll(' ', ''), b.replaceAll(' ', ''))
    : bigramSimilarity(a, b);
}
