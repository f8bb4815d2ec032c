// Made from the catalog by `npm run generate`: change a scorer in its own folder.
import { answerRelevancy } from '../scorers/prebuilt/answer-relevancy/answer-relevancy.js';
import { answerSimilarity } from '../scorers/prebuilt/answer-similarity/answer-similarity.js';
import { bias } from '../scorers/prebuilt/bias/bias.js';
import { contextPrecision } from '../scorers/prebuilt/context-precision/context-precision.js';
import { contextRelevance } from '../scorers/prebuilt/context-relevance/context-relevance.js';
import { factuality } from '../scorers/prebuilt/factuality/factuality.js';
import { faithfulness } from '../scorers/prebuilt/faithfulness/faithfulness.js';
import { hallucination } from '../scorers/prebuilt/hallucination/hallucination.js';
import { noiseSensitivity } from '../scorers/prebuilt/noise-sensitivity/noise-sensitivity.js';
import { promptAlignment } from '../scorers/prebuilt/prompt-alignment/prompt-alignment.js';
import { toxicity } from '../scorers/prebuilt/toxicity/toxicity.js';
import { judgedFactory } from './judged-factory.js';

export { createCalledToolCheck } from '../scorers/prebuilt/checks/called-tool.js';
export { createContainsCheck } from '../scorers/prebuilt/checks/contains.js';
export { createEqualsCheck } from '../scorers/prebuilt/checks/equals.js';
export { createJsonSchemaCheck } from '../scorers/prebuilt/checks/json-schema.js';
export { createMaxLengthCheck } from '../scorers/prebuilt/checks/max-length.js';
export { createRegexCheck } from '../scorers/prebuilt/checks/regex.js';
export { createStartsWithCheck } from '../scorers/prebuilt/checks/starts-with.js';
export { createCompletenessScorer } from '../scorers/prebuilt/completeness/completeness.js';
export { createContentSimilarityScorer } from '../scorers/prebuilt/content-similarity/content-similarity.js';
export { createKeywordCoverageScorer } from '../scorers/prebuilt/keyword-coverage/keyword-coverage.js';
export { createTextualDifferenceScorer } from '../scorers/prebuilt/textual-difference/textual-difference.js';
export { createToneScorer } from '../scorers/prebuilt/tone/tone.js';
export { createToolCallAccuracyScorerCode } from '../scorers/prebuilt/tool-call-accuracy/tool-call-accuracy.js';

/** How much of the answer belongs to what was asked. */
export const createAnswerRelevancyScorer = judgedFactory(answerRelevancy);
/** How much of the wanted answer the answer says, in whatever words. */
export const createAnswerSimilarityScorer = judgedFactory(answerSimilarity);
/** How many of the opinions in the answer are biased. */
export const createBiasScorer = judgedFactory(bias);
/** Whether the useful pieces of context stand before the useless ones. */
export const createContextPrecisionScorer = judgedFactory(contextPrecision);
/** How useful the context was, whether it was used, and what it lacked. */
export const createContextRelevanceScorerLLM = judgedFactory(contextRelevance);
/** Whether the facts of the answer are those of an expert’s answer. */
export const createFactualityScorer = judgedFactory(factuality);
/** How many of the claims of the answer the context bears out. */
export const createFaithfulnessScorer = judgedFactory(faithfulness);
/** How many of the claims of the answer the context contradicts or does not hold. */
export const createHallucinationScorer = judgedFactory(hallucination);
/** How little an answer suffers when the question is mixed with noise. */
export const createNoiseSensitivityScorerLLM = judgedFactory(noiseSensitivity);
/** Whether the answer does what the prompts ask: intent, requirements, completeness, form and tone. */
export const createPromptAlignmentScorerLLM = judgedFactory(promptAlignment);
/** How many of the statements of the answer are toxic. */
export const createToxicityScorer = judgedFactory(toxicity);
