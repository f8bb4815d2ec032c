import { escapePattern } from '../../text/foreign-pattern.js';
import { isStringList } from '../../text/values.js';
import type { ActionStep } from './read-workflows.js';

/** Values of an event's context that are known: `github.event_name`. */
type Context = Readonly<Record<string, string>>;

/** What has to start a check: each of them can bring a commit that has no status yet. */
const PULL_REQUEST_TYPES = ['opened', 'synchronize', 'reopened'];

/**
 * Why a step does not run on each pull request to the default branch; empty if it does. @param branches The default
 * branch, or all that may be it.
 */
export function listPullRequestGaps(step: ActionStep, branches: readonly string[]): readonly string[] {
  const { types } = step.events.get('pull_request') ?? {};
  const listed = isStringList(types) ? types : [types].filter((each) => typeof each === 'string');
  const given = types == null ? PULL_REQUEST_TYPES : listed;
  // A job that skips drafts has to run once they are ready.
  const skipsDrafts = step.conditions.some((condition) => condition.includes('pull_request.draft'));
  const needed = [...PULL_REQUEST_TYPES, ...(skipsDrafts ? ['ready_for_review'] : [])];
  const missing = needed.filter((each) => !given.includes(each));
  const isSkipped = PULL_REQUEST_TYPES.some((action) =>
    skips(step, { 'github.event_name': 'pull_request', 'github.event.action': action }),
  );
  return [
    ...(missing.length === 0 ? [] : [`add ${missing.join(', ')} to its \`types\``]),
    ...listBranchGaps(step, 'pull_request', branches),
    ...(isSkipped ? ['an `if` skips them'] : []),
  ];
}

/** Why a step does not run on each push to the default branch; empty if it does. */
export function listPushGaps(step: ActionStep, branches: readonly string[]): readonly string[] {
  const event = { 'github.event_name': 'push' };
  const contexts = branches.map((branch) => ({
    ...event,
    'github.ref': `refs/heads/${branch}`,
    'github.ref_name': branch,
  }));
  const isSkipped = (branches.length === 0 ? [event] : contexts).every((context) => skips(step, context));
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

function compilePattern(pattern: string): RegExp {
  const parts = pattern.split(/(\*+)/).map((part) => {
    if (part === '*') return '[^/]*';
    return part.startsWith('*') ? '.*' : escapePattern(part);
  });
  return new RegExp(`^${parts.join('')}$`);
}

/** `github.event_name == 'push'`. */
const COMPARISON = /^\s*(github(?:\.\w+)+)\s*([!=]=)\s*'([^']*)'\s*$/;

/** True if a condition of the step or its job is surely false. Whatever is not understood may be true. */
function skips({ conditions }: ActionStep, context: Context): boolean {
  return conditions.some((condition) => {
    const expression = /^\s*\$\{\{(.*)\}\}\s*$/s.exec(condition)?.[1] ?? condition;
    const alternatives = expression.split('||').map((each) => each.split('&&'));
    return alternatives.every((clauses) => clauses.some((clause) => isFalse(clause, context)));
  });
}

function isFalse(clause: string, context: Context): boolean {
  if (clause.trim() === 'false') return true;
  const [, name = '', operator, value] = COMPARISON.exec(clause) ?? [];
  const known = context[name];
  if (known === undefined) return false;
  return (known === value) !== (operator === '==');
}
