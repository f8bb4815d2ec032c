import { readImportedFiles } from '../../files/reached-files.js';
import { scopeTree } from '../../files/readers.js';
import { type Case, listTurns } from '../../model/case.js';
import { attempt } from '../../model/errors.js';
import { BUILTIN_JUDGE } from '../../model/judge.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import type { FileReader } from '../../model/repository.js';
import { listPassedVariables, type Settings, type Suite } from '../../model/suite.js';
import { describeTarget } from '../../model/target-settings.js';
import { buildStatusContext } from '../../publish/status.js';
import { hasBuiltinJudge } from '../../scorers/catalog.js';
import { requireKeys } from '../../settings/keys.js';
import type { Overrides } from '../../settings/overrides.js';
import { namePage } from '../../settings/page-name.js';
import { readSettings } from '../../settings/read-settings.js';
import { formatCount } from '../../text/values.js';
import { findVariables, listRequiredKeyVariables, readsStandardInput } from '../init/find-program.js';
import { PLACEHOLDER } from '../init/write-project.js';
import type { LocalCheckout } from '../open-local.js';
import { type ActionStep, readActionSteps } from './read-workflows.js';
import { type AgentTrial, tryAgent } from './try-agent.js';

/** The suites' statuses if they can be required, else what is missing. */
export type Readiness = {
  readonly statuses: readonly string[];
  readonly missing: readonly string[];
  readonly warnings: readonly string[];
};

/** What was found out about a suite before. */
export type SuiteFacts = {
  readonly suite: Suite;
  readonly cases: readonly Case[];
  /** True if the prompt has a system message, which is the task if the suite has none. */
  readonly hasSystemPrompt: boolean;
};

/** Whether the set-up of the working copy is safe to require, as far as its files show. */
export async function checkReadiness(
  local: LocalCheckout,
  suites: readonly SuiteFacts[],
  overrides: Overrides,
): Promise<Readiness> {
  const { copy, redact } = local;
  const { tree, reader } = copy.head;
  const steps = await readActionSteps(tree === null ? reader : scopeTree(tree, ''), copy.prefix);
  const trials: AgentTrial[] = [];
  for (const facts of suites) trials.push(await checkProgram(facts, local, steps));
  const missing = [
    ...suites.flatMap(checkSuite),
    ...checkWorkflows(steps),
    ...(await checkKeys(local, steps, overrides)),
    ...trials.flatMap((trial) => trial.missing),
    ...suites.flatMap(({ suite }) => checkBaseline(suite, steps)),
  ];
  return {
    statuses: suites.map(({ suite }) => buildStatusContext(suite.name, copy.prefix, redact)),
    missing: [...new Set(missing)],
    warnings: trials.flatMap((trial) => trial.warnings),
  };
}

/** What the text of a program shows and, if nothing is wrong there, its answer to one question. */
async function checkProgram(
  { suite, cases }: SuiteFacts,
  local: LocalCheckout,
  steps: readonly ActionStep[],
): Promise<AgentTrial> {
  const missing = await checkProgramText(suite, local.copy.head.reader, steps);
  if (missing.length > 0) return { missing, warnings: [] };
  return await tryAgent(local, suite, cases);
}

function checkSuite({ suite, cases, hasSystemPrompt }: SuiteFacts): readonly string[] {
  const { name, dataset, task, target, judge, scorers } = suite;
  const placeholders = cases.filter((row) =>
    [...listTurns(row), ...Object.values(row.vars)].some((text) => text.startsWith(PLACEHOLDER)),
  );
  const missing: string[] = [];
  if (placeholders.length > 0) {
    missing.push(
      `${dataset}: ${formatCount(placeholders.length, 'case')} with “${PLACEHOLDER} …”: write your own questions`,
    );
  }
  const hasTasks = cases.length > 0 && cases.every((row) => row.task !== undefined);
  if (task?.startsWith(PLACEHOLDER)) missing.push(`suite ${name}: write its \`task\`, what the agent is for`);
  else if (task === null && !hasTasks && !hasSystemPrompt) {
    missing.push(`suite ${name}: no \`task\`; add one that says what the agent is for`);
  }
  if (describeTarget(target).model?.startsWith(PLACEHOLDER)) {
    missing.push(
      `suite ${name}: write its \`model\`, with its provider or \`base-url\`: ${namePage('providers.md')}`,
    );
  }
  const isJudged = scorers.some(hasBuiltinJudge);
  if (judge.model === BUILTIN_JUDGE && isJudged) {
    missing.push('judge: `builtin` is for a first look; name a model');
  }
  if (scorers.every(({ gate }) => gate.failOn.length === 0)) {
    missing.push(`suite ${name}: \`fail-on\` is empty, so nothing ever fails`);
  }
  return missing;
}

const PULL_REQUEST = 'pull_request';
const PATH_FILTERS = ['paths', 'paths-ignore'];

function checkWorkflows(steps: readonly ActionStep[]): readonly string[] {
  const checks = steps.filter(({ events }) => events.has(PULL_REQUEST));
  if (checks.length === 0) {
    return ['.github/workflows: no workflow runs the action on pull requests here; `init` writes one'];
  }
  return [
    ...steps.filter(({ action }) => action.startsWith('OWNER/')).map(sayOwner),
    ...checks.flatMap(checkPullRequests),
  ];
}

