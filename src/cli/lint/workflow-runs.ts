import { escapePattern } from '../../text/foreign-pattern.js';
import { type Fields, getValueAt, isFields, isStringList } from '../../text/values.js';
import type { ActionStep } from './read-workflows.js';
import { evaluateCondition, fillText } from './workflow-expression.js';

/** Activities that have to start a check: each can bring a commit without a status. */
const PULL_REQUEST_TYPES = ['opened', 'synchronize', 'reopened'];

/** Facts about the pull requests to check, from the repository's files and its clone. */
export type CheckedRepository = {
  /** True for a branch, tag or commit, as far as the clone shows it. */
  readonly hasRef: (ref: string) => Promise<boolean>;
  /** True for a file of the working directory. */
  readonly hasFile: (path: string) => Promise<boolean>;
  /** True if baselines are files of the repository. */
  readonly storesInFolder: boolean;
  /** The default branch, or all that may be it; empty if none is known. */
  readonly branches: readonly string[];
  /** True if pull requests are measured once they have a label. */
  readonly hasRunLabel: boolean;
};

/** Why a step does not run on each pull request to the default branch; empty if it does. */
export function listPullRequestGaps(
  step: ActionStep,
  { branches, hasRunLabel }: Pick<CheckedRepository, 'branches' | 'hasRunLabel'>,
): readonly string[] {
  const types = listTypes(step);
  const isSkipped = skipsPullRequests(step, branches, { draft: false });
  // A job that skips drafts has to run once they are ready.
  const skipsDrafts = !isSkipped && skipsPullRequests(step, branches, { draft: true });
  const needed = [
    ...PULL_REQUEST_TYPES,
    ...(skipsDrafts ? ['ready_for_review'] : []),
    ...(hasRunLabel ? ['labeled'] : []),
  ];
  const missing = needed.filter((each) => !types.includes(each));
  return [
    ...(missing.length === 0 ? [] : [`add ${missing.join(', ')} to its \`types\``]),
    ...listBranchGaps(step, 'pull_request', branches),
    ...(isSkipped ? ['an `if` skips them'] : []),
  ];
}

/** The activities on a pull request that start a step's workflow. */
export function listTypes({ events }: ActionStep): readonly string[] {
  const { types } = events.get('pull_request') ?? {};
  if (types == null) return PULL_REQUEST_TYPES;
  return isStringList(types) ? types : [String(types)];
}

/** Conditions that may be false for some pull requests: they depend on what no file shows. */
export function listUnclearConditions(
  { conditions }: ActionStep,
  { branches }: CheckedRepository,
): readonly string[] {
  const contexts = listBases(branches).flatMap((base) => buildPullRequestContexts(base));
  return conditions.filter((each) => contexts.some((context) => holds(each, context) === undefined));
}

/** Effects of a newer run on a pull request's check. */
export type ConcurrencyFindings = {
  readonly problems: readonly string[];
  readonly unclear: readonly string[];
};

/** Events of a pull request whose run measures nothing. */
const TYPES_WITHOUT_MEASUREMENT = ['labeled', 'unlabeled', 'edited'];

/** Whether each pull request has a `concurrency` group of its own, and no label cancels its check. */
export function checkConcurrency(step: ActionStep, { branches }: CheckedRepository): ConcurrencyFindings {
  const problems: string[] = [];
  const unclear: string[] = [];
  const [base] = branches;
  for (const { group, cancels } of step.concurrency) {
    const [one = '', other] = [1, 2].map((number) => fillText(group, describePullRequest(base, number)));
    if (one === other && one.includes('${{')) {
      unclear.push(`has each pull request a \`concurrency\` group of its own with \`${group}\`?`);
    } else if (one === other) {
      problems.push(
        `all pull requests share the \`concurrency\` group ${group}, so that a newer run replaces another's check, which stays pending: add \`\${{ github.event.pull_request.number }}\` to it`,
      );
    }
    const type = listTypes(step)
      .filter((each) => TYPES_WITHOUT_MEASUREMENT.includes(each))
      .find((each) => fillText(cancels, describePullRequest(base, 1, each)) === 'true');
    if (type !== undefined) {
      problems.push(
        `a run of type ${type} measures nothing, and cancels the one that does: set \`cancel-in-progress: \${{ github.event.action == 'synchronize' }}\``,
      );
    }
  }
  return { problems, unclear };
}

/** The context `github` of a pull request with an example's number and commits, which no condition may depend on. */
function describePullRequest(base = 'main', number = 1, action = 'opened'): Fields {
  const sha = String(number).padStart(40, '0');
  const headSha = String(number).padEnd(40, '0');
  const headRef = `branch-${number}`;
  const [known] = buildPullRequestContexts(base);
  const github = known?.['github'];
  const event = getValueAt(github, ['event']);
  const pullRequest = getValueAt(event, ['pull_request']);
  return {
    inputs: null,
    github: {
      ...(isFields(github) ? github : {}),
      actor: 'actor',
      head_ref: headRef,
      ref: `refs/pull/${number}/merge`,
      ref_name: `${number}/merge`,
      repository: 'owner/name',
      run_id: number,
      run_number: number,
      sha,
      workflow: 'workflow',
      event: {
        ...(isFields(event) ? event : {}),
        action,
        number,
        pull_request: {
          ...(isFields(pullRequest) ? pullRequest : {}),
          base: { ref: base, sha: 'base' },
          head: { sha: headSha, ref: headRef, repo: { fork: false, full_name: 'owner/name' } },
          number,
        },
      },
    },
  };
}

