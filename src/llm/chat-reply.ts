import { type FinishReason, readCount, type Usage } from '../ports/answer.js';
import type { ChatReply } from '../ports/chat.js';
import type { ToolCall } from '../ports/dataset.js';
import { ProviderError } from '../ports/errors.js';
import { type Fields, isFields } from '../text/values.js';

/** The provider's names for how a model stopped. */
const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  eos: 'stop',
  end_turn: 'stop',
  length: 'length',
  max_tokens: 'length',
  content_filter: 'content-filter',
  tool_calls: 'tool-calls',
  tool_use: 'tool-calls',
  function_call: 'tool-calls',
};

/**
 * A chat completion's JSON as a reply. Servers differ: content may be null (reasoning models, tool calls), absent or a
 * list of parts; usage may be missing, and counts as no tokens then.
 *
 * Throws `ProviderError` of kind `malformed` (`unavailable` where the model stopped with an error).
 *
 * @param from what the message opens with: host and model.
 */
export function parseChatReply(json: unknown, from: string): ChatReply {
  const choices = isFields(json) ? json['choices'] : undefined;
  if (!isFields(json) || !Array.isArray(choices)) throw malformed(`${from}: the reply is no chat completion`);
  const choice: unknown = choices[0];
  if (!isFields(choice)) throw malformed(`${from}: the reply holds no choice`);
  const message = choice['message'];
  if (!isFields(message)) throw malformed(`${from}: the reply's choice holds no message`);
  if (choice['finish_reason'] === 'error') {
    throw new ProviderError(`${from}: the model stopped with an error`, { kind: 'unavailable' });
  }
  const toolCalls = parseToolCalls(message);
  const parts = parseContent(message['content']);
  if (parts === null) throw malformed(`${from}: the reply's content is neither text nor a list of parts`);
  const finish = FINISH_REASONS[String(choice['finish_reason']).toLowerCase()] ?? 'stop';
  const refusal =
    typeof message['refusal'] === 'string' && message['refusal'] !== '' ? message['refusal'] : null;
  return {
    content: parts.text,
    finish: finish === 'stop' && parts.text === '' && toolCalls.length > 0 ? 'tool-calls' : finish,
    refusal: refusal ?? parts.refusal,
    toolCalls,
    usage: parseUsage(json['usage']),
  };
}

function parseContent(content: unknown): { text: string; refusal: string | null } | null {
  if (typeof content === 'string') return { text: content, refusal: null };
  if (content === null || content === undefined) return { text: '', refusal: null };
  if (!Array.isArray(content)) return null;
  const texts = content.map((part: unknown) => (isFields(part) ? part['text'] : part));
  const refusals = content.map((part: unknown) => (isFields(part) ? part['refusal'] : null));
  const refusal = refusals.filter((text) => typeof text === 'string').join('');
  return { text: texts.filter((text) => typeof text === 'string').join(''), refusal: refusal || null };
}

function parseToolCalls(message: Fields): readonly ToolCall[] {
  const listed: readonly unknown[] = Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
  const functions = listed.map((call) => (isFields(call) ? (call['function'] ?? call['custom']) : null));
  return [...functions, message['function_call']].flatMap((made) => {
    if (!isFields(made) || typeof made['name'] !== 'string') return [];
    const given = made['arguments'] ?? made['input'];
    return [{ name: made['name'], ...(given !== undefined && { arguments: parseArguments(given) }) }];
  });
}

/** Arguments come as JSON text; what a model wrote wrongly is kept as text. */
function parseArguments(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}

function parseUsage(usage: unknown): Usage {
  const fields = isFields(usage) ? usage : {};
  return {
    calls: 1,
    inputTokens: readCount(fields['prompt_tokens'] ?? fields['input_tokens']),
    outputTokens: readCount(fields['completion_tokens'] ?? fields['output_tokens']),
  };
}

function malformed(message: string): ProviderError {
  return new ProviderError(message, { kind: 'malformed' });
}
