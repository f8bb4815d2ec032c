import { isLocalAddress } from '../../model/provider.js';
import type { Suite } from '../../model/suite.js';
import { describeTarget } from '../../model/target-settings.js';
import { actionName } from '../../settings/values.js';
import { renderList } from '../../text/values.js';
import type { ActionStep } from './read-workflows.js';
import { listPullRequestGaps, listPushGaps } from './workflow-runs.js';

const PULL_REQUEST = 'pull_request';
const PATH_FILTERS = ['paths', 'paths-ignore'];
/** What stands for an account that hosts the action: OWNER, your-org, `<org>`. */
const PLACEHOLDER_OWNER =
  /^(?:(?:the|my|your)?[-_]?(?:owner|org(?:ani[sz]ation)?|company|team|account|user(?:name)?|name)(?:[-_]?name)?|your[-_].*|example|placeholder|change-?me|todo|x{3,})$/i;

/**
 * What keeps the repository's workflows from checking each pull request. @param branches The default branch, or all that
 * may be it; empty if none is known.
 */
export function checkWorkflows(steps: readonly ActionStep[], branches: readonly string[]): readonly string[] {
  const offered = steps.filter(({ events }) => events.has(PULL_REQUEST));
  if (offered.length === 0) {
    return ['.github/workflows: no workflow runs the action on pull requests here; `init` writes one'];
  }
  return [
    ...steps.flatMap(checkAction),
    ...describeGaps(offered, (step) => listPullRequestGaps(step, branches)).map(
      ({ path, gaps }) =>
        `${path}: it must run on each pull request, since a skipped workflow leaves a required check pending: ${gaps}`,
    ),
    ...listChecks(steps, branches).flatMap(checkPullRequests),
  ];
}

/** The steps that run on each pull request; if there is none, those that run on some. */
function listChecks(steps: readonly ActionStep[], branches: readonly string[]): readonly ActionStep[] {
  const offered = steps.filter(({ events }) => events.has(PULL_REQUEST));
  const complete = offered.filter((step) => listPullRequestGaps(step, branches).length === 0);
  return complete.length === 0 ? offered : complete;
}

/** What the step with the fewest gaps lacks; empty if one has none. */
function describeGaps(
  steps: readonly ActionStep[],
  listGaps: (step: ActionStep) => readonly string[],
): readonly { readonly path: string; readonly gaps: string }[] {
  const gaps = steps.map((step) => ({ path: step.path, gaps: listGaps(step) }));
  const [least] = gaps.toSorted((a, b) => a.gaps.length - b.gaps.length);
  if (least === undefined || least.gaps.length === 0) return [];
  return [{ path: least.path, gaps: renderList(least.gaps) }];
}

/** A name that GitHub cannot find, and a step without the repository's files. */
function checkAction({ path, action, hasCheckout, events }: ActionStep): readonly string[] {
  const missing: string[] = [];
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

/** A base that runs on the pull request's machine may be answered by the pull request's code. */
export function checkBaseline(
  suite: Suite,
  steps: readonly ActionStep[],
  branches: readonly string[],
): readonly string[] {
  if (!describeTarget(suite.target).runsPrograms) return [];
  const checks = listChecks(steps, branches);
  const [check] = checks;
  if (check === undefined) return [];
  const stores = steps.filter(
    ({ events, permissions }) => events.has('push') && permissions['contents'] === 'write',
  );
  const isCompared = checks.some(({ inputs }) => inputs['baseline'] === 'stored');
  if (stores.length === 0 || !isCompared) {
    return [
      `${check.path}: suite ${suite.name} runs a program, so store its baseline: \`baseline: stored\` on pull requests, and a job on pushes with the permission \`contents: write\``,
    ];
  }
  return describeGaps(stores, (step) => listPushGaps(step, branches)).map(
    ({ path, gaps }) =>
      `${path}: no baseline of suite ${suite.name} would be stored when the default branch changes: in the job on pushes, ${gaps}`,
  );
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
