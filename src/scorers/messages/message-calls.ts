import { type Fields, isFields } from '../../text/values.js';

/** Types of parts that begin like a tool's own and are none. */
const NOT_TOOLS = ['tool-invocation', 'tool-call', 'tool-result', 'tool-error'];

/**
 * The tool calls of a message as they stand there, in whatever form it holds them: parts, `toolInvocations`,
 * `toolCalls`, or `tool_calls` with a `function`. The same call in two forms is one.
 */
export function callsOf(message: unknown): Fields[] {
  if (!isFields(message)) return [];
  const content = message['content'];
  const inner: Fields = isFields(content) ? content : {};
  const parts = [content, message['parts'], inner['parts']].find(Array.isArray) ?? [];
  // Parts come first: they hold the final state of a call.
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
      // Without an id nobody can tell whether another form means the same call.
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

/** The first of these members, of the call or of its `function` or `payload`. */
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
