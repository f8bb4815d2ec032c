import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  createFenceMark,
  listRequiredKeys,
  parseReply,
  renderData,
  renderQuestion,
} from '../judging/judge-messages.js';
import { openJudge } from '../judging/open-judging.js';
import { createHttpFetch, listProxySecrets } from '../llm/http-fetch.js';
import { openChatClient } from '../llm/open-chat-client.js';
import { createRateLimits } from '../llm/rate-limits.js';
import type { Env } from '../model/effects.js';
import { describeError, ProviderError, UserError } from '../model/errors.js';
import { BUILTIN_JUDGE, type Judge } from '../model/judge.js';
import { omitKeys } from '../model/omit-keys.js';
import { omitUndefined } from '../model/omit-undefined.js';
import { findPreset, PROVIDER_PRESETS } from '../model/provider.js';
import type { ResolveJudge } from '../scorers/builder/run-steps.js';
import { isJudge, type JudgeChoice, type ModelAddress } from '../scorers/builder/steps.js';
import { COUNT_OPTION, readOptions, TEXT_OPTION } from '../scorers/options.js';
import { suggestName } from '../text/nearest-name.js';
import { describeJson, type Fields } from '../text/values.js';

/**
 * The given judge, or one that asks the named model. `salt` seeds the fences' marks. Throws `UserError` with all
 * problems.
 */
export function resolveJudge(
  choice: JudgeConfig,
  { env, salt }: { readonly env: Env; readonly salt: string },
): Judge {
  readOptions({ id: 'judge', options: JUDGE_CONFIG }, choice);
  if (isJudge(choice.model)) return choice.model;
  const { name: model, ...given } = parseAddress(choice.model);
  const baseUrl = given.url ?? choice.baseUrl ?? (env['OPENAI_BASE_URL'] || null);
  const preset = baseUrl === null ? resolvePreset(model) : null;
  const keyVariable = preset?.keyVariable ?? 'OPENAI_API_KEY';
  const provider = omitUndefined({
    baseUrl: preset?.baseUrl ?? baseUrl,
    preset: preset?.preset,
    apiKey: given.apiKey ?? choice.apiKey ?? (env[keyVariable] || null),
    apiKeySource: `option apiKey or environment variable ${keyVariable}`,
  });
  const chat =
    model === BUILTIN_JUDGE
      ? null
      : openChatClient({
          provider,
          maxRetries: choice.maxRetries ?? 4,
          requestTimeoutMs: choice.requestTimeoutMs ?? 60_000,
          httpFetch: createHttpFetch(env),
          secrets: listProxySecrets(env),
          rateLimits: createRateLimits({ maxConcurrency: choice.maxConcurrency ?? 16 }),
        });
  return openJudge({ model, provider, parameters: choice.parameters ?? {} }, chat, { salt });
}

/** Finds judges for `createScorer`: one per choice, with one client and one rate limit, for all runs. */
export function createJudgeCache(env: Env): ResolveJudge {
  const judges = new WeakMap<object, Judge>();
  return (choice) => {
    const cachedJudge = judges.get(choice);
    if (cachedJudge !== undefined) return cachedJudge;
    const judge = resolveJudge(omitKeys(choice, 'instructions'), { env, salt: randomUUID() });
    judges.set(choice, judge);
    return judge;
  };
}

const COUNT_RULE = { error: 'must be a whole number from 0 up' };
const GROUP_RULE = { error: 'must be a group, such as { temperature: 0 }' };

const JUDGE_CONFIG = z.strictObject({
  model: z.unknown().superRefine((model, context) => {
    const problem = findModelProblem(model);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  }),
  baseUrl: TEXT_OPTION.optional(),
  apiKey: z.string({ error: 'must be a text' }).optional(),
  parameters: z.record(z.string(), z.unknown(), GROUP_RULE).optional(),
  maxConcurrency: COUNT_OPTION.optional(),
  maxRetries: z.int(COUNT_RULE).min(0, COUNT_RULE).optional(),
  requestTimeoutMs: COUNT_OPTION.optional(),
  task: z.string({ error: 'must be a text' }).optional(),
});

/** Factory options that are not the scorer's own. */
export const JUDGE_OPTIONS = Object.keys(JUDGE_CONFIG.shape) as readonly (keyof JudgeConfig)[];

