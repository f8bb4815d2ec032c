import { type Log, SILENT_LOG } from '../model/effects.js';
import { ProviderError } from '../model/errors.js';
import type { Judge, Question } from '../model/judge.js';
import {
  type ChatClient,
  type ChatReply,
  type ChatRequest,
  type ModelParameters,
  withoutTier,
} from '../model/provider.js';
import type { JudgeSettings } from '../model/suite.js';
import { digest } from '../text/json.js';
import { isFields, oneLine } from '../text/values.js';
import { markFor, parseReplyJson, renderData, renderQuestion } from './judge-messages.js';

/** A schema without any right reply is given up after so many wrong ones. */
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
  { salt, log = SILENT_LOG }: { readonly salt: string; readonly log?: Log | undefined },
): Judge {
  const { model } = settings;
  const parameters = resolveParameters(settings.parameters);
  const forms = createFormMemory(model, log);
  return {
    name: model,
    fingerprint: fingerprintOf(settings, parameters),
    builtin: false,
    async ask(question, { signal }) {
      const send = (isStrict: boolean) =>
        chat.complete(buildRequest(question, { model, parameters, salt, isStrict }), { signal });
      const { isStrict, reply } = await complete(question, send, forms);
      refuseUnfinished(reply, model);
      let hasForm = false;
      try {
        const value = parseReplyJson(reply.content);
        hasForm = hasRequired(value, question);
        return value;
      } finally {
        if (isStrict) forms.replied(question, hasForm);
      }
    },
  };
}

/** Sends the schema unless the provider fails it; then the form is described in words. */
async function complete(
  question: Question,
  send: (isStrict: boolean) => Promise<ChatReply>,
  forms: ReturnType<typeof createFormMemory>,
): Promise<{ readonly isStrict: boolean; readonly reply: ChatReply }> {
  const isStrict = forms.mayBeStrict(question);
  try {
    return { isStrict, reply: await send(isStrict) };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === 'gone') throw new ProviderError(error.message, { kind: 'judge-gone', cause: error });
    if (!isStrict || error.kind !== 'bad-request' || error.parameter !== 'response_format') throw error;
    forms.giveUp(question, `the provider refuses it (${error.message})`);
    return complete(question, send, forms);
  }
}

function buildRequest(
  question: Question,
  {
    model,
    parameters,
    salt,
    isStrict,
  }: {
    readonly model: string;
    readonly parameters: ModelParameters;
    readonly salt: string;
    readonly isStrict: boolean;
  },
): ChatRequest {
  const { name, rules, shape, schema, draw, prompt } = question;
  const data = renderData(question.data);
  return {
    model,
    parameters: forDraw(parameters, draw),
    messages: renderQuestion(
      { rules, data, ...(prompt !== undefined && { prompt }) },
      { mark: markFor(data, [salt, name]), shape: isStrict ? null : shape },
    ),
    ...(isStrict && {
      responseFormat: { kind: 'json_schema', name: name.replace(/[^A-Za-z0-9_-]+/g, '_'), schema },
    }),
    shareKey: digest({ salt, isStrict, name, rules, data, prompt, draw }, 64),
  };
}

/** Knows the questions, by name, whose schema the provider refuses or never follows. */
function createFormMemory(model: string, log: Log) {
  const given = new Set<string>();
  const proven = new Set<string>();
  const wrong = new Map<string, number>();
  const giveUp = ({ name }: Question, why: string): void => {
    if (given.has(name)) return;
    given.add(name);
    log.info(`The judge ${model} now gets the form of ${name} in words instead of a strict schema: ${why}.`);
  };
  return {
    giveUp,
    mayBeStrict: ({ name }: Question): boolean => !given.has(name),
    replied(question: Question, hasForm: boolean): void {
      const { name } = question;
      if (hasForm) proven.add(name);
      if (proven.has(name)) return;
      const count = (wrong.get(name) ?? 0) + 1;
      wrong.set(name, count);
      if (count >= WRONG_REPLIES) giveUp(question, `its first ${count} replies did not have that form`);
    },
  };
}

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
