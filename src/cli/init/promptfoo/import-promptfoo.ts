import { CASE_COLUMNS } from '../../../dataset/case-row.js';
import { placeholdersIn } from '../../../dataset/render-prompt.js';
import { UserError } from '../../../model/errors.js';
import type { FileReader } from '../../../model/repository.js';
import { DEFAULT_BASE_URL, DEFAULT_KEY_VARIABLE } from '../../../settings/defaults.js';
import { type Fields, isFields } from '../../../text/values.js';
import { JUDGE, jsonLines, MODEL, type NewFile, nameOfPath, type Setup, slugOf } from '../write-project.js';
import {
  asList,
  createReadNamed,
  importPrompts,
  type PromptfooPrompt,
  PromptOutcome,
  pathBeside,
  renameVariables,
} from './prompts.js';
import { importAssertions, importTests, type PromptfooTest, parseYaml } from './tests.js';

const READ = new Set(['description', 'prompts', 'providers', 'targets', 'tests', 'defaultTest']);
const QUESTIONS = ['input', 'question', 'query', 'message', 'user_message', 'user_input', 'prompt'];
const SAME = ['input', 'context', 'task'];

/** A suite for each prompt and model of a promptfoo config, with its tests as one dataset. Throws `UserError`. */
export async function importPromptfoo(path: string, reader: FileReader): Promise<Setup> {
  const given = parsePromptfoo(await reader.read(path), path);
  const outcome = new PromptOutcome();
  const read = createReadNamed(path, (each) => reader.read(each));
  const prompts = await importPrompts(given['prompts'], read, outcome);
  const models = importProviders(given['providers'] ?? given['targets'], outcome);
  const tests = await importTests(given, read, outcome);
  for (const key of Object.keys(given).filter((each) => !READ.has(each))) {
    outcome.skipped(`setting ${key}`, 'no counterpart');
  }
  const question = chooseQuestion(tests);
  if (prompts.length === 0 || question === null) {
    const lacking = prompts.length === 0 ? 'prompt' : 'test with variables';
    throw new UserError([
      `${path}: no ${lacking} could be taken, so nothing was written`,
      ...outcome.lines(),
    ]);
  }
  const reserved = CASE_COLUMNS.filter((name) => !SAME.includes(name));
  const renames = new Map(reserved.map((name) => [name, `given_${name}`]));
  const placed = uniqueNames(prompts).map((prompt) => placePrompt(prompt, { question, renames, path }));
  for (const { path: to, name } of placed) outcome.taken(`prompt ${name}`, to);
  const { scorers, columns } = importAssertions(tests, outcome);
  const rows = buildRows(tests, { question, renames, prompts, columns });
  outcome.taken(`${tests.length} tests`, `${rows.length} cases; the variable ${question} is the question`);
  const dataset = `evals/${nameOfPath(path)}.jsonl`;
  const targets = models.length === 0 ? [{ model: MODEL }] : models;
  const suites = placed.flatMap(({ name, path: prompt }) =>
    targets.map((target) => ({
      name: targets.length === 1 ? name : `${name}-${slugOf(target.model)}`,
      dataset,
      target: { prompt, ...target },
      scorers,
    })),
  );
  const isOpenAi = targets.every((target) => !('base-url' in target));
  return {
    config: { ...(isOpenAi && { judge: { model: JUDGE } }), suites: uniqueNames(suites) },
    files: [
      { path: dataset, text: jsonLines(rows), about: `${rows.length} cases` },
      ...placed.flatMap(({ file }) => (file === null ? [] : [file])),
    ],
    keyVariable: models[0]?.['api-key-env'] ?? DEFAULT_KEY_VARIABLE,
    notes: [...outcome.lines(), ''],
    todo: [
      ...(models.length === 0 ? [`No provider was taken: set the target of the suites (now ${MODEL}).`] : []),
      ...(suites.length > 1 ? [`Each prompt and model is a suite. Delete those that you do not need.`] : []),
    ],
  };
}

function parsePromptfoo(text: string | null, path: string): Fields {
  if (text === null) throw new UserError(`from: there is no file ${JSON.stringify(path)}; correct the path`);
  const given = parseYaml(text, path);
  if (isFields(given)) return given;
  throw new UserError(`${path}: is not a promptfoo config; name a file with prompts, providers and tests`);
}

function chooseQuestion(tests: readonly PromptfooTest[]): string | null {
  const names = [...new Set(tests.flatMap(({ vars }) => Object.keys(vars)))];
  const different = (name: string) => new Set(tests.flatMap(({ vars }) => vars[name] ?? [])).size;
  const usual = QUESTIONS.find((name) => tests.every(({ vars }) => name in vars));
  return (names.length > 0 ? usual : null) ?? names.sort((a, b) => different(b) - different(a))[0] ?? null;
}

