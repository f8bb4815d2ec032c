import type { z } from 'zod';
import type { AgentRunInput, AgentRunOutput } from '../../builder/agent-run.js';
import { createCodeScorer, withExtractStep } from '../../builder/code-scorer.js';
import { answerText, referenceText } from '../../builder/run-texts.js';
import { codeScorer } from '../../definition.js';
import { readOptions } from '../../options.js';
import { about } from './about.js';
import { comparedText, textSimilarity } from './bigram-similarity.js';

export type ContentSimilarityOptions = z.input<typeof about.options>;

/**
 * A scorer of how alike the answer and the expected text (`groundTruth`, else the input) are: the Dice coefficient of
 * their pairs of neighbouring characters, from 0 to 1.
 *
 * @throws UserError naming every option that does not exist or is out of range.
 */
export function createContentSimilarityScorer(
  given: ContentSimilarityOptions & { readonly options?: ContentSimilarityOptions } = {},
) {
  const options = readOptions(about, given);
  const scorer = createCodeScorer<AgentRunInput, AgentRunOutput>({
    id: about.id,
    name: 'Content Similarity',
    description: about.summary,
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
    });
  return withExtractStep(scorer);
}

export const contentSimilarity = codeScorer(about, createContentSimilarityScorer);
