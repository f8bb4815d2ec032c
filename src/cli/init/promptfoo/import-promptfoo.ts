import { CASE_COLUMNS, isCaseColumn } from '../../../dataset/case-row.js';
import { findSystemPrompt } from '../../../dataset/prompt-file.js';
import { escapeGlob } from '../../../files/watched-files.js';
import { UserError } from '../../../model/errors.js';
import { omitUndefined } from '../../../model/omit-undefined.js';
import { findPreset } from '../../../model/provider.js';
import type { FileReader } from '../../../model/repository.js';
import { findPurpose } from '../../../project/find-purpose.js';
import { DEFAULT_BASE_URL } from '../../../settings/defaults.js';
import { namePage } from '../../../settings/page-name.js';
import { formatCount, isFields, renderFirst, renderList } from '../../../text/values.js';
import {
  buildName,
  buildSlug,
  JUDGE,
  type NewFile,
  renderJsonLines,
  type Setup,
  UNKNOWN_MODEL,
} from '../write-project.js';
import { renderAssertionScorer } from './assertion-scorer.js';
import { importAssertions, readAssertion } from './assertions.js';
import { type ConfigPart, listFields, parseConfigPart } from './config-part.js';
import { ImportOutcome } from './import-outcome.js';
import type { IncludedFile } from './included-files.js';
import { createReadNamed } from './named-files.js';
import {
  type ImportedPrompt,
  listOriginals,
  placePrompts,
  warnOfCopy,
  warnOfUntested,
} from './place-prompts.js';
import { importPrompts } from './prompts.js';
import { importProviders, type NamedTarget } from './providers.js';
import { findSettingRemedy } from './remedies.js';
import { collectTexts, fillVariables } from './templates.js';
import { importTests, type PromptfooTest } from './tests.js';

/** With fewer cases, only large drops are found. */
const FEW_CASES = 30;
const MUST_PASS =
  'An assertion that a pull request breaks fails the check. A lost fact or a lower score in one case alone does not, unless its row in the dataset has "must-pass": true.';
const READ_KEYS = [
  '$schema',
  'description',
  'prompts',
  'providers',
  'targets',
  'tests',
  'defaultTest',
  'scenarios',
];
const QUESTIONS = ['input', 'question', 'query', 'message', 'user_message', 'user_input', 'prompt', 'text'];

/** A text of a file in the dataset. */
type CopiedValue = {
  /** The question of its case. */
  readonly input: string;
  readonly column: string;
  readonly value: string;
  readonly paths: readonly string[];
};

/** A set-up, and what it has of the promptfoo config. */
export type ImportedSetup = Setup & {
  readonly config: {
    readonly suites: readonly {
      readonly name: string;
      readonly watch?: readonly string[];
      readonly target: { readonly prompt: string };
    }[];
  };
  /** The prompts that no suite tests, in words. */
  readonly untested: readonly string[];
  readonly copies: readonly CopiedValue[];
};

