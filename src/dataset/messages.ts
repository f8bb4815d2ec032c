import { MESSAGE_ROLES, type Message, type ToolCall } from '../model/case.js';
import { omitUndefined } from '../model/omit-undefined.js';
import { describeValue, isFields } from '../text/values.js';

/** The messages, or one sentence for each problem. */
export type ParsedMessages =
  | { readonly status: 'right'; readonly messages: readonly Message[] }
  | { readonly status: 'wrong'; readonly problems: readonly string[] };

/** Parses the messages of a dataset or a prompt file; `name` appears in problems. */
export function parseMessages(value: unknown, name: string): ParsedMessages {
  if (!Array.isArray(value) || value.length === 0) {
    const is = Array.isArray(value) ? 'empty' : describeValue(value);
    return { status: 'wrong', problems: [`${name} is ${is}: it must be a list of messages.`] };
  }
  const parsed = value.map((item: unknown, index) => parseMessage(item, `${name}, message ${index + 1}`));
  const problems = parsed.filter((item) => typeof item === 'string');
  if (problems.length > 0) return { status: 'wrong', problems };
  return { status: 'right', messages: parsed.filter((item) => typeof item !== 'string') };
}

function parseMessage(value: unknown, name: string): Message | string {
  if (!isFields(value)) return `${name} is ${describeValue(value)}: it must have a role and a content.`;
  const role = MESSAGE_ROLES.find((known) => known === value['role']);
  if (role === undefined) {
    return `${name} has the role ${describeValue(value['role'])}: it must be ${MESSAGE_ROLES.join(', ')}.`;
  }
  const toolCalls = parseToolCalls(value['toolCalls'] ?? value['tool_calls']);
  if (toolCalls === null) {
    return `${name} has tool calls without names: each must be like {"name": "search", "arguments": {}}.`;
  }
  const content = value['content'] ?? (toolCalls.length > 0 ? '' : undefined);
  if (typeof content !== 'string') {
    return `${name} has the content ${describeValue(content)}: it must be text.`;
  }
  return toolCalls.length === 0 ? { role, content } : { role, content, toolCalls };
}

/** Accepts `{name, arguments, result}`, and the providers' `{function: {name, arguments}}`. */
function parseToolCalls(value: unknown): readonly ToolCall[] | null {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return null;
  const calls = value.map((item: unknown): ToolCall | null => {
    if (!isFields(item)) return null;
    const call = isFields(item['function']) ? item['function'] : item;
    if (typeof call['name'] !== 'string' || call['name'] === '') return null;
    return omitUndefined({
      name: call['name'],
      arguments: call['arguments'],
      result: call['result'],
    });
  });
  const validCalls = calls.filter((call) => call !== null);
  return validCalls.length === calls.length ? validCalls : null;
}
