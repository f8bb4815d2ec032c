import { randomUUID } from 'node:crypto';
import { openJudge } from '../judging/open-judging.js';
import { markFor, renderData, renderQuestion } from '../judging/question-messages.js';
import { parseReplyJson } from '../judging/reply-json.js';
import { createHttpFetch, proxySecrets } from '../llm/http-fetch.js';
import { openChatClient } from '../llm/open-chat-client.js';
import { createRateLimits } from '../llm/rate-limits.js';
import { messageOf, ProviderError, UserError } from '../ports/errors.js';
import { BUILTIN_JUDGE, type Judge } from '../ports/judge.js';
import type { ResolveJudge } from '../scorers/builder/ask-step.js';
import { isJudge, type JudgeChoice, type ModelAddress } from '../scorers/builder/steps.js';
import { nearestName, suggestName } from '../text/nearest-name.js';
import { isFields, shownJson } from '../text/values.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The judge of a choice: the one that is given, or one that asks the named model with a client of its own.
 *
 * @param options.salt Seeds the marks of the fences.
 * @throws UserError naming everything of the choice that is out of range.
 */
export function resolveJudge(
  choice: JudgeConfig,
  { env, salt }: { readonly env: Environment; readonly salt: string },
): Judge {
  const problems = choiceProblems(choice);
  if (problems.length > 0) throw new UserError(problems);
  if (isJudge(choice.model)) return choice.model;
  const { name: model, url, apiKey } = readModel(choice.model);
  const provider = {
    baseUrl: url ?? choice.baseUrl ?? (env['OPENAI_BASE_URL'] || null),
    apiKey: apiKey ?? choice.apiKey ?? (env['OPENAI_API_KEY'] || null),
    apiKeySource:
      'option apiKey or environment variable OPENAI_API_KEY (any text where the provider needs no key)',
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

/** Finds judges for scorers made with `createScorer`: one choice has one judge, with one client and one limit, in all runs. */
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
      problems.push(`${name}: ${shownJson(value)} is no text`);
    }
  }
  const { parameters } = choice;
  if (parameters !== undefined && !isFields(parameters)) {
    problems.push(`parameters: ${shownJson(parameters)} is no group, such as { temperature: 0 }`);
  }
  for (const [name, least] of [
    ['maxConcurrency', 1],
    ['maxRetries', 0],
    ['requestTimeoutMs', 1],
  ] as const) {
    const value: unknown = choice[name];
    if (value !== undefined && !(Number.isInteger(value) && Number(value) >= least)) {
      problems.push(`${name}: ${shownJson(value)} is no whole number from ${least} up`);
    }
  }
  return problems;
}

const ADDRESS = ['id', 'providerId', 'modelId', 'url', 'apiKey'];

/** What is wrong with a model; `null` where it can be asked, or its name says what is wrong. */
function modelProblem(model: unknown): string | null {
  if (typeof model === 'string' || isJudge(model)) return null;
  const field = (name: string): unknown => Reflect.get(Object(model), name);
  const modelId = field('modelId');
  if (typeof field('doGenerate') === 'function') {
    const name = typeof modelId === 'string' ? modelId : 'gpt-6-luna';
    return `model: this is a model object of the AI SDK (${shownJson(modelId)}), which is not asked here: give its name, model: 'openai/${name}', with baseUrl and apiKey where it is not OpenAI's; or wrap it: createJudge(${shownJson(name)}, async (question) => (await generateText({ model, ...question })).text)`;
  }
  if (typeof field('id') === 'string' || typeof modelId === 'string') {
    const unknown = Object.keys(Object(model)).filter((name) => !ADDRESS.includes(name));
    return unknown.length === 0
      ? null
      : `model: there is no ${unknown.map((name) => JSON.stringify(name)).join(', ')} beside its address. ${suggestName(unknown[0] ?? '', ADDRESS)}`;
  }
  return `model: ${shownJson(model)} is no judge: give a name such as openai/gpt-6-luna, or builtin, a name with its address as { id, url, apiKey }, or an object with ask`;
}

type KnownModel = { readonly name: string } & Pick<ModelAddress, 'url' | 'apiKey'>;

/** The name that the provider knows, and where it is asked. */
function readModel(model: string | ModelAddress): KnownModel {
  if (typeof model === 'string') return { name: modelName(model) };
  const { url, apiKey } = model;
  if ('modelId' in model) return { name: model.modelId, url, apiKey };
  // At an address of one's own the provider is whoever answers there.
  const name = url === undefined ? modelName(model.id) : model.id.slice(model.id.indexOf('/') + 1);
  return { name, url, apiKey };
}

function modelName(model: string): string {
  const slash = model.indexOf('/');
  const provider = slash < 0 ? 'openai' : model.slice(0, slash);
  const name = model.slice(slash + 1).trim();
  if (slash < 0 && name !== BUILTIN_JUDGE && nearestName(name, [BUILTIN_JUDGE]) !== null) {
    throw new UserError(
      `model: ${JSON.stringify(model)} is a slip: did you mean \`builtin\`? A model of that very name is openai/${name}`,
    );
  }
  if (provider === 'openai' && name !== '') return name;
  const shown = JSON.stringify(model);
  const named = `model: ${shown} names the provider ${JSON.stringify(provider)}`;
  if (name === '') {
    throw new UserError(`model: ${shown} names no model: give for example openai/gpt-6-luna, or builtin`);
  }
  if (nearestName(provider, ['openai']) !== null) {
    throw new UserError(`${named}. Did you mean \`openai/${name}\`?`);
  }
  throw new UserError(
    `${named}, but only openai/ is known, for every OpenAI-compatible provider: give openai/${model} with baseUrl`,
  );
}

/** Who judges, how it is reached, and what the agent is for. */
export type JudgeConfig = JudgeChoice & {
  /** What the agent is for, in words; default: the system message of a run's input, if it has one. */
  readonly task?: string | undefined;
};

/** Names of what a judge's choice may hold. */
export const CHOICE_OPTIONS: readonly (keyof JudgeChoice)[] = [
  'model',
  'baseUrl',
  'apiKey',
  'parameters',
  'maxConcurrency',
  'maxRetries',
  'requestTimeoutMs',
];

/** What a factory takes besides the options of its scorer. */
export const JUDGE_OPTIONS: readonly (keyof JudgeConfig)[] = [...CHOICE_OPTIONS, 'task'];

/** What a judge is asked: the rules, and what they are about. The reply is JSON, of the shape that the rules name. */
export type JudgeMessage = {
  readonly system: string;
  readonly prompt: string;
  readonly abortSignal: AbortSignal;
};

/**
 * A judge that asks a model of any library. Code fences and words around the JSON of a reply do no harm.
 *
 * @param name What reports call it; with what changes its verdicts, for example `gpt-x, temperature 0`.
 * @param ask Gives the model's reply. What it throws leaves the answer unscored.
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