/** The prompt's own file, or a copy in which a text has `{{input}}` for the question, so that it stays the user's message. */
function placePrompt(
  prompt: PromptfooPrompt,
  tests: { question: string; renames: ReadonlyMap<string, string>; path: string },
): { readonly name: string; readonly path: string; readonly file: NewFile | null } {
  const { name, path, text, kind, isInline } = prompt;
  const { question, renames, path: config } = tests;
  const copy = renameVariables(text, kind === 'text' ? new Map([...renames, [question, 'input']]) : renames);
  if (!isInline && copy === text) return { name, path: pathBeside(config, path), file: null };
  const to = `prompts/promptfoo/${name}${/\.\w+$/.exec(path)?.[0]}`;
  return { name, path: to, file: { path: to, text: copy, about: 'a copy of a prompt' } };
}

function buildRows(
  tests: readonly PromptfooTest[],
  options: {
    readonly question: string;
    readonly renames: ReadonlyMap<string, string>;
    readonly prompts: readonly PromptfooPrompt[];
    readonly columns: readonly object[];
  },
): readonly object[] {
  const { question, renames, prompts, columns } = options;
  // In a text, the question has the name `input`.
  const isChat = prompts.some(({ kind }) => kind === 'chat');
  // promptfoo leaves a variable without a value empty.
  const empty = prompts.flatMap(placeholdersIn).map((name) => [name, ''] as const);
  return tests.flatMap(({ description, vars }, at) => {
    const input = vars[question] ?? '';
    if (input.trim() === '') return [];
    const all = Object.entries({ ...Object.fromEntries(empty), ...vars });
    const values = all.filter(([name]) => isChat || name !== question);
    const named = values.map(([name, value]) => [renames.get(name) ?? name, value] as const);
    const id = description === '' ? `case-${at + 1}` : `${at + 1}-${slugOf(description)}`;
    return [{ ...Object.fromEntries(named), id, input, ...columns[at] }];
  });
}

/** Prompts of different folders, or models with different options, may have one name. */
function uniqueNames<Suite extends { readonly name: string }>(suites: readonly Suite[]): readonly Suite[] {
  return suites.map((suite, at) => {
    const isRepeated = suites.slice(0, at).some(({ name }) => name === suite.name);
    return isRepeated ? { ...suite, name: `${suite.name}-${at + 1}` } : suite;
  });
}

export type PromptfooModel = {
  readonly model: string;
  readonly 'base-url'?: string;
  readonly 'api-key-env'?: string;
  readonly parameters?: Fields;
};

/** Providers with an OpenAI-compatible address: the address, and the usual variable of the key. */
const PROVIDERS: Readonly<Record<string, readonly [string, string]>> = {
  openai: [DEFAULT_BASE_URL, DEFAULT_KEY_VARIABLE],
  anthropic: ['https://api.anthropic.com/v1', 'ANTHROPIC_API_KEY'],
  google: ['https://generativelanguage.googleapis.com/v1beta/openai', 'GEMINI_API_KEY'],
  groq: ['https://api.groq.com/openai/v1', 'GROQ_API_KEY'],
  mistral: ['https://api.mistral.ai/v1', 'MISTRAL_API_KEY'],
  ollama: ['http://localhost:11434/v1', 'OLLAMA_API_KEY'],
  openrouter: ['https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY'],
};
const PROVIDER_ID = /^(\w+):(?:(?:chat|messages|responses):)?(.+)$/;
const OTHER_KINDS =
  /^(?:agents?|assistant|claude-agent-sdk|codex|completion|embedding|image|moderation|realtime)/;
const PARAMETERS = /^(?:temperature|max_tokens|max_completion_tokens|top_p|seed|stop|reasoning_effort)$/;
const ADDRESS = /^api(?:BaseUrl|KeyEnvar|KeyRequired)$/;

export function importProviders(given: unknown, outcome: PromptOutcome): readonly PromptfooModel[] {
  return asList(given).flatMap((entry) => {
    const { id, config } = isFields(entry) ? entry : { id: entry, config: {} };
    const [, provider = '', model = ''] = PROVIDER_ID.exec(String(id)) ?? [];
    const [address, variable] = PROVIDERS[provider] ?? [];
    if (address === undefined || OTHER_KINDS.test(model)) {
      outcome.skipped(
        `provider ${id ?? Object.keys(Object(entry))[0]}`,
        'not a chat model; if it is your agent, see docs/agents.md',
      );
      return [];
    }
    outcome.taken(`provider ${id}`, `model ${model}`);
    const options = Object.entries(isFields(config) ? config : {});
    for (const [name] of options.filter(([each]) => !PARAMETERS.test(each) && !ADDRESS.test(each))) {
      outcome.skipped(`provider option ${name}`, 'no counterpart');
    }
    const { apiBaseUrl = address, apiKeyEnvar = variable } = Object.fromEntries(options);
    const parameters = options.filter(([name]) => PARAMETERS.test(name));
    return [
      {
        model,
        ...(apiBaseUrl !== DEFAULT_BASE_URL && { 'base-url': String(apiBaseUrl) }),
        ...(apiKeyEnvar !== DEFAULT_KEY_VARIABLE && { 'api-key-env': String(apiKeyEnvar) }),
        ...(parameters.length > 0 && { parameters: Object.fromEntries(parameters) }),
      },
    ];
  });
}
