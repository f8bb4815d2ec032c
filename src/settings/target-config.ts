import { z } from 'zod';
import { HEADER_VARIABLE, type TargetSettings } from '../model/target-settings.js';
import { JSON_POINTER } from '../text/json.js';
import { DEFAULT_ANSWER_TIMEOUT_MS, DEFAULT_WORKERS } from './defaults.js';
import {
  baseUrl,
  choice,
  command,
  filePath,
  group,
  parameters,
  passedVariables,
  program,
  text,
  variable,
} from './values.js';

const thoughts = choice(['kept'])
  .describe('`kept`: thoughts before an answer, such as <think>…</think>, belong to it. Default: left out.')
  .optional();

const promptTarget = group({
  prompt: filePath().describe('Prompt file: .md, .txt, .json or .prompt.yml.'),
  model: text().describe("Default: the prompt file's model.").optional(),
  'base-url': baseUrl()
    .describe('Address of an OpenAI-compatible provider. The model name is then sent unchanged.')
    .optional(),
  'api-key-env': variable()
    .describe("Environment variable that holds the key. Default: the provider's, such as OPENAI_API_KEY.")
    .optional(),
  auth: choice(['oidc'])
    .describe("`oidc` replaces the key by GitHub's identity token, in the action, for OpenAI and Anthropic.")
    .optional(),
  parameters: parameters().optional(),
  thoughts,
});

const commandTarget = group({
  command: command('[node, agent.mjs]').describe('Program and arguments, started without a shell.'),
  ...program,
  thoughts,
});

const moduleTarget = group({
  module: filePath().describe('A .ts or .mjs file whose default export is (case) => answer.'),
  ...program,
  thoughts,
});

const pointer = () => text('must be a JSON Pointer, for example /choices/0/message/content', JSON_POINTER);

const httpTarget = group({
  http: baseUrl().describe('Address of a running agent, which gets one request per question.'),
  headers: z
    .record(z.string(), text(), { error: 'must be a group of headers' })
    .describe(`Headers. \${NAME} is the value of a variable that \`env\` names.`)
    .optional(),
  env: passedVariables().describe('Environment variables that headers may hold.').optional(),
  body: z
    .unknown()
    .describe('JSON with placeholders such as {{input}} and {{messages}}. Default: as a command gets it.')
    .optional(),
  answer: pointer().describe("JSON Pointer to the answer's text. Default: /output.").optional(),
  'tool-calls': pointer().describe('JSON Pointer to its tool calls. Default: /toolCalls.').optional(),
  context: pointer().describe('JSON Pointer to its context. Default: /context.').optional(),
  thoughts,
}).superRefine(({ headers = {}, env = [] }, context) => {
  for (const [header, value] of Object.entries(headers)) {
    for (const [, name = ''] of value.matchAll(HEADER_VARIABLE)) {
      if (env.includes(name)) continue;
      context.addIssue({
        code: 'custom',
        path: ['headers', header],
        message: `names the variable ${name}, which \`env\` has to list`,
      });
    }
  }
});

const recordedTarget = group({
  recorded: filePath().describe('Recorded answers as JSON Lines, or a run record.'),
  thoughts,
});

/** `target` in the config file: a group with the keys of one kind. */
export const targetConfig = z.union([promptTarget, commandTarget, moduleTarget, httpTarget, recordedTarget], {
  error: 'must be a group with one of `prompt`, `command`, `module`, `http`, `recorded`',
});

export type ConfigTarget = z.output<typeof targetConfig>;

export function resolveTarget(target: ConfigTarget): TargetSettings {
  const settings = resolveKind(target);
  return target.thoughts === undefined ? settings : { ...settings, thoughts: target.thoughts };
}

function resolveKind(target: ConfigTarget): TargetSettings {
  if ('prompt' in target) {
    const { prompt, model, parameters } = target;
    return { kind: 'prompt', prompt, model: model ?? null, parameters: parameters ?? {} };
  }
  if ('recorded' in target) return { kind: 'recorded', recorded: target.recorded };
  if ('http' in target) return resolveHttp(target);
  const program = {
    workers: target.workers ?? DEFAULT_WORKERS,
    timeoutMs: target.timeout ?? DEFAULT_ANSWER_TIMEOUT_MS,
    env: target.env ?? [],
  };
  if ('module' in target) return { kind: 'module', module: target.module, ...program };
  return { kind: 'command', command: target.command, ...program };
}

function resolveHttp(target: Extract<ConfigTarget, { http: string }>): TargetSettings {
  return {
    kind: 'http',
    http: target.http,
    headers: target.headers ?? {},
    body: target.body ?? null,
    answer: target.answer ?? '/output',
    toolCalls: target['tool-calls'] ?? '/toolCalls',
    context: target.context ?? '/context',
    env: target.env ?? [],
  };
}