/** True if a git ref of a workflow is the pull request's own commit or branch; `undefined` if no file shows it. */
export function isOwnRef(ref: string, { branches }: CheckedRepository): boolean | undefined {
  const [one, other] = [1, 2].map((number) => fillText(ref, describePullRequest(branches[0], number)));
  if (one !== other) return true;
  return ref.includes('${{') && one?.includes('${{') ? undefined : false;
}

/** Why a step does not run on each push to the default branch; empty if it does. */
export function listPushGaps(
  step: ActionStep,
  { branches }: Pick<CheckedRepository, 'branches'>,
): readonly string[] {
  const isSkipped = listBases(branches).every((branch) => skips(step, [buildPushContext(branch)]));
  return [...listBranchGaps(step, 'push', branches), ...(isSkipped ? ['an `if` skips them'] : [])];
}

function listBranchGaps(
  { events }: ActionStep,
  name: string,
  branches: readonly string[],
): readonly string[] {
  const { branches: only, 'branches-ignore': ignored, tags } = events.get(name) ?? {};
  const isTagsOnly = tags !== undefined && only === undefined && ignored === undefined;
  if (isTagsOnly) return ['its `tags` leave out every branch'];
  if (branches.length === 0) return [];
  const isReached = branches.some(
    (branch) =>
      (only === undefined || matchesPatterns(branch, only)) &&
      (ignored === undefined || !matchesPatterns(branch, ignored)),
  );
  const [branch] = branches;
  const what = branches.length === 1 ? `${branch}, the default branch` : 'every branch of this repository';
  return isReached
    ? []
    : [`its \`${only === undefined ? 'branches-ignore' : 'branches'}\` leaves out ${what}`];
}

/** As GitHub matches branches: the last pattern that matches decides. */
function matchesPatterns(branch: string, patterns: unknown): boolean {
  const list = isStringList(patterns) ? patterns : [String(patterns)];
  const last = list.findLast((pattern) => compilePattern(pattern.replace(/^!/, '')).test(branch));
  return last !== undefined && !last.startsWith('!');
}

/** `*` is a part of a name, `**` any; `?`, `+` and `[a-z]` are as in regular expressions. */
function compilePattern(pattern: string): RegExp {
  const parts = pattern.split(/(\*+|[?+]|\[[\w-]+\])/).map((part, at) => {
    if (at % 2 === 0) return escapePattern(part);
    if (part === '*') return '[^/]*';
    return part.startsWith('*') ? '.*' : part;
  });
  return new RegExp(`^${parts.join('')}$`);
}

function listBases(branches: readonly string[]): readonly (string | undefined)[] {
  return branches.length === 0 ? [undefined] : branches;
}

/** The context `github` of a pull request from a branch of the repository, for each activity. */
function buildPullRequestContexts(base: string | undefined, { draft = false } = {}): readonly Fields[] {
  return PULL_REQUEST_TYPES.map((action) => ({
    github: {
      event_name: 'pull_request',
      ref: 'refs/pull/1/merge',
      ref_name: '1/merge',
      ref_type: 'branch',
      base_ref: base,
      event: {
        action,
        pull_request: {
          base: { ref: base },
          draft,
          head: { repo: { fork: false } },
          merged: false,
          state: 'open',
        },
        commits: null,
        head_commit: null,
        inputs: null,
        label: null,
        merge_group: null,
        schedule: null,
      },
    },
    inputs: null,
  }));
}

/** True if no pull request to any of the branches passes with all activities. */
function skipsPullRequests(
  step: ActionStep,
  branches: readonly string[],
  pullRequest: { readonly draft: boolean },
): boolean {
  return listBases(branches).every((base) => skips(step, buildPullRequestContexts(base, pullRequest)));
}

function buildPushContext(branch: string | undefined): Fields {
  return {
    github: {
      event_name: 'push',
      ref: branch === undefined ? undefined : `refs/heads/${branch}`,
      ref_name: branch,
      ref_type: 'branch',
      event: { action: null, inputs: null, pull_request: null, schedule: null, deleted: false },
    },
    inputs: null,
  };
}

/** A fork's pull request gets no keys, so that it may be skipped. */
const IS_OWN =
  /github\.event\.pull_request\.head\.repo\.full_name\s*([!=]=)\s*github\.repository|github\.repository\s*([!=]=)\s*github\.event\.pull_request\.head\.repo\.full_name/g;

function holds(condition: string, context: Fields): boolean | undefined {
  const filled = condition.replaceAll(IS_OWN, (_, first?: string, second?: string) =>
    String((first ?? second) === '=='),
  );
  return evaluateCondition(filled, context);
}

/** True if a condition is surely false in one of the contexts. */
function skips({ conditions }: ActionStep, contexts: readonly Fields[]): boolean {
  return conditions.some((each) => contexts.some((context) => holds(each, context) === false));
}

/** An input's value on a pull request; `null` if it is not given, `undefined` if no file shows it. */
export function findPullRequestInput(
  { inputs }: ActionStep,
  name: string,
  { branches }: CheckedRepository,
): string | null | undefined {
  const text = inputs[name];
  if (text === undefined) return null;
  const [context = {}] = buildPullRequestContexts(branches[0]);
  const filled = fillText(text, context);
  return filled.includes('${{') ? undefined : filled;
}
