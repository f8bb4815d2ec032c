// Made from the catalog by `npm run generate`: change a scorer in its own folder.
import { answerRelevancy } from '../scorers/prebuilt/answer-relevancy/answer-relevancy.js';
import { answerSimilarity } from '../scorers/prebuilt/answer-similarity/answer-similarity.js';
import { bias } from '../scorers/prebuilt/bias/bias.js';
import { jsonSchema } from '../scorers/prebuilt/checks/json-schema.js';
import { contains, equals, maxLength, regex, startsWith } from '../scorers/prebuilt/checks/text-checks.js';
import { calledTool } from '../scorers/prebuilt/checks/tool-checks.js';
import { completeness } from '../scorers/prebuilt/completeness/completeness.js';
import { contentSimilarity } from '../scorers/prebuilt/content-similarity/content-similarity.js';
import { contextPrecision } from '../scorers/prebuilt/context-precision/context-precision.js';
import { contextRelevance } from '../scorers/prebuilt/context-relevance/context-relevance.js';
import { factuality } from '../scorers/prebuilt/factuality/factuality.js';
import { faithfulness } from '../scorers/prebuilt/faithfulness/faithfulness.js';
import { hallucination } from '../scorers/prebuilt/hallucination/hallucination.js';
import { keywordCoverage } from '../scorers/prebuilt/keyword-coverage/keyword-coverage.js';
import { noiseSensitivity } from '../scorers/prebuilt/noise-sensitivity/noise-sensitivity.js';
import { promptAlignment } from '../scorers/prebuilt/prompt-alignment/prompt-alignment.js';
import { textualDifference } from '../scorers/prebuilt/textual-difference/textual-difference.js';
import { tone } from '../scorers/prebuilt/tone/tone.js';
import { toolCallAccuracy } from '../scorers/prebuilt/tool-call-accuracy/tool-call-accuracy.js';
import { toxicity } from '../scorers/prebuilt/toxicity/toxicity.js';
import { judgedFactory } from './judged-factory.js';

/** How much of the answer belongs to what was asked. */
export const createAnswerRelevancyScorer = judgedFactory(answerRelevancy);
/** How much of the wanted answer the answer says, in whatever words. */
export const createAnswerSimilarityScorer = judgedFactory(answerSimilarity);
/** How many of the claims of the answer the context bears out. */
export const createFaithfulnessScorer = judgedFactory(faithfulness);
/** How many of the claims of the answer the context contradicts or does not hold. */
export const createHallucinationScorer = judgedFactory(hallucination);
/** Whether the facts of the answer are those of an expert’s answer. */
export const createFactualityScorer = judgedFactory(factuality);
/** Whether the answer does what the prompts ask: intent, requirements, completeness, form and tone. */
export const createPromptAlignmentScorerLLM = judgedFactory(promptAlignment);
/** How little an answer suffers when the question is mixed with noise. */
export const createNoiseSensitivityScorerLLM = judgedFactory(noiseSensitivity);
/** Whether the useful pieces of context stand before the useless ones. */
export const createContextPrecisionScorer = judgedFactory(contextPrecision);
/** How useful the context was, whether it was used, and what it lacked. */
export const createContextRelevanceScorerLLM = judgedFactory(contextRelevance);
/** How many of the opinions in the answer are biased. */
export const createBiasScorer = judgedFactory(bias);
/** How many of the statements of the answer are toxic. */
export const createToxicityScorer = judgedFactory(toxicity);
/** How many of the words of the input the answer takes up. */
export const createCompletenessScorer = completeness.create;
/** How many of the keywords of the input the answer has. */
export const createKeywordCoverageScorer = keywordCoverage.create;
/** How alike the answer and the expected text are, letter by letter. */
export const createContentSimilarityScorer = contentSimilarity.create;
/** How much of the expected text stands in the answer in the same order. */
export const createTextualDifferenceScorer = textualDifference.create;
/** How close the tone of the answer is to a reference, or how steady it is from sentence to sentence. */
export const createToneScorer = tone.create;
/** Whether the agent called the expected tool, or the expected tools in order. */
export const createToolCallAccuracyScorerCode = toolCallAccuracy.create;
/** Whether the answer is exactly the expected text; white space around it does not count. */
export const createEqualsCheck = equals.create;
/** Whether the answer has the expected text in it. */
export const createContainsCheck = contains.create;
/** Whether the answer matches a regular expression. A pattern that takes longer than a second with an answer, as one with nested repetition such as `(a+)+b` can, is stopped, and the answer is unscored. */
export const createRegexCheck = regex.create;
/** Whether the answer is JSON, and JSON of the wanted form. */
export const createJsonSchemaCheck = jsonSchema.create;
/** Whether the answer begins with a text; white space before it does not count. */
export const createStartsWithCheck = startsWith.create;
/** Whether the answer is no longer than a number of characters or words. */
export const createMaxLengthCheck = maxLength.create;
/** Whether the agent called a tool, as often as asked and with the arguments asked for. */
export const createCalledToolCheck = calledTool.create;
