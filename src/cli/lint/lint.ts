import { CASE_COLUMNS, INPUT_ALIASES } from '../../dataset/case-row.js';
import { warnOfForeignTemplates } from '../../dataset/foreign-templates.js';
import { findSystemPrompt, type PromptFile, parsePromptFile } from '../../dataset/prompt-file.js';
import { listSuiteFiles } from '../../dataset/read-suite.js';
import { findPromptProblems, listPlaceholders } from '../../dataset/render-prompt.js';
import { computeMinGroupCases, MIN_CASES } from '../../decide/gate/mean.js';
import { openOwnScorers } from '../../judging/own-scorer/open-own-scorers.js';
import { type Case, listTurns } from '../../model/case.js';
import { attempt, UserError } from '../../model/errors.js';
import { BUILTIN_JUDGE } from '../../model/judge.js';
import type { ProviderSettings } from '../../model/provider.js';
import type { FileReader } from '../../model/repository.js';
import type { PreparedSuite } from '../../model/stages.js';
import type { Suite } from '../../model/suite.js';
import { describeTarget } from '../../model/target-settings.js';
import { estimateCalls, planCheckCalls } from '../../produce/plan-run.js';
import { fitConsoleLine, toConsoleLine } from '../../report/console.js';
import { renderNote } from '../../report/notes/note.js';
import { findShutdowns } from '../../session/open-effects.js';
import { prepareCheck } from '../../session/prepare-suites.js';
import type { Overrides } from '../../settings/overrides.js';
import { namePage } from '../../settings/page-name.js';
import { openTarget } from '../../target/open-target.js';
import { findNearestName } from '../../text/nearest-name.js';
import { formatCount, renderFirst } from '../../text/values.js';
import { listWords } from '../../text/words.js';
import { warnOfAddressVariable } from '../address-variable.js';
import { namesFile } from '../init/promptfoo/included-files.js';
import { type LocalCheckout, openLocal } from '../open-local.js';
import type { Terminal } from '../terminal.js';
import { warnOfUnnoticed } from './coverage-warnings.js';
import { compareWithImport } from './imported-suite.js';
import { warnOfOtherModel } from './other-model.js';
import { checkReadiness, type Readiness, type SuiteFacts } from './readiness.js';

/**
 * `lint`: reads config, prompts, datasets and recorded answers as a run would, fills in every prompt, and asks a program
 * one question. The last line says whether the check can be required; the exit code is 1 if not. Loading the repository's
 * own scorers runs their top-level code. Throws `UserError` with all suites' problems.
 */
export async function runLint(overrides: Overrides, terminal: Terminal): Promise<number> {
  const problems: string[] = [];
  const local = await attempt(problems, () => openLocal(overrides, terminal, { against: 'nothing' }));
  const suites = local === undefined ? [] : await lintSuites(local, problems);
  if (problems.length > 0) throw new UserError([...new Set(problems)]);
  for (const { line, warnings } of suites) {
    terminal.write(`${line}\n`);
    for (const warning of warnings) terminal.write(`  warning: ${toConsoleLine(warning)}\n`);
  }
  if (local === undefined) return 0;
  const readiness = await checkReadiness(local, suites, overrides);
  const address = warnOfAddressVariable(local.sides.settings.suites, terminal.env);
  const general = [
    ...(await listGeneral(local, suites)),
    ...new Set(suites.flatMap(({ untested }) => untested)),
    ...readiness.warnings,
    ...(address === null ? [] : [address]),
  ];
  for (const warning of general) terminal.write(`warning: ${toConsoleLine(warning)}\n`);
  terminal.write(renderReadiness(readiness));
  return readiness.missing.length === 0 ? 0 : 1;
}

function renderReadiness({ statuses, missing, unclear }: Readiness): string {
  const questions =
    unclear.length === 0 ? '' : `check yourself, since no file shows it:\n${renderItems(unclear)}`;
  if (missing.length > 0) return `${questions}not ready to require:\n${renderItems(missing)}`;
  const names = statuses.map(toConsoleLine).join(', ');
  const verdict = unclear.length === 0 ? 'ready to require' : 'then ready to require';
  return `${questions}${verdict}: ${names} (${namePage('required-check.md')})\n`;
}

