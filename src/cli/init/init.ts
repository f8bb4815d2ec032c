import { posix } from 'node:path';
import { prefixIn } from '../../checkout/checkout.js';
import { openFolderTree, resolveFolder, scopeTree } from '../../files/readers.js';
import { openGit } from '../../git/open-git.js';
import { UserError } from '../../model/errors.js';
import type { FileReader } from '../../model/repository.js';
import { inertForLog } from '../../report/console.js';
import { DEFAULT_CONFIG, DEFAULT_KEY_VARIABLE } from '../../settings/defaults.js';
import type { Overrides } from '../../settings/overrides.js';
import { createTerminalLog, type Terminal } from '../terminal.js';
import { findProject, type Project } from './find-project.js';
import { importPromptfoo } from './promptfoo/import-promptfoo.js';
import {
  configText,
  JUDGE,
  jsonLines,
  MODEL,
  type NewFile,
  type Setup,
  workflowText,
  writeNew,
} from './write-project.js';

/** `init`: writes config file, dataset and workflow for what the folder has, and overwrites nothing. */
export async function runInit({ workingDirectory, from }: Overrides, terminal: Terminal): Promise<number> {
  const { env, cwd } = terminal;
  const folder = await resolveFolder(cwd, { workingDirectory });
  const log = createTerminalLog(terminal, (text) => text);
  const git = await openGit({ folder, env, token: null, serverUrl: 'https://github.com', log });
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