/** A suite for each prompt and model of a promptfoo config, with its tests as one dataset. Throws `UserError`. */
export async function importPromptfoo(path: string, reader: FileReader): Promise<ImportedSetup> {
  const outcome = new ImportOutcome();
  const { tests, names, prompts, unread, models } = await readParts(path, reader, outcome);
  const question = chooseQuestion(tests, prompts);
  const renames = chooseNames(names, question);
  const { placed: placedPrompts, unplaced } = placePrompts(prompts, { question, renames }, outcome);
  const untested = [...unread, ...unplaced];
  const asked = placedPrompts.map(({ prompt }) => prompt).filter(({ kind }) => kind === 'prompt');
  const cases = chooseCases(tests, { question, needed: collectVariables(asked) }, outcome);
  requireSome({ prompt: placedPrompts, test: cases }, path, outcome);
  reportPrompts(placedPrompts, outcome);
  const shared = findSharedValues(cases);
  const purposes = placedPrompts.map(({ prompt }) => findPromptsPurpose(prompt, shared));
  const name = buildName(path);
  const scorerPath = `evals/${name}-assertions.mjs`;
  const { scorers, columns, checks, demands } = importAssertions(cases, scorerPath, outcome);
  const given = placeDemands(demands, purposes);
  const needed = collectVariables(placedPrompts.map(({ prompt }) => prompt));
  const rows = cases.map((row, at) => ({
    ...buildRow(row, at, { question, renames, needed }),
    ...columns[at],
  }));
  outcome.taken('tests', `${formatCount(rows.length, 'case')}; the variable ${question} is the question`);
  const copies = listCopies(cases, { question, renames, needed });
  const copied = [...new Set(copies.flatMap(({ paths }) => paths))];
  for (const file of copied) outcome.taken(`file ${file}`, 'its text in the dataset; change it in both');
  const datasets = buildDatasets(rows, { name, prompts: placedPrompts, tasks: given.byCase });
  const dataset = datasets[0]?.path ?? '';
  const targets = nameTargets(models);
  const tasks = listTasks(given, placedPrompts, purposes);
  const suites = placedPrompts.flatMap((placed, at) => {
    const own = { task: tasks[at], dataset: datasets[at]?.path ?? dataset };
    const watched = [...listOriginals(placed, path), ...copied];
    return buildSuites(placed, { watched, targets, scorers, ...own });
  });
  const asserted = rows.map(({ id }, at) => ({ id, checks: checks[at] ?? [] }));
  const scorer = renderAssertionScorer(asserted, { config: path, path: scorerPath });
  return {
    config: { ...chooseJudge(targets.map(({ target }) => target)), suites: makeNamesUnique(suites) },
    files: listNewFiles([...datasets, scorer, ...placedPrompts.map(({ copy }) => copy)]),
    program: null,
    variables: [],
    notes: [
      ...outcome.lines(),
      '',
      ...placedPrompts.flatMap((prompt) => warnOfCopy(prompt, path)),
      ...warnOfCopiedFiles(copied, datasets),
      ...warnOfUntested(untested),
      ...(scorer === null ? [] : [MUST_PASS]),
    ],
    todo: [
      ...askForPrompts(placedPrompts),
      ...listTodo({ models, cases: rows.length, dataset, given, tasks, purposes, suites: suites.length }),
    ],
    untested,
    copies,
  };
}

async function readParts(path: string, reader: FileReader, outcome: ImportOutcome) {
  const config = parsePromptfoo(await reader.read(path), path);
  const read = createReadNamed(path, reader);
  const tests = await importTests(config, { read, outcome });
  const names = new Set(tests.flatMap(({ vars }) => [...vars.keys()]));
  const files = findSharedFiles(tests);
  const { prompts, untested } = await importPrompts(config.at('prompts'), { names, files, read, outcome });
  const providers = config.at('providers');
  const models = await importProviders(providers.value ? providers : config.at('targets'), read, outcome);
  skipSettings(config, outcome);
  return { tests, names, prompts: makeNamesUnique(prompts), unread: untested, models };
}

function reportPrompts(prompts: readonly ImportedPrompt[], outcome: ImportOutcome): void {
  for (const { prompt, path } of prompts) {
    if (prompt.kind === 'prompt') outcome.taken(`prompt ${prompt.name}`, path);
  }
}

/** Suites may share a file. */
function listNewFiles(files: readonly (NewFile | null)[]): readonly NewFile[] {
  const written = files.filter((file) => file !== null);
  return [...new Map(written.map((file) => [file.path, file])).values()];
}

function askForPrompts(prompts: readonly ImportedPrompt[]): readonly string[] {
  return prompts
    .filter(({ prompt }) => prompt.kind === 'unwritten')
    .map(
      ({ prompt, path }) =>
        `In ${path}, write the text of ${prompt.path ?? 'the prompt'} without template logic. Only names in braces, such as {{input}}, are filled in.`,
    );
}

function listTodo(facts: {
  readonly models: readonly NamedTarget[];
  readonly cases: number;
  readonly dataset: string;
  readonly given: PlacedDemands;
  readonly tasks: readonly (string | null | undefined)[];
  readonly purposes: readonly (string | null)[];
  readonly suites: number;
}): readonly string[] {
  const { models, cases, dataset, given, tasks, purposes, suites } = facts;
  return [
    ...(models.length === 0
      ? [`No provider was taken: write the \`model\` of the suites: ${namePage('providers.md')}`]
      : []),
    ...(cases < FEW_CASES
      ? [`Add cases to ${dataset}, up to 30 or more: fewer detect only large drops.`]
      : []),
    ...(given.byCase === null
      ? listTaskSteps(tasks, given.bySuite !== null)
      : [describeCaseTasks(dataset, !purposes.includes(null))]),
    ...(suites > 1 ? [`Each prompt and model is a suite. Delete those that you do not need.`] : []),
  ];
}

function skipSettings(config: ConfigPart, outcome: ImportOutcome): void {
  for (const [key, part] of listFields(config).filter(([key]) => !READ_KEYS.includes(key))) {
    outcome.skipped(`setting ${key}`, findSettingRemedy(key), part);
  }
}

