import { posix } from 'node:path';
import { findPrefix } from '../../checkout/checkout.js';
import { openFolderTree, resolveFolder, scopeTree } from '../../files/readers.js';
import { UserError } from '../../model/errors.js';
import type { FileReader } from '../../model/repository.js';
import { buildStatusContext } from '../../publish/status.js';
import { escapeForLog } from '../../report/console.js';
import { DEFAULT_CONFIG, DEFAULT_KEY_VARIABLE } from '../../settings/defaults.js';
import { blockKeys, listKeyPlaces, listKeyVariables } from '../../settings/keys.js';
import type { Overrides } from '../../settings/overrides.js';
import { namePage } from '../../settings/page-name.js';
import { readSettings } from '../../settings/read-settings.js';
import { actionName } from '../../settings/values.js';
import { isFields, renderFirst, renderList } from '../../text/values.js';
import { listConfigs, openLocalGit, removeRemote } from '../open-local.js';
import { createTerminalLog, type Terminal } from '../terminal.js';
import { findHostingAction } from './hosting-action.js';
import { MAX_OTHERS } from './other-agents.js';
import { findOwnAddress, useOwnAddress } from './own-address.js';
import { importPromptfoo } from './promptfoo/import-promptfoo.js';
import { setUpProject } from './set-up-project.js';
import { renderWorkflow, UNKNOWN_ACTION } from './workflow-text.js';
import { indentLines, type NewFile, renderConfig, type Setup, writeNewFiles } from './write-project.js';

const WORKFLOW = '.github/workflows/prompt-regression.yml';

/** The keys, addresses and statuses of a run with the new set-up. */
type SetupNeeds = {
  /** Environment variables with keys. */
  readonly keys: readonly string[];
  /** Addresses that a local run refuses to send a key to until the config file is on the default branch. */
  readonly otherAddresses: readonly string[];
  readonly suites: readonly string[];
};

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
  const top = git === null ? reader : scopeTree(git.workingTree(), '');
  const repository = { reader: top, paths: (await top.paths?.()) ?? [] };
  const found =
    from === undefined
      ? await setUpProject({ reader, prefix, target, address, repository })
      : await importPromptfoo(from, reader);
  const setup = address === null ? found : useOwnAddress(found, address);
  const known = await git?.defaultBranch();
  const branch = known ? removeRemote(known.name) : ((await git?.currentBranch()) ?? 'main');
  const needs = await findNeeds(setup, reader);
  const action = overrides.action ?? (await findAction(terminal));
  const isKnown = action !== UNKNOWN_ACTION;
  const workflow = posix.relative(prefix, WORKFLOW);
  const files: readonly NewFile[] = [
    {
      path: DEFAULT_CONFIG,
      text: renderConfig(setup.config, isKnown ? action : null),
      about: describeConfig(setup),
    },
    ...setup.files,
    {
      path: workflow,
      text: await renderWorkflow({
        branch,
        prefix,
        action,
        variables: { keys: needs.keys, plain: setup.variables },
        setup: setup.program,
      }),
      about: describeWorkflow(setup, known ? branch : `${branch}, taken for the default branch,`),
    },
  ];
  const otherConfigs = git === null ? [] : await listConfigs(git.workingTree(), prefix);
  const existing = await writeNewFiles(folder, files);
  const lines = [
    ...setup.notes,
    ...describeOtherConfigs(otherConfigs),
    ...files.map(({ path, about }) =>
      existing.has(path) ? `kept   ${path}: it already exists` : `wrote  ${path}: ${about}`,
    ),
    ...describeOthers(setup, {
      program: terminal.program,
      written: files.map(({ path }) => path).filter((path) => !existing.has(path)),
    }),
    '',
    ...renderSteps(setup, {
      program: terminal.program,
      needs,
      action,
      prefix,
      workflow: { path: workflow, kept: existing.has(workflow) ? await top.read(WORKFLOW) : null },
    }),
  ];
  terminal.write(`${lines.map(escapeForLog).join('\n')}\n`);
  return 0;
}

const MAX_CONFIGS = 3;

/** One assistant needs one config file; several apps have one each. */
function describeOtherConfigs(configs: readonly string[]): readonly string[] {
  if (configs.length === 0) return [];
  const names = renderFirst(configs, MAX_CONFIGS, (path) => path);
  return [`found  ${names}: if it tests this agent already, delete what is written now`];
}

/** How to choose another file, with a line to paste. */
function describeOthers(
  { others = [] }: Setup,
  { program, written }: { readonly program: string; readonly written: readonly string[] },
): readonly string[] {
  const [first] = others;
  if (first === undefined) return [];
  const what =
    others.length === 1 ? first : `another file (${renderFirst(others, MAX_OTHERS, (path) => path)})`;
  return [
    '',
    `To test ${what} instead:`,
    `  rm ${written.join(' ')} && ${program} init --target ${quoteForShell(first)}`,
  ];
}