function sayOwner({ path }: ActionStep): string {
  return `${path}: replace OWNER by the account that hosts the action`;
}

function checkPullRequests({ path, events, inputs, permissions }: ActionStep): readonly string[] {
  const missing: string[] = [];
  const filter = PATH_FILTERS.find((key) => key in (events.get(PULL_REQUEST) ?? {}));
  if (filter !== undefined) {
    missing.push(
      `${path}: remove \`${filter}\` from pull_request: a skipped workflow leaves a required check pending`,
    );
  }
  if (inputs['status'] === 'false')
    missing.push(`${path}: remove \`status: false\`: a status is what is required`);
  // A shard sets none, and the permissions of a called workflow's job are its caller's.
  else if (
    inputs['shard'] === undefined &&
    permissions['statuses'] !== 'write' &&
    !events.has('workflow_call')
  ) {
    missing.push(`${path}: give the job the permission \`statuses: write\``);
  }
  return missing;
}

/** The keys that the action would lack, with the inputs and variables of each workflow. */
async function checkKeys(
  { copy }: LocalCheckout,
  steps: readonly ActionStep[],
  overrides: Overrides,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const step of steps) {
    const problems: string[] = [];
    await attempt(problems, async () => {
      const settings = await readAsAction(step, copy.head.reader, overrides);
      requireKeys(settings.suites, 'agent and judge');
      for (const suite of settings.suites) problems.push(...listUnpassed(suite, step));
    });
    // The companion of a fork's run must not have a key.
    if (!step.events.has('workflow_run'))
      missing.push(...problems.map((problem) => `${step.path}: ${problem}`));
  }
  return missing;
}

/** Stands for the value of every secret that a workflow passes. */
const SOME_SECRET = 'secret';

async function readAsAction(
  { inputs, variables, permissions }: ActionStep,
  head: LocalCheckout['copy']['head']['reader'],
  { config }: Overrides,
): Promise<Settings> {
  const env = Object.fromEntries(variables.map((name) => [name, SOME_SECRET]));
  const { settings } = await readSettings({
    head,
    merged: true,
    overrides: omitUndefined({
      config,
      openaiApiKey: 'openai-api-key' in inputs ? SOME_SECRET : undefined,
      judgeApiKey: 'judge-api-key' in inputs ? SOME_SECRET : undefined,
    }),
    env: permissions['id-token'] === 'write' ? { ...env, ACTIONS_ID_TOKEN_REQUEST_URL: SOME_SECRET } : env,
    shell: 'action',
  });
  return settings;
}

function listUnpassed(suite: Suite, { variables }: ActionStep): readonly string[] {
  return listPassedVariables(suite)
    .filter((name) => !variables.includes(name))
    .map((name) => `pass the variable ${name}, which suite ${suite.name} gives its program`);
}

const CODE = /\.(?:py|[cm]?[jt]s)$/i;

/** What the text of a command's program shows: whether it reads questions, and what it fails without. */
async function checkProgramText(
  { name, target }: Suite,
  reader: FileReader,
  steps: readonly ActionStep[],
): Promise<readonly string[]> {
  if (target.kind !== 'command') return [];
  const path = target.command.find((part) => CODE.test(part));
  const files = path === undefined ? new Map<string, string>() : await readImportedFiles(path, reader);
  if (path === undefined || files.size === 0) return [];
  const text = [...files.values()].join('\n');
  const missing: string[] = [];
  if (!readsStandardInput(text)) {
    missing.push(
      `suite ${name}: ${path} does not read standard input, where its questions come: ${namePage('agents.md#protocol')}`,
    );
  }
  const unlisted = listRequiredKeyVariables(text).filter((key) => !target.env.includes(key));
  if (unlisted.length > 0) {
    missing.push(
      `suite ${name}: add \`env: [${unlisted.join(', ')}]\` to the target: ${path} needs it, and a program gets only the keys that are listed`,
    );
  }
  // Another step may set a variable, so that its name is anywhere in the workflow.
  const checks = steps.filter(({ events }) => events.has(PULL_REQUEST) || events.has('push'));
  const unset = findVariables(text).requiredVariables.flatMap((variable) =>
    checks
      .filter((step) => !step.text.includes(variable))
      .map(
        (step) => `${step.path}: set the variable ${variable}, without which ${path} of suite ${name} fails`,
      ),
  );
  return [...missing, ...unset];
}

/** A base that runs on the pull request's machine may be answered by the pull request's code. */
function checkBaseline(suite: Suite, steps: readonly ActionStep[]): readonly string[] {
  if (!describeTarget(suite.target).runsPrograms) return [];
  const checks = steps.filter(({ events }) => events.has(PULL_REQUEST));
  const isStored = ({ inputs }: ActionStep) => inputs['baseline'] === 'stored';
  const pushes = steps.some(
    ({ events, permissions }) => events.has('push') && permissions['contents'] === 'write',
  );
  if (checks.length === 0 || (pushes && checks.some(isStored))) return [];
  const path = checks[0]?.path ?? '';
  return [
    `${path}: suite ${suite.name} runs a program, so store its baseline: \`baseline: stored\` on pull requests, and a job on pushes with the permission \`contents: write\``,
  ];
}
