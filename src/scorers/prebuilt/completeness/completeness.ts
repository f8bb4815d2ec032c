import { z } from 'zod';
import { listed } from '../../../text/counts.js';
import { CODE } from '../../about-scorer.js';
import { createRunScorer, withExtractStep } from '../../builder/code-scorer.js';
import { answerText, inputText } from '../../builder/run-texts.js';
import { notScorable } from '../../builder/steps.js';
import { defineCodeScorer } from '../../define-scorer.js';
import { extractElements, missingElements } from './elements.js';

/**
 * How many of the input's elements (its words, verbs as their base form) the answer covers: covered elements ÷ input
 * elements, from 0 to 1. An input without elements is not scorable.
 */
export const completeness = defineCodeScorer(
  {
    ...CODE,
    id: 'completeness',
    factory: 'createCompletenessScorer',
    measure: 'completeness',
    summary: 'How many of the words of the input the answer takes up.',
    formula: 'covered elements / input elements',
    options: z.strictObject({}),
  },
  (_, { id, summary }) =>
    withExtractStep(
      createRunScorer({ id, name: 'Completeness', description: summary })
        .preprocess(({ run }) => {
          const inputElements = extractElements(inputText(run));
          const outputElements = extractElements(answerText(run));
          if (inputElements.length === 0)
            return notScorable('The input has no words that an answer could cover.');
          return {
            inputElements,
            outputElements,
            missingElements: missingElements(inputElements, outputElements),
            elementCounts: { input: inputElements.length, output: outputElements.length },
          };
        })
        .generateScore(({ results: { preprocessStepResult: found } }) => {
          return (found.inputElements.length - found.missingElements.length) / found.inputElements.length;
        })
        .generateReason(({ results: { preprocessStepResult: found } }) => {
          const { inputElements, missingElements: missing } = found;
          const covered = `${inputElements.length - missing.length} of ${inputElements.length} elements of the input are covered`;
          return missing.length === 0 ? `${covered}.` : `${covered}. Missing: ${listed(missing)}.`;
        }),
    ),
);
