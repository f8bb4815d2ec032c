import { CASE_COLUMNS, isCaseColumn } from '../../../dataset/case-row.js';
import { UserError } from '../../../model/errors.js';
import type { FileReader } from '../../../model/repository.js';
import { DEFAULT_KEY_VARIABLE } from '../../../settings/defaults.js';
import { isFields } from '../../../text/values.js';
import { JUDGE, jsonLines, MODEL, type NewFile, nameOfPath, type Setup, slugOf } from '../write-project.js';
import { importAssertions, readAssertion } from './assertions.js';
import { type ConfigPart, entriesOf, parseConfig } from './config-part.js';
import { ImportOutcome } from './import-outcome.js';
import { createReadNamed } from './named-files.js';
import { importPrompts, type PromptfooPrompt, placePrompt } from './prompts.js';
import { importProviders } from './providers.js';
import { variablesIn } from './templates.js';
import { importTests, type PromptfooTest } from './tests.js';

const READ_KEYS = ['$schema', 'description', 'prompts', 'providers', 'targets', 'tests', 'defaultTest'];
const QUESTIONS = ['input', 'question', 'query', 'message', 'user_message', 'user_input', 'prompt'];

/** A suite for each prompt and model of a promptfoo config, with its tests as one dataset. Throws `UserError`. */
export async function importPromptfoo(path: string, reader: FileReader): Promise<Setup> {
  const config = parsePromptfoo(await reader.read(path), path);
  const outcome = new ImportOutcome();
  const read = createReadNamed(path, reader);
  const tests = await importTests(config, { read, outcome });
  const names = new Set(tests.flatMap(({ vars }) => [...vars.keys()]));
  const prompts = await importPrompts(config.at('prompts'), { names, read, outcome });
  const providers = config.at('providers');
  const models = await importProviders(providers.value ? providers : config.at('targets'), read, outcome);
  for (const [key, part] of entriesOf(config).filter(([key]) => !READ_KEYS.includes(key))) {
    outcome.skipped(`setting ${key}`, 'no counterpart', part);
  }
  const question = chooseQuestion(tests, prompts);
  const renames = chooseNames(names, question);
  const placed = placePrompts(prompts, { question, renames }, outcome);
  const cases = chooseCases(tests, { question, prompts: placed.map(({ prompt }) => prompt) }, outcome);
  if (placed.length === 0 || cases.length === 0) {
    const lacking = placed.length === 0 ? 'prompt' : 'test';
    const problem = `${path}: no ${lacking} could be taken, so nothing was written`;
    throw new UserError([problem, ...outcome.lines()]);
  }
  for (const { prompt, path: to } of placed) outcome.taken(`prompt ${prompt.name}`, to);
  const { scorers, columns } = importAssertions(cases, outcome);
  const isChat = placed.some(({ prompt }) => prompt.file.kind === 'chat');
  const needed = new Set(placed.flatMap(({ prompt }) => [...variablesIn(prompt.text)]));
  const rows = cases.map((row, at) => ({
    ...rowOf(row, at, { question, renames, needed, isChat }),
    ...columns[at],
  }));
  outcome.taken('tests', `${rows.length} cases; the variable ${question} is the question`);
  const dataset = `evals/${nameOfPath(path)}.jsonl`;
  const targets = models.length === 0 ? [{ model: MODEL }] : models;
  const suites = placed.flatMap(({ prompt: { name }, path: prompt }) =>
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
      ...placed.flatMap(({ copy }) => (copy === null ? [] : [copy])),
    ],
    keyVariable: models[0]?.['api-key-env'] ?? DEFAULT_KEY_VARIABLE,
    notes: [...outcome.lines(), ''],
    todo: [
      ...(models.length === 0 ? [`No provider was taken: set the target of the suites (now ${MODEL}).`] : []),
      ...(suites.length > 1 ? [`Each prompt and model is a suite. Delete those that you do not need.`] : []),
    ],
  };
}

function parsePromptfoo(text: string | null, path: string): ConfigPart {
  if (text === null) throw new UserError(`from: there is no file ${JSON.stringify(path)}; correct the path`);
  const config = parseConfig(text, path);
  if (isFields(config.value)) return config;
  throw new UserError(`${path}: is not a promptfoo config; name a file with prompts, providers and tests`);
}

