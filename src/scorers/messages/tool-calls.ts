import type { ToolCall } from '../../model/case.js';
import { omitKeys } from '../../model/omit-keys.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import { type Fields, isFields, isList } from '../../text/values.js';
import { type AgentMessage, listParts, toAgentOutput } from './run-messages.js';

export type ToolInvocation = ToolCallInfo & {
  readonly arguments: unknown;
  readonly result: unknown;
  /** The call threw, never returned, or returned an error. */
  readonly failed: boolean;
};

export type ToolCallInfo = {
  readonly toolName: string;
  /** The call's own id, else its place: `<message>-<call>`. */
  readonly toolCallId: string;
  readonly messageIndex: number;
  readonly invocationIndex: number;
};

/**
 * An output's tool calls in order, in any form. A separate result belongs to the call of its id, or without an id to the
 * first call without a result.
 */
export function readToolInvocations(output: unknown): ToolInvocation[] {
  const calls: ToolInvocation[] = [];
  for (const [messageIndex, message] of toAgentOutput(output).entries()) {
    calls.push(
      ...listCalls(message).map((call, invocationIndex) => ({
        toolName: readCallName(call) ?? '',
        toolCallId: readCallId(call) ?? `${messageIndex}-${invocationIndex}`,
        messageIndex,
        invocationIndex,
        arguments: readDetail(call, ['arguments', 'args', 'input']),
        result: unwrapResult(readDetail(call, ['result', 'output', 'errorText'])),
        failed: hasFailed(call),
      })),
    );
    for (const { id, result } of listResults(message)) {
      const at = calls.findIndex(
        (call) => call.result === undefined && (id === null || call.toolCallId === id),
      );
      const call = calls[at];
      if (call) calls[at] = { ...call, result };
    }
  }
  return calls;
}

export function readToolCalls(messages: readonly AgentMessage[]): ToolCall[] {
  return readToolInvocations(messages).map(({ toolName: name, arguments: given, result }) =>
    omitUndefined({
      name,
      arguments: given,
      result,
    }),
  );
}

function listResults(message: AgentMessage): { readonly id: string | null; readonly result: unknown }[] {
  const parts = listParts(message).filter(({ type }) => type === 'tool-result' || type === 'tool_result');
  if (parts.length > 0) {
    return parts.map((part) => ({
      id: findAnsweredId(part),
      result: unwrapResult(part['result'] ?? part['output'] ?? part['content']),
    }));
  }
  return message.role === 'tool' ? [{ id: findAnsweredId(message), result: message.content }] : [];
}

function findAnsweredId(holder: Fields): string | null {
  const id = holder['toolCallId'] ?? holder['tool_call_id'] ?? holder['tool_use_id'];
  return typeof id === 'string' && id !== '' ? id : null;
}

/** Some libraries wrap a result with its type. */
function unwrapResult(result: unknown): unknown {
  const wrapped = isFields(result) && typeof result['type'] === 'string' && 'value' in result;
  return wrapped ? result['value'] : result;
}

/** A message's tool calls in any form. The same call in two forms counts once. */
function listCalls(message: AgentMessage): readonly Fields[] {
  if (message.role === 'tool') return [];
  // Parts first, since they hold a call's final state.
  const { toolInvocations, toolCalls, tool_calls } = message;
  const forms = [listParts(message).flatMap(readPartCall), toolInvocations, toolCalls, tool_calls].map(
    (calls) => (isList(calls) ? calls.filter(isFields).filter((call) => readCallName(call) !== null) : []),
  );
  const first = forms.find((calls) => calls.length > 0) ?? [];
  const seen = new Set<string>();
  return forms.flatMap((calls) =>
    calls.filter((call) => {
      const id = readCallId(call);
      // Without an id it is unknown whether another form is the same call.
      if (id === null) return calls === first;
      return !seen.has(id) && seen.add(id);
    }),
  );
}

/** Part types that start like a tool's own. */
const NOT_TOOLS = ['tool-invocation', 'tool-call', 'tool-result', 'tool-error'];

function readPartCall(part: Fields): unknown[] {
  const { type } = part;
  if (type === 'tool-invocation') return [part['toolInvocation']];
  if (type === 'tool-call' || type === 'tool_use' || type === 'dynamic-tool') return [part];
  if (typeof type !== 'string' || !type.startsWith('tool-') || NOT_TOOLS.includes(type)) return [];
  return [{ toolName: type.slice('tool-'.length), ...part }];
}

function readCallName(call: Fields): string | null {
  const name = readDetail(call, ['toolName', 'name']);
  return typeof name === 'string' && name !== '' ? name : null;
}

function readCallId(call: Fields): string | null {
  const id = readDetail(call, ['toolCallId', 'id']);
  return typeof id === 'string' && id !== '' ? id : null;
}

/** The first of these fields of the call, its `function` or its `payload`. */
function readDetail(call: Fields, names: readonly string[]): unknown {
  const holders = [call, call['function'], call['payload']].filter(isFields);
  return holders.flatMap((holder) => names.map((name) => holder[name])).find((value) => value !== undefined);
}

function hasFailed({ state, isError, result }: Fields): boolean {
  const failed = state === 'call' || state === 'output-error' || isError === true;
  return failed || (isFields(result) && Boolean(result['error']));
}

export function buildToolCallInfos(invocations: readonly ToolInvocation[]): ToolCallInfo[] {
  return invocations.map((invocation) => omitKeys(invocation, 'arguments', 'result', 'failed'));
}

/** Whether the tools were called in this order, with any calls between. */
export function isInOrder(called: readonly string[], expected: readonly string[]): boolean {
  let next = 0;
  for (const name of called) if (next < expected.length && name === expected[next]) next += 1;
  return next === expected.length;
}