function renderItems(lines: readonly string[]): string {
  return lines.map((line) => `  - ${toConsoleLine(line)}\n`).join('');
}

async function lintSuites(local: LocalCheckout, problems: string[]): Promise<readonly SuiteLint[]> {
  const { invalid, notices, suites } = local.sides.settings;
  problems.push(...[...invalid.values()].flat());
  for (const line of new Set(notices.map(renderNote))) local.log.info(`note: ${line}`);
  const linted: SuiteLint[] = [];
  for (const suite of suites) linted.push(await lintSuite(local, suite, problems));
  return linted;
}

async function listGeneral(local: LocalCheckout, linted: readonly SuiteLint[]): Promise<readonly string[]> {
  const notes = await findShutdowns(
    linted.flatMap(({ models }) => models),
    local.terminal.env,
  );
  return notes.map(renderNote);
}

type SuiteLint = SuiteFacts & {
  readonly models: readonly { readonly provider: ProviderSettings; readonly model: string }[];
  readonly line: string;
  readonly warnings: readonly string[];
  /** Warnings that concern no suite alone. */
  readonly untested: readonly string[];
};

/** `lint` opens a target and asks it nothing. */
const NOTHING_SENT = {
  chat: null,
  env: {},
  http: () => ({ send: () => Promise.reject(new Error('lint sent a question')) }),
  blocked: false,
  scorerHost: [],
};

async function lintSuite(local: LocalCheckout, suite: Suite, problems: string[]): Promise<SuiteLint> {
  const { sides, copy } = local;
  const prepared = await attempt(problems, () =>
    prepareCheck({
      ...copy,
      sides: { ...sides, settings: { ...sides.settings, suites: [suite] } },
      base: null,
      withoutBase: new Set(),
      onChange: false,
    }),
  );
  const [run] = prepared ?? [];
  const cases = run?.status === 'ready' ? run.head.cases : [];
  const agent = await attempt(problems, () => lintTarget(local, suite, cases));
  if (run?.status === 'ready') await attempt(problems, () => lintScorers(run, local));
  const model = describeTarget(suite.target).model ?? agent?.prompt?.file.model;
  const system = agent?.prompt ? findSystemPrompt(agent.prompt.file) : null;
  const comparison = await compareWithImport(suite, cases, copy.head.reader);
  return {
    suite,
    cases,
    systemPrompt: system,
    model: model ?? null,
    estimates: run?.status === 'ready' ? estimateCheck(run) : null,
    outdated: comparison.outdated,
    untested: comparison.untested,
    models: [
      ...(model ? [{ provider: suite.provider, model: model }] : []),
      { provider: suite.judge.provider, model: suite.judge.model },
    ].filter(({ model }) => model !== BUILTIN_JUDGE),
    line: `suite ${toConsoleLine(suite.name)}: ${formatCount(cases.length, 'case')} in ${toConsoleLine(suite.dataset)}, ${toConsoleLine(agent?.name ?? '')}`,
    warnings: [
      ...warnOfFew(cases),
      ...warnOfSmallGroups(suite, cases, countScorers(sides.settings.suites)),
      ...warnOfDuplicates(cases),
      ...warnOfVariables(cases, agent?.prompt?.file ?? null),
      ...warnOfOtherQuestions(cases),
      ...warnOfTemplates(cases, agent?.prompt ?? null),
      ...(await warnOfUnread(suite, agent?.prompt ?? null, copy.head.reader)),
      ...comparison.warnings,
      ...(await warnOfOtherModel(suite, model, { suites: sides.settings.suites, reader: copy.head.reader })),
      ...(await warnOfUnnoticed(suite, local)),
    ],
  };
}

function estimateCheck(suite: PreparedSuite): NonNullable<SuiteFacts['estimates']> {
  const withBase = { ...suite, base: suite.head };
  return {
    stored: estimateCalls(planCheckCalls(suite, { kind: 'record', again: null })),
    now: estimateCalls(planCheckCalls(withBase, { kind: 'run' })),
  };
}

