import { type Log, SILENT_LOG } from '../model/effects.js';
import { messageOf, ProviderError } from '../model/errors.js';
import type { Judge, Question } from '../model/judge.js';
import {
  type ChatClient,
  type ChatReply,
  type ChatRequest,
  type JsonSchema,
  type ModelParameters,
  withoutTier,
} from '../model/provider.js';
import type { JudgeSettings } from '../model/suite.js';
import { digest } from '../text/json.js';
import { isFields, oneLine } from '../text/values.js';
import { markFor, parseReplyJson, renderData, renderQuestion } from './judge-messages.js';

/** Ways to demand the form of a reply, the strictest first. */
const MODES = ['json_schema', 'json_object', 'text'] as const;
type Mode = (typeof MODES)[number];

/** A mode without any right reply is given up after so many wrong ones. */
const WRONG_REPLIES = 3;

/** The same question should get the same answer; `null` in the settings leaves one out. */
const DEFAULT_PARAMETERS: ModelParameters = { temperature: 0, seed: 20 };

const DEFAULT_HOST = 'api.openai.com';

/**
 * A judge that calls a model. If the provider rejects strict schemas, or never follows them, the form is described in
 * words.
 * @param options.salt Seeds the fences' marks, so that no text can contain them.
 */
export function createLlmJudge(
  settings: JudgeSettings,
  chat: ChatClient,
  options: { readonly salt: string; readonly log?: Log | undefined },
): Judge {
  const { model } = settings;
  const parameters = resolveParameters(settings.parameters);
  const ladder = createModeLadder(model, options.log ?? SILENT_LOG);
  return {
    name: model,
    fingerprint: fingerprintOf(settings, parameters),
    builtin: false,
    async ask(question, { signal }) {
      const { salt } = options;
      const { mode, reply } = await complete(question, { model, parameters, chat, ladder, salt, signal });
      refuseUnfinished(reply, model);
      let hasForm = false;
      try {
        const value = parseReplyJson(reply.content);
        hasForm = mode !== 'json_schema' || hasRequired(value, question);
        return value;
      } finally {
        ladder.replied(mode, { hasForm });
      }
    },
  };
}

type CallSetup = {
  readonly model: string;
  readonly parameters: ModelParameters;
  readonly chat: ChatClient;
  readonly ladder: ReturnType<typeof createModeLadder>;
  readonly salt: string;
  readonly signal: AbortSignal;
};

/** Asks in the strictest mode that the provider accepts. */
async function complete(
  question: Question,
  { model, parameters, chat, ladder, salt, signal }: CallSetup,
): Promise<{ readonly mode: Mode; readonly reply: ChatReply }> {
  const { name, rules, shape, draw, prompt } = question;
  const data = renderData(question.data);
  const shareKey = digest({ salt, name, rules, data, prompt, draw }, 64);
  const mark = markFor(data, [salt, name]);
  for (;;) {
    const mode = ladder.modeFor(question);
    const request: ChatRequest = {
      model,
      parameters: forDraw(parameters, draw),
      messages: renderQuestion(
        { rules, data, ...(prompt !== undefined && { prompt }) },
        { mark, shape: mode === 'json_schema' ? null : shape },
      ),
      ...responseFormat(mode, question),
      shareKey: `${mode} ${shareKey}`,
    };
    try {
      return { mode, reply: await chat.complete(request, { signal }) };
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'gone') {
        throw new ProviderError(error.message, { kind: 'judge-gone', cause: error });
      }
      if (mode === 'text' || !refusesFormat(error)) throw error;
      ladder.leave(mode, `the provider refuses it (${messageOf(error)})`);
    }
  }
}

/** Chooses each question's mode: the strictest that the provider has not failed. */
function createModeLadder(model: string, log: Log) {
  const left = new Set<Mode>();
  const proven = new Set<Mode>();
  const wrong = new Map<Mode, number>();
  const modeFor = ({ schema }: Question): Mode =>
    MODES.find((mode) => !left.has(mode) && (mode !== 'json_schema' || isStrictSchema(schema))) ?? 'text';
  const leave = (mode: Mode, why: string): void => {
    if (mode === 'text' || left.has(mode)) return;
    left.add(mode);
    const next = MODES.find((other) => !left.has(other)) ?? 'text';
    log.info(`The judge ${model} now gets ${MODE_WORDS[next]} instead of ${MODE_WORDS[mode]}: ${why}.`);
  };
  return {
    modeFor,
    leave,
    replied(mode: Mode, { hasForm }: { readonly hasForm: boolean }): void {
      if (hasForm) proven.add(mode);
      if (hasForm || proven.has(mode)) return;
      const count = (wrong.get(mode) ?? 0) + 1;
      wrong.set(mode, count);
      if (count >= WRONG_REPLIES) leave(mode, `its first ${count} replies did not have that form`);
    },
  };
}

