// Made from the catalog by `npm run generate`: change a scorer in its own file.
// biome-ignore-all format: it is as long as its texts.
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
import { judgedFactory } from './judged-factory.js';

/** How much of the answer is relevant to the request. */
export const createAnswerRelevancyScorer = judgedFactory(answerRelevancy);
/** How much of the expected answer the answer says, in any words. */
export const createAnswerSimilarityScorer = judgedFactory(answerSimilarity);
/** Share of the answer's claims that the context supports. */
export const createFaithfulnessScorer = judgedFactory(faithfulness);
/** Share of the answer's claims that the context contradicts or does not support. */
export const createHallucinationScorer = judgedFactory(hallucination);
/** Whether the answer has the same facts as an expert’s answer. */
export const createFactualityScorer = judgedFactory(factuality);
/** Whether the answer does what the prompts ask: intent, requirements, completeness, format and tone. */
export const createPromptAlignmentScorerLLM = judgedFactory(promptAlignment);
/** How well an answer withstands noise in the question. */
export const createNoiseSensitivityScorerLLM = judgedFactory(noiseSensitivity);
/** Whether relevant pieces of context come before irrelevant ones. */
export const createContextPrecisionScorer = judgedFactory(contextPrecision);
/** How relevant the context was, whether it was used, and what was missing. */
export const createContextRelevanceScorerLLM = judgedFactory(contextRelevance);
/** Share of the answer's opinions that are biased. */
export const createBiasScorer = judgedFactory(bias);
/** Share of the answer's statements that are toxic. */
export const createToxicityScorer = judgedFactory(toxicity);
/** Share of the input's words that the answer takes up. */
export const createCompletenessScorer = completeness.create;
/** Share of the input's keywords that the answer contains. */
export const createKeywordCoverageScorer = keywordCoverage.create;
/** How similar the answer and the expected text are, character by character. */
export const createContentSimilarityScorer = contentSimilarity.create;
/** How much of the expected text the answer contains in the same order. */
export const createTextualDifferenceScorer = textualDifference.create;
/** How close the tone of the answer is to a reference, or how steady it is across sentences. */
export const createToneScorer = tone.create;
/** Whether the agent called the expected tool, or the expected tools in order. */
export const createToolCallAccuracyScorerCode = toolCallAccuracy.create;
/** Whether the answer equals the expected text, ignoring white space around it. */
export const createEqualsCheck = equals.create;
/** Whether the answer contains the expected text. */
export const createContainsCheck = contains.create;
/** Whether the answer matches a regular expression. After one second the answer is unscored. */
export const createRegexCheck = regex.create;
/** Whether the answer is JSON that matches a schema. */
export const createJsonSchemaCheck = jsonSchema.create;
/** Whether the answer begins with a text, ignoring white space before it. */
export const createStartsWithCheck = startsWith.create;
/** Whether the answer has at most a number of characters or words. */
export const createMaxLengthCheck = maxLength.create;
/** Whether the agent called a tool, with given arguments and a given number of times. */
export const createCalledToolCheck = calledTool.create;
