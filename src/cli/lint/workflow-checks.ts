import { isLocalAddress } from '../../model/provider.js';
import type { BaselineChoice, Suite } from '../../model/suite.js';
import { describeTarget } from '../../model/target-settings.js';
import { actionName, baselineChoice } from '../../settings/values.js';
import { renderList } from '../../text/values.js';
import type { ActionStep, Workflows } from './read-workflows.js';
import { readStepInputs } from './step-inputs.js';
import {
  type CheckedRepository,
  type ConcurrencyFindings,
  checkConcurrency,
  findPullRequestInput,
  isOwnRef,
  listPullRequestGaps,
  listPushGaps,
  listTypes,
  listUnclearConditions,
} from './workflow-runs.js';

const PULL_REQUEST = 'pull_request';
const PATH_FILTERS = ['paths', 'paths-ignore'];
/** Placeholders for the account that hosts the action: OWNER, your-org, `<org>`. */
const PLACEHOLDER_OWNER =
  /^(?:(?:the|my|your)?[-_]?(?:owner|org(?:ani[sz]ation)?|company|team|account|user(?:name)?|name)(?:[-_]?name)?|your[-_].*|example|placeholder|change-?me|todo|x{3,})$/i;

/** Findings about a suite's check in the workflows. */
export type WorkflowFindings = {
  readonly missing: readonly string[];
  /** Questions for a person. */
  readonly unclear: readonly string[];
  readonly warnings: readonly string[];
};

/** Reasons why the repository's workflows do not check each pull request for a suite. */
export async function checkWorkflows(
  suite: Suite,
  workflows: Workflows,
  repository: CheckedRepository,
): Promise<WorkflowFindings> {
  const { steps } = workflows;
  const check = findCheck(suite, steps, repository);
  if (check === undefined) return { missing: [explainNoCheck(suite, workflows)], unclear: [], warnings: [] };
  const actions = await Promise.all(steps.map(checkAction));
  const checkout = checkCheckout(check, repository);
  const concurrency = checkConcurrency(check, repository);
  const conditions = listUnclearConditions(check, repository).map(
    (condition) =>
      `does \`if: ${condition}\` hold for each pull request? One that it skips stays blocked by the required check.`,
  );
  return {
    missing: [
      ...actions.flat(),
      ...listProblems(check, repository),
      ...[...checkout.problems, ...concurrency.problems].map((problem) => `${check.path}: ${problem}`),
    ],
    unclear: [
      ...conditions,
      ...checkout.unclear,
      ...concurrency.unclear,
      ...listUnclearInputs(check, repository),
    ].map((question) => `${check.path}: ${question}`),
    warnings: warnOfCheck(check),
  };
}

/** Inputs that decide whether there is a status. */
const DECIDING_INPUTS = ['status', 'max-calls', 'max-tokens'];

function listUnclearInputs(check: ActionStep, repository: CheckedRepository): readonly string[] {
  return DECIDING_INPUTS.filter((name) => findPullRequestInput(check, name, repository) === undefined).map(
    (name) => `is \`${name}: ${check.inputs[name]}\` right on pull requests?`,
  );
}

const OWN_REPOSITORY =
  /^(?:\$\{\{\s*github\.(?:repository|event\.pull_request\.(?:head|base)\.repo\.full_name)\s*\}\})?$/;

/** Whether the files that are measured are the pull request's: the action refuses others. */
function checkCheckout(
  { checkoutRef, checkoutRepository }: ActionStep,
  repository: CheckedRepository,
): ConcurrencyFindings {
  if (!OWN_REPOSITORY.test(checkoutRepository)) {
    const question = `is \`repository: ${checkoutRepository}\` of actions/checkout this repository? Another one needs a \`path\`.`;
    return { problems: [], unclear: [question] };
  }
  const isOwn = checkoutRef === '' || isOwnRef(checkoutRef, repository);
  if (isOwn === true) return { problems: [], unclear: [] };
  if (isOwn === undefined) {
    return { problems: [], unclear: [`is \`ref: ${checkoutRef}\` of actions/checkout the pull request's?`] };
  }
  const problem = `remove \`ref: ${checkoutRef}\` of actions/checkout: these are not the pull request's files`;
  return { problems: [problem], unclear: [] };
}