const MODE_WORDS: Readonly<Record<Mode, string>> = {
  json_schema: 'a strict schema',
  json_object: 'response_format json_object',
  text: 'the form in words',
};

function resolveParameters(given: ModelParameters): ModelParameters {
  const all = { ...DEFAULT_PARAMETERS, ...given };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== undefined));
}

/** Each draw has its own seed: the same seed asks for the same reply. */
function forDraw(parameters: ModelParameters, draw = 0): ModelParameters {
  const seed = parameters['seed'];
  return draw === 0 || typeof seed !== 'number' ? parameters : { ...parameters, seed: seed + draw };
}

function fingerprintOf({ model, provider }: JudgeSettings, parameters: ModelParameters): string {
  const sorted = Object.entries(withoutTier(parameters)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return digest([model, hostOf(provider.baseUrl), sorted]);
}

function hostOf(baseUrl: string | null): string {
  if (baseUrl === null) return DEFAULT_HOST;
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}

function responseFormat(mode: Mode, question: Question): Pick<ChatRequest, 'responseFormat'> {
  if (mode === 'text') return {};
  if (mode === 'json_object') return { responseFormat: { kind: 'json_object' } };
  const name = question.name.replace(/[^A-Za-z0-9_-]+/g, '_');
  return { responseFormat: { kind: 'json_schema', name, schema: question.schema } };
}

function refusesFormat(error: unknown): boolean {
  return (
    error instanceof ProviderError && error.kind === 'bad-request' && error.parameter === 'response_format'
  );
}

/** An incomplete reply is never parsed: half of the verdicts may look like all. */
function refuseUnfinished({ finish, refusal }: ChatReply, model: string): void {
  if (finish === 'length') {
    throw new ProviderError(
      `the judge ${model} reached its token limit before its reply was whole; raise max_tokens in the judge's parameters`,
      { kind: 'length' },
    );
  }
  if (finish === 'content-filter') {
    throw new ProviderError(`the provider's content filter blocked the reply of the judge ${model}`, {
      kind: 'content-filter',
    });
  }
  const said = oneLine(refusal ?? '').slice(0, 200);
  if (said !== '') {
    throw new ProviderError(`the judge ${model} refused to judge: ${said}`, { kind: 'refused' });
  }
}

function hasRequired(value: unknown, { schema: { required } }: Question): boolean {
  if (!Array.isArray(required)) return true;
  return isFields(value) && required.every((key) => Object.hasOwn(value, key));
}

/** Keywords that providers of strict schemas understand; they refuse a request with any other. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'anyOf'],
  ...['$ref', '$defs', 'title', 'description', 'pattern', 'format', 'minItems', 'maxItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
]);

const FORMATS: readonly unknown[] = 'date-time time date duration email hostname ipv4 ipv6 uuid'.split(' ');

/**
 * Whether a provider can enforce this schema: every object requires every property and allows no other
 * (https://platform.openai.com/docs/guides/structured-outputs#supported-schemas).
 */
export function isStrictSchema(schema: JsonSchema): boolean {
  return schema['type'] === 'object' && isStrict(schema);
}

function isStrict(schema: unknown): boolean {
  if (!isFields(schema)) return false;
  if (!Object.keys(schema).every((keyword) => KNOWN.has(keyword))) return false;
  const { type, items, anyOf, $defs, format } = schema;
  const says = ['type', 'enum', 'const', 'anyOf', '$ref'].some((keyword) => keyword in schema);
  return (
    says &&
    (format === undefined || FORMATS.includes(format)) &&
    (type !== 'object' || isClosed(schema)) &&
    (type !== 'array' || isStrict(items)) &&
    (anyOf === undefined || (Array.isArray(anyOf) && anyOf.every(isStrict))) &&
    ($defs === undefined || (isFields($defs) && Object.values($defs).every(isStrict)))
  );
}

function isClosed({ properties, required, additionalProperties }: JsonSchema): boolean {
  if (additionalProperties !== false || !isFields(properties) || !Array.isArray(required)) return false;
  const names = Object.keys(properties);
  return names.every((name) => required.includes(name)) && Object.values(properties).every(isStrict);
}
