import { type Log, SILENT_LOG } from '../model/effects.js';
import { ACCEPTING_JUDGE_REMEDY, ProviderError, STRONGER_JUDGE_REMEDY } from '../model/errors.js';
import type { Judge, Question } from '../model/judge.js';
import { omitUndefined } from '../model/omit-undefined.js';
import {
  type ChatClient,
  type ChatReply,
  type ChatRequest,
  type ModelParameters,
  pickScoringParameters,
} from '../model/provider.js';
import type { JudgeSettings } from '../model/suite.js';
import { digest } from '../text/json.js';
import { collapseWhitespace, isFields, quoteStart } from '../text/values.js';
import {
  createFenceMark,
  listRequiredKeys,
  parseReply,
  renderData,
  renderQuestion,
} from './judge-messages.js';

/** A schema without any right reply is given up after so many wrong ones. */
const WRONG_REPLIES = 3;

/** The same question should get the same answer; `null` in the settings leaves one out. */
const DEFAULT_PARAMETERS: ModelParameters = { temperature: 0, seed: 1 };

const DEFAULT_HOST = 'api.openai.com';

/**
 * A judge that calls a model. If the provider refuses the schema, our parameters or a system message, the client leaves
 * them out. If the model does not follow the schema, the form is described in words.
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
      const isStrict = forms.mayBeStrict(question);
      const request = buildRequest(question, { settings, parameters, salt, isStrict });
      const reply = await chat.complete(request, { signal }).catch((error: unknown) => {
        // The provider has checked the form.
        if (isStrict && isOddReply(error)) forms.replied(question, false);
        throw asJudgeError(error);
      });
      refuseUnfinished(reply, model);
      let hasForm = false;
      try {
        const asked = listRequiredKeys(question);
        const value = parseReply(reply, asked);
        hasForm = isFields(value) && asked.every((key) => Object.hasOwn(value, key));
        return value;
      } finally {
        if (isStrict && reply.formatLeftOut !== true) forms.replied(question, hasForm);
      }
    },
  };
}

function asJudgeError(error: unknown): unknown {
  const isGone = error instanceof ProviderError && error.kind === 'gone';
  return isGone ? new ProviderError(error.message, { kind: 'judge-gone', cause: error }) : error;
}

/** True if the model replied, and the provider refused its reply. */
function isOddReply(error: unknown): boolean {
  return (
    error instanceof ProviderError && error.kind === 'malformed' && error.remedy === STRONGER_JUDGE_REMEDY
  );
}

function buildRequest(
  question: Question,
  {
    settings,
    parameters,
    salt,
    isStrict,
  }: {
    readonly settings: JudgeSettings;
    readonly parameters: ModelParameters;
    readonly salt: string;
    readonly isStrict: boolean;
  },
): ChatRequest {
  const { name, rules, shape, schema, draw, prompt } = question;
  const data = renderData(question.data);
  const mark = createFenceMark(data, [salt, name]);
  const render = (form: string | null) =>
    renderQuestion(omitUndefined({ rules, data, prompt }), { mark, shape: form });
  return omitUndefined({
    model: settings.model,
    parameters: forDraw(parameters, draw),
    messages: render(isStrict ? null : shape),
    responseFormat: isStrict ? toStrictFormat(name, schema) : undefined,
    optional: {
      parameters: Object.keys(DEFAULT_PARAMETERS).filter((key) => !Object.hasOwn(settings.parameters, key)),
      messages: render(shape),
    },
    shareKey: digest({ salt, isStrict, name, rules, data, prompt, draw }, 64),
  });
}

function toStrictFormat(name: string, schema: Question['schema']): ChatRequest['responseFormat'] {
  return { kind: 'json_schema', name: name.replace(/[^A-Za-z0-9_-]+/g, '_'), schema };
}

/** Knows the questions, by name, whose schema the model does not follow. */
function createFormMemory(model: string, log: Log) {
  const given = new Set<string>();
  const proven = new Set<string>();
  const wrong = new Map<string, number>();
  return {
    mayBeStrict: ({ name }: Question): boolean => !given.has(name),
    replied({ name }: Question, hasForm: boolean): void {
      if (hasForm) proven.add(name);
      if (proven.has(name) || given.has(name)) return;
      const count = (wrong.get(name) ?? 0) + 1;
      wrong.set(name, count);
      if (count < WRONG_REPLIES) return;
      given.add(name);
      log.info(
        `The judge ${model} now gets the form of ${name} in words instead of a strict schema: its first ${count} replies did not have that form.`,
      );
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
  const sorted = Object.entries(pickScoringParameters(parameters)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return digest([model, hostOf(provider.baseUrl), sorted]);
}

function hostOf(baseUrl: string | null): string {
  if (baseUrl === null) return DEFAULT_HOST;
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}

/** An incomplete reply is never parsed: half of the verdicts may look like all. */
function refuseUnfinished({ finish, refusal, content, thoughts = '' }: ChatReply, model: string): void {
  if (finish === 'length') {
    throw new ProviderError(
      `the judge ${model} reached its token limit before its reply ${quoteStart(content || thoughts)} was whole; raise max_tokens in the judge's parameters`,
      { kind: 'length' },
    );
  }
  if (finish === 'content-filter') {
    throw new ProviderError(`the provider's content filter blocked the reply of the judge ${model}`, {
      kind: 'content-filter',
      remedy: ACCEPTING_JUDGE_REMEDY,
    });
  }
  const said = collapseWhitespace(refusal ?? '').slice(0, 200);
  if (said !== '') {
    throw new ProviderError(`the judge ${model} refused to judge: ${said}`, {
      kind: 'refused',
      remedy: ACCEPTING_JUDGE_REMEDY,
    });
  }
}
