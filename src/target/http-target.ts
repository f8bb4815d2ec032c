import { fillTemplate } from '../dataset/render-prompt.js';
import { type Answer, addUsage, NO_USAGE } from '../model/answer.js';
import type { Case } from '../model/case.js';
import type { HttpClient } from '../model/effects.js';
import { describeError, ProviderError, UserError } from '../model/errors.js';
import { describeTarget, HEADER_VARIABLE, type TargetSettings } from '../model/target-settings.js';
import { resolvePointer } from '../text/json.js';
import { describeJson, isFields, isList, quoteOutput } from '../text/values.js';
import { buildAnswer, buildFailure, parseAnswerFields, readReportedError } from './build-answer.js';
import { type AnswerOptions, buildQuestion, type Target, type TargetQuestion } from './target.js';

type HttpSettings = Extract<TargetSettings, { kind: 'http' }>;

type HttpTargetContext = {
  readonly client: HttpClient;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True if only the pull request names this address for the variables. */
  readonly blocked: boolean;
};

/** An agent behind an address, which gets one request per question. */
export function openHttpTarget(settings: HttpSettings, context: HttpTargetContext): Target {
  const { client, env, blocked } = context;
  const { name } = describeTarget(settings);
  let usage = NO_USAGE;

  async function answer(row: Case, sample: number, { signal, begin }: AnswerOptions): Promise<Answer> {
    if (blocked) {
      const why = `no variable was sent to ${name}, because only the pull request's config has this address for ${settings.env.join(', ')}; merge that change of the config first`;
      throw new ProviderError(why, { kind: 'unauthorized' });
    }
    const headers = { 'content-type': 'application/json', ...fillHeaders(settings, env) };
    const body = JSON.stringify(fillBody(settings.body, buildQuestion(row, sample), row));
    await begin?.();
    usage = addUsage(usage, { ...NO_USAGE, calls: 1 });
    try {
      const { json, seconds } = await client.send({ method: 'POST', headers, body }, signal);
      return readAnswer(json, settings, seconds);
    } catch (thrown) {
      if (!(thrown instanceof ProviderError) || thrown.fatal || signal.aborted) throw thrown;
      return buildFailure(thrown.kind, thrown.message);
    }
  }

  return {
    description: name,
    model: null,
    maxSamples: Number.POSITIVE_INFINITY,
    answer,
    usage: () => usage,
    async [Symbol.asyncDispose]() {},
  };
}

/** Throws `UserError` for a variable that is not set, or that no header can hold. */
function fillHeaders(
  { headers }: HttpSettings,
  env: HttpTargetContext['env'],
): Readonly<Record<string, string>> {
  const filled = Object.entries(headers).map(([header, template]) => {
    const value = template.replaceAll(HEADER_VARIABLE, (_variable, name: string) => {
      const variable = env[name]?.trim() ?? '';
      if (variable === '')
        throw new UserError(`target headers.${header}: the environment variable ${name} is not set`);
      if (/[^\x20-\x7e]/.test(variable))
        throw new UserError(
          `target headers.${header}: the environment variable ${name} has a line break or an odd character`,
        );
      return variable;
    });
    return [header.toLowerCase(), value] as const;
  });
  return Object.fromEntries(filled);
}

/** The question itself without a template. `{{messages}}` and `{{vars}}` alone in a text become the list and the group. */
function fillBody(template: unknown, question: TargetQuestion, row: Case): unknown {
  if (template === null) return question;
  const fill = (value: unknown): unknown => {
    if (isList(value)) return value.map(fill);
    if (isFields(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each)]));
    }
    if (typeof value !== 'string') return value;
    const [, whole] = /^\{\{\s*(messages|vars)\s*\}\}$/.exec(value) ?? [];
    if (whole === 'messages' || whole === 'vars') return question[whole];
    return fillTemplate(value, row, 'target body');
  };
  return fill(template);
}

function readAnswer(json: unknown, { answer, toolCalls, context }: HttpSettings, seconds: number): Answer {
  const fields = {
    output: resolvePointer(json, answer),
    toolCalls: resolvePointer(json, toolCalls),
    context: resolvePointer(json, context),
  };
  const isEmpty = fields.output === undefined && fields.toolCalls === undefined;
  const failed = isEmpty && isFields(json) ? readReportedError(json) : null;
  if (failed !== null) return failed;
  try {
    return buildAnswer({ ...parseAnswerFields(fields), seconds });
  } catch (thrown) {
    const why = isEmpty ? `it has nothing at ${answer} (target.answer)` : describeError(thrown);
    return buildFailure('target', `the answer cannot be used: ${why}${quoteOutput(describeJson(json))}`);
  }
}
