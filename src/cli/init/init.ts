import { posix } from 'node:path';
import { findPrefix } from '../../checkout/checkout.js';
import { openFolderTree, resolveFolder, scopeTree } from '../../files/readers.js';
import { UserError } from '../../model/errors.js';
import type { FileReader } from '../../model/repository.js';
import { listPassedVariables } from '../../model/suite.js';
import { inertForLog } from '../../report/console.js';
import { DEFAULT_CONFIG, DEFAULT_KEY_VARIABLE } from '../../settings/defaults.js';
import { listKeyVariables } from '../../settings/keys.js';
import type { Overrides } from '../../settings/overrides.js';
import { readSettings } from '../../settings/read-settings.js';
import { renderList } from '../../text/values.js';
import { openLocalGit } from '../open-local.js';
import { createTerminalLog, type Terminal } from '../terminal.js';
import { findHostingAction } from './hosting-action.js';
import { importPromptfoo } from './promptfoo/import-promptfoo.js';
import { setUpProject } from './set-up-project.js';
import { type Keys, UNKNOWN_ACTION, workflowText } from './workflow-text.js';
import { configText, type NewFile, type Setup, writeNew } from './write-project.js';

const WORKFLOW = '.github/workflows/prompt-regression.yml';

/** `init`: writes config file, dataset and workflow for what the folder has, and overwrites nothing. */
export async function runInit(overrides: Overrides, terminal: Terminal): Promise<number> {
  const { env, cwd } = terminal;
  const { from, target } = overrides;
  const folder = await resolveFolder(cwd, { workingDirectory: overrides.workingDirectory });
  const log = createTerminalLog(terminal, (text) => text);
  const git = await openLocalGit(folder, { env, log });
  const prefix = git === null ? '' : findPrefix(git.top, folder);
  const reader = git === null ? openFolderTree(folder) : scopeTree(git.workingTree(), prefix);
  if ((await openFolderTree(folder).read(DEFAULT_CONFIG, 'anything')) !== null) {
    throw new UserError(
      `${DEFAULT_CONFIG} already exists, so nothing was written; edit it, or delete it and run \`init\` again`,
    );
  }
  const setup =
    from === undefined ? await setUpProject(reader, { prefix, target }) : await importPromptfoo(from, reader);
  const branch = (await git?.defaultBranch())?.name.replace(/^origin\//, '') ?? 'main';
  const keys = await findKeys(setup, reader);
  const action = overrides.action ?? (await findAction(terminal));
  const files: readonly NewFile[] = [
    { path: DEFAULT_CONFIG, text: configText(setup.config), about: 'the config file' },
    ...setup.files,
    {
      path: posix.relative(prefix, WORKFLOW),
      text: await workflowText({ branch, prefix, action, keys, setup: setup.program }),
      about: aboutWorkflow(setup, branch),
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
    ...listSteps(setup, { program: terminal.program, keys: keys.variables, action }).map(
      (step, at) => `  ${at + 1}. ${step}`,
    ),
  ];
  terminal.write(`${lines.map(inertForLog).join('\n')}\n`);
  return 0;
}

/** The keys of every suite, as the action would look for them. */
async function findKeys({ config, files }: Setup, reader: FileReader): Promise<Keys> {
  const written = new Map(files.map(({ path, text }) => [path, text]));
  written.set(DEFAULT_CONFIG, configText(config));
  const head = { ...reader, read: async (path: string) => written.get(path) ?? reader.read(path) };
  const { settings } = await readSettings({ head, merged: true, overrides: {}, env: {}, shell: 'action' });
  const variables = listKeyVariables(settings.suites);
  const isHanded = settings.suites.some((suite) => listPassedVariables(suite).length > 0);
  return { variables, asVariables: isHanded || variables.some((name) => name !== DEFAULT_KEY_VARIABLE) };
}

/** The clone that runs this program, else what the user answers, else a name to be replaced. */
async function findAction({ checkout, env, ask }: Terminal): Promise<string> {
  const hosting = checkout === undefined ? null : await findHostingAction(checkout, env);
  if (hosting !== null || ask === undefined) return hosting ?? UNKNOWN_ACTION;
  const answer = await ask('Which repository hosts the action (owner/repo@v1, or Enter for later)? ');
  return answer?.trim() || UNKNOWN_ACTION;
}

function aboutWorkflow({ program }: Setup, branch: string): string {
  return program === null
    ? 'the workflow: a check of each pull request'
    : `the workflow: a check of each pull request, and a baseline when ${branch} changes`;
}

function listSteps(
  { todo, program }: Setup,
  options: { readonly program: string; readonly keys: readonly string[]; readonly action: string },
): readonly string[] {
  const { action } = options;
  const keys = renderList(options.keys);
  const secrets =
    options.keys.length === 1 ? `the key as the secret ${keys}` : `the keys as the secrets ${keys}`;
  return [
    ...todo,
    ...(action === UNKNOWN_ACTION
      ? [
          'In the workflow, replace OWNER by the account that hosts the action (or init --action owner/repo@v1).',
        ]
      : []),
    ...(options.keys.length === 0
      ? [`Run \`${options.program} lint\`, then \`${options.program} run\`.`]
      : [
          `Run \`${options.program} lint\`, then set ${keys} and try \`${options.program} run\`.`,
          `Add ${secrets} to the repository (Settings → Secrets and variables → Actions).`,
        ]),
    'Commit the files and open a pull request: it gets the first comment.',
    ...(program === null
      ? []
      : ['Merge it: the push stores the baseline that later pull requests are compared with.']),
    `When \`${options.program} lint\` ends with "ready to require", require the statuses that it names (Settings → Rules).`,
  ];
}
