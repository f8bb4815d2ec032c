import { isDeepStrictEqual } from 'node:util';
import { parseYamlDocument, type TextPlaces } from '../files/yaml-document.js';
import type { Message } from '../model/case.js';
import { UserError } from '../model/errors.js';
import { omitKeys } from '../model/omit-keys.js';
import { omitUndefined } from '../model/omit-undefined.js';
import type { ChatRequest, JsonSchema, ModelParameters } from '../model/provider.js';
import { parseJson } from '../text/json.js';
import { findNearestName } from '../text/nearest-name.js';
import { describeValue, type Fields, isFields } from '../text/values.js';
import { parseMessages } from './messages.js';
import { parseJsonFile } from './rows.js';

/** A prompt as its file has it, before a case fills it in. */
export type PromptFile = {
  readonly path: string;
  /** `text`: one text, the system prompt unless it contains `{{input}}`. `chat`: a list of messages. */
  readonly kind: 'text' | 'chat';
  /** With placeholders; a text is one system message. */
  readonly messages: readonly Message[];
  readonly model: string | null;
  /** Under the provider's snake case names. */
  readonly parameters: ModelParameters;
  readonly responseFormat?: NonNullable<ChatRequest['responseFormat']>;
};

/**
 * Parses a prompt file: `.md`, `.txt`, `.j2` and `.jinja` are a text; `.json` and `.yml` hold messages, and optionally model,
 * parameters and response format. Throws `UserError` with every problem.
 */
export function parsePromptFile(text: string, path: string): PromptFile {
  const extension = /\.[^./]*$/.exec(path)?.[0].toLowerCase() ?? '';
  switch (extension) {
    case '.md':
    case '.txt':
    case '.j2':
    case '.jinja':
    case '.jinja2': {
      if (text.trim() === '') throw new UserError(`${path}:1: the prompt file is empty; write the prompt.`);
      const messages: readonly Message[] = [{ role: 'system', content: text }];
      return { path, kind: 'text', messages, model: null, parameters: {} };
    }
    case '.json':
    case '.yml':
    case '.yaml':
      return { path, kind: 'chat', ...parseChatPrompt(readGroup(text, path), path) };
    default:
      throw new UserError(
        `prompt: ${path} is of no known kind; name a .md, .txt, .json or .prompt.yml file.`,
      );
  }
}

/**
 * Our prompt file with the messages of theirs. `text` is `null` if the messages are equal; `more`: anything else but
 * test data differs. Throws `UserError` if one is unreadable.
 */
export function mergeMessages(
  ours: string,
  theirs: string,
  path: string,
): { readonly text: string | null; readonly more: boolean } {
  if (parsePromptFile(theirs, path).kind === 'text') {
    return { text: ours === theirs ? null : theirs, more: false };
  }
  const [was, now] = [readGroup(ours, path).fields, readGroup(theirs, path).fields];
  const rest = (group: Fields) => omitKeys(group, 'messages', 'testData');
  return {
    // YAML includes JSON.
    text: isDeepStrictEqual(was['messages'], now['messages'])
      ? null
      : JSON.stringify({ ...was, messages: now['messages'] }),
    more: !isDeepStrictEqual(rest(was), rest(now)),
  };
}

type PromptGroup = TextPlaces & { readonly fields: Fields };

/** The content of a `.prompt.yml` or `.json` prompt file; a bare list is its messages. Throws `UserError`. */
function readGroup(text: string, path: string): PromptGroup {
  const document = path.toLowerCase().endsWith('.json') ? null : parseYamlDocument(text, path);
  const value = document === null ? parseJsonFile(text, path) : document.readValue(document.root);
  const fields = Array.isArray(value) ? { messages: value } : value;
  if (!isFields(fields)) {
    throw new UserError(
      `${path}:1: a prompt file must hold \`messages\`, and this one is ${describeValue(value)}.`,
    );
  }
  if (document === null) return { fields, lineAt: () => 1, numberAt: () => null };
  return { fields, lineAt: document.lineAt, numberAt: document.numberAt };
}

/** The system messages' text, which says what the agent is for; `null` without one. */
export function findSystemPrompt(file: PromptFile): string | null {
  const texts = file.messages
    .filter((message) => message.role === 'system')
    .map((message) => message.content);
  const text = texts.join('\n\n').trim();
  return text === '' ? null : text;
}

/** Keys of GitHub's prompt format. It may grow, so unknown keys are refused only if they look like typing errors. */
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

function parseChatPrompt(
  { fields: group, lineAt, numberAt }: PromptGroup,
  path: string,
): Omit<PromptFile, 'path' | 'kind'> {
  const problems: string[] = [];
  const fail = (key: string, problem: string) => {
    problems.push(`${path}:${lineAt([key])}: ${problem}`);
  };
  refuseMisspeltKeys(group, fail);
  const messages = parseMessages(group['messages'], '`messages`');
  if (messages.status === 'wrong') for (const problem of messages.problems) fail('messages', problem);
  const model = readModel(group, numberAt, fail);
  const parameters = group['modelParameters'] ?? {};
  if (!isFields(parameters))
    fail('modelParameters', '`modelParameters` must be a group, for example temperature: 0.');
  const responseFormat = readFormat(group, fail);
  if (problems.length > 0) throw new UserError(problems);
  return omitUndefined({
    messages: messages.status === 'right' ? messages.messages : [],
    model,
    parameters: isFields(parameters) ? toSnakeCase(parameters) : {},
    responseFormat: responseFormat ?? undefined,
  });
}

type Fail = (key: string, problem: string) => void;

function refuseMisspeltKeys(group: Fields, fail: Fail): void {
  for (const key of Object.keys(group)) {
    const near = KEYS.some((known) => known === key) ? null : findNearestName(key, KEYS);
    if (near !== null) fail(key, `unknown key \`${key}\`. Did you mean \`${near}\`?`);
  }
}

function readModel({ model = null }: Fields, numberAt: PromptGroup['numberAt'], fail: Fail): string | null {
  if (model === null) return null;
  if (typeof model === 'string' && model.trim() !== '') return model.trim();
  fail('model', `\`model\` is ${numberAt(['model']) ?? describeValue(model)}: it must be a model's name.`);
  return null;
}

/** The response format; `null` for plain text. */
function readFormat(group: Fields, fail: Fail): NonNullable<ChatRequest['responseFormat']> | null {
  const kind = group['responseFormat'] ?? (group['jsonSchema'] === undefined ? 'text' : 'json_schema');
  if (kind === 'text') return null;
  if (kind === 'json_object') return { kind };
  const key = 'responseFormat' in group ? 'responseFormat' : 'jsonSchema';
  if (kind !== 'json_schema') {
    fail(key, `\`responseFormat\` is ${describeValue(kind)}: it must be text, json_object or json_schema.`);
    return null;
  }
  const jsonSchema = readSchema(group['jsonSchema']);
  if (jsonSchema === null) {
    fail(key, '`jsonSchema` must be a JSON Schema, as a group or as JSON text.');
    return null;
  }
  const schema = isFields(jsonSchema['schema']) ? jsonSchema['schema'] : jsonSchema;
  const name = typeof jsonSchema['name'] === 'string' ? jsonSchema['name'] : DEFAULT_SCHEMA_NAME;
  return { kind, name, schema };
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

/** `maxCompletionTokens` → `max_completion_tokens`. */
function toSnakeCase(parameters: Fields): ModelParameters {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}
