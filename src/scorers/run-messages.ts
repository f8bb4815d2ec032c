import type { Answer } from '../model/answer.js';
import type { Message, ToolCall } from '../model/dataset.js';
import type { Asked } from './scorer.js';

export type RunPart = { readonly type?: string; readonly text?: string; readonly toolInvocation?: unknown };

export type RunContent = {
  readonly parts: readonly RunPart[];
  readonly format?: number;
  readonly content?: string;
  readonly toolInvocations?: readonly unknown[];
};

/** A message as chat libraries write it: plain text or parts, tool calls under either spelling. */
export type RunMessage = {
  readonly role?: string;
  readonly content?: string | null | readonly RunPart[] | RunContent;
  readonly parts?: readonly RunPart[];
  readonly text?: string;
  readonly toolCalls?: readonly unknown[];
  readonly tool_calls?: readonly unknown[];
  readonly toolInvocations?: readonly unknown[];
  /** Handed through, like the others below: nothing is read from them. */
  readonly id?: string;
  readonly name?: string;
  readonly type?: string;
  readonly createdAt?: unknown;
  readonly threadId?: string;
  readonly resourceId?: string;
  readonly metadata?: unknown;
};

export type RunInput = string | readonly RunMessage[];
export type RunOutput = string | RunMessage | readonly RunMessage[];

/** What was asked: the last user message, with what came before; the system messages say what the agent is for. */
export function readAsked(input: RunInput): Asked {
  if (typeof input === 'string') return { task: null, history: [], input };
  const messages = input.map(readMessage);
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
  const messages = (isList(output) ? output : [output]).map(readMessage);
  const toolCalls = withResults(messages);
  const text = messages
    .filter(({ role, content }) => role === 'assistant' && content !== '')
    .map(({ content }) => content)
    .join('\n\n');
  return {
    status: 'answered',
    output: text,
    toolCalls,
    finish: toolCalls.length > 0 ? 'tool-calls' : 'stop',
  };
}

function isList(output: Exclude<RunOutput, string>): output is readonly RunMessage[] {
  return Array.isArray(output);
}

function readMessage(message: RunMessage): Message {
  const calls = callsIn(message).flatMap(readToolCall);
  return {
    role: readRole(message.role),
    content: readText(message),
    ...(calls.length > 0 && { toolCalls: calls }),
  };
}

/** The tool calls of a message, in whichever form it holds them; the same call in two forms is one. */
function callsIn(message: RunMessage): readonly unknown[] {
  const inner: Readonly<Record<string, unknown>> = isFields(message.content) ? message.content : {};
  const parts = [message.content, message.parts, inner['parts']].find(Array.isArray) ?? [];
  const forms = [
    parts.flatMap((part: unknown) =>
      isFields(part) && part['type'] === 'tool-invocation' ? [part['toolInvocation']] : [],
    ),
    inner['toolInvocations'],
    message.toolInvocations,
    message.toolCalls,
    message.tool_calls,
  ];
  return forms.flatMap((calls) => (Array.isArray(calls) && calls.length > 0 ? [calls] : []))[0] ?? [];
}

function readRole(role: string | undefined): Message['role'] {
  if (role === 'system' || role === 'developer') return 'system';
  return role === 'user' || role === 'tool' ? role : 'assistant';
}

/** A value that says something as a message: under the names that chat libraries use for it. */
export function isRunMessage(value: unknown): value is RunMessage {
  return isFields(value) && !Array.isArray(value) && SAYING.some((name) => name in value);
}

const SAYING = ['content', 'parts', 'text', 'toolCalls', 'tool_calls'];

/** The text of a message, of all its parts. */
export function readText({ content, parts, text }: RunMessage): string {
  if (typeof content === 'string') return content;
  const given: unknown = isFields(content) && 'parts' in content ? content['parts'] : (content ?? parts);
  if (!Array.isArray(given)) return text ?? '';
  return given
    .map((part: unknown) => (isFields(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('');
}

function readToolCall(call: unknown): ToolCall[] {
  if (!isFields(call)) return [];
  const named = isFields(call['function']) ? call['function'] : call;
  const name = named['name'] ?? named['toolName'];
  if (typeof name !== 'string') return [];
  const given = named['arguments'] ?? named['args'] ?? named['input'];
  const result = named['result'] ?? named['output'];
  return [
    { name, ...(given !== undefined && { arguments: given }), ...(result !== undefined && { result }) },
  ];
}

/** Tool messages hold the results of the calls before them, in order. */
function withResults(messages: readonly Message[]): ToolCall[] {
  const calls: ToolCall[] = [];
  for (const { role, content, toolCalls } of messages) {
    if (role !== 'tool') calls.push(...(toolCalls ?? []));
    else {
      const open = calls.findIndex(({ result }) => result === undefined);
      const call = calls[open];
      if (call) calls[open] = { ...call, result: content };
    }
  }
  return calls;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