type PromptText = { readonly file: PromptFile; readonly text: string };

/** Resolves with the target in words, and its prompt file if it has one. */
async function lintTarget(
  { copy, redact }: LocalCheckout,
  { dataset, target: settings }: Suite,
  cases: readonly Case[],
): Promise<{ readonly name: string; readonly prompt: PromptText | null }> {
  const { reader: tree, root } = copy.head;
  for (const { path } of listSuiteFiles(dataset, settings)) {
    // A missing file was reported when the suite was read.
    if ((await tree.read(path)) === null) return { name: '', prompt: null };
  }
  const { name, prompt, model: named } = describeTarget(settings);
  if (prompt === null) {
    await using target = await openTarget(settings, { ...NOTHING_SENT, tree, root, redact });
    return { name: target.description, prompt: null };
  }
  const text = (await tree.read(prompt)) ?? '';
  const file = parsePromptFile(text, prompt);
  const problems: string[] = [];
  const model = named ?? file.model ?? '';
  if (model === '') problems.push(`${prompt}: no model; name one as \`model\``);
  problems.push(...findPromptProblems(file, cases));
  if (namesFile(file.messages.map(({ content }) => content))) {
    problems.push(
      `${prompt}: a message is the name of a file, which is asked instead of its text; write the text, or name the file as \`prompt\``,
    );
  }
  if (problems.length > 0) throw new UserError(problems);
  return { name: `${name} (${model})`, prompt: { file, text } };
}

/** Enough for a program that fails on its imports. */
const WATCH_MS = 1_000;

async function lintScorers(
  suite: PreparedSuite,
  { git, redact, stop, terminal }: LocalCheckout,
): Promise<void> {
  const { env, scorerHost } = terminal;
  await using _ = await openOwnScorers(suite.settings.scorers, suite, {
    env,
    redact,
    git,
    scorerHost,
    signal: stop.signal,
    watchMs: WATCH_MS,
  });
}

const MAX_NAMED = 5;

/** From so many cases on, the check notices falls that matter: docs/how-it-decides.md. */
const ENOUGH_CASES = 30;

/** A variable that repeats the input in most cases, and not in some: only one of both was edited. */
function warnOfOtherQuestions(cases: readonly Case[]): readonly string[] {
  const names = new Set(cases.flatMap(({ vars }) => Object.keys(vars)));
  return [...names].flatMap((name) => {
    const given = cases.filter(({ vars }) => vars[name] !== undefined);
    const other = given.filter(({ vars, input }) => vars[name] !== input);
    if (other.length === 0 || 2 * other.length >= given.length) return [];
    const ids = renderFirst(other, MAX_NAMED, ({ id }) => fitConsoleLine(id, 60));
    return [
      `\`input\` and ${toConsoleLine(name)} are the same in most cases, and not in ${ids}. Edit both: the prompt gets ${toConsoleLine(name)}, and the judge gets \`input\`.`,
    ];
  });
}

function warnOfFew(cases: readonly Case[]): readonly string[] {
  // With fewer than the mean is tested from, the set-up is not ready.
  if (cases.length >= ENOUGH_CASES || cases.length < MIN_CASES.value) return [];
  return [`${formatCount(cases.length, 'case')} detect only large drops. Use ${ENOUGH_CASES} or more.`];
}

/** All scorers of a run share the level of *Mean*. */
function countScorers(suites: readonly Suite[]): number {
  return suites.reduce((sum, { scorers }) => sum + scorers.length, 0);
}

