import type { ChosenBaseline, StoreProblem } from '../../model/baseline.js';
import { AGENT_FAILURES, type FailureKind } from '../../model/errors.js';
import type { Cause, JudgingDifference, Obstacle } from '../../model/notes.js';
import {
  collapseWhitespace,
  formatCount,
  formatNumber,
  quoteAsCode,
  shortenCommit,
} from '../../text/values.js';

/** A text for each kind of a union: a new kind does not compile without one. */
export type TextByKind<Union extends { readonly kind: string }> = {
  readonly [Kind in Union['kind']]: (one: Extract<Union, { readonly kind: Kind }>) => string;
};

/** The text of a value's kind. */
export function renderByKind<Union extends { readonly kind: string }>(
  texts: TextByKind<Union>,
  one: Union,
): string {
  return (texts[one.kind as Union['kind']] as (one: Union) => string)(one);
}

/** Why scores cannot be compared: clauses, foreign names in backticks. */
const DIFFERENCES: TextByKind<JudgingDifference> = {
  judge: ({ before, after }) => `the judge changed from ${quoteAsCode(before)} to ${quoteAsCode(after)}`,
  'judge-settings': () => "the judge's settings changed",
  rubric: () => "the judge's rules changed",
  task: () => 'the task changed',
  scorers: ({ scorers }) => `the baseline has no scores by ${renderNames(scorers)}`,
  formula: ({ scorers }) => `the formula of ${renderNames(scorers)} changed`,
  labels: () => "the team's labels changed",
};

/** Why scores cannot be compared, as a clause. */
export function renderDifference(difference: JudgingDifference): string {
  return renderByKind(DIFFERENCES, difference);
}

const MAX_NAMED = 5;

/** A few of many foreign names, in backticks: `a.md`, `b.md` and 3 more. */
export function renderNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).map(quoteAsCode).join(', ');
  return names.length > MAX_NAMED ? `${shown} and ${names.length - MAX_NAMED} more` : shown;
}

/** A sentence of others in the middle of ours: on one line, without its full stop. */
export function trimClause(text: string): string {
  return collapseWhitespace(text).replace(/\.$/, '');
}

/** Why nothing was measured, as a clause. Holds foreign text. */
export function renderCause(cause: Cause): string {
  return typeof cause === 'string' ? trimClause(cause) : renderObstacle(cause);
}

/** Why something is not measured or not compared, as a clause. Holds foreign text. */
export function renderObstacle(obstacle: Obstacle): string {
  if (obstacle.kind === 'stopped') {
    const what = AGENT_FAILURES.has(obstacle.failure) ? 'the agent failed' : 'the run ended early';
    return `${what}: ${trimClause(obstacle.reason)}`;
  }
  if (obstacle.kind === 'incomparable') {
    const lost = obstacle.canRejudge ? '' : ', and the baseline keeps no answers to judge again';
    return `${renderDifference(obstacle.because)}${lost}`;
  }
  const short = summarizeObstacle(obstacle);
  if (obstacle.kind !== 'unscored' || obstacle.reason === '') return short;
  const { missing, share, reason } = obstacle;
  const often = share < missing ? ` (${formatNumber(share)} for this reason)` : '';
  return `${trimClause(reason)}, so ${short}${often}`;
}

const STOPS: Partial<Record<FailureKind, string>> = {
  budget: 'the budget is used up',
  timeout: 'the time limit was reached',
  unauthorized: 'the key was refused',
  'no-credit': 'the account has no credit left',
  target: 'the agent failed',
  unavailable: 'the provider failed',
  gone: 'the model or its address was not found',
  late: 'the agent answered too late',
};

const OBSTACLES: TextByKind<Obstacle> = {
  stopped: ({ failure }) => STOPS[failure] ?? 'the run ended early',
  unscored: ({ missing, of, side }) =>
    `${formatNumber(missing)} of ${formatCount(of, 'answer')}${side === 'base' ? ' of the base branch' : ''} ${missing === 1 ? 'has' : 'have'} no score`,
  'empty-answers': ({ empty, of }) =>
    `${formatNumber(empty)} of ${formatCount(of, 'answer')} ${empty === 1 ? 'is' : 'are'} empty`,
  incomparable: () => 'the baseline cannot be compared',
  'few-pairs': ({ usable, had }) =>
    `only ${formatNumber(usable)} of ${formatCount(had, 'baseline case')} can be compared`,
  'unreadable-baseline': () => 'the baseline cannot be read',
  'no-record': () => 'the baseline has no record',
  rewritten: ({ paths }) =>
    `an earlier step changed ${renderNames(paths)}, so the answers are not the commit's. Restore the files before this step, or exclude them with a \`!\` line of \`watch\``,
  'no-task': () =>
    'the baseline does not contain the task of its answers, and the files of its commit are not available. Undo the change and run `prompt-regression baseline` again (commit first if the store has `text: none`), or set `baseline` to a git ref',
  'no-shards': () => 'no shard has left records of this suite',
  'shard-counts': ({ counts }) =>
    `there are records of ${counts.join(' and of ')} shards; delete the old ones`,
  shard: ({ index, count, problem }) => `shard ${index} of ${count} ${SHARD_PROBLEMS[problem]}`,
  'shard-file': ({ name }) => `${quoteAsCode(name)} is not readable as a shard's records`,
};

