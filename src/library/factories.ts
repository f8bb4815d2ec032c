// Made from the catalog by `npm run generate`: change a scorer in its own file.
import { answerRelevancy } from '../scorers/prebuilt/answer-relevancy.js';
import { answerSimilarity } from '../scorers/prebuilt/answer-similarity.js';
import { jsonSchema } from '../scorers/prebuilt/checks/json-schema.js';
import { contains, equals, maxLength, regex, startsWith } from '../scorers/prebuilt/checks/text-checks.js';
import { calledTool, toolCallAccuracy } from '../scorers/prebuilt/checks/tool-checks.js';
import { faithfulness, hallucination } from '../scorers/prebuilt/claims.js';
import { completeness } from '../scorers/prebuilt/completeness.js';
import { contextPrecision, contextRelevance } from '../scorers/prebuilt/contexts.js';
import { factuality } from '../scorers/prebuilt/factuality.js';
import { bias, toxicity } from '../scorers/prebuilt/harms.js';
import { keywordCoverage } from '../scorers/prebuilt/keyword-coverage.js';
import { noiseSensitivity } from '../scorers/prebuilt/noise-sensitivity.js';
import { promptAlignment } from '../scorers/prebuilt/prompt-alignment.js';
import { contentSimilarity, textualDifference } from '../scorers/prebuilt/text-similarity.js';
import { tone } from '../scorers/prebuilt/tone.js';
import { createJudgedFactory } from './judged-factory.js';

/**
 * How much of the answer is relevant to the request.
 *
 * @example
 * const scorer = createAnswerRelevancyScorer({ model: 'openai/gpt-6-luna' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
export const createAnswerRelevancyScorer = createJudgedFactory(answerRelevancy);
/**
 * How much of the expected answer the answer says, in any words.
 *
 * @example
 * const scorer = createAnswerSimilarityScorer({ model: 'openai/gpt-6-luna' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.', groundTruth: 'At nine.' });
 */
export const createAnswerSimilarityScorer = createJudgedFactory(answerSimilarity);
/**
 * Share of the answer's claims that the context supports.
 *
 * @example
 * const scorer = createFaithfulnessScorer({ model: 'openai/gpt-6-luna' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.', context: ['We open at nine.'] });
 */
export const createFaithfulnessScorer = createJudgedFactory(faithfulness);
/**
 * Share of the answer's claims that the context contradicts or does not support.
 *
 * @example
 * const scorer = createHallucinationScorer({ model: 'openai/gpt-6-luna' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.', context: ['We open at nine.'] });
 */
export const createHallucinationScorer = createJudgedFactory(hallucination);
/**
 * Whether the answer has the same facts as an expert’s answer.
 *
 * @example
 * const scorer = createFactualityScorer({ model: 'openai/gpt-6-luna' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.', groundTruth: 'At nine.' });
 */
export const createFactualityScorer = createJudgedFactory(factuality);
/**
 * Whether the answer does what the prompts ask: intent, requirements, completeness, format and tone.
 *
 * @example
 * const scorer = createPromptAlignmentScorerLLM({ model: 'openai/gpt-6-luna' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
export const createPromptAlignmentScorerLLM = createJudgedFactory(promptAlignment);
/**
 * How well an answer withstands noise in the question.
 *
 * @example
 * const scorer = createNoiseSensitivityScorerLLM({ model: 'openai/gpt-6-luna', noisyQuery: 'When do you opne?' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.', groundTruth: 'At nine.' });
 */
export const createNoiseSensitivityScorerLLM = createJudgedFactory(noiseSensitivity);
/**
 * Whether relevant pieces of context come before irrelevant ones.
 *
 * @example
 * const scorer = createContextPrecisionScorer({ model: 'openai/gpt-6-luna' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.', context: ['We open at nine.'] });
 */
export const createContextPrecisionScorer = createJudgedFactory(contextPrecision);
/**
 * How relevant the context was, whether it was used, and what was missing.
 *
 * @example
 * const scorer = createContextRelevanceScorerLLM({ model: 'openai/gpt-6-luna' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.', context: ['We open at nine.'] });
 */
export const createContextRelevanceScorerLLM = createJudgedFactory(contextRelevance);
/**
 * Share of the answer's opinions that are biased.
 *
 * @example
 * const scorer = createBiasScorer({ model: 'openai/gpt-6-luna' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
export const createBiasScorer = createJudgedFactory(bias);
/**
 * Share of the answer's statements that are toxic.
 *
 * @example
 * const scorer = createToxicityScorer({ model: 'openai/gpt-6-luna' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
export const createToxicityScorer = createJudgedFactory(toxicity);
/**
 * Share of the input's words that the answer takes up.
 *
 * @example
 * const scorer = createCompletenessScorer();
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
export const createCompletenessScorer = completeness.create;
/**
 * Share of the input's keywords that the answer contains.
 *
 * @example
 * const scorer = createKeywordCoverageScorer();
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
export const createKeywordCoverageScorer = keywordCoverage.create;
/**
 * How similar the answer and the expected text are, character by character.
 *
 * @example
 * const scorer = createContentSimilarityScorer();
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
export const createContentSimilarityScorer = contentSimilarity.create;
/**
 * How much of the expected text the answer contains in the same order.
 *
 * @example
 * const scorer = createTextualDifferenceScorer();
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
export const createTextualDifferenceScorer = textualDifference.create;
/**
 * How close the tone of the answer is to a reference, or how steady it is across sentences.
 *
 * @example
 * const scorer = createToneScorer();
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
export const createToneScorer = tone.create;
/**
 * Whether the agent called the expected tool, or the expected tools in order.
 *
 * @example
 * const scorer = createToolCallAccuracyScorerCode({ expectedTool: 'search' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: { role: 'assistant', content: 'We open at nine.', toolCalls: [{ name: 'search' }] } });
 */
export const createToolCallAccuracyScorerCode = toolCallAccuracy.create;
/**
 * Whether the answer equals the expected text, ignoring white space around it.
 *
 * @example
 * const scorer = createEqualsCheck();
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.', groundTruth: 'At nine.' });
 */
export const createEqualsCheck = equals.create;
/**
 * Whether the answer contains the expected text.
 *
 * @example
 * const scorer = createContainsCheck({ value: 'nine' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
export const createContainsCheck = contains.create;
/**
 * Whether the answer matches a regular expression. After one second the answer is unscored.
 *
 * @example
 * const scorer = createRegexCheck({ pattern: '\\bnine\\b', flags: 'i' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
export const createRegexCheck = regex.create;
/**
 * Whether the answer is JSON that matches a schema.
 *
 * @example
 * const scorer = createJsonSchemaCheck({ schema: { type: 'object', required: ['opens'] } });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: '{"opens": "nine"}' });
 */
export const createJsonSchemaCheck = jsonSchema.create;
/**
 * Whether the answer begins with a text, ignoring white space before it.
 *
 * @example
 * const scorer = createStartsWithCheck({ value: 'We' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
export const createStartsWithCheck = startsWith.create;
/**
 * Whether the answer has at most a number of characters or words.
 *
 * @example
 * const scorer = createMaxLengthCheck({ words: 20 });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
export const createMaxLengthCheck = maxLength.create;
/**
 * Whether the agent called a tool, with given arguments and a given number of times.
 *
 * @example
 * const scorer = createCalledToolCheck({ tool: 'search' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: { role: 'assistant', content: 'We open at nine.', toolCalls: [{ name: 'search' }] } });
 */
export const createCalledToolCheck = calledTool.create;