/** The variable that most prompts and tests have, by its name or because its values differ most. */
function chooseQuestion(tests: readonly PromptfooTest[], prompts: readonly PromptfooPrompt[]): string {
  const asked = prompts.map(({ text }) => variablesIn(text));
  const countAsked = (name: string) => asked.filter((names) => names.has(name)).length;
  const countTests = (name: string) => tests.filter(({ vars }) => vars.has(name)).length;
  const countDifferent = (name: string) =>
    new Set(tests.map(({ vars }) => JSON.stringify(vars.get(name) ?? null))).size;
  const isUsual = (name: string) => (QUESTIONS.includes(name) ? 1 : 0);
  const [best = ''] = [...new Set(asked.flatMap((names) => [...names]))].sort(
    (a, b) =>
      countAsked(b) - countAsked(a) ||
      countTests(b) - countTests(a) ||
      isUsual(b) - isUsual(a) ||
      countDifferent(b) - countDifferent(a),
  );
  return best;
}

/** New names for variables that have a meaning as columns of a dataset. */
function chooseNames(names: ReadonlySet<string>, question: string): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  for (const name of CASE_COLUMNS.filter(
    (each) => names.has(each) && each !== question && each !== 'context',
  )) {
    let now = `given_${name}`;
    while (names.has(now)) now = `given_${now}`;
    renames.set(name, now);
  }
  return renames;
}

type PlacedPrompt = {
  readonly prompt: PromptfooPrompt;
  readonly path: string;
  readonly copy: NewFile | null;
};

function placePrompts(
  prompts: readonly PromptfooPrompt[],
  names: { readonly question: string; readonly renames: ReadonlyMap<string, string> },
  outcome: ImportOutcome,
): readonly PlacedPrompt[] {
  return uniqueNames(prompts).flatMap((prompt) => {
    const placed = placePrompt(prompt, names);
    if (!('reason' in placed)) return [{ prompt, ...placed }];
    outcome.skipped(`prompt ${prompt.part}`, placed.reason, prompt);
    return [];
  });
}

type ImportedCase = Pick<PromptfooTest, 'description'> & {
  readonly values: ReadonlyMap<string, string>;
  readonly assertions: Parameters<typeof importAssertions>[0][number]['assertions'];
};

/** The tests that have a text for everything that the prompts ask. */
function chooseCases(
  tests: readonly PromptfooTest[],
  { question, prompts }: { readonly question: string; readonly prompts: readonly PromptfooPrompt[] },
  outcome: ImportOutcome,
): readonly ImportedCase[] {
  // Without a prompt, nothing is asked.
  if (question === '') return [];
  const needed = new Set(prompts.flatMap(({ text }) => [...variablesIn(text)]));
  return tests.flatMap((test) => {
    const failed = [...test.vars].flatMap(([name, value]) => ('reason' in value ? [{ name, ...value }] : []));
    const missing = failed.find(({ name }) => needed.has(name));
    if (missing !== undefined) {
      outcome.skipped('test', `its variable ${missing.name}: ${missing.reason}`, test);
      return [];
    }
    const values = new Map(
      [...test.vars].flatMap(([name, value]) => ('text' in value ? [[name, value.text]] : [])),
    );
    if ((values.get(question) ?? '').trim() === '') {
      outcome.skipped('test', `it has no value for ${question}, the question`, test);
      return [];
    }
    for (const { name, reason } of failed) outcome.skipped(`variable ${name}`, reason, test);
    const assertions = test.assertions.flatMap((part) => readAssertion(part, values, outcome) ?? []);
    return [{ description: test.description, values, assertions }];
  });
}

function rowOf(
  { description, values }: ImportedCase,
  at: number,
  options: {
    readonly question: string;
    readonly renames: ReadonlyMap<string, string>;
    readonly needed: ReadonlySet<string>;
    readonly isChat: boolean;
  },
): object {
  const { question, renames, needed, isChat } = options;
  // promptfoo leaves a variable without a value empty. In a text, the question has the name `input`.
  const all = new Map([...[...needed].map((name) => [name, ''] as const), ...values]);
  const named = [...all]
    .filter(([name]) => name !== question || (isChat && !isCaseColumn(name)))
    .map(([name, value]) => [renames.get(name) ?? name, name === 'context' ? [value] : value]);
  const id = description === '' ? `case-${at + 1}` : `${at + 1}-${slugOf(description)}`;
  return { ...Object.fromEntries(named), id, input: values.get(question) ?? '' };
}

/** Prompts of different folders, or models with different options, may have one name. */
function uniqueNames<Named extends { readonly name: string }>(all: readonly Named[]): readonly Named[] {
  return all.map((one, at) => {
    const isRepeated = all.slice(0, at).some(({ name }) => name === one.name);
    return isRepeated ? { ...one, name: `${one.name}-${at + 1}` } : one;
  });
}
