import type {
  ContentBlockParam,
  MessageCreateParamsNonStreaming,
  MessageParam,
} from '@anthropic-ai/sdk/resources/messages';
import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { omitKeys } from '../model/omit-keys.js';
import { omitUndefined } from '../model/omit-undefined.js';
import { tryJson } from '../text/json.js';
import { isFields } from '../text/values.js';

/** The Messages API demands a limit. All of Anthropic's current models accept this one without streaming. */
const DEFAULT_MAX_TOKENS = 16_000;

/** A chat completion request in the form of Anthropic's Messages API, which has no seed. */
export function toMessagesRequest(
  body: ChatCompletionCreateParamsNonStreaming,
): MessageCreateParamsNonStreaming {
  const { messages, response_format: format, max_completion_tokens: limit, ...given } = body;
  const {
    max_tokens = limit,
    output_config,
    ...parameters
  } = omitKeys(given, 'seed') as Omit<typeof given, 'seed'> & {
    readonly output_config?: object;
  };
  const isRule = ({ role }: ChatCompletionMessageParam) => role === 'system' || role === 'developer';
  const system = messages.filter(isRule).map(({ content }) => content);
  const turns = messages.filter((message) => !isRule(message));
  const schema = format?.type === 'json_schema' ? format.json_schema.schema : undefined;
  const request = omitUndefined({
    ...parameters,
    max_tokens: max_tokens ?? DEFAULT_MAX_TOKENS,
    system: system.length > 0 ? system.join('\n\n') : undefined,
    messages: joinTurns(turns),
    output_config:
      schema === undefined ? output_config : { ...output_config, format: { type: 'json_schema', schema } },
    ...declareTools(turns),
  });
  // Parameters are the user's own, under Anthropic's names.
  return request as MessageCreateParamsNonStreaming;
}

/** Neighbouring messages of one role become one: all results of a turn's tool calls have to be in one message. */
function joinTurns(messages: readonly ChatCompletionMessageParam[]): MessageParam[] {
  const turns: { role: 'user' | 'assistant'; content: ContentBlockParam[] }[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...buildBlocks(message));
    else turns.push({ role, content: buildBlocks(message) });
  }
  return turns;
}

function buildBlocks(message: ChatCompletionMessageParam): ContentBlockParam[] {
  const text = typeof message.content === 'string' ? message.content : '';
  if (message.role === 'tool') {
    return [{ type: 'tool_result', tool_use_id: message.tool_call_id, content: text }];
  }
  const calls = listCalls(message).map(({ id, function: { name, arguments: given } }) => {
    const input = tryJson(given) ?? given;
    return { type: 'tool_use' as const, id, name, input: isFields(input) ? input : { value: input } };
  });
  // An empty text block is refused.
  return [...(text === '' && calls.length > 0 ? [] : [{ type: 'text' as const, text }]), ...calls];
}

function listCalls(message: ChatCompletionMessageParam) {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  return calls.filter((call) => call.type === 'function');
}

/** Calls in the history are accepted only if their tools are declared. The model must not call them. */
function declareTools(messages: readonly ChatCompletionMessageParam[]) {
  const names = new Set(messages.flatMap((message) => listCalls(message).map((call) => call.function.name)));
  if (names.size === 0) return {};
  const tools = [...names].map((name) => ({ name, input_schema: { type: 'object' as const } }));
  return { tools, tool_choice: { type: 'none' as const } };
}

/** Anthropic's stop reasons; others mean that the answer is complete. */
const FINISH_REASONS: ReadonlyMap<unknown, string> = new Map([
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
]);

/** A reply of the Messages API as a chat completion; anything else unchanged. */
export function toCompletion(reply: unknown): unknown {
  if (!isFields(reply) || !Array.isArray(reply['content'])) return reply;
  const blocks = reply['content'].filter(isFields);
  const content = blocks
    .filter(({ type, text }) => type === 'text' && typeof text === 'string')
    .map(({ text }) => text);
  const calls = blocks.filter(({ type }) => type === 'tool_use');
  const { stop_reason: stopped, usage } = reply;
  return {
    choices: [
      {
        finish_reason: FINISH_REASONS.get(stopped) ?? 'stop',
        message: {
          content: content.join(''),
          tool_calls: calls.map(({ name, input }) => ({ function: { name, arguments: input } })),
        },
      },
    ],
    usage: isFields(usage) && {
      prompt_tokens: addCounts(
        usage['input_tokens'],
        usage['cache_creation_input_tokens'],
        usage['cache_read_input_tokens'],
      ),
      completion_tokens: usage['output_tokens'],
    },
  };
}

function addCounts(...counts: readonly unknown[]): number {
  return counts.reduce<number>((total, count) => total + (typeof count === 'number' ? count : 0), 0);
}