/** Throws `UserError` if no prompt or no test is left. */
function requireSome(
  parts: Readonly<Record<'prompt' | 'test', readonly unknown[]>>,
  path: string,
  outcome: ImportOutcome,
): void {
  const [missing] = Object.entries(parts).find(([, { length }]) => length === 0) ?? [];
  if (missing === undefined) return;
  throw new UserError([
    `${path}: no ${missing} could be taken, so nothing was written`,
    ...outcome.skippedLines(),
  ]);
}

/** The dataset of each prompt: one for all, unless the tasks of the cases begin with the prompt's own purpose. */
function buildDatasets(
  rows: readonly object[],
  given: {
    readonly name: string;
    readonly prompts: readonly ImportedPrompt[];
    readonly tasks: PlacedDemands['byCase'];
  },
): readonly NewFile[] {
  const { name, prompts, tasks } = given;
  const texts = prompts.map((_prompt, at) => {
    const own = tasks?.[at];
    return renderJsonLines(
      own === undefined ? rows : rows.map((row, index) => ({ ...row, task: own[index] })),
    );
  });
  const isShared = new Set(texts).size === 1;
  return prompts.map(({ prompt }, at) => ({
    path: isShared ? `evals/${name}.jsonl` : `evals/${name}-${prompt.name}.jsonl`,
    text: texts[at] ?? '',
    about: formatCount(rows.length, 'case'),
  }));
}

type PlacedDemands = {
  /** Tasks by prompt, then by case. */
  readonly byCase: readonly (readonly string[])[] | null;
  /** By prompt. */
  readonly bySuite: readonly string[] | null;
};

/**
 * Relevance is judged against the task, so it begins with what the agent is for. A demand that all tests share belongs
 * to the suites, other demands to the cases.
 */
function placeDemands(
  demands: readonly string[] | null,
  purposes: readonly (string | null)[],
): PlacedDemands {
  if (demands === null) return { byCase: null, bySuite: null };
  const byCase = purposes.map((purpose) => demands.map((demand) => joinTask(purpose, demand)));
  const isShared = new Set(demands).size === 1;
  return isShared ? { byCase: null, bySuite: byCase.map(([task = '']) => task) } : { byCase, bySuite: null };
}

/** The task of each prompt's suites: `undefined` if they need none, `null` if they need one that is not known. */
function listTasks(
  { byCase, bySuite }: PlacedDemands,
  prompts: readonly ImportedPrompt[],
  purposes: readonly (string | null)[],
): readonly (string | null | undefined)[] {
  if (bySuite !== null) return bySuite;
  // Without a system message, relevance has no other reference than the task.
  return prompts.map(({ prompt }, at) => {
    const hasReference =
      byCase !== null || prompt.kind === 'unwritten' || findSystemPrompt(prompt.file) !== null;
    return hasReference ? undefined : purposes[at];
  });
}

function joinTask(purpose: string | null, demand: string): string {
  return purpose === null ? demand : `${purpose} ${demand}`;
}

/** The suites of a prompt, one for each model. @param given.watched Files that are not measured. */
function buildSuites(
  { prompt, path }: ImportedPrompt,
  given: {
    readonly watched: readonly string[];
    readonly task: string | null | undefined;
    readonly targets: readonly Target[];
    readonly dataset: string;
    readonly scorers: readonly object[];
  },
) {
  const { watched, task, targets, dataset, scorers } = given;
  return targets.map(({ target, name }) =>
    omitUndefined({
      name: name === null ? prompt.name : `${prompt.name}-${name}`,
      dataset,
      task: task ?? undefined,
      // An edit of the original starts a check, whose comment says that the copy is measured.
      watch: watched.length === 0 ? undefined : watched.map(escapeGlob),
      target: { prompt: path, ...target },
      scorers,
    }),
  );
}

/** Variables with the same value in every case, such as the name of the company. */
function findSharedValues(cases: readonly ImportedCase[]): ReadonlyMap<string, string> {
  const [first] = cases;
  if (first === undefined || cases.length < 2) return new Map();
  const isShared = ([name, value]: readonly [string, string]) =>
    cases.every(({ values }) => values.get(name) === value);
  return new Map([...first.values].filter(isShared));
}

/** The first sentence of a prompt's instructions. */
function findPromptsPurpose(
  prompt: ImportedPrompt['prompt'],
  shared: ReadonlyMap<string, string>,
): string | null {
  if (prompt.kind === 'unwritten') return null;
  const { file } = prompt;
  const text = findSystemPrompt(file) ?? file.messages[0]?.content ?? '';
  return findPurpose(fillVariables(text, shared));
}

