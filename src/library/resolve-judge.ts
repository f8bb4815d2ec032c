import { randomUUID } from 'node:crypto';
import { markFor, parseReplyJson, renderData, renderQuestion } from '../judging/judge-messages.js';
import { openJudge } from '../judging/open-judging.js';
import { createHttpFetch, proxySecrets } from '../llm/http-fetch.js';
import { openChatClient } from '../llm/open-chat-client.js';
import { createRateLimits } from '../llm/rate-limits.js';
import { messageOf, ProviderError, UserError } from '../model/errors.js';
import { BUILTIN_JUDGE, type Judge } from '../model/judge.js';
import { findPreset, PROVIDER_PRESETS } from '../model/provider.js';
import type { ResolveJudge } from '../scorers/builder/run-steps.js';
import { isJudge, type JudgeChoice, type ModelAddress } from '../scorers/builder/steps.js';
import { suggestName } from '../text/nearest-name.js';
import { isFields, shownJson } from '../text/values.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The given judge, or one that asks the named model. `salt` seeds the fences' marks. Throws `UserError` with all
 * problems.
 */
export function resolveJudge(
  choice: JudgeConfig,
  { env, salt }: { readonly env: Environment; readonly salt: string },
): Judge {
  const problems = choiceProblems(choice);
  if (problems.length > 0) throw new UserError(problems);
  if (isJudge(choice.model)) return choice.model;
  const { name: model, ...given } = readAddress(choice.model);
  const baseUrl = given.url ?? choice.baseUrl ?? (env['OPENAI_BASE_URL'] || null);
  const preset = baseUrl === null ? readPreset(model) : null;
  const keyVariable = preset?.keyVariable ?? 'OPENAI_API_KEY';
  const provider = {
    baseUrl: preset?.baseUrl ?? baseUrl,
    ...(preset !== null && { preset: preset.preset }),
    apiKey: given.apiKey ?? choice.apiKey ?? (env[keyVariable] || null),
    apiKeySource: `option apiKey or environment variable ${keyVariable}`,
  };
  const chat =
    model === BUILTIN_JUDGE
      ? null
      : openChatClient({
          provider,
          maxRetries: choice.maxRetries ?? 4,
          requestTimeoutMs: choice.requestTimeoutMs ?? 60_000,
          httpFetch: createHttpFetch(env),
          secrets: proxySecrets(env),
          rateLimits: createRateLimits({ maxConcurrency: choice.maxConcurrency ?? 16 }),
        });
  return openJudge({ model, provider, parameters: choice.parameters ?? {} }, chat, { salt });
}

/** Finds judges for `createScorer`: one per choice, with one client and one rate limit, for all runs. */
export function rememberJudges(env: Environment): ResolveJudge {
  const judges = new WeakMap<object, Judge>();
  return (choice) => {
    const known = judges.get(choice);
    if (known !== undefined) return known;
    const names = [...CHOICE_OPTIONS, 'instructions'];
    const unknown = Object.keys(choice).filter((name) => !names.includes(name));
    if (unknown.length > 0) {
      throw new UserError(
        unknown.map((name) => `judge: there is no ${JSON.stringify(name)}. ${suggestName(name, names)}`),
      );
    }
    const judge = resolveJudge(choice, { env, salt: randomUUID() });
    judges.set(choice, judge);
    return judge;
  };
}

function choiceProblems(choice: JudgeConfig): string[] {
  const problems: string[] = [];
  const problem = modelProblem(choice.model);
  if (problem !== null) problems.push(problem);
  for (const name of ['baseUrl', 'apiKey', 'task'] as const) {
    const value: unknown = choice[name];
    if (value !== undefined && typeof value !== 'string') {
      problems.push(`${name}: ${shownJson(value)} is not text`);
    }
  }
  const { parameters } = choice;
  if (parameters !== undefined && !isFields(parameters)) {
    problems.push(`parameters: ${shownJson(parameters)} is not a group, such as { temperature: 0 }`);
  }
  for (const [name, least] of [
    ['maxConcurrency', 1],
    ['maxRetries', 0],
    ['requestTimeoutMs', 1],
  ] as const) {
    const value: unknown = choice[name];
    if (value !== undefined && !(Number.isInteger(value) && Number(value) >= least)) {
      problems.push(`${name}: ${shownJson(value)} is not a whole number from ${least} up`);
    }
  }
  return problems;
}

const ADDRESS = ['id', 'providerId', 'modelId', 'url', 'apiKey'];

