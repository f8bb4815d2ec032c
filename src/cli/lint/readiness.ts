import { MIN_CASES } from '../../decide/gate/mean.js';
import { scopeTree } from '../../files/readers.js';
import { type Case, listTurns } from '../../model/case.js';
import { attempt } from '../../model/errors.js';
import { BUILTIN_JUDGE } from '../../model/judge.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import { isLocalAddress, PROVIDER_PRESETS } from '../../model/provider.js';
import type { FileReader } from '../../model/repository.js';
import type { CallEstimate } from '../../model/spending.js';
import { type GateSettings, listPassedVariables, type Settings, type Suite } from '../../model/suite.js';
import { describeTarget } from '../../model/target-settings.js';
import {
  findVariables,
  joinFiles,
  listRequiredKeyVariables,
  OPENAI_LIBRARY,
  readProgram,
} from '../../project/find-program.js';
import { readsQuestions } from '../../project/reads-questions.js';
import { buildStatusContext } from '../../publish/status.js';
import { hasBuiltinJudge } from '../../scorers/catalog.js';
import { ADDRESS_VARIABLE, DEFAULT_CONFIG } from '../../settings/defaults.js';
import { requireKeys } from '../../settings/keys.js';
import type { Overrides } from '../../settings/overrides.js';
import { namePage } from '../../settings/page-name.js';
import { isSameProvider } from '../../settings/providers.js';
import { readSettings, type SettingsOfBothSides } from '../../settings/read-settings.js';
import { formatCount } from '../../text/values.js';
import {
  isStandIn,
  isUnwritten,
  isUnwrittenQuestion,
  listSuggestedModels,
  PLACEHOLDER,
} from '../init/write-project.js';
import { type LocalCheckout, removeRemote } from '../open-local.js';
import { checkInstalledCode } from './installed-code.js';
import { checkPackageList, checkPackages, findProgramFile } from './program-packages.js';
import { type ActionStep, readWorkflows } from './read-workflows.js';
import { PLAIN_KEY, readStepInputs, SOME_SECRET } from './step-inputs.js';
import { type AgentTrial, tryAgent } from './try-agent.js';
import { checkWatch, type WatchFindings } from './watched-program.js';
import {
  checkBaseline,
  checkLocalAddresses,
  checkWorkflows,
  runsSuite,
  storesBaseline,
} from './workflow-checks.js';

/** The suites' statuses if they can be required, else what is missing. */
export type Readiness = {
  readonly statuses: readonly string[];
  readonly missing: readonly string[];
  /** Questions that no file answers, for a person who knows the repository. */
  readonly unclear: readonly string[];
  readonly warnings: readonly string[];
};

/** Earlier results about a suite. */
export type SuiteFacts = {
  readonly suite: Suite;
  readonly cases: readonly Case[];
  /** The prompt's system message, which is the task if the suite has none. */
  readonly systemPrompt: string | null;
  /** Of the config file or the prompt file; `null` for a program. */
  readonly model: string | null;
  /** Calls and tokens of a check, with a stored baseline and with a base run; `null` if its files cannot be read. */
  readonly estimates: Readonly<Record<'stored' | 'now', CallEstimate>> | null;
  /** Texts of the product that are not the measured ones. */
  readonly outdated: readonly string[];
};

