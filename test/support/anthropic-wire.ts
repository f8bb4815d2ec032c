import type { Wire } from './openai-server.js';

/** Fields of a request to `POST /v1/messages` that the SDK types know and we may send. */
const KNOWN_FIELDS = [
  'max_tokens',
  'messages',
  'metadata',
  'model',
  'output_config',
  'service_tier',
  'stop_sequences',
  'stream',
  'system',
  'temperature',
  'thinking',
  'tool_choice',
  'tools',
  'top_k',
  'top_p',
];

type Block = {
  readonly type: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly text?: string;
};
type Body = {
  readonly max_tokens?: unknown;
  readonly messages?: readonly { readonly role: string; readonly content: readonly Block[] }[];
  readonly tools?: unknown;
};

/** What Anthropic would refuse in a request body. */
function problems(given: unknown): readonly string[] {
  const body = given as Body;
  const found = Object.keys(body)
    .filter((name) => !KNOWN_FIELDS.includes(name))
    .map((name) => `${name}: Extra inputs are not permitted`);
  if (!Number.isInteger(body.max_tokens)) found.push('max_tokens: Field required');
  const messages = body.messages ?? [];
  if (messages[0]?.role !== 'user') found.push('messages: the first one has to be from the user');
  messages.forEach(({ role, content }, at) => {
    if (role === messages[at - 1]?.role) found.push(`messages.${at}: the same role twice`);
    if (content.some(({ type, text }) => type === 'text' && text === '')) {
      found.push(`messages.${at}: text content blocks must be non-empty`);
    }
    const calls = content.filter(({ type }) => type === 'tool_use').map(({ id }) => id);
    const next = messages[at + 1]?.content.filter(({ type }) => type === 'tool_result') ?? [];
    if (calls.join() !== next.map((block) => block.tool_use_id).join()) {
      found.push(`messages.${at}: tool_use ids without tool_result blocks immediately after`);
    }
    if (calls.length > 0 && body.tools === undefined) found.push('tools: Field required');
  });
  return found;
}

const STOP_REASONS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
};

/** Anthropic's Messages API. */
export const ANTHROPIC_WIRE: Wire = {
  path: '/v1/messages',
  base: '',
  problems,
  completion(model, { content, finish, toolCalls = [], usage }) {
    const blocks = toolCalls.map((call, at) => ({
      type: 'tool_use',
      id: call.id ?? `toolu_${at}`,
      name: call.name,
      input: JSON.parse(call.arguments ?? '{}'),
    }));
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model,
      content: [...(content === '' ? [] : [{ type: 'text', text: content, citations: null }]), ...blocks],
      stop_reason: STOP_REASONS[finish ?? (blocks.length > 0 ? 'tool_calls' : 'stop')],
      stop_sequence: null,
      ...(usage !== null && {
        usage: {
          input_tokens: usage?.prompt_tokens ?? 10,
          cache_creation_input_tokens: null,
          cache_read_input_tokens: 0,
          output_tokens: usage?.completion_tokens ?? 5,
        },
      }),
    };
  },
};
