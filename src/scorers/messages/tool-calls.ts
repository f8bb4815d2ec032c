import type { ToolCall } from '../../model/case.js';
import { type Fields, isFields } from '../../text/values.js';
import { type MessageBody, partsOf, readText } from './message-content.js';

type ChatMessage = MessageBody & { readonly role?: string };
type OpenCall = ToolCall & { readonly id: string | null };

/**
 * The messages' tool calls in order, with their results. A separate result belongs to the call of its id, or without
 * an id to the first call without a result.
 */
export function readToolCalls(messages: readonly ChatMessage[]): ToolCall[] {
  const calls: OpenCall[] = [];
  for (const message of messages) {
    if (message.role !== 'tool') calls.push(...callsOf(message).map(openCall));
    for (const { id, result } of resultsIn(message)) {
      const at = calls.findIndex((call) => call.result === undefined && (id === null || call.id === id));
      const call = calls[at];
      if (call) calls[at] = { ...call, result };
    }
  }
  return calls.map(({ id: _, ...call }) => call);
}

function openCall(call: Fields): OpenCall {
  const given = callDetail(call, ['arguments', 'args', 'input']);
  const result = callDetail(call, ['result', 'output', 'errorText']);
  return {
    id: callId(call),
    name: callName(call) ?? '',
    ...(given !== undefined && { arguments: given }),
    ...(result !== undefined && { result: plain(result) }),
  };
}

function resultsIn(message: ChatMessage): { readonly id: string | null; readonly result: unknown }[] {
  const parts = partsOf(message).filter(({ type }) => type === 'tool-result' || type === 'tool_result');
  if (parts.length > 0) {
    return parts.map((part) => ({
      id: answeredId(part),
      result: plain(part['result'] ?? part['output'] ?? part['content']),
    }));
  }
  return message.role === 'tool' ? [{ id: answeredId(message as Fields), result: readText(message) }] : [];
}

function answeredId(holder: Fields): string | null {
  const id = holder['toolCallId'] ?? holder['tool_call_id'] ?? holder['tool_use_id'];
  return typeof id === 'string' && id !== '' ? id : null;
}

/** Some libraries wrap a result with its type. */
function plain(result: unknown): unknown {
  const wrapped = isFields(result) && typeof result['type'] === 'string' && 'value' in result;
  return wrapped ? result['value'] : result;
}

/** Part types that start like a tool's own. */
const NOT_TOOLS = ['tool-invocation', 'tool-call', 'tool-result', 'tool-error'];

/**
 * A message's tool calls in any form: parts, `toolInvocations`, `toolCalls`, or `tool_calls` with a `function`. The
 * same call in two forms counts once.
 */
export function callsOf(message: unknown): Fields[] {
  if (!isFields(message)) return [];
  const content = message['content'];
  const inner: Fields = isFields(content) ? content : {};
  const parts = [content, message['parts'], inner['parts']].find(Array.isArray) ?? [];
  // Parts first, since they hold a call's final state.
  const forms = [
    parts.flatMap(callOfPart),
    inner['toolInvocations'],
    message['toolInvocations'],
    message['toolCalls'],
    message['tool_calls'],
  ].map((calls) =>
    Array.isArray(calls)
      ? calls.filter((call): call is Fields => isFields(call) && callName(call) !== null)
      : [],
  );
  const first = forms.find((calls) => calls.length > 0) ?? [];
  const seen = new Set<string>();
  return forms.flatMap((calls) =>
    calls.filter((call) => {
      const id = callId(call);
      // Without an id it is unknown whether another form is the same call.
      if (id === null) return calls === first;
      if (seen.has(id)) return false;
      seen.add(id);
      return true;
    }),
  );
}

export function callName(call: Fields): string | null {
  const name = callDetail(call, ['toolName', 'name']);
  return typeof name === 'string' && name !== '' ? name : null;
}

export function callId(call: Fields): string | null {
  const id = callDetail(call, ['toolCallId', 'id']);
  return typeof id === 'string' && id !== '' ? id : null;
}

/** The first of these fields of the call, its `function` or its `payload`. */
export function callDetail(call: Fields, names: readonly string[]): unknown {
  for (const holder of [call, call['function'], call['payload']]) {
    if (!isFields(holder)) continue;
    const name = names.find((candidate) => holder[candidate] !== undefined);
    if (name !== undefined) return holder[name];
  }
  return undefined;
}

function callOfPart(part: unknown): unknown[] {
  if (!isFields(part)) return [];
  const { type } = part;
  if (type === 'tool-invocation') return [part['toolInvocation']];
  if (type === 'tool-call' || type === 'tool_use' || type === 'dynamic-tool') return [part];
  if (typeof type !== 'string' || !type.startsWith('tool-') || NOT_TOOLS.includes(type)) return [];
  return [{ toolName: type.slice('tool-'.length), ...part }];
}

/** A tool call in a message. */
export type ToolInvocation = {
  readonly toolName: string;
  /** The call's own id, else its place: `<message>-<call>`. */
  readonly toolCallId: string;
  readonly messageIndex: number;
  readonly invocationIndex: number;
  readonly arguments: unknown;
  /** The call threw, never returned, or returned an error. */
  readonly failed: boolean;
};

/** `ToolCallInfo` in the docs. */
export type ToolCallInfo = Pick<
  ToolInvocation,
  'toolName' | 'toolCallId' | 'messageIndex' | 'invocationIndex'
>;

/** An answer's tool calls in order, in any form. A call in two forms, or with a repeated id, counts once. */
export function readToolInvocations(output: unknown): ToolInvocation[] {
  const messages = Array.isArray(output) ? output : [output];
  return messages.flatMap((message, messageIndex) =>
    callsOf(message).map((call, invocationIndex) => ({
      toolName: callName(call) ?? '',
      toolCallId: callId(call) ?? `${messageIndex}-${invocationIndex}`,
      messageIndex,
      invocationIndex,
      arguments: callDetail(call, ['args', 'arguments', 'input']),
      failed: hasFailed(call),
    })),
  );
}

/** The called tools' names and places. */
export function toolCallInfos(invocations: readonly ToolInvocation[]): ToolCallInfo[] {
  return invocations.map(({ toolName, toolCallId, messageIndex, invocationIndex }) => ({
    toolName,
    toolCallId,
    messageIndex,
    invocationIndex,
  }));
}

/** Whether the tools were called in this order, with any calls between. */
export function isInOrder(called: readonly string[], expected: readonly string[]): boolean {
  let next = 0;
  for (const name of called) if (next < expected.length && name === expected[next]) next += 1;
  return next === expected.length;
}

function hasFailed(call: Fields): boolean {
  const { state, isError, result } = call;
  return (
    state === 'call' ||
    state === 'output-error' ||
    isError === true ||
    (isFields(result) && Boolean(result['error']))
  );
}