/** Whether the set-up of the working copy is safe to require, as far as its files show. */
export async function checkReadiness(
  local: LocalCheckout,
  suites: readonly SuiteFacts[],
  overrides: Overrides,
): Promise<Readiness> {
  const { copy, redact, sides } = local;
  const { tree, reader } = copy.head;
  const config = overrides.config ?? DEFAULT_CONFIG;
  const workflows = await readWorkflows(tree === null ? reader : scopeTree(tree, ''), {
    folder: copy.prefix,
    config,
  });
  const { steps } = workflows;
  const { store } = (await readAsAction({ config }, copy.head.reader)).settings;
  const repository = {
    branches: await listDefaultBranches(local),
    hasRunLabel: sides.settings.runLabel !== null,
    storesInFolder: store.kind === 'file',
    hasRef: (ref: string) => hasRef(local, ref),
    hasFile: async (path: string) => (await reader.paths?.())?.includes(path) ?? true,
  };
  const trials: AgentTrial[] = [];
  for (const facts of suites) {
    const ownSteps = steps.filter((step) => runsSuite(step, facts.suite));
    trials.push(await checkProgram(facts, local, ownSteps));
  }
  const checks = await Promise.all(suites.map(({ suite }) => checkWorkflows(suite, workflows, repository)));
  const baselines = await Promise.all(suites.map(({ suite }) => checkBaseline(suite, steps, repository)));
  const watches: WatchFindings[] = [];
  for (const { suite } of suites) watches.push(await checkWatch(suite, local));
  const missing = [
    ...suites.flatMap(checkSuite),
    ...listSuggestedModels((await reader.read(config)) ?? '').map(
      (model) =>
        `${config}: is ${model} the model that your product asks? Set \`model\`, and remove the comment beside it`,
    ),
    ...watches.flatMap((watch) => watch.missing),
    ...checks.flatMap((check) => check.missing),
    ...(await checkSettings(local, { steps, facts: suites }, overrides)),
    ...trials.flatMap((trial) => trial.missing),
    ...baselines.flatMap((baseline) => baseline.missing),
    ...suites.flatMap(({ suite }) => checkLocalAddresses(suite, steps)),
  ];
  const unclear = [...watches, ...checks, ...baselines].flatMap((found) => found.unclear);
  const warnings = [...checks, ...trials].flatMap((found) => found.warnings);
  return {
    statuses: suites.map(({ suite }) => buildStatusContext(suite.name, copy.prefix, redact)),
    missing: [...new Set(missing)],
    unclear: [...new Set(unclear)],
    warnings: [...new Set(warnings)],
  };
}

/** The default branch; if the clone does not know it, all branches; none without git. */
async function listDefaultBranches({ git, terminal }: LocalCheckout): Promise<readonly string[]> {
  // A runner's clone has one branch, whichever it is.
  if (terminal.env['GITHUB_ACTIONS'] === 'true') return [];
  const branch = await git?.defaultBranch();
  return branch ? [removeRemote(branch.name)] : ((await git?.branches()) ?? []);
}

/** A runner's clone has one commit, and fetches others. */
async function hasRef({ git, terminal }: LocalCheckout, ref: string): Promise<boolean> {
  if (git === null || terminal.env['GITHUB_ACTIONS'] === 'true') return true;
  const commits = await Promise.all([ref, `origin/${ref}`].map((each) => git.resolve(each)));
  return commits.some((commit) => commit !== null);
}

/** Problems in a program's text and, if there are none, in its answer to one question. */
async function checkProgram(
  { suite, cases }: SuiteFacts,
  local: LocalCheckout,
  steps: readonly ActionStep[],
): Promise<AgentTrial> {
  const { missing, warnings } = await checkProgramText(suite, local, steps);
  if (missing.length > 0) return { missing, warnings };
  const trial = await tryAgent(local, suite, cases);
  return { ...trial, warnings: [...warnings, ...trial.warnings] };
}

function checkSuite({ suite, cases, systemPrompt, model, outdated }: SuiteFacts): readonly string[] {
  const { name, dataset, task, target, scorers } = suite;
  const placeholders = cases.flatMap((row) => {
    const text = [...listTurns(row), ...Object.values(row.vars)].find(isUnwrittenQuestion);
    return text === undefined ? [] : [text];
  });
  const [placeholder] = placeholders;
  const missing: string[] = [...outdated];
  if (placeholder !== undefined) {
    const shown = placeholder.startsWith(PLACEHOLDER) ? `${PLACEHOLDER} …` : placeholder.trim();
    missing.push(
      `${dataset}: ${formatCount(placeholders.length, 'case')} with “${shown}”: write your own questions`,
    );
  }
  const hasTasks = cases.length > 0 && cases.every((row) => row.task !== undefined);
  if (cases.length < MIN_CASES.value) {
    missing.push(
      `${dataset}: ${formatCount(cases.length, 'case')}; below ${MIN_CASES.value} cases the mean is not tested`,
    );
  }
  if (task !== null && isUnwritten(task))
    missing.push(`suite ${name}: write its \`task\`, what the agent is for`);
  else if (task === null && !hasTasks && systemPrompt === null) {
    missing.push(`suite ${name}: no \`task\`; add one that says what the agent is for`);
  }
  const { prompt } = describeTarget(target);
  if (systemPrompt !== null && isUnwritten(systemPrompt)) {
    missing.push(`${prompt}: write your prompt, or name the file that your product uses as \`prompt\``);
  }
  missing.push(...checkModels(suite, model));
  if (!scorers.some(({ gate }) => canFail(gate, cases))) {
    missing.push(`suite ${name}: add regression to \`fail-on\`: no bad answer ever fails`);
  }
  return missing;
}

