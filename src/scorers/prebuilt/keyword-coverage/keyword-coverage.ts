import { listed } from '../../../text/listed.js';
import type { AgentRunInput, AgentRunOutput } from '../../builder/agent-run.js';
import { createCodeScorer, withExtractStep } from '../../builder/code-scorer.js';
import { answerText, inputText } from '../../builder/run-texts.js';
import { notScorable } from '../../builder/steps.js';
import { codeScorer } from '../../definition.js';
import { readOptions } from '../../options.js';
import { about } from './about.js';
import { extractKeywords, matchedKeywords } from './keywords.js';

/**
 * A scorer of how many of the input's keywords the answer has: matched ÷ total keywords, from 0 to 1.
 * Two empty texts score 1, one empty text 0; an input of stop words alone is not scorable.
 *
 * @throws UserError for any option: there is none.
 */
export function createKeywordCoverageScorer(
  options: { readonly options?: Readonly<Record<string, never>> } = {},
) {
  readOptions(about, options);
  const scorer = createCodeScorer<AgentRunInput, AgentRunOutput>({
    id: about.id,
    name: 'Keyword Coverage',
    description: about.summary,
  })
    .preprocess(({ run }) => {
      const [input, answer] = [inputText(run), answerText(run)];
      const { reference, response } = extractKeywords(input, answer);
      if (reference.size === 0 && input.trim() !== '') return notScorable('The input has no keyword.');
      return { referenceKeywords: reference, responseKeywords: response };
    })
    .analyze(({ results: { preprocessStepResult: found } }) => ({
      totalKeywords: found.referenceKeywords.size,
      matchedKeywords: matchedKeywords({
        reference: found.referenceKeywords,
        response: found.responseKeywords,
      }).length,
    }))
    .generateScore(({ run, results: { analyzeStepResult: counts } }) => {
      if (counts.totalKeywords > 0) return counts.matchedKeywords / counts.totalKeywords;
      return answerText(run).trim() === '' ? 1 : 0;
    })
    .generateReason(({ results: { preprocessStepResult: found, analyzeStepResult: counts } }) => {
      const { totalKeywords: total, matchedKeywords: matched } = counts;
      if (total === 0) return 'There was no input to take keywords from.';
      const words = { reference: found.referenceKeywords, response: found.responseKeywords };
      const met = new Set(matchedKeywords(words));
      const missing = [...found.referenceKeywords].filter((word) => !met.has(word));
      const covered = `${matched} of ${total} keywords of the input are in the answer`;
      return missing.length === 0 ? `${covered}.` : `${covered}. Missing: ${listed(missing)}.`;
    });
  return withExtractStep(scorer);
}

export const keywordCoverage = codeScorer(about, createKeywordCoverageScorer, 2);
