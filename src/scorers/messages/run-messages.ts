import type { Answer } from '../../ports/answer.js';
import type { Message, ToolCall } from '../../ports/dataset.js';
import { isFields, isList } from '../../text/values.js';
import type { Asked } from '../scorer.js';
import { type MessageBody, readText } from './message-content.js';
import { readToolCalls } from './tool-calls.js';

export { type RunPart, readText } from './message-content.js';

/** A message as chat libraries write it: plain text or parts, tool calls under any of their spellings. */
export type RunMessage = MessageBody & {
  readonly role?: string;
  readonly toolCalls?: readonly unknown[];
  readonly tool_calls?: readonly unknown[];
  readonly toolInvocations?: readonly unknown[];
  /** Of a tool's message: which call it answers. */
  readonly tool_call_id?: string;
  readonly toolCallId?: string;
  /** Handed through, like the others below: nothing is read from them. */
  readonly id?: string;
  readonly name?: string;
  readonly type?: string;
  readonly createdAt?: unknown;
  readonly threadId?: string;
  readonly resourceId?: string;
  readonly metadata?: unknown;
};

/** What an agent was asked, with what it remembers and was told, as the reference groups it. */
export type RunConversation = {
  readonly inputMessages: readonly RunMessage[];
  readonly rememberedMessages?: readonly RunMessage[];
  readonly systemMessages?: readonly RunMessage[];
  readonly taggedSystemMessages?: Readonly<Record<string, readonly RunMessage[]>>;
};

export type RunInput = string | readonly RunMessage[];
export type RunOutput = string | RunMessage | readonly RunMessage[];

/** What was asked: the last user message, with what came before; the system messages say what the agent is for. */
export function readAsked(input: RunInput | RunConversation): Asked {
  if (typeof input === 'string') return { task: null, history: [], input };
  const messages = messagesOf(input).map(readMessage);
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

/** What the agent answered: the text of its messages, and every tool call in them. */
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

/** Every message of an input, the oldest and most general first. */
export function messagesOf(input: RunInput | RunConversation): readonly RunMessage[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  if (!isConversation(input)) return input;
  const { systemMessages = [], taggedSystemMessages = {}, rememberedMessages = [], inputMessages } = input;
  const asked = (message: RunMessage): RunMessage => ({ ...message, role: message.role ?? 'user' });
  const told = (message: RunMessage): RunMessage => ({ ...message, role: message.role ?? 'system' });
  return [
    ...[...systemMessages, ...Object.values(taggedSystemMessages).flat()].map(told),
    ...[...rememberedMessages, ...inputMessages].map(asked),
  ];
}

export function isConversation(value: unknown): value is RunConversation {
  return (
    isFields(value) && Array.isArray(value['inputMessages']) && value['inputMessages'].every(isRunMessage)
  );
}

/** Who says a message; whoever is not known is the agent. */
export function readRole(role: string | undefined): Message['role'] {
  if (role === 'system' || role === 'developer') return 'system';
  return role === 'user' || role === 'tool' ? role : 'assistant';
}

function readMessage(message: RunMessage): Message {
  const calls: readonly ToolCall[] = readToolCalls([message]);
  return {
    role: readRole(message.role),
    content: readText(message),
    ...(calls.length > 0 && { toolCalls: calls }),
  };
}

/** A value that says something as a message: under the names that chat libraries use for it. */
export function isRunMessage(value: unknown): value is RunMessage {
  return isFields(value) && SAYING.some((name) => name in value);
}

const SAYING = ['content', 'parts', 'text', 'toolCalls', 'tool_calls', 'toolInvocations'];