/** A model's problem; `null` if it is usable. */
function modelProblem(model: unknown): string | null {
  if (typeof model === 'string' || isJudge(model)) return null;
  const field = (name: string): unknown => Reflect.get(Object(model), name);
  const modelId = field('modelId');
  if (typeof field('doGenerate') === 'function') {
    const name = typeof modelId === 'string' ? modelId : 'gpt-6-luna';
    return `model: this is a model object of the AI SDK (${shownJson(modelId)}), which is not supported: give its name, model: 'openai/${name}', with baseUrl and apiKey if it is not OpenAI's; or wrap it: createJudge(${shownJson(name)}, async (question) => (await generateText({ model, ...question })).text)`;
  }
  if (typeof field('id') === 'string' || typeof modelId === 'string') {
    const unknown = Object.keys(Object(model)).filter((name) => !ADDRESS.includes(name));
    return unknown.length === 0
      ? null
      : `model: there is no ${unknown.map((name) => JSON.stringify(name)).join(', ')} next to its address. ${suggestName(unknown[0] ?? '', ADDRESS)}`;
  }
  return `model: ${shownJson(model)} is not a judge: give a name such as openai/gpt-6-luna, or builtin, a name with its address as { id, url, apiKey }, or an object with ask`;
}

type NamedModel = { readonly name: string } & Pick<ModelAddress, 'url' | 'apiKey'>;

/** The model's name and address. At an address of its own, any provider may answer. */
function readAddress(model: string | ModelAddress): NamedModel {
  if (typeof model === 'string') return { name: model.trim() };
  const { url, apiKey } = model;
  if ('id' in model) {
    return { name: url === undefined ? model.id : model.id.slice(model.id.indexOf('/') + 1), url, apiKey };
  }
  const { providerId, modelId } = model;
  return { name: url === undefined && providerId ? `${providerId}/${modelId}` : modelId, url, apiKey };
}

/** The preset of a model without an address; `null` if the name has none. */
function readPreset(model: string): ReturnType<typeof findPreset> {
  const [provider = '', name] = model.split('/', 2);
  if (model === '' || name === '') {
    throw new UserError(
      `model: ${JSON.stringify(model)} names no model: give for example openai/gpt-6-luna, or builtin`,
    );
  }
  const preset = findPreset(model);
  if (preset !== null || name === undefined) return preset;
  const known = Object.keys(PROVIDER_PRESETS);
  throw new UserError(
    `model: ${JSON.stringify(model)} names the provider ${JSON.stringify(provider)}, and no address. ${suggestName(provider, known)} For another provider, set baseUrl`,
  );
}

/** The judge, its address, and the agent's task. */
export type JudgeConfig = JudgeChoice & {
  /** The agent's purpose in words. Default: the system message of a run's input. */
  readonly task?: string | undefined;
};

/** Options of a judge's choice. */
export const CHOICE_OPTIONS: readonly (keyof JudgeChoice)[] = [
  'model',
  'baseUrl',
  'apiKey',
  'parameters',
  'maxConcurrency',
  'maxRetries',
  'requestTimeoutMs',
];

/** Factory options that are not the scorer's own. */
export const JUDGE_OPTIONS: readonly (keyof JudgeConfig)[] = [...CHOICE_OPTIONS, 'task'];

/** A judge's question: the rules, and the data. The reply is JSON in the shape that the rules name. */
export type JudgeMessage = {
  readonly system: string;
  readonly prompt: string;
  readonly abortSignal: AbortSignal;
};

/**
 * A judge that asks a model of any library. Replies may have code fences or words around the JSON.
 * @param name Shown in reports; include what changes verdicts, for example `gpt-x, temperature 0`.
 * @param ask Returns the model's reply. If it throws, the answer is unscored.
 */
export function createJudge(name: string, ask: (message: JudgeMessage) => Promise<string>): Judge {
  const who = `createJudge ${shownJson(name)}`;
  if (typeof name !== 'string' || name === '')
    throw new UserError(`createJudge: name is ${shownJson(name)}: give a text`);
  if (typeof ask !== 'function') throw new UserError(`${who}: ask is ${shownJson(ask)}: give a function`);
  const salt = randomUUID();
  return {
    name,
    fingerprint: name,
    builtin: false,
    async ask({ name: question, rules, data, prompt, shape }, { signal }) {
      const rendered = renderData(data);
      const messages = renderQuestion(
        { rules, data: rendered, ...(prompt !== undefined && { prompt }) },
        { mark: markFor(rendered, [salt, question]), shape },
      );
      const [system = '', asked = ''] = messages.map(({ content }) => content);
      const reply: unknown = await ask({ system, prompt: asked, abortSignal: signal }).catch(
        (cause: unknown) => {
          if (signal.aborted || cause instanceof ProviderError) throw cause;
          throw new ProviderError(`${name}: ${messageOf(cause)}`, { kind: 'unavailable', cause });
        },
      );
      if (typeof reply === 'string') return parseReplyJson(reply);
      throw new UserError(`${who}: ask gave ${shownJson(reply)}: give the text of the model’s reply`);
    },
  };
}
