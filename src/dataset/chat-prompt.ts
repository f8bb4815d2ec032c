import type { ChatRequest, JsonSchema, ModelParameters } from '../ports/chat.js';
import type { Message } from '../ports/dataset.js';
import { UserError } from '../ports/errors.js';
import { parseJson } from '../text/json.js';
import { nearestName } from '../text/nearest-name.js';
import { type Fields, isFields, shownValue } from '../text/values.js';
import { parseMessages } from './messages.js';

export type ChatPrompt = {
  readonly messages: readonly Message[];
  readonly model: string | null;
  readonly parameters: ModelParameters;
  readonly responseFormat?: NonNullable<ChatRequest['responseFormat']>;
};

type Place = { readonly path: string; readonly lineAt: (keys: readonly PropertyKey[]) => number };
/** Keys of GitHub's prompt format. Others may come with its next version, so only slips of these are refused. */
const KEYS = [
  'name',
  'description',
  'model',
  'modelParameters',
  'messages',
  'responseFormat',
  'jsonSchema',
  'testData',
  'evaluators',
] as const;

const DEFAULT_SCHEMA_NAME = 'response';

/** Reads what a `.prompt.yml` or `.json` prompt file holds; a bare list is its messages. Throws `UserError`. */
export function parseChatPrompt(value: unknown, place: Place): ChatPrompt {
  const group: Fields | null = Array.isArray(value) ? { messages: value } : isFields(value) ? value : null;
  if (group === null) {
    throw new UserError(
      `${place.path}:1: a prompt file must hold \`messages\`, and this one is ${shownValue(value)}.`,
    );
  }
  const problems: string[] = [];
  const fail = (key: string, problem: string) => {
    problems.push(`${place.path}:${place.lineAt([key])}: ${problem}`);
  };
  for (const key of Object.keys(group)) {
    const near = KEYS.some((known) => known === key) ? null : nearestName(key, KEYS);
    if (near !== null) fail(key, `unknown key \`${key}\`. Did you mean \`${near}\`?`);
  }
  const messages = parseMessages(group['messages'], '`messages`');
  if (messages.status === 'wrong') for (const problem of messages.problems) fail('messages', problem);
  const model = group['model'] ?? null;
  if (model !== null && (typeof model !== 'string' || model.trim() === '')) {
    fail('model', `\`model\` is ${shownValue(model)}: it must be a model's name.`);
  }
  const parameters = group['modelParameters'] ?? {};
  if (!isFields(parameters))
    fail('modelParameters', '`modelParameters` must be a group, for example temperature: 0.');
  const format = readFormat(group);
  if (typeof format === 'string') fail('responseFormat' in group ? 'responseFormat' : 'jsonSchema', format);
  if (problems.length > 0) throw new UserError(problems);
  return {
    messages: messages.status === 'right' ? messages.messages : [],
    model: typeof model === 'string' ? model.trim() : null,
    parameters: isFields(parameters) ? snakeCase(parameters) : {},
    ...(format === null || typeof format === 'string' ? {} : { responseFormat: format }),
  };
}

/** The response format, `null` for plain text, or what is wrong with it. */
function readFormat(group: Fields): NonNullable<ChatRequest['responseFormat']> | string | null {
  const kind = group['responseFormat'] ?? (group['jsonSchema'] === undefined ? 'text' : 'json_schema');
  switch (kind) {
    case 'text':
      return null;
    case 'json_object':
      return { kind: 'json_object' };
    case 'json_schema': {
      const given = readSchema(group['jsonSchema']);
      if (given === null) return '`jsonSchema` must be a JSON Schema, as a group or as JSON text.';
      const inner = isFields(given['schema']) ? given['schema'] : given;
      const name = typeof given['name'] === 'string' ? given['name'] : DEFAULT_SCHEMA_NAME;
      return { kind: 'json_schema', name, schema: inner };
    }
    default:
      return `\`responseFormat\` is ${shownValue(kind)}: it must be text, json_object or json_schema.`;
  }
}

function readSchema(value: unknown): JsonSchema | null {
  if (typeof value !== 'string') return isFields(value) ? value : null;
  try {
    const parsed = parseJson(value);
    return isFields(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** `maxCompletionTokens` → `max_completion_tokens`; names that are snake case already stay. */
function snakeCase(parameters: Fields): ModelParameters {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}
