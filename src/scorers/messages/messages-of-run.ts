import { type Fields, isFields } from '../../text/values.js';
import { readReasoning } from './message-content.js';
import { type RunMessage, readText } from './run-messages.js';
import { readToolInvocations, type ToolCallInfo, toolCallInfos } from './tool-calls.js';

/** Every message of a run's input, apart by what it is for. */
export type InputMessages = {
  readonly system: readonly RunMessage[];
  readonly conversation: readonly RunMessage[];
};

/**
 * The messages of a run's input: a text, a message, a list of both, an agent's `{ inputMessages, systemMessages,
 * taggedSystemMessages }`, `{ messages }`, or the one text of `{ prompt }`, `{ input }` or `{ user }`.
 * What was remembered of earlier runs is not in it.
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

/** The messages of a run's output: a text, a message, a list of both, or `{ messages }`. */
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

/** A text is a message of whoever speaks here. */
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

/** The text of the first user message; `undefined` where there is none. A plain text is itself. */
export function getUserMessageFromRunInput(input?: unknown): string | undefined {
  const message = messagesOfInput(input).conversation.find(({ role }) => role === 'user');
  return message && readText(message);
}

/** The text of the last assistant message that says something; `undefined` where there is none. A plain text is itself. */
export function getAssistantMessageFromRunOutput(output?: unknown): string | undefined {
  const texts = textsOf(assistants(output));
  return texts.findLast((text) => text !== '') ?? texts.at(-1);
}

/** The text of every system message: the plain ones first, then the tagged ones. */
export function getSystemMessagesFromRunInput(input?: unknown): string[] {
  return textsOf(messagesOfInput(input).system).filter((text) => text !== '');
}

/** All system messages as one text, an empty line between them; empty where there are none. */
export function getCombinedSystemPrompt(input?: unknown): string {
  return getSystemMessagesFromRunInput(input).join('\n\n');
}

/** The text of every input message, without those of the system. */
export function extractInputMessages(input?: unknown): string[] {
  return textsOf(messagesOfInput(input).conversation);
}

/** The text of every assistant message. */
export function extractAgentResponseMessages(output?: unknown): string[] {
  return textsOf(assistants(output));
}

/** What the model thought before it answered, of all assistant messages; `undefined` where nothing of it is known. */
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

/** Every tool call of an output, in order: the names alone, and with their places. A plain text holds none. */
export function extractToolCalls(output?: unknown): {
  tools: string[];
  toolCallInfos: ToolCallInfo[];
} {
  const infos = toolCallInfos(readToolInvocations(messagesOfOutput(output)));
  return { tools: infos.map(({ toolName }) => toolName), toolCallInfos: infos };
}
