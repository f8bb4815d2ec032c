import type { BaselineUsed, StoreProblem } from '../../model/baseline-used.js';
import { counted } from '../../text/counts.js';
import { codeSpan, shortCommit } from '../../text/values.js';
import { renderDifference } from './difference.js';
import { plainClause } from './obstacle.js';

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

function renderMissing({ reason, base, isServer }: Extract<BaselineUsed, { kind: 'none' }>): string {
  switch (reason) {
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
      return reason satisfies never;
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