function quoteForShell(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : JSON.stringify(path);
}

/** The needs of every suite, read as the action reads them. */
async function findNeeds({ config, files }: Setup, reader: FileReader): Promise<SetupNeeds> {
  const written = new Map(files.map(({ path, text }) => [path, text]));
  written.set(DEFAULT_CONFIG, renderConfig(config));
  const head = { ...reader, read: async (path: string) => written.get(path) ?? reader.read(path) };
  const { settings } = await readSettings({ head, merged: true, overrides: {}, env: {}, shell: 'action' });
  const keys = listKeyVariables(settings.suites);
  return {
    keys,
    otherAddresses: await findOtherAddresses(head, [...keys, DEFAULT_KEY_VARIABLE]),
    suites: settings.suites.map(({ name }) => name),
  };
}

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

function describeConfig({ config }: Setup): string {
  const judge = 'judge' in config && isFields(config.judge) ? config.judge['model'] : undefined;
  return judge === undefined ? 'the config file' : `the config file; ${judge} judges the answers`;
}

function describeWorkflow({ program }: Setup, branch: string): string {
  return program === null
    ? 'the workflow: a check of each pull request'
    : `the workflow: a check of each pull request, and a baseline when ${branch} changes`;
}

type StepFacts = {
  readonly program: string;
  readonly needs: SetupNeeds;
  readonly action: string;
  readonly prefix: string;
  /** `kept`: the text of one that was there. */
  readonly workflow: { readonly path: string; readonly kept: string | null };
};

/** The steps that are left, in an order that works from top to bottom. */
function renderSteps(setup: Setup, facts: StepFacts): readonly string[] {
  const now = listLocalSteps(setup, facts);
  const onGitHub = listGitHubSteps(setup, facts);
  const steps = [...now, ...onGitHub].map((step, at) => renderStep(at + 1, step));
  return ['Now:', ...steps.slice(0, now.length), '', 'On GitHub:', ...steps.slice(now.length)];
}

function renderStep(number: number, step: string): string {
  const label = `${String(number).padStart(3)}. `;
  return label + step.trimEnd().replaceAll(/\n(?=.)/g, `\n${' '.repeat(label.length)}`);
}

function listLocalSteps({ todo }: Setup, facts: StepFacts): readonly string[] {
  const { program, needs } = facts;
  const { keys, otherAddresses } = needs;
  const setKeys = keys.length === 0 ? 'Run' : `Set ${renderList(keys)}, and run`;
  const trust = otherAddresses.length === 0 ? '' : ' --trust-addresses';
  return [
    ...todo,
    ...listWorkflowSteps(facts),
    `${setKeys} \`${program} lint\` until it ends with "ready to require".`,
    `See the first scores: \`${program} run --baseline none${trust}\``,
    'Commit the files on a branch, and push it.',
  ];
}

function listWorkflowSteps({ workflow, action, prefix }: StepFacts): readonly string[] {
  const { path, kept } = workflow;
  const folder = posix.join(prefix, '.');
  if (kept !== null && prefix !== '' && !kept.includes(folder)) {
    return [
      `In ${path}, add a job with \`working-directory: ${folder}\`, as in examples/monorepo.yml of prompt-regression.`,
    ];
  }
  const hasPlaceholder = kept === null ? action === UNKNOWN_ACTION : kept.includes(`uses: ${UNKNOWN_ACTION}`);
  return hasPlaceholder ? [`In ${path}, replace OWNER by the account that hosts the action.`] : [];
}

/** With more, the last step is too long. */
const MAX_NAMED_STATUSES = 3;

function listGitHubSteps(setup: Setup, { program, needs, prefix }: StepFacts): readonly string[] {
  const { keys, suites } = needs;
  const variables = setup.variables.filter(({ value }) => value.startsWith('$')).map(({ name }) => name);
  const commands = [
    ...keys.map((name) => `gh secret set ${name}`),
    ...variables.map((name) => `gh variable set ${name}`),
  ];
  const statuses = suites.map((name) => buildStatusContext(name, prefix, (text) => text));
  const required =
    statuses.length > MAX_NAMED_STATUSES ? 'the statuses that `lint` names' : renderList(statuses);
  return [
    ...(commands.length === 0
      ? []
      : [
          `Store these for the workflow, here or in Settings → Secrets and variables → Actions:\n${indentLines(commands.join('\n'))}`,
        ]),
    `Open a pull request from the branch, and merge it.${setup.program === null ? '' : ' The merge stores the first baseline.'}`,
    `Require ${required}, with a command or with clicks: ${namePage('required-check.md')}`,
    `Try it: change the ${setup.program === null ? 'prompt' : 'agent'} on a branch, and run \`${program} run\` or open a pull request.`,
  ];
}
