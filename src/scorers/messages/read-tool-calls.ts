import type { ToolCall } from '../../ports/dataset.js';
import { type Fields, isFields } from '../../text/values.js';
import { callDetail, callId, callName, callsOf } from './message-calls.js';
import { type MessageBody, partsOf, readText } from './message-content.js';

type Spoken = MessageBody & { readonly role?: string };
type OpenCall = ToolCall & { readonly id: string | null };

/**
 * Every tool call of some messages, in order, each with its result. A result that stands in a message or part of its own
 * belongs to the call of its id; without an id to the first call that has none yet.
 */
export function readToolCalls(messages: readonly Spoken[]): ToolCall[] {
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

function resultsIn(message: Spoken): { readonly id: string | null; readonly result: unknown }[] {
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
