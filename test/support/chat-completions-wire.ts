import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';

/** Body of `POST /v1/chat/completions`, as the openai SDK types it. */
export type ChatCompletionRequestBody = ChatCompletionCreateParamsNonStreaming;

type Known = Readonly<Record<string, readonly string[]>>;

/** Every field of a request that the openai SDK types know, by where it stands. Extra ones are problems. */
const KNOWN_FIELDS: readonly (keyof ChatCompletionRequestBody)[] = [
  'messages',
  'model',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'max_completion_tokens',
  'max_tokens',
  'metadata',
  'n',
  'parallel_tool_calls',
  'presence_penalty',
  'prompt_cache_key',
  'reasoning_effort',
  'response_format',
  'safety_identifier',
  'seed',
  'service_tier',
  'stop',
  'store',
  'stream',
  'temperature',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'user',
  'verbosity',
  'web_search_options',
];

const MESSAGE_FIELDS: Known = {
  system: ['role', 'content', 'name'],
  developer: ['role', 'content', 'name'],
  user: ['role', 'content', 'name'],
  assistant: ['role', 'content', 'name', 'refusal', 'tool_calls'],
  tool: ['role', 'content', 'tool_call_id'],
};

const FORMAT_FIELDS: Known = {
  text: ['type'],
  json_object: ['type'],
  json_schema: ['type', 'json_schema'],
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unknownFields(value: Record<string, unknown>, known: readonly string[], where: string): string[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => `${where}: unknown field ${key}`);
}

function messageProblems(message: unknown, where: string, openCalls: Set<string>): string[] {
  if (!isObject(message)) return [`${where}: not an object`];
  const role = String(message['role']);
  const known = MESSAGE_FIELDS[role];
  if (known === undefined) return [`${where}: unknown role ${role}`];
  const problems = unknownFields(message, known, where);
  const content = message['content'];
  if (typeof content !== 'string' && !(role === 'assistant' && Array.isArray(message['tool_calls']))) {
    problems.push(`${where}: content is not a string`);
  }
  if (role === 'tool') {
    if (!openCalls.delete(String(message['tool_call_id']))) problems.push(`${where}: answers no tool call`);
    return problems;
  }
  if (openCalls.size > 0) problems.push(`${where}: tool calls before it are not answered`);
  openCalls.clear();
  if (message['tool_calls'] === undefined) return problems;
  if (!Array.isArray(message['tool_calls']) || message['tool_calls'].length === 0) {
    return [...problems, `${where}: tool_calls is not a filled list`];
  }
  for (const call of message['tool_calls']) {
    const made = isObject(call) ? call['function'] : null;
    if (!isObject(call) || call['type'] !== 'function' || typeof call['id'] !== 'string' || !isObject(made)) {
      problems.push(`${where}: malformed tool call`);
    } else {
      openCalls.add(call['id']);
      problems.push(...unknownFields(call, ['id', 'type', 'function'], `${where}.tool_calls`));
      if (typeof made['name'] !== 'string' || typeof made['arguments'] !== 'string') {
        problems.push(`${where}: a tool call needs a name and arguments as text`);
      }
    }
  }
  return problems;
}

/** What an OpenAI-compatible server would refuse in a request body; empty when it is well formed. */
export function requestProblems(body: unknown): readonly string[] {
  if (!isObject(body)) return ['body: not an object'];
  const problems = unknownFields(body, KNOWN_FIELDS, 'body');
  if (typeof body['model'] !== 'string' || body['model'] === '') problems.push('model: not a name');
  const messages = body['messages'];
  if (!Array.isArray(messages) || messages.length === 0) {
    problems.push('messages: not a filled list');
  } else {
    const openCalls = new Set<string>();
    messages.forEach((message, at) => {
      problems.push(...messageProblems(message, `messages[${at}]`, openCalls));
    });
    if (openCalls.size > 0) problems.push('messages: the last tool calls are not answered');
  }
  const format = body['response_format'];
  if (format !== undefined) {
    const known = isObject(format) ? FORMAT_FIELDS[String(format['type'])] : undefined;
    if (!isObject(format) || known === undefined) {
      problems.push('response_format: unknown type');
    } else {
      problems.push(...unknownFields(format, known, 'response_format'));
      const schema = format['json_schema'];
      if (format['type'] === 'json_schema') {
        if (
          !isObject(schema) ||
          typeof schema['name'] !== 'string' ||
          !/^[\w-]{1,64}$/.test(schema['name'])
        ) {
          problems.push('response_format.json_schema: needs a name of letters, digits, _ and -');
        } else {
          problems.push(
            ...unknownFields(
              schema,
              ['name', 'schema', 'strict', 'description'],
              'response_format.json_schema',
            ),
          );
        }
      }
    }
  }
  return problems;
}