/** Models that the user has not chosen yet. */
function checkModels({ name, judge, scorers }: Suite, model: string | null): readonly string[] {
  const missing: string[] = [];
  if (isStandIn(model ?? '')) {
    missing.push(
      `suite ${name}: write its \`model\`, with its provider or \`base-url\`: ${namePage('providers.md')}`,
    );
  }
  if (isStandIn(judge.model)) {
    missing.push(`judge: write its \`model\`: ${namePage('providers.md')}`);
  }
  const isJudged = scorers.some(hasBuiltinJudge);
  if (judge.model === BUILTIN_JUDGE && isJudged) {
    missing.push('judge: `builtin` is for a first look; name a model');
  }
  return missing;
}

/** True if some rule about the answers can turn red. */
function canFail({ failOn, threshold, tags }: GateSettings, cases: readonly Case[]): boolean {
  if (failOn.includes('regression') || failOn.includes('worse')) return true;
  const usedTags = new Set(cases.flatMap((row) => row.tags));
  const groups = Object.entries(tags).filter(([tag]) => usedTags.has(tag));
  const thresholds = [threshold, ...groups.map(([, limits]) => limits.threshold)];
  return failOn.includes('threshold') && thresholds.some((each) => each !== null && each > 0);
}

/** The keys and calls that the action would lack, with the inputs and variables of each workflow. */
async function checkSettings(
  { copy }: LocalCheckout,
  { steps, facts }: { readonly steps: readonly ActionStep[]; readonly facts: readonly SuiteFacts[] },
  overrides: Overrides,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const step of steps) {
    const problems: string[] = [];
    await attempt(problems, async () => {
      const inputs = await readStepInputs(step);
      const given = omitUndefined({
        suites: overrides.suites,
        ...inputs.overrides,
        config: overrides.config,
      });
      const { settings } = await readAsAction(given, copy.head.reader, step);
      requireKeys(settings.suites, 'agent and judge');
      for (const suite of settings.suites) problems.push(...listUnpassed(suite, step));
      problems.push(...listPlainKeys(settings.suites));
      if (step.events.has('pull_request')) problems.push(...checkLimits(settings, { step, facts, steps }));
    });
    // The companion of a fork's run must not have a key.
    if (!step.events.has('workflow_run'))
      missing.push(...problems.map((problem) => `${step.path}: ${problem}`));
  }
  return missing;
}

/** Providers whose keys are secrets, and are written into the workflow. */
function listPlainKeys(suites: readonly Suite[]): readonly string[] {
  const providers = suites.flatMap(({ provider, judge }) => [provider, judge.provider]);
  const plain = providers.filter(
    ({ apiKey, baseUrl }) => apiKey === PLAIN_KEY && (baseUrl === null || isKnownAddress(baseUrl)),
  );
  return [...new Set(plain.map(({ apiKeySource }) => apiKeySource))].map(
    (source) =>
      `pass a secret, such as \`\${{ secrets.OPENAI_API_KEY }}\`, as the ${source}: it is plain text`,
  );
}

function isKnownAddress(baseUrl: string): boolean {
  return Object.values(PROVIDER_PRESETS).some(
    (preset) => !isLocalAddress(preset.baseUrl) && isSameProvider(preset.baseUrl, baseUrl),
  );
}

/** By so much an estimate of tokens may be too high. */
const TOKENS_UNCERTAINTY = 2;

/** Limits that the first answers of a check exceed. */
function checkLimits(
  { suites, limits }: Settings,
  {
    step,
    steps,
    facts,
  }: {
    readonly step: ActionStep;
    readonly steps: readonly ActionStep[];
    readonly facts: readonly SuiteFacts[];
  },
): readonly string[] {
  // Each shard has a part of the cases, and merging them calls no model.
  if (step.inputs['shard'] !== undefined || step.inputs['merge'] !== undefined) return [];
  const estimates = facts
    .filter(({ suite }) => suites.some(({ name }) => name === suite.name))
    .flatMap(({ suite, estimates: given }) =>
      given === null ? [] : [given[hasStore(suite, steps) ? 'stored' : 'now']],
    );
  const calls = estimates.reduce((sum, { most }) => sum + most, 0);
  const tokens = estimates.reduce((sum, each) => sum + each.tokens, 0);
  const problems: string[] = [];
  if (limits.maxCalls !== null && limits.maxCalls < calls) {
    problems.push(
      `\`max-calls\` is ${limits.maxCalls}, and one check of these cases takes up to ${formatCount(calls, 'call')}: raise it, or checks end undecided`,
    );
  }
  if (limits.maxTokens !== null && limits.maxTokens * TOKENS_UNCERTAINTY < tokens) {
    problems.push(
      `\`max-tokens\` is ${limits.maxTokens}, and one check of these cases takes about ${formatCount(Math.round(tokens), 'token')}: raise it, or checks end undecided`,
    );
  }
  return problems;
}

