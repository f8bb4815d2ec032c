import { UserError } from '../../ports/errors.js';
import { shownJson } from '../../text/values.js';
import type { ScorerRun } from '../eval-scorer.js';
import { isConversation, isRunMessage } from '../run-messages.js';
import { type AgentRunInput, type AgentRunOutput, toAgentInput, toAgentOutput } from './agent-run.js';

/**
 * A run in the form that scorers of agents see.
 * @throws UserError where input or output is neither a text nor messages.
 */
export function readAgentRun(id: string, run: ScorerRun<AgentRunInput, AgentRunOutput>): ScorerRun {
  const { input = [], output } = run;
  const problems: string[] = [];
  if (!isConversation(input) && !isSaid(input)) {
    problems.push(`scorer ${id}: input is ${shownJson(input)}: give a text, messages, or { inputMessages }`);
  }
  if (!isRunMessage(output) && !isSaid(output)) {
    problems.push(`scorer ${id}: output is ${shownJson(output)}: give a text, a message, or messages`);
  }
  if (problems.length > 0) throw new UserError(problems);
  return { ...run, input: toAgentInput(input), output: toAgentOutput(output) };
}

function isSaid(value: unknown): boolean {
  const isOne = (said: unknown): boolean => typeof said === 'string' || isRunMessage(said);
  return typeof value === 'string' || (Array.isArray(value) && value.every(isOne));
}
