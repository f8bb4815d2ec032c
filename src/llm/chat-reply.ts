import { type FinishReason, readCount, type Usage } from '../model/answer.js';
import type { ToolCall } from '../model/case.js';
import type { ChatReply } from '../model/chat.js';
import { ProviderError } from '../model/errors.js';
import { type Fields, isFields } from '../text/values.js';

/** The provider's names for how a model stopped. */
const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  max_tokens: 'length',
  content_filter: 'content-filter',
  tool_calls: 'tool-calls',
};

/** Parses a chat completion, tolerating how servers differ. Throws `ProviderError`; its message opens with `from`. */
export function parseChatReply(json: unknown, from: string): ChatReply {
  const fail = (what: string) => new ProviderError(`${from}: ${what}`, { kind: 'malformed' });
  if (!isFields(json) || !Array.isArray(json['choices'])) throw fail('the reply is not a chat completion');
  const choice: unknown = json['choices'][0];
  if (!isFields(choice)) throw fail('the reply holds no choice');
  const message = choice['message'];
  if (!isFields(message)) throw fail("the reply's choice holds no message");
  if (choice['finish_reason'] === 'error') {
    throw new ProviderError(`${from}: the model stopped with an error`, { kind: 'unavailable' });
  }
  const content = message['content'];
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content ?? ''];
  if (!Array.isArray(content) && typeof parts[0] !== 'string') {
    throw fail("the reply's content is neither text nor a list of parts");
  }
  const text = textOf(parts.map((part) => (isFields(part) ? part['text'] : part)));
  const refusal = textOf([message['refusal'], ...parts.map((part) => isFields(part) && part['refusal'])]);
  const toolCalls = parseToolCalls(message);
  const finish = FINISH_REASONS[String(choice['finish_reason']).toLowerCase()] ?? 'stop';
  return {
    content: text,
    finish: finish === 'stop' && text === '' && toolCalls.length > 0 ? 'tool-calls' : finish,
    refusal: refusal || null,
    toolCalls,
    usage: parseUsage(json['usage']),
  };
}

function textOf(parts: readonly unknown[]): string {
  return parts.filter((part) => typeof part === 'string').join('');
}

function parseToolCalls(message: Fields): readonly ToolCall[] {
  const listed: readonly unknown[] = Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
  return listed.flatMap((call) => {
    const made = isFields(call) ? call['function'] : null;
    if (!isFields(made) || typeof made['name'] !== 'string') return [];
    const given = made['arguments'];
    return [{ name: made['name'], ...(given !== undefined && { arguments: parseArguments(given) }) }];
  });
}

/** Arguments come as JSON text; invalid JSON is kept as text. */
function parseArguments(given: unknown): unknown {
  try {
    return typeof given === 'string' ? JSON.parse(given) : given;
  } catch {
    return given;
  }
}

function parseUsage(usage: unknown): Usage {
  const fields = isFields(usage) ? usage : {};
  return {
    calls: 1,
    inputTokens: readCount(fields['prompt_tokens']),
    outputTokens: readCount(fields['completion_tokens']),
  };
}
