import './needs-node.js';
import { bindCreateScorer } from '../scorers/builder/create-scorer.js';
import { createJudgeCache } from './resolve-judge.js';

export * as z from 'zod';
export { ProviderError, UserError } from '../model/errors.js';
export type { Judge, Question } from '../model/judge.js';
export type { ModelAddress, StepJudge } from '../scorers/builder/steps.js';
export {
  type NotScorable,
  notScorable,
  ScorerRunError,
  type ScorerStepName,
} from '../scorers/builder/steps.js';
export type { EvalScorer, ScorerOutcome, ScorerRun } from '../scorers/eval-scorer.js';
export {
  createAgentTestRun,
  createTestMessage,
  extractAgentResponseMessages,
  extractInputMessages,
  extractToolCalls,
  getAssistantMessageFromRunOutput,
  getCombinedSystemPrompt,
  getReasoningFromRunOutput,
  getSystemMessagesFromRunInput,
  getUserMessageFromRunInput,
} from '../scorers/messages/read-run.js';
export type {
  AgentMessage,
  RunInput,
  RunMessage,
  RunMetadata,
  RunOutput,
  ScorerRunInputForAgent,
  ScorerRunOutputForAgent,
} from '../scorers/messages/run-messages.js';
export type { ToolCallInfo } from '../scorers/messages/tool-calls.js';
export { checks } from '../scorers/prebuilt/checks/checks.js';
export * from './factories.js';
export type { JudgedEvalScorer, JudgedResult } from './judged-factory.js';
export { createJudge, type JudgeConfig, type JudgeMessage } from './resolve-judge.js';
export type {
  AgentTarget,
  EvalItem,
  EvalsResult,
  EvaluatedItem,
  FunctionTarget,
  ItemResult,
  ItemScore,
  WorkflowTarget,
} from './run-evals/eval-results.js';
export { runEvals } from './run-evals/run-evals.js';

/**
 * Builds your own scorer step by step. A step is a function, or a prompt that `judge` answers. @throws UserError with
 * all problems of name, description and scale.
 *
 * @example
 * const brief = createScorer<string, string>({ id: 'brief', description: 'At most twenty words.' })
 *   .generateScore(({ run }) => (run.output.split(/\s+/).length <= 20 ? 1 : 0))
 *   .generateReason(({ score }) => (score === 1 ? 'It is short.' : 'It is long.'));
 */
export const createScorer = bindCreateScorer(createJudgeCache(process.env));