const SHARD_PROBLEMS = {
  missing: 'has left no records',
  doubled: 'is there more than once',
  'other-run': 'measured another commit, other settings or another baseline; run all shards again',
} as const;

/** The obstacle in a few words, without foreign text. */
export function summarizeObstacle(obstacle: Obstacle): string {
  return renderByKind(OBSTACLES, obstacle);
}

type BaselineRecord = Extract<ChosenBaseline, { kind: 'record' }>;
type NoBaseline = Extract<ChosenBaseline, { kind: 'none' }>;

const BASELINES: TextByKind<ChosenBaseline> = {
  record: (baseline) =>
    `The baseline is ${renderBaselineName(baseline)}${baseline.stale ? '; the prompt has changed since, so a drop is only a warning' : ''}.`,
  none: (baseline) => MISSING[baseline.because](baseline),
  unreadable: () => 'The stored baseline cannot be used.',
};

/** The baseline, and why no better one was used: sentences, foreign names in backticks. */
export function renderBaseline(baseline: ChosenBaseline): string {
  const problems = (baseline.problems ?? []).map((problem) => renderByKind(PROBLEMS, problem));
  return [renderByKind(BASELINES, baseline), ...problems].join(' ');
}

const MISSING: Readonly<Record<NoBaseline['because'], (baseline: NoBaseline) => string>> = {
  absent: ({ base, isServer }) =>
    `No baseline is stored${base ? ` for ${quoteAsCode(shortenCommit(base.commit))}` : ''}${isServer ? ', and a server cannot be run at the base, so only the threshold counts' : ''}.`,
  'switched-off': () => 'There is no baseline, because `baseline: none` is set.',
  'new-prompt': () => 'There is no baseline, because the prompt or agent is new.',
  first: () => 'This is the first baseline of the suite.',
  'broken-base': () => 'There is no baseline, because the base cannot be measured.',
  'base-not-set-up': () => 'There is no baseline, because the base branch has no such suite yet.',
};

const PROBLEMS: TextByKind<StoreProblem> = {
  'unreadable-record': ({ commit, reason }) =>
    `The stored record${commit === null ? '' : ` of ${quoteAsCode(shortenCommit(commit))}`} cannot be used: ${trimClause(reason)}.`,
  'unreachable-store': ({ reason }) => `The store cannot be read: ${trimClause(reason)}.`,
  'unknown-order': ({ records }) =>
    `${formatCount(records, 'stored record')} may be newer than the base: check out with \`fetch-depth: 0\`, or set a \`github-token\` with \`contents: read\`.`,
  'judged-otherwise': ({ because }) =>
    `The stored record keeps no answers to score again, and ${renderDifference(because)}.`,
};

/** By rule: `own` is the record's commit, `wanted` the base's. */
const CHOICES: Readonly<
  Record<BaselineRecord['rule'], (own: string, wanted: string, baseline: BaselineRecord) => string>
> = {
  'same-commit': (_own, wanted) => wanted,
  'same-files': (own, wanted) => `${own}, with the same files as ${wanted}`,
  'ran-now': (_own, wanted) => `${wanted}, measured in this run`,
  'nearest-ancestor': (own, wanted) => `${own}, the nearest before ${wanted}`,
  'given-ref': (own, _wanted, { name = '' }) => `${quoteAsCode(name)} (${own}), measured in this run`,
  'given-record': (_own, _wanted, { name }) => (name === undefined ? 'the given record' : quoteAsCode(name)),
  latest: (own, _wanted, { commit }) =>
    commit === null ? 'the latest record' : `the latest record (${own})`,
};

/** A few words for small print: `main@7324a31`, measured in this run. */
export function renderBaselineName(baseline: BaselineRecord): string {
  const { rule, commit, base } = baseline;
  const own = quoteAsCode(shortenCommit(commit));
  const branch = base?.branch ? `${base.branch}@` : '';
  return CHOICES[rule](own, base ? quoteAsCode(`${branch}${shortenCommit(base.commit)}`) : own, baseline);
}
