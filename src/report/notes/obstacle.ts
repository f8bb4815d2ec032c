import type { BaselineUsed, StoreProblem } from '../../model/baseline.js';
import type { Cause, JudgingDifference, Obstacle } from '../../model/notes.js';
import { counted, grouped } from '../../text/counts.js';
import { capitalised, codeSpan, oneLine, shortCommit } from '../../text/values.js';

/** Why scores cannot be compared as they are: a clause, foreign names in backticks. */
export function renderDifference(difference: JudgingDifference): string {
  switch (difference.kind) {
    case 'judge':
      return `the judge changed from ${codeSpan(difference.before)} to ${codeSpan(difference.after)}`;
    case 'judge-settings':
      return "the judge's settings changed";
    case 'rubric':
      return "the judge's rules changed";
    case 'task':
      return 'the task changed';
    case 'scorers':
      return `the baseline has no scores by ${renderNames(difference.scorers)}`;
    case 'formula':
      return `the formula of ${renderNames(difference.scorers)} changed`;
    case 'labels':
      return "the team's labels changed";
    default:
      return difference satisfies never;
  }
}

const MOST_NAMED = 5;

/** A few of many foreign names, in backticks: `a.md`, `b.md` and 3 more. */
export function renderNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).map(codeSpan).join(', ');
  return names.length > MOST_NAMED ? `${shown} and ${names.length - MOST_NAMED} more` : shown;
}

/** Why nothing was measured, as a clause. Holds foreign text. */
export function causeClause(cause: Cause): string {
  return typeof cause === 'string' ? plainClause(cause) : obstacleClause(cause);
}

/** Why something is not measured or not compared, as a clause. Holds foreign text. */
export function obstacleClause(obstacle: Obstacle): string {
  const short = obstacleInShort(obstacle);
  switch (obstacle.kind) {
    case 'stopped':
      return `the run ended early: ${plainClause(obstacle.reason)}`;
    case 'unscored': {
      const { missing, share, reason, side } = obstacle;
      const often = share < missing ? `, ${grouped(share)} of them because` : '';
      const why = reason === '' ? '' : `${often}: ${plainClause(reason)}`;
      return `${short}${side === 'base' ? ' at base' : ''}${why}`;
    }
    case 'incomparable':
      return obstacle.canRejudge
        ? renderDifference(obstacle.because)
        : `${renderDifference(obstacle.because)}, and the baseline keeps no answers to judge again`;
    default:
      return short;
  }
}

/** The same without its reason, for a heading. */
export function obstacleInShort(obstacle: Obstacle): string {
  switch (obstacle.kind) {
    case 'stopped':
      return obstacle.failure === 'budget' ? 'the budget is used up' : 'the run ended early';
    case 'unscored':
      return `${grouped(obstacle.missing)} of ${counted(obstacle.of, 'case')} ${obstacle.missing === 1 ? 'has' : 'have'} no score`;
    case 'empty-answers':
      return `${grouped(obstacle.empty)} of ${counted(obstacle.of, 'answer')} ${obstacle.empty === 1 ? 'is' : 'are'} empty`;
    case 'incomparable':
      return 'the baseline cannot be compared';
    case 'few-pairs':
      return `only ${grouped(obstacle.usable)} of ${counted(obstacle.had, 'baseline case')} can be compared`;
    case 'unreadable-baseline':
      return 'the baseline cannot be read';
    case 'no-record':
      return 'the baseline has no record';
    default:
      return obstacle satisfies never;
  }
}

/** The reason alone, for a report whose heading says the rest; empty if the heading says it all. */
export function obstacleReason(obstacle: Obstacle): readonly string[] {
  if (obstacle.kind === 'incomparable') return [`${capitalised(obstacleClause(obstacle))}.`];
  if (!('reason' in obstacle) || obstacle.reason === '') return [];
  const isPart = obstacle.kind === 'unscored' && obstacle.share < obstacle.missing;
  const often = isPart ? ` (${grouped(obstacle.share)} of ${counted(obstacle.missing, 'case')})` : '';
  return [`${plainClause(obstacle.reason)}${often}.`];
}

export function plainClause(text: string): string {
  return oneLine(text).replace(/\.$/, '');
}

type RecordUsed = Extract<BaselineUsed, { kind: 'record' }>;

/** The baseline, and why no better one was used: sentences, foreign names in backticks. */
export function renderBaseline(baseline: BaselineUsed): string {
  const problems = (baseline.problems ?? []).map(renderProblem);
  return [renderChoice(baseline), ...problems].join(' ');
}

function renderChoice(baseline: BaselineUsed): string {
  switch (baseline.kind) {
    case 'record': {
      const stale = baseline.stale ? '; the prompt has changed since, so a drop is only a warning' : '';
      return `The baseline is ${nameBaseline(baseline)}${stale}.`;
    }
    case 'none':
      return renderMissing(baseline);
    case 'unreadable':
      return 'The stored baseline cannot be used.';
    default:
      return baseline satisfies never;
  }
}

/** A few words for small print: `main@7324a31`, run now. */
export function nameBaseline(baseline: RecordUsed): string {
  const { rule, commit, base, name } = baseline;
  const own = codeSpan(shortCommit(commit));
  const wanted = base
    ? codeSpan(`${base.branch === null ? '' : `${base.branch}@`}${shortCommit(base.commit)}`)
    : own;
  switch (rule) {
    case 'same-commit':
      return wanted;
    case 'same-files':
      return `${own}, with the same files as ${wanted}`;
    case 'ran-now':
      return `${wanted}, run now`;
    case 'nearest-ancestor':
      return `${own}, the nearest before ${wanted}`;
    case 'given-ref':
      return `${codeSpan(name ?? '')} (${own}), run now`;
    case 'given-record':
      return name === undefined ? 'the given record' : codeSpan(name);
    case 'latest':
      return commit === null ? 'the latest record' : `the latest record (${own})`;
    default:
      return rule satisfies never;
  }
}

function renderMissing({ because, base, isServer }: Extract<BaselineUsed, { kind: 'none' }>): string {
  switch (because) {
    case 'absent':
      return `No baseline is stored${base ? ` for ${codeSpan(shortCommit(base.commit))}` : ''}${isServer ? ', and a server cannot be run at the base, so only the threshold counts' : ''}.`;
    case 'switched-off':
      return 'There is no baseline, because `baseline: none` is set.';
    case 'new-prompt':
      return 'There is no baseline, because the prompt or agent is new.';
    case 'first':
      return 'This is the first baseline of the suite.';
    case 'broken-base':
      return 'There is no baseline, because the base cannot be measured.';
    default:
      return because satisfies never;
  }
}

function renderProblem(problem: StoreProblem): string {
  switch (problem.kind) {
    case 'unreadable-record': {
      const of = problem.commit === null ? '' : ` of ${codeSpan(shortCommit(problem.commit))}`;
      return `The stored record${of} cannot be used: ${plainClause(problem.reason)}.`;
    }
    case 'unreachable-store':
      return `The store cannot be read: ${plainClause(problem.reason)}.`;
    case 'unknown-order':
      return `${counted(problem.records, 'stored record')} may be newer than the base: check out with \`fetch-depth: 0\`, or set a \`github-token\` with \`contents: read\`.`;
    case 'judged-otherwise':
      return `The stored record keeps no answers to score again, and ${renderDifference(problem.because)}.`;
    default:
      return problem satisfies never;
  }
}