function hasStore(suite: Suite, steps: readonly ActionStep[]): boolean {
  return describeTarget(suite.target).runsPrograms || steps.some((step) => storesBaseline(step, suite));
}

/** The settings that the action has in a job with these variables. */
function readAsAction(
  overrides: Overrides,
  head: FileReader,
  {
    variables,
    plainVariables,
    permissions,
  }: Pick<ActionStep, 'variables' | 'plainVariables' | 'permissions'> = {
    variables: [],
    plainVariables: [],
    permissions: {},
  },
): Promise<SettingsOfBothSides> {
  const env = Object.fromEntries(
    variables.map((name) => [name, plainVariables.includes(name) ? PLAIN_KEY : SOME_SECRET]),
  );
  return readSettings({
    head,
    merged: true,
    overrides,
    env: permissions['id-token'] === 'write' ? { ...env, ACTIONS_ID_TOKEN_REQUEST_URL: SOME_SECRET } : env,
    shell: 'action',
  });
}

function listUnpassed(suite: Suite, { variables }: ActionStep): readonly string[] {
  return listPassedVariables(suite)
    .filter((name) => !variables.includes(name))
    .map((name) => `pass the variable ${name}, which suite ${suite.name} gives its program`);
}

const NOTHING_SHOWN: AgentTrial = { missing: [], warnings: [] };

/** From a program's text: whether it reads questions, and the variables that it reads. */
async function checkProgramText(
  suite: Suite,
  { copy, terminal }: LocalCheckout,
  steps: readonly ActionStep[],
): Promise<AgentTrial> {
  const { name, target } = suite;
  if (target.kind !== 'command') return NOTHING_SHOWN;
  const paths = (await copy.head.reader.paths?.()) ?? [];
  const path = findProgramFile(target.command, paths);
  const files = path === undefined ? new Map<string, string>() : await readProgram(path, copy.head.reader);
  const isRead = path !== undefined && files.size > 0;
  const warnings = await checkInstalledCode(suite, isRead ? { path, files } : null, copy.head.reader);
  if (!isRead) return { missing: checkPackageList(suite, { steps, paths }), warnings };
  const text = joinFiles(files);
  const missing: string[] = [];
  if (!readsQuestions(text)) {
    missing.push(
      `suite ${name}: ${path} does not read its questions line by line from standard input: ${namePage('agents.md#example')}`,
    );
  }
  const unlisted = listRequiredKeyVariables(text).filter((key) => !target.env.includes(key));
  if (unlisted.length > 0) {
    missing.push(
      `suite ${name}: add \`env: [${unlisted.join(', ')}]\` to the target: ${path} needs it, and a program gets only the keys that are listed`,
    );
  }
  // Another step may set a variable, so that its name is anywhere in the workflow.
  const checks = steps.filter(({ events }) => events.has('pull_request') || events.has('push'));
  const listUnset = (variable: string) => checks.filter((step) => !step.text.includes(variable));
  const { requiredVariables, otherVariables } = findVariables(text);
  const unset = requiredVariables.flatMap((variable) =>
    listUnset(variable).map(
      (step) => `${step.path}: set the variable ${variable}, without which ${path} of suite ${name} fails`,
    ),
  );
  const readVariables = new Set(
    OPENAI_LIBRARY.test(text) ? [...otherVariables, ADDRESS_VARIABLE] : otherVariables,
  );
  const differing = [...readVariables]
    .filter((variable) => terminal.env[variable]?.trim())
    .flatMap((variable) =>
      listUnset(variable).map(
        (step) =>
          `${variable} is set on this machine, and ${path} of suite ${name} reads it. ${step.path} does not set it.`,
      ),
    );
  missing.push(...checkPackages(suite, { path, files }, { steps, paths }));
  return { missing: [...missing, ...unset], warnings: [...warnings, ...new Set(differing)] };
}
