import type { AgentRunInput, AgentRunOutput } from '../../builder/agent-run.js';
import { createCodeScorer } from '../../builder/code-scorer.js';
import { answerText, referenceText } from '../../builder/run-texts.js';
import { notScorable } from '../../builder/steps.js';
import { codeScorer } from '../../definition.js';
import { readOptions } from '../../options.js';
import { about } from './about.js';
import { textDifference } from './text-difference.js';

/**
 * A scorer of how much of the expected text (`groundTruth`, else the input) stands in the answer in the same order:
 * `2 · longest common subsequence ÷ (length + length)` in characters, from 0 to 1.
 *
 * @throws UserError for any option: there is none.
 */
export function createTextualDifferenceScorer(
  options: { readonly options?: Readonly<Record<string, never>> } = {},
) {
  readOptions(about, options);
  return createCodeScorer<AgentRunInput, AgentRunOutput>({
    id: about.id,
    name: 'Textual Difference',
    description: about.summary,
  })
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
      return `${Math.round(100 * found.ratio)} % of the characters stand in both texts in the same order; ${words} changed, and ${lengths}.`;
    });
}

export const textualDifference = codeScorer(about, createTextualDifferenceScorer);
