import { posix } from 'node:path';
import { findPrefix } from '../../checkout/checkout.js';
import { openFolderTree, resolveFolder, scopeTree } from '../../files/readers.js';
import { UserError } from '../../model/errors.js';
import type { FileReader } from '../../model/repository.js';
import { listPassedVariables } from '../../model/suite.js';
import { escapeForLog } from '../../report/console.js';
import { DEFAULT_CONFIG, DEFAULT_KEY_VARIABLE } from '../../settings/defaults.js';
import { blockKeys, listKeyPlaces, listKeyVariables } from '../../settings/keys.js';
import type { Overrides } from '../../settings/overrides.js';
import { namePage } from '../../settings/page-name.js';
import { readSettings } from '../../settings/read-settings.js';
import { actionName } from '../../settings/values.js';
import { renderList } from '../../text/values.js';
import { openLocalGit, removeRemote } from '../open-local.js';
import { createTerminalLog, type Terminal } from '../terminal.js';
import { findHostingAction } from './hosting-action.js';
import { findOwnAddress, useOwnAddress } from './own-address.js';
import { importPromptfoo } from './promptfoo/import-promptfoo.js';
import { setUpProject } from './set-up-project.js';
import { type Keys, renderWorkflow, UNKNOWN_ACTION } from './workflow-text.js';
import { type NewFile, renderConfig, type Setup, writeNewFiles } from './write-project.js';

const WORKFLOW = '.github/workflows/prompt-regression.yml';

type InitKeys = Keys & { readonly otherAddresses: readonly string[] };

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
  const address = findOwnAddress(env);
  const found =
    from === undefined
      ? await setUpProject(reader, { prefix, target, address })
      : await importPromptfoo(from, reader);
  const setup = address === null ? found : useOwnAddress(found, address);
  const known = await git?.defaultBranch();
  const branch = known ? removeRemote(known.name) : ((await git?.currentBranch()) ?? 'main');
  const keys = await findKeys(setup, reader);
  const action = overrides.action ?? (await findAction(terminal));
  const isKnown = action !== UNKNOWN_ACTION;
  const files: readonly NewFile[] = [
    {
      path: DEFAULT_CONFIG,
      text: renderConfig(setup.config, isKnown ? action : null),
      about: 'the config file',
    },
    ...setup.files,
    {
      path: posix.relative(prefix, WORKFLOW),
      text: await renderWorkflow({ branch, prefix, action, keys, setup: setup.program }),
      about: describeWorkflow(setup, branch),
    },
  ];
  const existing = await writeNewFiles(folder, files);
  const lines = [
    ...setup.notes,
    ...files.map(({ path, about }) =>
      existing.has(path) ? `kept   ${path}: it already exists` : `wrote  ${path}: ${about}`,
    ),
    ...describeAlternative(setup, {
      program: terminal.program,
      written: files.map(({ path }) => path).filter((path) => !existing.has(path)),
    }),
    '',
    'Next:',
    ...listSteps(setup, { program: terminal.program, keys, action }).map(
      (step, at) => `  ${at + 1}. ${step}`,
    ),
  ];
  terminal.write(`${lines.map(escapeForLog).join('\n')}\n`);
  return 0;
}

/** How to choose the other set-up, with a line to paste. */
function describeAlternative(
  { alternative }: Setup,
  { program, written }: { readonly program: string; readonly written: readonly string[] },
): readonly string[] {
  if (!alternative) return [];
  const { target, what } = alternative;
  return ['', `To test ${what} instead:`, `  rm ${written.join(' ')} && ${program} init --target ${target}`];
}

/** The keys of every suite, as the action would look for them. */
async function findKeys({ config, files, variables: plain }: Setup, reader: FileReader): Promise<InitKeys> {
  const written = new Map(files.map(({ path, text }) => [path, text]));
  written.set(DEFAULT_CONFIG, renderConfig(config));
  const head = { ...reader, read: async (path: string) => written.get(path) ?? reader.read(path) };
  const { settings } = await readSettings({ head, merged: true, overrides: {}, env: {}, shell: 'action' });
  const variables = listKeyVariables(settings.suites);
  const hasProgramKeys = settings.suites.some((suite) => listPassedVariables(suite).length > 0);
  const asVariables =
    plain.length > 0 || hasProgramKeys || variables.some((name) => name !== DEFAULT_KEY_VARIABLE);
  return {
    variables,
    asVariables,
    plain,
    otherAddresses: await findOtherAddresses(head, [...variables, DEFAULT_KEY_VARIABLE]),
  };
}

/** Addresses that a local run refuses to send a key to until the config file is on the default branch. */
async function findOtherAddresses(
  head: FileReader,
  variables: readonly string[],
): Promise<readonly string[]> {
  // Each key is another, so that one is never taken for that of a known provider.
  const env = Object.fromEntries(variables.map((name) => [name, `key of ${name}`]));
  const { settings } = await readSettings({ head, merged: true, overrides: {}, env, shell: 'cli' });
  const { suites } = blockKeys(settings, listKeyPlaces(env));
  const providers = suites.flatMap(({ provider, judge }) => [provider, judge.provider]);
  const addresses = providers.filter(({ blocked }) => blocked === true).map(({ baseUrl }) => baseUrl);
  return [...new Set(addresses.filter((address) => address !== null))];
}

/** The clone that runs this program, else what the user answers, else a name to be replaced. */
async function findAction({ checkout, env, ask }: Terminal): Promise<string> {
  const action = checkout === undefined ? null : await findHostingAction(checkout, env);
  if (action !== null || ask === undefined) return action ?? UNKNOWN_ACTION;
  const question = 'Which repository hosts the action (owner/repo@v1, or Enter for later)? ';
  for (let again = ''; ; ) {
    const answer = (await ask(`${again}${question}`))?.trim() ?? '';
    if (answer === '') return UNKNOWN_ACTION;
    const { success, error } = actionName().safeParse(answer);
    if (success) return answer;
    again = `It ${error.issues[0]?.message}.\n`;
  }
}

function describeWorkflow({ program }: Setup, branch: string): string {
  return program === null
    ? 'the workflow: a check of each pull request'
    : `the workflow: a check of each pull request, and a baseline when ${branch} changes`;
}

function listSteps(
  { todo, program }: Setup,
  options: { readonly program: string; readonly keys: InitKeys; readonly action: string },
): readonly string[] {
  const { action } = options;
  const { variables, otherAddresses } = options.keys;
  const keys = renderList(variables);
  const secrets =
    variables.length === 1 ? `the key as the secret ${keys}` : `the keys as the secrets ${keys}`;
  const tryOut =
    otherAddresses.length === 0
      ? `\`${options.program} run\``
      : `\`${options.program} run --trust-addresses\`: until this config file is merged, a key goes to ${renderList(otherAddresses)} only with that flag`;
  return [
    ...todo,
    ...(action === UNKNOWN_ACTION
      ? ['In the workflow, replace OWNER by the account that hosts the action.']
      : []),
    ...(variables.length === 0
      ? [`Run \`${options.program} lint\`, then try ${tryOut}.`]
      : [
          `Set ${keys}, run \`${options.program} lint\`, and try ${tryOut}.`,
          `Add ${secrets} to the repository (Settings → Secrets and variables → Actions).`,
        ]),
    'Commit the files and open a pull request: it gets the first comment.',
    ...(program === null
      ? []
      : ['Merge it: the push stores the baseline that later pull requests are compared with.']),
    `When \`${options.program} lint\` ends with "ready to require", require the statuses that it names: ${namePage('required-check.md')}. For forks of a public repository: ${namePage('events.md#forks-and-dependabot')}`,
  ];
}
