import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { z } from 'zod';

/** Body of `POST /v1/chat/completions`, as the openai SDK types it. */
export type ChatCompletionRequestBody = ChatCompletionCreateParamsNonStreaming;

const text = z.string();
const name = text.optional();
const toolCall = z.strictObject({
  id: text,
  type: z.literal('function'),
  function: z.object({ name: text, arguments: text }),
});

const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal(['system', 'developer', 'user']), content: text, name }),
  z.strictObject({ role: z.literal('assistant'), content: text, name, refusal: z.unknown().optional() }),
  z.strictObject({ role: z.literal('tool'), content: text, tool_call_id: text }),
]);
const calling = z.strictObject({
  role: z.literal('assistant'),
  content: text.nullable(),
  tool_calls: z.array(toolCall).min(1),
});

const format = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal(['text', 'json_object']) }),
  z.strictObject({
    type: z.literal('json_schema'),
    json_schema: z.strictObject({
      name: text.regex(/^[\w-]{1,64}$/),
      schema: z.unknown(),
      strict: z.boolean().optional(),
      description: name,
    }),
  }),
]);

/** Fields that requests may have besides these three. */
const PARAMETERS: readonly (keyof ChatCompletionRequestBody)[] = [
  ...(['frequency_penalty', 'logit_bias', 'logprobs', 'max_completion_tokens', 'max_tokens'] as const),
  ...(['metadata', 'n', 'parallel_tool_calls', 'presence_penalty', 'prompt_cache_key'] as const),
  ...(['reasoning_effort', 'safety_identifier', 'seed', 'service_tier', 'stop', 'store'] as const),
  ...(['stream', 'temperature', 'tool_choice', 'tools', 'top_logprobs', 'top_p'] as const),
  ...(['user', 'verbosity', 'web_search_options'] as const),
];

const request = z.strictObject({
  ...Object.fromEntries(PARAMETERS.map((parameter) => [parameter, z.unknown().optional()])),
  model: text.min(1),
  messages: z.array(z.union([calling, message])).min(1),
  response_format: format.optional(),
});

/** What an OpenAI-compatible server would refuse in a request body; empty when it is well formed. */
export function requestProblems(body: unknown): readonly string[] {
  const { success, data, error } = request.safeParse(body);
  if (!success) return [z.prettifyError(error)];
  const open = new Set<string>();
  for (const { role, ...rest } of data.messages) {
    if (role === 'tool' && 'tool_call_id' in rest && !open.delete(rest.tool_call_id)) {
      return ['messages: a tool message answers no tool call'];
    }
    if (role !== 'tool' && open.size > 0) return ['messages: tool calls are not answered'];
    if ('tool_calls' in rest) for (const { id } of rest.tool_calls) open.add(id);
  }
  return open.size > 0 ? ['messages: the last tool calls are not answered'] : [];
}