/** A model's problem; `null` if it is usable. */
function findModelProblem(model: unknown): string | null {
  if (typeof model === 'string' || isJudge(model)) return null;
  const { id, modelId, doGenerate } = Object(model) as Fields;
  if (typeof doGenerate === 'function') {
    const name = typeof modelId === 'string' ? modelId : 'gpt-6-luna';
    return `model objects of the AI SDK are not supported: give its name, model: 'openai/${name}', with baseUrl and apiKey if it is not OpenAI's; or wrap it: createJudge(${describeJson(name)}, async (question) => (await generateText({ model, ...question })).text)`;
  }
  if (typeof id === 'string' || typeof modelId === 'string') return null;
  return 'must be a name such as openai/gpt-6-luna, or builtin, a name with its address as { id, url, apiKey }, or an object with ask';
}

type NamedModel = {
  readonly name: string;
  readonly url?: ModelAddress['url'];
  readonly apiKey?: ModelAddress['apiKey'];
};

/** The model's name and address. At an address of its own, any provider may answer. */
function parseAddress(model: string | ModelAddress): NamedModel {
  if (typeof model === 'string') return { name: model.trim() };
  const { url, apiKey } = model;
  if ('id' in model) {
    return { name: url === undefined ? model.id : model.id.slice(model.id.indexOf('/') + 1), url, apiKey };
  }
  const { providerId, modelId } = model;
  return { name: url === undefined && providerId ? `${providerId}/${modelId}` : modelId, url, apiKey };
}

/** The preset of a model without an address; `null` if the name has none. */
function resolvePreset(model: string): ReturnType<typeof findPreset> {
  const [provider = '', name] = model.split('/', 2);
  if (model === '' || name === '') {
    throw new UserError(
      `model: ${JSON.stringify(model)} names no model: give for example openai/gpt-6-luna, or builtin`,
    );
  }
  const preset = findPreset(model);
  if (preset !== null || name === undefined) return preset;
  const presetNames = Object.keys(PROVIDER_PRESETS);
  throw new UserError(
    `model: ${JSON.stringify(model)} names the provider ${JSON.stringify(provider)}, and no address. ${suggestName(provider, presetNames)} For another provider, set baseUrl`,
  );
}

/** The judge, its address, and the agent's task. */
export type JudgeConfig = JudgeChoice & {
  /** The agent's purpose in words. Default: the system message of a run's input. */
  readonly task?: string | undefined;
};

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
 * @example
 * const model = createJudge('my-model, temperature 0', async ({ system, prompt }) => {
 *   const body = JSON.stringify({ system, prompt });
 *   const reply = await fetch('http://localhost:8000/ask', { method: 'POST', body });
 *   return reply.text();
 * });
 * const scorer = createAnswerRelevancyScorer({ model });
 */
export function createJudge(name: string, ask: (message: JudgeMessage) => Promise<string>): Judge {
  const who = `createJudge ${describeJson(name)}`;
  if (typeof name !== 'string' || name === '')
    throw new UserError(`createJudge: name is ${describeJson(name)}: give a text`);
  if (typeof ask !== 'function') throw new UserError(`${who}: ask is ${describeJson(ask)}: give a function`);
  const salt = randomUUID();
  return {
    name,
    fingerprint: name,
    builtin: false,
    async ask(question, { signal }) {
      const { rules, data, prompt, shape } = question;
      const rendered = renderData(data);
      const messages = renderQuestion(omitUndefined({ rules, data: rendered, prompt }), {
        mark: createFenceMark(rendered, [salt, question.name]),
        shape,
      });
      const [system = '', userMessage = ''] = messages.map(({ content }) => content);
      const reply: unknown = await ask({ system, prompt: userMessage, abortSignal: signal }).catch(
        (cause: unknown) => {
          if (signal.aborted || cause instanceof ProviderError) throw cause;
          throw new ProviderError(`${name}: ${describeError(cause)}`, { kind: 'unavailable', cause });
        },
      );
      if (typeof reply === 'string')
        return parseReply({ content: reply, toolCalls: [] }, listRequiredKeys(question));
      throw new UserError(`${who}: ask gave ${describeJson(reply)}: give the text of the model’s reply`);
    },
  };
}
