import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { type FinishReason, readCount, type Usage } from '../model/answer.js';
import type { Message, ToolCall } from '../model/case.js';
import { ProviderError } from '../model/errors.js';
import { omitUndefined } from '../model/omit-undefined.js';
import type { ChatReply, ChatRequest } from '../model/provider.js';
import { tryJson } from '../text/json.js';
import type { Redact } from '../text/redact.js';
import { type Fields, isFields, isList, quoteStart } from '../text/values.js';

/** The request's body. `parameters` cannot replace the request's own fields. */
export function buildRequestBody(request: ChatRequest): ChatCompletionCreateParamsNonStreaming {
  const body: ChatCompletionCreateParamsNonStreaming = {
    ...request.parameters,
    model: request.model,
    messages: toWireMessages(request.messages),
    stream: false,
  };
  const format = request.responseFormat;
  return format === undefined ? body : { ...body, response_format: toWireFormat(format) };
}

function toWireFormat(
  format: NonNullable<ChatRequest['responseFormat']>,
): NonNullable<ChatCompletionCreateParamsNonStreaming['response_format']> {
  if (format.kind === 'json_object') return { type: 'json_object' };
  // Providers take letters, digits, _ and - only.
  const name = format.name.replace(/[^\w-]/g, '_').slice(0, 64);
  return { type: 'json_schema', json_schema: { name, strict: true, schema: format.schema } };
}

/**
 * Messages in the provider's form. Providers require exactly one tool message per tool call, so missing answers and
 * missing calls are added.
 */
export function toWireMessages(messages: readonly Message[]): ChatCompletionMessageParam[] {
  const wire: ChatCompletionMessageParam[] = [];
  let open: { readonly id: string; readonly call: ToolCall }[] = [];
  let calls = 0;
  const closeCalls = () => {
    for (const { id, call } of open) {
      wire.push({ role: 'tool', tool_call_id: id, content: toJsonText(call.result ?? '') });
    }
    open = [];
  };
  const makeCalls = (content: string | null, made: readonly ToolCall[]) => {
    const numbered = made.map((call) => ({ id: `call_${++calls}`, call }));
    wire.push({ role: 'assistant', content, tool_calls: numbered.map(toWireCall) });
    return numbered;
  };

  for (const message of messages) {
    const { role, content } = message;
    if (role === 'tool') {
      if (open.length === 0) open = makeCalls(null, [{ name: 'tool' }]);
      const id = open.shift()?.id ?? '';
      wire.push({ role, tool_call_id: id, content });
      continue;
    }
    closeCalls();
    const made = role === 'assistant' ? (message.toolCalls ?? []) : [];
    if (made.length > 0) open = makeCalls(content || null, made);
    else wire.push({ role, content });
  }
  closeCalls();
  return wire;
}

function toWireCall({ id, call }: { id: string; call: ToolCall }): ChatCompletionMessageFunctionToolCall {
  return { id, type: 'function', function: { name: call.name, arguments: toJsonText(call.arguments ?? {}) } };
}

function toJsonText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The provider's names for how a model stopped. */
const FINISH_REASONS: ReadonlyMap<unknown, FinishReason> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['content_filter', 'content-filter'],
  ['tool_calls', 'tool-calls'],
]);

/**
 * Parses a chat completion, tolerating how servers differ. Throws `ProviderError`; its message opens with `from` and shows
 * what came.
 */
export function parseChatReply(json: unknown, from: string, redact: Redact = String): ChatReply {
  const quoteReply = (part: unknown) => quoteStart(redact(JSON.stringify(part) ?? ''));
  const createError = (what: string, remedy: string) =>
    new ProviderError(`${from}: ${what}: ${quoteReply(json)}; ${remedy}`, { kind: 'malformed' });
  if (!isFields(json) || !isList(json['choices'])) {
    throw createError('the reply is not a chat completion', 'check the base URL');
  }
  const choice = isFields(json['choices'][0]) ? json['choices'][0] : {};
  const { message, finish_reason: stopped, error } = choice;
  if (!isFields(message)) {
    throw createError(
      'the reply holds no choice with a message',
      "check the server's log and its content filter",
    );
  }
  if (stopped === 'error') {
    const why = error === undefined ? '' : `: ${quoteReply(error)}`;
    throw new ProviderError(`${from}: the model stopped with an error${why}`, { kind: 'unavailable' });
  }
  const { content } = message;
  const parts: readonly unknown[] = isList(content) ? content : [content ?? ''];
  if (!isList(content) && typeof parts[0] !== 'string') {
    throw createError("the reply's content is neither text nor a list of parts", "check the server's log");
  }
  return { ...parseMessage(message, parts, stopped), usage: parseUsage(json['usage']) };
}

function parseMessage(
  message: Fields,
  parts: readonly unknown[],
  stopped: unknown,
): Omit<ChatReply, 'usage' | 'seconds'> {
  const content = joinTextParts(parts.map((part) => (isAnswerPart(part) ? part['text'] : part)));
  const refusal = joinTextParts([
    message['refusal'],
    ...parts.map((part) => isFields(part) && part['refusal']),
  ]);
  const thoughtParts = parts.map((part) => isFields(part) && !isAnswerPart(part) && part['text']);
  const thoughts = [
    ...THOUGHT_FIELDS.map((name) => joinTextParts([message[name]])),
    joinTextParts(thoughtParts),
  ].find((each) => each !== '');
  const toolCalls = parseToolCalls(message);
  const reason = typeof stopped === 'string' ? stopped.toLowerCase() : stopped;
  const finish = FINISH_REASONS.get(reason) ?? 'stop';
  return omitUndefined({
    content,
    finish: finish === 'stop' && content === '' && toolCalls.length > 0 ? 'tool-calls' : finish,
    refusal: refusal || null,
    toolCalls,
    thoughts,
  });
}

/** Fields for a model's thoughts, on servers that separate them from the answer. */
const THOUGHT_FIELDS = ['reasoning_content', 'reasoning', 'thinking'];

/** Parts of other types, such as `reasoning` or `thinking`, are not the answer, though some have a text. */
function isAnswerPart(part: unknown): part is Fields {
  return isFields(part) && ['text', 'output_text', undefined].some((type) => type === part['type']);
}

function joinTextParts(parts: readonly unknown[]): string {
  return parts.filter((part) => typeof part === 'string').join('');
}

function parseToolCalls(message: Fields): readonly ToolCall[] {
  const calls: unknown = message['tool_calls'] ?? [{ function: message['function_call'] }];
  const listed: readonly unknown[] = isList(calls) ? calls : [];
  return listed.flatMap((call) => {
    const made = isFields(call) ? call['function'] : null;
    if (!isFields(made) || typeof made['name'] !== 'string') return [];
    const callArguments = made['arguments'];
    // JSON text; invalid JSON is kept as text.
    const parsed =
      typeof callArguments === 'string' ? (tryJson(callArguments) ?? callArguments) : callArguments;
    return [omitUndefined({ name: made['name'], arguments: parsed })];
  });
}

function parseUsage(usage: unknown): Usage {
  const fields = isFields(usage) ? usage : {};
  return {
    calls: 1,
    inputTokens: readCount(fields['prompt_tokens']),
    outputTokens: readCount(fields['completion_tokens']),
  };
}
