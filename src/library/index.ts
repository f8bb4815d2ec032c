import { bindCreateScorer } from '../scorers/builder/create-scorer.js';
import { bindJudged } from './bind-judged.js';
import { rememberJudges, resolveJudge } from './resolve-judge.js';

export { z } from 'zod';
export { ProviderError, UserError } from '../ports/errors.js';
export type { Judge, Question } from '../ports/judge.js';
export type {
  AgentMessage,
  ScorerRunInputForAgent,
  ScorerRunOutputForAgent,
} from '../scorers/builder/agent-run.js';
export { type NotScorable, notScorable } from '../scorers/builder/not-scorable.js';
export { ScorerRunError, type ScorerStepName } from '../scorers/builder/scorer-run-error.js';
export type { StepJudge } from '../scorers/builder/step-types.js';
export type { EvalScorer, ScorerOutcome, ScorerRun } from '../scorers/eval-scorer.js';
export { checks } from '../scorers/library/checks/checks.js';
export { createJsonSchemaCheck, createRegexCheck } from '../scorers/library/checks/create-pattern-checks.js';
export {
  createContainsCheck,
  createEqualsCheck,
  createMaxLengthCheck,
  createStartsWithCheck,
} from '../scorers/library/checks/create-text-checks.js';
export { createCalledToolCheck } from '../scorers/library/checks/create-tool-checks.js';
export { createCompletenessScorer } from '../scorers/library/completeness/create-completeness-scorer.js';
export { createContentSimilarityScorer } from '../scorers/library/content-similarity/create-content-similarity-scorer.js';
export { createKeywordCoverageScorer } from '../scorers/library/keyword-coverage/create-keyword-coverage-scorer.js';
export { createTextualDifferenceScorer } from '../scorers/library/textual-difference/create-textual-difference-scorer.js';
export { createToneScorer } from '../scorers/library/tone/create-tone-scorer.js';
export { createToolCallAccuracyScorerCode } from '../scorers/library/tool-call-accuracy/create-tool-call-accuracy-scorer.js';
export { extractToolCalls, type ToolCallInfo } from '../scorers/messages/extract-tool-calls.js';
export {
  extractAgentResponseMessages,
  extractInputMessages,
  getAssistantMessageFromRunOutput,
  getCombinedSystemPrompt,
  getReasoningFromRunOutput,
  getSystemMessagesFromRunInput,
  getUserMessageFromRunInput,
} from '../scorers/messages/message-texts.js';
export {
  createAgentTestRun,
  createTestMessage,
  type TestInvocation,
  type TestMessage,
} from '../scorers/messages/test-run.js';
export type {
  AgentTarget,
  EvalItem,
  EvalsResult,
  FunctionTarget,
  ItemResult,
  ItemScore,
  WorkflowTarget,
} from '../scorers/run-evals/eval-types.js';
export { RunEvalsError } from '../scorers/run-evals/run-evals-error.js';
export type { RunInput, RunMessage, RunOutput } from '../scorers/run-messages.js';
export type { JudgeConfig } from './judge-config.js';
export type { JudgedEvalScorer, JudgedResult } from './open-judged-scorer.js';
export { runEvals } from './run-evals.js';

const resolve: Parameters<typeof bindJudged>[0] = (config, salt) =>
  resolveJudge(config, { env: process.env, salt });

/**
 * Makes a scorer of your own, step by step. A step is a function, or a prompt that `judge` answers.
 * @throws UserError for a scorer without name, description or a usable scale, all at once.
 */
export const createScorer = bindCreateScorer(rememberJudges(process.env));

/** The judged scorers, each with the factory, the options and the result that the reference documents. */
export const {
  createAnswerRelevancyScorer,
  createAnswerSimilarityScorer,
  createFaithfulnessScorer,
  createHallucinationScorer,
  createBiasScorer,
  createToxicityScorer,
  createContextPrecisionScorer,
  createContextRelevanceScorerLLM,
  createFactualityScorer,
  createPromptAlignmentScorerLLM,
  createNoiseSensitivityScorerLLM,
} = bindJudged(resolve);

export type AnswerRelevancyConfig = Parameters<typeof createAnswerRelevancyScorer>[0];
export type AnswerRelevancyScorer = ReturnType<typeof createAnswerRelevancyScorer>;
export type AnswerRelevancyResult = Awaited<ReturnType<AnswerRelevancyScorer['run']>>;
