import type { Answer } from '../../model/answer.js';
import type { Message, ToolCall } from '../../model/case.js';
import { isFields, isList } from '../../text/values.js';
import type { ScoreInput } from '../scorer.js';
import { type MessageBody, readText } from './message-content.js';
import { readToolCalls } from './tool-calls.js';

export { type RunPart, readText } from './message-content.js';

/** A message of any chat library: plain text or parts, and tool calls in any spelling. */
export type RunMessage = MessageBody & {
  readonly role?: string;
  readonly toolCalls?: readonly unknown[];
  readonly tool_calls?: readonly unknown[];
  readonly toolInvocations?: readonly unknown[];
  /** The call that a tool's message answers. */
  readonly tool_call_id?: string;
  readonly toolCallId?: string;
  /** Passed through, like the fields below. */
  readonly id?: string;
  readonly name?: string;
  readonly type?: string;
  readonly createdAt?: unknown;
  readonly threadId?: string;
  readonly resourceId?: string;
  readonly metadata?: unknown;
};

/** An agent's input with its memory and instructions, as the reference groups it. */
export type RunConversation = {
  readonly inputMessages: readonly RunMessage[];
  readonly rememberedMessages?: readonly RunMessage[];
  readonly systemMessages?: readonly RunMessage[];
  readonly taggedSystemMessages?: Readonly<Record<string, readonly RunMessage[]>>;
};

export type RunInput = string | readonly RunMessage[] | RunConversation;
export type RunOutput = string | RunMessage | readonly RunMessage[];

/** Any input in the reference's groups. */
export function conversationOf(input: RunInput): Required<RunConversation> {
  if (typeof input === 'object' && 'inputMessages' in input) {
    const { inputMessages, rememberedMessages = [], systemMessages = [], taggedSystemMessages = {} } = input;
    return { inputMessages, rememberedMessages, systemMessages, taggedSystemMessages };
  }
  const messages = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  return {
    inputMessages: messages.filter(({ role }) => role !== 'system'),
    rememberedMessages: [],
    systemMessages: messages.filter(({ role }) => role === 'system'),
    taggedSystemMessages: {},
  };
}

/** The last user message, with earlier ones as history; the system messages are the task. */
export function readScoreInput(input: RunInput): ScoreInput {
  const { systemMessages, taggedSystemMessages, rememberedMessages, inputMessages } = conversationOf(input);
  const messages = [
    ...[...systemMessages, ...Object.values(taggedSystemMessages).flat()].map(readMessageOf('system')),
    ...[...rememberedMessages, ...inputMessages].map(readMessageOf('user')),
  ];
  const task = messages
    .filter(({ role, content }) => role === 'system' && content.trim() !== '')
    .map(({ content }) => content)
    .join('\n\n');
  const turns = messages.filter(({ role }) => role !== 'system');
  const last = turns.findLastIndex(({ role }) => role === 'user');
  const at = last < 0 ? turns.length - 1 : last;
  return {
    task: task === '' ? null : task,
    history: turns.slice(0, Math.max(at, 0)),
    input: turns[at]?.content ?? '',
  };
}

/** An agent's answer: its messages' text and tool calls. */
export function readAnswer(output: RunOutput): Extract<Answer, { readonly status: 'answered' }> {
  if (typeof output === 'string') return { status: 'answered', output, toolCalls: [], finish: 'stop' };
  const given: readonly RunMessage[] = isList(output) ? output : [output];
  const toolCalls = readToolCalls(given);
  const text = given
    .filter(({ role }) => readRole(role) === 'assistant')
    .map(readText)
    .filter((content) => content !== '')
    .join('\n\n');
  return {
    status: 'answered',
    output: text,
    toolCalls,
    finish: toolCalls.length > 0 ? 'tool-calls' : 'stop',
  };
}

/** A text, messages, or messages in groups. */
export function isRunInput(value: unknown): value is RunInput {
  return typeof value === 'string' || isConversation(value) || areRunMessages(value);
}

/** A text, a message, or messages. */
export function isRunOutput(value: unknown): value is RunOutput {
  return typeof value === 'string' || isRunMessage(value) || areRunMessages(value);
}

function areRunMessages(value: unknown): value is readonly RunMessage[] {
  return Array.isArray(value) && value.every(isRunMessage);
}

function isConversation(value: unknown): value is RunConversation {
  return isFields(value) && areRunMessages(value['inputMessages']);
}

/** An unknown role is the agent's. */
function readRole(role: string | undefined): Message['role'] {
  if (role === 'system' || role === 'developer') return 'system';
  return role === 'user' || role === 'tool' ? role : 'assistant';
}

/** Reads a message; `unnamed`: the role if it has none. */
function readMessageOf(unnamed: Message['role']): (message: RunMessage) => Message {
  return (message) => {
    const toolCalls: readonly ToolCall[] = readToolCalls([message]);
    return {
      role: message.role === undefined ? unnamed : readRole(message.role),
      content: readText(message),
      ...(toolCalls.length > 0 && { toolCalls }),
    };
  };
}

/** True for a message under the names that chat libraries use. */
export function isRunMessage(value: unknown): value is RunMessage {
  if (!isFields(value) || !SAYING.some((name) => name in value)) return false;
  const { content, text } = value;
  const stored = isFields(content) && ('parts' in content || 'content' in content);
  // A `fetch` reply has a function `text`.
  return isTextOrNone(text) && (isTextOrNone(content) || isList(content) || stored);
}

function isTextOrNone(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

const SAYING = ['content', 'parts', 'text', 'toolCalls', 'tool_calls', 'toolInvocations'];