/** A group without enough cases could never be red by its mean. */
function warnOfSmallGroups(
  { scorers, target }: Suite,
  cases: readonly Case[],
  tests: number,
): readonly string[] {
  // A program with a stored baseline cannot be asked for new base answers.
  const askable = describeTarget(target).asksProvider ? 'both' : 'head';
  const warnings = scorers.flatMap(({ gate }) => {
    const tags = Object.entries(gate.tags);
    const needed = computeMinGroupCases({ groups: tags.length, askable, tests });
    return tags.flatMap(([tag, { threshold }]) => {
      const count = cases.filter((row) => row.tags.includes(tag)).length;
      if (count >= needed) return [];
      const rest = threshold === null ? 'so nothing can fail it' : 'so only its threshold can fail it';
      return [
        `The group \`${tag}\` has ${formatCount(count, 'case')}. Its mean is tested from ${needed} cases on, ${rest}. Fewer groups need fewer cases.`,
      ];
    });
  });
  return [...new Set(warnings)];
}

function warnOfDuplicates(cases: readonly Case[]): readonly string[] {
  const wordsIn = ({ history, vars, ...row }: Case) =>
    listWords(
      [...history.map(({ content }) => content), ...listTurns(row), ...Object.values(vars)].join(' '),
    );
  const groups = Map.groupBy(cases, (row) => wordsIn(row).join(' ').toLowerCase());
  const twins = [...groups.values()].flatMap(([first, ...others]) =>
    others.map(({ id }) => ({ id, of: first?.id ?? '' })),
  );
  if (twins.length === 0) return [];
  const asks = twins.length === 1 ? '1 case asks' : `${twins.length} cases ask`;
  const names = renderFirst(
    twins,
    MAX_NAMED,
    ({ id, of }) => `${fitConsoleLine(id, 60)} (as ${fitConsoleLine(of, 60)})`,
  );
  return [`${asks} the same as another, which weighs that question double: ${names}.`];
}

function warnOfTemplates(cases: readonly Case[], prompt: PromptText | null): readonly string[] {
  if (prompt === null) return [];
  const columns = [...CASE_COLUMNS, ...INPUT_ALIASES, ...cases.flatMap(({ vars }) => Object.keys(vars))];
  return warnOfForeignTemplates(prompt.file, prompt.text, new Set(columns));
}

/** Endings of files that can be a suite's prompt; other files may contain one. */
const PROMPT_FILE = /\.(?:md|txt|json|prompt\.ya?ml)$/;

/** A watched file that a prompt's suite never reads is mostly the original of the prompt, and looks tested. */
async function warnOfUnread(
  { target, dataset, givenWatch }: Suite,
  measured: PromptText | null,
  reader: FileReader,
): Promise<readonly string[]> {
  const { prompt } = describeTarget(target);
  if (prompt === null) return [];
  const read = new Set([prompt, dataset]);
  const unreadLines = givenWatch.filter((line) => !/[*?[\]{}!]/.test(line) && !read.has(line));
  const [path, ...others] = unreadLines;
  if (path === undefined) return [];
  if (others.length > 0) {
    const names = renderFirst(unreadLines, MAX_NAMED, (line) => line);
    return [
      `${names} are watched, but only ${prompt} and ${dataset} are read: a change of the others alone runs the check and cannot change an answer. If ${prompt} or ${dataset} has a copy of a text, change both.`,
    ];
  }
  const isSame = PROMPT_FILE.test(path) && (await reader.read(path)) === measured?.text;
  const rename = isSame ? `, or name ${path} as the \`prompt\`` : '';
  return [
    `${path} is watched, but ${prompt} is measured: a change of ${path} alone runs the check and cannot change an answer. If ${prompt} is a copy, change both${rename}.`,
  ];
}

/** Unknown columns become variables, so a typing error in a column or a prompt would go unnoticed. */
function warnOfVariables(cases: readonly Case[], prompt: PromptFile | null): readonly string[] {
  const names = [...new Set(cases.flatMap(({ vars }) => Object.keys(vars)))];
  const used = new Set<string>(prompt === null ? [] : [...listPlaceholders(prompt), ...INPUT_ALIASES]);
  return names.flatMap((name) => {
    if (used.has(name)) return [];
    const nearest = findNearestName(name, CASE_COLUMNS);
    if (nearest !== null)
      return [`The column \`${name}\` is only a variable for the prompt. Did you mean \`${nearest}\`?`];
    return prompt === null ? [] : [`\`${name}\` is in the dataset, and ${prompt.path} does not use it.`];
  });
}
