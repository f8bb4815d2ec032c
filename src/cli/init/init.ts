import { posix } from 'node:path';
import { prefixIn } from '../../checkout/checkout.js';
import { parseDataset } from '../../dataset/dataset.js';
import { type PromptFile, parsePromptFile } from '../../dataset/prompt-file.js';
import { placeholdersIn, promptProblems } from '../../dataset/render-prompt.js';
import { isPromptYaml, openFolderTree, resolveFolder, scopeTree } from '../../files/readers.js';
import { attempt, UserError } from '../../model/errors.js';
import type { FileReader } from '../../model/repository.js';
import { inertForLog } from '../../report/console.js';
import { DEFAULT_CONFIG, DEFAULT_KEY_VARIABLE } from '../../settings/defaults.js';
import type { Overrides } from '../../settings/overrides.js';
import { openLocalGit } from '../open-local.js';
import { createTerminalLog, type Terminal } from '../terminal.js';
import { importPromptfoo } from './promptfoo/import-promptfoo.js';
import {
  configText,
  JUDGE,
  jsonLines,
  MODEL,
  type NewFile,
  nameOfPath,
  type Setup,
  workflowText,
  writeNew,
} from './write-project.js';

/** `init`: writes config file, dataset and workflow for what the folder has, and overwrites nothing. */
export async function runInit({ workingDirectory, from }: Overrides, terminal: Terminal): Promise<number> {
  const { env, cwd } = terminal;
  const folder = await resolveFolder(cwd, { workingDirectory });
  const log = createTerminalLog(terminal, (text) => text);
  const git = await openLocalGit(folder, { env, log });
  const prefix = git === null ? '' : prefixIn(git.top, folder);
  const reader = git === null ? openFolderTree(folder) : scopeTree(git.workingTree(), prefix);
  if ((await openFolderTree(folder).read(DEFAULT_CONFIG, 'anything')) !== null) {
    throw new UserError(
      `${DEFAULT_CONFIG} already exists, so nothing was written; edit it, or delete it and run \`init\` again`,
    );
  }
  const setup = from === undefined ? await setUp(reader) : await importPromptfoo(from, reader);
  const branch = (await git?.defaultBranch())?.name.replace(/^origin\//, '') ?? 'main';
  const { keyVariable } = setup;
  const files: readonly NewFile[] = [
    { path: DEFAULT_CONFIG, text: configText(setup.config), about: 'the config file' },
    ...setup.files,
    {
      path: posix.relative(prefix, '.github/workflows/prompt-regression.yml'),
      text: await workflowText({ branch, prefix, keyVariable }),
      about: `the workflow: pull requests, and a baseline when ${branch} changes`,
    },
  ];
  const kept = await writeNew(folder, files);
  const lines = [
    ...setup.notes,
    ...files.map(({ path, about }) =>
      kept.has(path) ? `kept   ${path}: it already exists` : `wrote  ${path}: ${about}`,
    ),
    '',
    'Next:',
    ...[
      ...setup.todo,
      `Run \`${terminal.program} lint\`, then set ${keyVariable} and try \`${terminal.program} run\`.`,
      `Add the key as the repository's secret ${keyVariable}, and replace OWNER in the workflow.`,
      'Commit the files and open a pull request: it gets the first comment.',
    ].map((step, at) => `  ${at + 1}. ${step}`),
  ];
  terminal.write(`${lines.map(inertForLog).join('\n')}\n`);
  return 0;
}

async function setUp(reader: FileReader): Promise<Setup> {
  const found = await findProject(reader);
  const { name, prompt, command, ownCases, otherPrompts } = found;
  const dataset = found.dataset ?? `evals/${name}-cases.jsonl`;
  const starter = 'prompts/assistant.md';
  const model = prompt?.model ?? null;
  const target =
    command === null
      ? { prompt: prompt?.path ?? starter, ...(model === null && { model: MODEL }) }
      : { command: [...command] };
  const isNew = found.dataset === null && !ownCases;
  return {
    config: { judge: { model: JUDGE }, suites: [{ name, ...(!ownCases && { dataset }), target }] },
    files: [
      ...(isNew ? [{ path: dataset, text: firstCases(found), about: 'five cases to edit' }] : []),
      ...(prompt === null && command === null
        ? [{ path: starter, text: 'You are a helpful assistant.\n', about: 'a prompt to edit' }]
        : []),
    ],
    keyVariable: DEFAULT_KEY_VARIABLE,
    notes: [
      ...(prompt === null ? [] : [`found  ${prompt.path}: the prompt`]),
      ...(command === null ? [] : [`found  ${command[1]}: the agent`]),
      ...(found.dataset === null ? [] : [`found  ${dataset}: the dataset`]),
      ...otherPrompts.map((path) => `found  ${path}: add a suite if it is a prompt too`),
    ],
    todo: [
      ...(isNew ? [`Edit ${dataset}. Use 30 cases or more: fewer detect only large drops.`] : []),
      ...(command === null
        ? []
        : [
            `Let ${command[1]} read one JSON line per question and write one per answer (docs/agents.md), and give the suite a \`task\`.`,
          ]),
    ],
  };
}

const FIRST_CASES = {
  frequent: 'Replace this with the question that your users ask most often.',
  detail: 'Replace this with a question whose answer depends on one detail.',
  vague: 'Replace this with a request so short that it can be misread.',
  'off-topic': 'Replace this with something that the agent should decline.',
  'past-bug': 'Replace this with a question that once got a bad answer.',
};

function firstCases({ variables }: Project): string {
  const columns = Object.fromEntries(variables.map((name) => [name, `Replace this with a ${name}.`]));
  return jsonLines(Object.entries(FIRST_CASES).map(([id, input]) => ({ id, input, ...columns })));
}

export type Project = {
  readonly name: string;
  /** `null` if there is no prompt file; the others are left to the user. */
  readonly prompt: PromptFile | null;
  readonly otherPrompts: readonly string[];
  readonly command: readonly string[] | null;
  /** `null` if no dataset fits; the prompt's own test data needs none. */
  readonly dataset: string | null;
  readonly ownCases: boolean;
  readonly variables: readonly string[];
};

const PROMPT = /(?:^|\/)(?:prompts?\/[^/]+\.(?:md|txt)|[^/]*prompt[^/]*\.(?:md|txt)|[^/]+\.prompt\.ya?ml)$/i;
const AGENT = /(?:^|\/)agent\.(?:py|[cm]?[jt]s)$/;
const DATASET =
  /(?:^|\/)(?:(?:evals?|datasets?|data|cases)\/[^/]+|[^/]*(?:dataset|cases|evals?)[^/]*)\.(?:jsonl|ndjson|csv|tsv|json|ya?ml)$/i;
const ELSEWHERE = /(?:^|\/)(?:node_modules|dist|build|vendor|docs?|\.[^/]+)\/|^\.\.\/|readme|changelog/i;

export async function findProject(reader: FileReader): Promise<Project> {
  const paths = ((await reader.paths?.()) ?? [])
    .filter((path) => !ELSEWHERE.test(path))
    .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
  const prompts: PromptFile[] = [];
  for (const path of paths.filter((each) => PROMPT.test(each))) {
    const parsed = await attempt([], async () => parsePromptFile((await reader.read(path)) ?? '', path));
    if (parsed !== undefined) prompts.push(parsed);
  }
  const [prompt = null, ...others] = prompts;
  const agent = prompt === null ? paths.find((path) => AGENT.test(path)) : undefined;
  const ownCases = prompt !== null && isPromptYaml(prompt.path) && (await fits(reader, prompt.path, prompt));
  const known = ['input', 'id'];
  return {
    name: nameOfPath(prompt?.path ?? agent ?? 'assistant.md'),
    prompt,
    otherPrompts: others.map(({ path }) => path),
    command: agent === undefined ? null : [agent.endsWith('.py') ? 'python3' : 'node', agent],
    dataset: ownCases ? null : await findDataset(reader, paths, prompt),
    ownCases,
    variables: prompt === null ? [] : placeholdersIn(prompt).filter((each) => !known.includes(each)),
  };
}

async function findDataset(
  reader: FileReader,
  paths: readonly string[],
  prompt: PromptFile | null,
): Promise<string | null> {
  for (const path of paths.filter((each) => DATASET.test(each) && !isPromptYaml(each))) {
    if (await fits(reader, path, prompt)) return path;
  }
  return null;
}

async function fits(reader: FileReader, path: string, prompt: PromptFile | null): Promise<boolean> {
  const cases = await attempt([], async () => parseDataset((await reader.read(path)) ?? '', path));
  return cases !== undefined && (prompt === null || promptProblems(prompt, cases).length === 0);
}