type Target = { readonly target: { readonly model: string }; readonly name: string | null };

/**
 * Names of models for their suites: the label, else the model, with its provider if two share the model. `null` for a
 * single model without a label.
 */
function nameTargets(models: readonly NamedTarget[]): readonly Target[] {
  if (models.length === 0) return [{ target: { model: UNKNOWN_MODEL }, name: null }];
  const named = models.map((each) => ({ ...each, name: buildSlug(each.label ?? shortenModel(each)) }));
  return named.map(({ target, label, provider, name }) => {
    if (named.length === 1 && label === null) return { target, name: null };
    const isShared = named.some((other) => other.name === name && other.provider !== provider);
    return { target, name: isShared && label === null ? `${provider}-${name}` : name };
  });
}

/** `llama-3` for `meta/llama-3`. */
function shortenModel({ target }: NamedTarget): string {
  return target.model.split('/').at(-1) ?? '';
}

function describeCaseTasks(dataset: string, hasPurpose: boolean): string {
  return !hasPurpose
    ? `Each \`task\` of ${dataset} is an llm-rubric. Write before it what the agent is for: relevance is judged against the task.`
    : `Read a \`task\` of ${dataset}: it is the first sentence of the prompt, and the llm-rubric.`;
}

/** @param tasks Of each prompt: `undefined` if it needs none, `null` if it needs one that is not known. */
function listTaskSteps(tasks: readonly (string | null | undefined)[], hasDemand: boolean): readonly string[] {
  const more = hasDemand ? ', and the llm-rubric' : '';
  return [
    ...(tasks.some((task) => typeof task === 'string')
      ? [`Read the \`task\` of the suites: it is the first sentence of the prompt${more}.`]
      : []),
    ...(tasks.includes(null)
      ? ['Write a `task` for the suites without one: what the agent is for. Relevance is judged against it.']
      : []),
  ];
}

function parsePromptfoo(text: string | null, path: string): ConfigPart {
  if (text === null) throw new UserError(`from: there is no file ${JSON.stringify(path)}; correct the path`);
  if (/\.(?:[cm]?[jt]s|py)$/.test(path)) {
    throw new UserError(
      `${path}: is code, which \`init\` does not run; save what it exports as JSON, and name that file`,
    );
  }
  const config = parseConfigPart(text, path);
  if (isFields(config.value)) return config;
  throw new UserError(`${path}: is not a promptfoo config; name a file with prompts, providers and tests`);
}

/** The variables whose value is the same file in all tests: a part of the prompts, such as the system message. */
function findSharedFiles(tests: readonly PromptfooTest[]): ReadonlyMap<string, IncludedFile> {
  const [first, ...others] = tests;
  // A single test shares its question too.
  if (first === undefined || others.length === 0) return new Map();
  const isShared = ([name, { path }]: readonly [string, IncludedFile]) =>
    others.every(({ files }) => files.get(name)?.path === path);
  return new Map([...first.files].filter(isShared));
}

/** The variable that most prompts and tests have, by its name or because its values differ most. */
function chooseQuestion(
  tests: readonly PromptfooTest[],
  prompts: readonly ImportedPrompt['prompt'][],
): string {
  const written = prompts.filter(({ kind }) => kind === 'prompt');
  const promptVariables = (written.length > 0 ? written : prompts).map(({ variables }) => variables);
  const countAsked = (name: string) => promptVariables.filter((names) => names.has(name)).length;
  const countTests = (name: string) => tests.filter(({ vars }) => vars.has(name)).length;
  const countDifferent = (name: string) =>
    new Set(tests.map(({ vars }) => JSON.stringify(vars.get(name) ?? null))).size;
  const isUsual = (name: string) => (QUESTIONS.includes(name) ? 1 : 0);
  const [best = ''] = [...new Set(promptVariables.flatMap((names) => [...names]))].sort(
    (a, b) =>
      countAsked(b) - countAsked(a) ||
      countTests(b) - countTests(a) ||
      isUsual(b) - isUsual(a) ||
      countDifferent(b) - countDifferent(a),
  );
  return best;
}