/** The suites that a step's input names; `null` if it names none, or no file shows which. */
export function listStepSuites({ inputs }: ActionStep): readonly string[] | null {
  const { suite } = inputs;
  if (suite === undefined || suite.includes('${{')) return null;
  return suite
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export function runsSuite(step: ActionStep, { name }: Pick<Suite, 'name'>): boolean {
  return listStepSuites(step)?.includes(name) ?? true;
}

/** The step on pull requests that sets a suite's status: if there are several, the one with the fewest problems. */
function findCheck(
  suite: Suite,
  steps: readonly ActionStep[],
  repository: CheckedRepository,
): ActionStep | undefined {
  const [check] = steps
    .filter((step) => step.events.has(PULL_REQUEST) && decides(step, suite))
    .map((step) => ({
      step,
      problems: listProblems(step, repository).length,
      unclear: listUnclearConditions(step, repository).length,
    }))
    .toSorted((a, b) => a.problems - b.problems || a.unclear - b.unclear);
  return check?.step;
}

/** A shard decides nothing, and a coverage map is no run. */
function decides(step: ActionStep, suite: Suite): boolean {
  const { inputs } = step;
  return runsSuite(step, suite) && inputs['shard'] === undefined && inputs['coverage'] !== 'true';
}

function explainNoCheck({ name }: Suite, workflows: Workflows): string {
  const { steps, otherConfigs, otherFolders, unread } = workflows;
  const offered = steps.filter(({ events }) => events.has(PULL_REQUEST));
  const shard = offered.find((step) => step.inputs['shard'] !== undefined && runsSuite(step, { name }));
  if (shard !== undefined) {
    return `${shard.path}: add a job with \`merge\`, which decides: a shard sets no status`;
  }
  const [other] = offered.filter(({ inputs }) => inputs['suite'] !== undefined);
  if (other !== undefined) {
    return `${other.path}: no job on pull requests runs suite ${name}; add it to \`suite\``;
  }
  const untrusted = steps.find(({ events }) => events.has('pull_request_target'));
  if (untrusted !== undefined) {
    return `${untrusted.path}: use \`pull_request\`: the action refuses pull_request_target, which gives a stranger's pull request the keys`;
  }
  const [elsewhere] = otherConfigs;
  if (elsewhere !== undefined) {
    return `${elsewhere.path}: it reads ${elsewhere.config}: run \`lint --config ${elsewhere.config}\`, or remove the input \`config\``;
  }
  const also = unread.length === 0 ? '' : `. But ${renderList(unread)}`;
  const [inOtherFolder] = otherFolders.paths;
  if (inOtherFolder !== undefined) {
    return `${inOtherFolder}: add a job for this folder, with \`working-directory: ${otherFolders.folder}\`${also}`;
  }
  return `.github/workflows: no workflow runs the action on pull requests here; \`init\` writes one${also}`;
}

/** Reasons why a step does not set the status of each pull request. */
function listProblems(step: ActionStep, repository: CheckedRepository): readonly string[] {
  const { path, events, inputs, permissions } = step;
  const gaps = listPullRequestGaps(step, repository);
  const filter = PATH_FILTERS.find((key) => key in (events.get(PULL_REQUEST) ?? {}));
  const problems: string[] = [];
  if (gaps.length > 0) {
    problems.push(
      `it must run on each pull request, since a skipped workflow leaves a required check pending: ${renderList(gaps)}`,
    );
  }
  if (filter !== undefined) {
    problems.push(
      `remove \`${filter}\` from pull_request: a skipped workflow leaves a required check pending`,
    );
  }
  if (inputs['status'] === 'false') problems.push('remove `status: false`: a status is what is required');
  else if (permissions['statuses'] !== 'write') {
    problems.push('give the job the permission `statuses: write`');
  }
  if (!['read', 'write'].includes(permissions['contents'] ?? '')) {
    problems.push(
      'give the job the permission `contents: read`, without which a private repository cannot be read',
    );
  }
  return problems.map((problem) => `${path}: ${problem}`);
}

function warnOfCheck(check: ActionStep): readonly string[] {
  const { path, inputs, permissions } = check;
  const warnings: string[] = [];
  if (inputs['comment'] !== 'off' && permissions['pull-requests'] !== 'write') {
    warnings.push(`${path}: without the permission \`pull-requests: write\`, there is no comment.`);
  }
  if (!listTypes(check).includes('labeled')) {
    warnings.push(
      `${path}: the label that accepts a change starts no run, since \`types\` lacks \`labeled\`. Add it, and keep ${listTypes(check).join(', ')}.`,
    );
  }
  return warnings;
}

/** A name that GitHub cannot find, and a step without the repository's files. */
async function checkAction(step: ActionStep): Promise<readonly string[]> {
  const { path, action, hasCheckout, events } = step;
  const { problems } = await readStepInputs(step);
  const missing = problems.map((problem) => `${path}: ${problem}`);
  const [owner = ''] = action.split('/');
  if (PLACEHOLDER_OWNER.test(owner)) {
    missing.push(`${path}: replace ${owner} by the account that hosts the action`);
  } else if (!action.startsWith('./') && !actionName().safeParse(action).success) {
    missing.push(`${path}: \`uses: ${action}\` must be the action and its version, such as owner/repo@v1`);
  }
  // The companion of a fork's run needs no files.
  if (!hasCheckout && !events.has('workflow_run')) {
    missing.push(`${path}: add a step with actions/checkout before the action, which reads the files`);
  }
  return missing;
}

/** Whether a pull request is compared with a baseline, and with one that its own code cannot answer. */
export async function checkBaseline(
  suite: Suite,
  steps: readonly ActionStep[],
  repository: CheckedRepository,
): Promise<Omit<WorkflowFindings, 'warnings'>> {
  const check = findCheck(suite, steps, repository);
  if (check === undefined) return NOTHING_FOUND;
  const { path } = check;
  const baseline = findPullRequestInput(check, 'baseline', repository);
  if (baseline === undefined) return checkComputedBaseline(suite, check, repository);
  const choice = baselineChoice().safeParse(baseline ?? 'auto').data ?? { kind: 'auto' };
  const missing = await listBaselineProblems(suite, choice, repository);
  if (missing.length > 0) return { missing: missing.map((each) => `${path}: ${each}`), unclear: [] };
  return choice.kind === 'stored' ? checkStore(suite, { path, steps, repository }) : NOTHING_FOUND;
}

/** An expression whose value differs from one pull request to the next, or is not known. */
function checkComputedBaseline(
  suite: Suite,
  { path, inputs }: ActionStep,
  repository: CheckedRepository,
): Omit<WorkflowFindings, 'warnings'> {
  const ref = inputs['baseline'] ?? '';
  const isOwn = isOwnRef(ref, repository);
  if (isOwn === undefined) {
    return {
      missing: [],
      unclear: [`${path}: is \`baseline\` right on pull requests? A program needs \`stored\``],
    };
  }
  if (isOwn) return { missing: [`${path}: ${renderOwnBaseline(ref)}`], unclear: [] };
  const { runsPrograms } = describeTarget(suite.target);
  return { missing: runsPrograms ? [`${path}: ${askForStore(suite)}`] : [], unclear: [] };
}

/** The commit that a pull request's job has checked out, and its second parent, the pull request's own. */
const HEAD = /^(?:(?:HEAD|FETCH_HEAD|@)(?:[~^]0|\^2|\^\{\w*\})*)$/;

async function listBaselineProblems(
  suite: Suite,
  choice: BaselineChoice,
  { hasRef, hasFile }: CheckedRepository,
): Promise<readonly string[]> {
  const { runsPrograms } = describeTarget(suite.target);
  switch (choice.kind) {
    case 'none':
      return ['remove `baseline: none`: with it, nothing is compared'];
    case 'stored':
      return [];
    case 'record':
      return (await hasFile(choice.path))
        ? []
        : [`\`baseline\` is ${choice.path}, and there is no such file`];
    case 'ref':
      if (HEAD.test(choice.ref)) return [renderOwnBaseline(choice.ref)];
      if (!(await hasRef(choice.ref)))
        return [`\`baseline\` is ${choice.ref}, and there is no such branch, tag or commit`];
      return runsPrograms ? [askForStore(suite)] : [];
    case 'auto':
      return runsPrograms ? [askForStore(suite)] : [];
    default:
      return choice satisfies never;
  }
}

function renderOwnBaseline(ref: string): string {
  return `remove \`baseline: ${ref}\`: with it, a pull request is compared with itself`;
}

const NOTHING_FOUND = { missing: [], unclear: [] };

function askForStore({ name, target }: Suite): string {
  const reason = describeTarget(target).runsPrograms
    ? `suite ${name} runs a program, so store its baseline`
    : `store the baseline of suite ${name}`;
  return `${reason}: \`baseline: stored\` on pull requests, and a job on pushes with the permission \`contents: write\``;
}

/** Whether pushes store what pull requests are compared with. */
function checkStore(
  suite: Suite,
  {
    path,
    steps,
    repository,
  }: {
    readonly path: string;
    readonly steps: readonly ActionStep[];
    readonly repository: CheckedRepository;
  },
): Omit<WorkflowFindings, 'warnings'> {
  if (repository.storesInFolder) {
    return { missing: [], unclear: ['does a job commit the folder that `store: { file: … }` names?'] };
  }
  const stores = steps.filter((step) => storesBaseline(step, suite));
  if (stores.length === 0) return { missing: [`${path}: ${askForStore(suite)}`], unclear: [] };
  return { missing: listStoreGaps(suite, stores, repository), unclear: [] };
}

export function storesBaseline(step: ActionStep, suite: Suite): boolean {
  return step.events.has('push') && step.permissions['contents'] === 'write' && decides(step, suite);
}

/** Why no push to the default branch stores the baseline; empty if one does. */
function listStoreGaps(
  { name }: Suite,
  stores: readonly ActionStep[],
  repository: CheckedRepository,
): readonly string[] {
  const [least] = stores
    .map((step) => ({ path: step.path, gaps: listPushGaps(step, repository) }))
    .toSorted((a, b) => a.gaps.length - b.gaps.length);
  if (least === undefined || least.gaps.length === 0) return [];
  return [
    `${least.path}: no baseline of suite ${name} would be stored when the default branch changes: in the job on pushes, ${renderList(least.gaps)}`,
  ];
}

/** An address of this machine is another machine's on GitHub, unless the workflow starts a server there. */
export function checkLocalAddresses(
  { provider, judge }: Suite,
  steps: readonly ActionStep[],
): readonly string[] {
  const addresses = [provider.baseUrl, judge.provider.baseUrl].filter(isLocalAddress);
  return [...new Set(addresses)].flatMap((address) =>
    steps
      .filter(({ events }) => events.has(PULL_REQUEST))
      .filter(({ isSelfHosted, text }) => !isSelfHosted && !startsServer(text, address ?? ''))
      .map(
        ({ path }) =>
          `${path}: ${address} is on this machine; start that server in the job, or use another address`,
      ),
  );
}

/** A workflow that starts a server names it or its port somewhere. */
function startsServer(workflow: string, address: string): boolean {
  const port = URL.parse(address)?.port ?? '';
  // A variable with the address starts nothing.
  const others = workflow.replaceAll(/^ *\w+: *["']?https?:.*$/gm, '');
  return /\bollama\b/i.test(others) || (port !== '' && others.includes(port));
}
