import { type Fields, isFields } from '../../../text/values.js';
import { callDetail, callId, callName, callsOf } from '../../messages/tool-calls.js';

/** A call of a tool, as a message tells of it. */
export type ToolInvocation = {
  readonly toolName: string;
  /** The call's own id, else its place: `<message>-<call>`. */
  readonly toolCallId: string;
  readonly messageIndex: number;
  readonly invocationIndex: number;
  readonly arguments: unknown;
  /** The call threw, never came back, or came back with an error. */
  readonly failed: boolean;
};

/** What the documentation calls `ToolCallInfo`. */
export type ToolCallInfo = Pick<
  ToolInvocation,
  'toolName' | 'toolCallId' | 'messageIndex' | 'invocationIndex'
>;

/**
 * Every tool call of an answer, in order, in whatever form its messages hold them: `toolCalls`, `tool_calls` with a
 * `function`, `toolInvocations`, or parts. A message may hold one call in two forms; calls of the same id count once.
 */
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

/** @returns the names of the tools that were called, and where. */
export function toolCallInfos(invocations: readonly ToolInvocation[]): ToolCallInfo[] {
  return invocations.map(({ toolName, toolCallId, messageIndex, invocationIndex }) => ({
    toolName,
    toolCallId,
    messageIndex,
    invocationIndex,
  }));
}

/** Whether the tools were called in this order, whatever was called between. */
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
