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

type Fields = Readonly<Record<string, unknown>>;

/**
 * Every tool call of an answer, in order, in whatever form its messages hold them: `toolCalls`, `tool_calls` with a
 * `function`, `toolInvocations`, or parts. A message may hold one call in two forms; calls of the same id count once.
 */
export function readToolInvocations(output: unknown): ToolInvocation[] {
  const messages = Array.isArray(output) ? output : [output];
  return messages.flatMap((message, messageIndex) =>
    callsOf(message).map((call, invocationIndex) => ({
      toolName: nameOf(call),
      toolCallId: idOf(call) ?? `${messageIndex}-${invocationIndex}`,
      messageIndex,
      invocationIndex,
      arguments: detailOf(call, ['args', 'arguments', 'input']),
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

function callsOf(message: unknown): Fields[] {
  if (!isFields(message)) return [];
  const content = message['content'];
  const inner: Fields = isFields(content) ? content : {};
  const parts = [content, message['parts'], inner['parts']].find(Array.isArray) ?? [];
  // Parts come first: they hold the final state of a call.
  const calls = [
    ...parts.flatMap(callOfPart),
    ...[
      inner['toolInvocations'],
      message['toolInvocations'],
      message['toolCalls'],
      message['tool_calls'],
    ].flatMap(list),
  ].filter((call): call is Fields => isFields(call) && nameOf(call) !== '');
  const seen = new Set<string>();
  return calls.filter((call) => {
    const id = idOf(call);
    if (id === null) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

function callOfPart(part: unknown): unknown[] {
  if (!isFields(part)) return [];
  if (part['type'] === 'tool-invocation') return [part['toolInvocation']];
  return part['type'] === 'tool-call' || part['type'] === 'tool_use' ? [part] : [];
}

function nameOf(call: Fields): string {
  const name = detailOf(call, ['toolName', 'name']);
  return typeof name === 'string' ? name : '';
}

function idOf(call: Fields): string | null {
  const id = call['toolCallId'] ?? call['id'];
  return typeof id === 'string' && id !== '' ? id : null;
}

/** The first of these members, of the call or of its `function` or `payload`. */
function detailOf(call: Fields, names: readonly string[]): unknown {
  for (const holder of [call, call['function'], call['payload']]) {
    if (!isFields(holder)) continue;
    const name = names.find((candidate) => holder[candidate] !== undefined);
    if (name !== undefined) return holder[name];
  }
  return undefined;
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

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
