/**
 * What a scorer's file gets as `prompt-regression/scorers`: all of the library, with the `z` that the bundle has room for.
 */
export {
  checks,
  createAnswerRelevancyScorer,
  createAnswerSimilarityScorer,
  createBiasScorer,
  createCalledToolCheck,
  createCompletenessScorer,
  createContainsCheck,
  createContentSimilarityScorer,
  createContextPrecisionScorer,
  createContextRelevanceScorerLLM,
  createEqualsCheck,
  createFactualityScorer,
  createFaithfulnessScorer,
  createHallucinationScorer,
  createJsonSchemaCheck,
  createKeywordCoverageScorer,
  createMaxLengthCheck,
  createNoiseSensitivityScorerLLM,
  createPromptAlignmentScorerLLM,
  createRegexCheck,
  createScorer,
  createStartsWithCheck,
  createTextualDifferenceScorer,
  createToneScorer,
  createToolCallAccuracyScorerCode,
  createToxicityScorer,
  ProviderError,
  UserError,
} from '../../library.js';
export * as z from './zod-exports.js';