function collectVariables(prompts: readonly ImportedPrompt['prompt'][]): ReadonlySet<string> {
  return new Set(prompts.flatMap(({ variables }) => [...variables]));
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

/** One judge for all suites if there is a key for OpenAI, else each model judges its own answers. */
function chooseJudge(targets: readonly { readonly model: string }[]): { readonly judge?: object } {
  const others = targets.filter((target) => 'base-url' in target || findPreset(target.model) !== null);
  if (others.length === 0) return { judge: { model: JUDGE } };
  // Without its own address, the judge would be called at each model's address.
  return others.length < targets.length ? { judge: { model: JUDGE, 'base-url': DEFAULT_BASE_URL } } : {};
}

const MAX_NAMED = 5;

/** The texts of files in the dataset. */
function listCopies(
  cases: readonly ImportedCase[],
  { question, renames, needed }: RowOptions,
): readonly CopiedValue[] {
  return cases.flatMap(({ values, sources }) =>
    listColumns(values, needed).flatMap((name) => {
      const paths = sources.get(name) ?? [];
      const value = values.get(name) ?? '';
      const input = values.get(question) ?? '';
      return paths.length === 0 ? [] : [{ input, column: renames.get(name) ?? name, value, paths }];
    }),
  );
}

function warnOfCopiedFiles(files: readonly string[], datasets: readonly NewFile[]): readonly string[] {
  if (files.length === 0) return [];
  const names = renderFirst(files, MAX_NAMED, (file) => file);
  const paths = renderList([...new Set(datasets.map(({ path }) => path))]);
  const [texts, are] = files.length === 1 ? ['the text', 'is'] : ['the texts', 'are'];
  return [
    `warning: ${paths} has ${texts} of ${names}, which ${are} only watched: make each change in both. A change of a dataset counts after the merge.`,
  ];
}

type ImportedCase = {
  readonly description: string;
  readonly tags: readonly string[];
  readonly values: ReadonlyMap<string, string>;
  readonly sources: PromptfooTest['sources'];
  readonly assertions: Parameters<typeof importAssertions>[0][number]['assertions'];
};

/** The tests that have a text for everything that the prompts ask. @param given.needed The variables that they ask. */
function chooseCases(
  tests: readonly PromptfooTest[],
  { question, needed }: { readonly question: string; readonly needed: ReadonlySet<string> },
  outcome: ImportOutcome,
): readonly ImportedCase[] {
  // Without a prompt, there is no question.
  if (question === '') return [];
  return tests.flatMap((test) => {
    const failed = [...test.vars]
      .map(([name, value]) => ({ name, ...value }))
      .filter((value) => 'reason' in value);
    const missing = failed.find(({ name }) => needed.has(name));
    if (missing !== undefined) {
      outcome.skipped('test', `its variable ${missing.name}: ${missing.reason}`, test);
      return [];
    }
    const values = collectTexts(test.vars);
    if ((values.get(question) ?? '').trim() === '') {
      outcome.skipped('test', `it has no value for ${question}, the question`, test);
      return [];
    }
    for (const { name, reason } of failed) outcome.skipped(`variable ${name}`, reason, test);
    const assertions = test.assertions
      .map((part) => readAssertion(part, values, outcome))
      .filter((assertion) => assertion !== null);
    const { description, tags, sources } = test;
    return [{ description, tags, sources, values, assertions }];
  });
}

type RowOptions = {
  readonly question: string;
  readonly renames: ReadonlyMap<string, string>;
  readonly needed: ReadonlySet<string>;
};

/** The variables of a case. The others are filled in already, where a test uses them. */
function listColumns(values: ReadonlyMap<string, string>, needed: ReadonlySet<string>): readonly string[] {
  return [...needed, ...(values.has('context') ? ['context'] : [])];
}

function buildRow(
  { description, values, tags }: ImportedCase,
  at: number,
  options: RowOptions,
): { readonly id: string } {
  const { question, renames, needed } = options;
  const columns = listColumns(values, needed)
    .filter((name) => name !== question || !isCaseColumn(name))
    .map((name) => {
      // promptfoo leaves a variable without a value empty.
      const value = values.get(name) ?? '';
      return [renames.get(name) ?? name, name === 'context' ? [value] : value];
    });
  const id = description === '' ? `case-${at + 1}` : `${at + 1}-${buildSlug(description)}`;
  return {
    ...Object.fromEntries(columns),
    ...omitUndefined({ tags: tags.length > 0 ? tags : undefined }),
    id,
    input: values.get(question) ?? '',
  };
}

/** Prompts of different folders, or models with different options, may have one name. */
function makeNamesUnique<Named extends { readonly name: string }>(all: readonly Named[]): readonly Named[] {
  return all.map((one, at) => {
    const before = all.slice(0, at).filter(({ name }) => name === one.name).length;
    return before > 0 ? { ...one, name: `${one.name}-${before + 1}` } : one;
  });
}
