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
const MAX_WRONG_REPLIES = 3;

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
  const forms = createSchemaMemory(model, log);
  return {
    name: model,
    fingerprint: hashJudge(settings, parameters),
    builtin: false,
    async ask(question, { signal }) {
      const isStrict = forms.mayBeStrict(question);
      const request = buildRequest(question, { settings, parameters, salt, isStrict });
      const reply = await chat.complete(request, { signal }).catch((error: unknown) => {
        // The provider has checked the form.
        if (isStrict && isRefusedReply(error)) forms.replied(question, false);
        throw toJudgeError(error);
      });
      checkFinished(reply, model);
      let hasForm = false;
      try {
        const requiredKeys = listRequiredKeys(question);
        const value = parseReply(reply, requiredKeys);
        hasForm = isFields(value) && requiredKeys.every((key) => Object.hasOwn(value, key));
        return value;
      } finally {
        if (isStrict && reply.formatLeftOut !== true) forms.replied(question, hasForm);
      }
    },
  };
}

function toJudgeError(error: unknown): unknown {
  const isGone = error instanceof ProviderError && error.kind === 'gone';
  return isGone ? new ProviderError(error.message, { kind: 'judge-gone', cause: error }) : error;
}

/** True if the model replied, and the provider refused its reply. */
function isRefusedReply(error: unknown): boolean {
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
    parameters: addDrawSeed(parameters, draw),
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

/** Remembers, by name, the questions whose schema the model does not follow. */
function createSchemaMemory(model: string, log: Log) {
  const describedForms = new Set<string>();
  const followedSchemas = new Set<string>();
  const wrongReplies = new Map<string, number>();
  return {
    mayBeStrict: ({ name }: Question): boolean => !describedForms.has(name),
    replied({ name }: Question, hasForm: boolean): void {
      if (hasForm) followedSchemas.add(name);
      if (followedSchemas.has(name) || describedForms.has(name)) return;
      const count = (wrongReplies.get(name) ?? 0) + 1;
      wrongReplies.set(name, count);
      if (count < MAX_WRONG_REPLIES) return;
      describedForms.add(name);
      log.info(
        `The judge ${model} now gets the form of ${name} in words instead of a strict schema: its first ${count} replies did not have that form.`,
      );
    },
  };
}

function resolveParameters(configured: ModelParameters): ModelParameters {
  const all = { ...DEFAULT_PARAMETERS, ...configured };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== undefined));
}

/** Each draw has its own seed: the same seed asks for the same reply. */
function addDrawSeed(parameters: ModelParameters, draw = 0): ModelParameters {
  const seed = parameters['seed'];
  return draw === 0 || typeof seed !== 'number' ? parameters : { ...parameters, seed: seed + draw };
}

function hashJudge({ model, provider }: JudgeSettings, parameters: ModelParameters): string {
  const sorted = Object.entries(pickScoringParameters(parameters)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return digest([model, findHost(provider.baseUrl), sorted]);
}

function findHost(baseUrl: string | null): string {
  if (baseUrl === null) return DEFAULT_HOST;
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}

/** An incomplete reply is never parsed: half of the verdicts may look like all. */
function checkFinished({ finish, refusal, content, thoughts = '' }: ChatReply, model: string): void {
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
  const refusalText = collapseWhitespace(refusal ?? '').slice(0, 200);
  if (refusalText !== '') {
    throw new ProviderError(`the judge ${model} refused to judge: ${refusalText}`, {
      kind: 'refused',
      remedy: ACCEPTING_JUDGE_REMEDY,
    });
  }
}
