import { type Fields, isFields } from '../../text/values.js';
import { readReasoning } from './message-content.js';
import { type RunMessage, readText } from './run-messages.js';
import { readToolInvocations, type ToolCallInfo, toolCallInfos } from './tool-calls.js';

/** A run's input messages by purpose. */
export type InputMessages = {
  readonly system: readonly RunMessage[];
  readonly conversation: readonly RunMessage[];
};

/**
 * A run's input messages: a text, a message, a list, or the groups that agents and libraries use. Remembered messages
 * of earlier runs are left out.
 */
export function messagesOfInput(input: unknown): InputMessages {
  const given = fieldsOf(input);
  const standing = [given['systemMessages'], ...Object.values(fieldsOf(given['taggedSystemMessages']))];
  const all = asMessages(conversationOf(input), 'user');
  return {
    system: [
      ...standing.flatMap((messages) => asMessages(messages, 'system')),
      ...all.filter(({ role }) => isSystem(role)),
    ],
    conversation: all.filter(({ role }) => !isSystem(role)),
  };
}

/** A run's output messages: a text, a message, a list of both, or `{ messages }`. */
export function messagesOfOutput(output: unknown): readonly RunMessage[] {
  const given = fieldsOf(output);
  return asMessages(Array.isArray(given['messages']) ? given['messages'] : output, 'assistant');
}

function conversationOf(input: unknown): unknown {
  const given = fieldsOf(input);
  const { inputMessages, messages, prompt, input: inner, user } = given;
  if (['content', 'text', 'parts'].some((name) => name in given)) return input;
  return inputMessages ?? messages ?? prompt ?? inner ?? user ?? input;
}

/** A text becomes a message with the given role. */
function asMessages(given: unknown, role: string): RunMessage[] {
  if (Array.isArray(given)) return given.flatMap((message) => asMessages(message, role));
  if (typeof given === 'string') return [{ role, content: given }];
  if (typeof given !== 'object' || given === null) return [];
  const message: RunMessage = given;
  return [{ ...message, role: typeof message.role === 'string' ? message.role : role }];
}

function isSystem(role: string | undefined): boolean {
  return role === 'system' || role === 'developer';
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** The first user message's text; `undefined` without one. A plain text is returned unchanged. */
export function getUserMessageFromRunInput(input?: unknown): string | undefined {
  const message = messagesOfInput(input).conversation.find(({ role }) => role === 'user');
  return message && readText(message);
}

/** The last assistant message's text; `undefined` without one. A plain text is returned unchanged. */
export function getAssistantMessageFromRunOutput(output?: unknown): string | undefined {
  const texts = textsOf(assistants(output));
  return texts.findLast((text) => text !== '') ?? texts.at(-1);
}

/** The system messages' texts: first the plain ones, then the tagged ones. */
export function getSystemMessagesFromRunInput(input?: unknown): string[] {
  return textsOf(messagesOfInput(input).system).filter((text) => text !== '');
}

/** All system messages as one text, separated by empty lines. */
export function getCombinedSystemPrompt(input?: unknown): string {
  return getSystemMessagesFromRunInput(input).join('\n\n');
}

/** The input messages' texts, without the system's. */
export function extractInputMessages(input?: unknown): string[] {
  return textsOf(messagesOfInput(input).conversation);
}

/** The assistant messages' texts. */
export function extractAgentResponseMessages(output?: unknown): string[] {
  return textsOf(assistants(output));
}

/** The model's reasoning in all assistant messages, or `undefined`. */
export function getReasoningFromRunOutput(output?: unknown): string | undefined {
  const thoughts = assistants(output)
    .map(readReasoning)
    .filter((thought) => thought !== undefined);
  return thoughts.length === 0 ? undefined : thoughts.join('\n');
}

function assistants(output: unknown): readonly RunMessage[] {
  return messagesOfOutput(output).filter(({ role }) => role === 'assistant');
}

function textsOf(messages: readonly RunMessage[]): string[] {
  return messages.map(readText);
}

export type { ToolCallInfo };

/** An output's tool calls in order: the names, and their places. A plain text has none. */
export function extractToolCalls(output?: unknown): { tools: string[]; toolCallInfos: ToolCallInfo[] } {
  const infos = toolCallInfos(readToolInvocations(messagesOfOutput(output)));
  return { tools: infos.map(({ toolName }) => toolName), toolCallInfos: infos };
}
