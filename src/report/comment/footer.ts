import { addUsage } from '../../model/answer.js';
import type { BaselineUsed, SuiteReport } from '../../model/report.js';
import { renderCount, renderCounted, renderSeconds } from '../figures.js';
import { codeSpan } from '../markdown/markdown.js';

const RULES: Readonly<Record<Extract<BaselineUsed, { kind: 'record' }>['rule'], string>> = {
  'same-commit': 'stored for this very commit',
  'same-files': 'stored, same watched files',
  'ran-now': 'run just now',
  'nearest-ancestor': 'nearest stored ancestor',
  'given-ref': 'the given ref, run just now',
  'given-record': 'the given record',
  latest: 'latest stored record',
};

/** What the offline judge cannot do belongs beside its verdicts. */
const BUILTIN = 'Judged offline by the built-in judge: it cannot tell a right short answer from a wrong one';

type EvaluatedSuite = Extract<SuiteReport, { kind: 'evaluated' }>;

/** One line of small print: judge, baseline and rule, what the run cost. */
export function renderFooter(suite: EvaluatedSuite): string {
  return renderFooterParts(suite, codeSpan).join(' · ');
}

/** The same in pieces; `renderName` makes a foreign name fit for where it is printed. */
export function renderFooterParts(suite: EvaluatedSuite, renderName: (name: string) => string): string[] {
  const { head, baseline, decision } = suite;
  const { target, judge, reusedVerdicts, seconds } = suite.spent ?? { ...head.usage, seconds: head.seconds };
  const spent = addUsage(target, judge);
  return [
    head.judge.builtin ? BUILTIN : `Judge ${renderName(head.judge.name)}`,
    renderBaseline(baseline, head.createdAt, renderName),
    ...(decision.mean === null ? [] : [renderSmallestDrop(decision.mean.smallestVisibleDrop)]),
    renderCounted(spent.calls, 'model call'),
    ...(reusedVerdicts === 0 ? [] : [`${renderCounted(reusedVerdicts, 'verdict')} reused`]),
    ...(spent.calls === 0 ? [] : [`${renderCount(spent.inputTokens + spent.outputTokens)} tokens`]),
    renderSeconds(seconds),
  ];
}

function renderBaseline(baseline: BaselineUsed, now: string, renderName: (name: string) => string): string {
  switch (baseline.kind) {
    case 'record': {
      const { commit, rule, createdAt } = baseline;
      const name = commit === null ? '' : ` ${renderName(commit.slice(0, SHORT_SHA))}`;
      const age = rule === 'ran-now' || rule === 'given-ref' ? '' : renderAge(createdAt, now);
      return `baseline${name} (${RULES[rule]}${age})`;
    }
    case 'none':
      return 'no baseline';
    case 'unreadable':
      return 'baseline unreadable';
    default:
      return baseline satisfies never;
  }
}

const SHORT_SHA = 7;
const DAY_MS = 86_400_000;

function renderAge(createdAt: string, now: string): string {
  const days = Math.floor((Date.parse(now) - Date.parse(createdAt)) / DAY_MS);
  if (!Number.isFinite(days) || days < 1) return '';
  return `, ${renderCounted(days, 'day')} old`;
}

function renderSmallestDrop(drop: number | null): string {
  return drop === null
    ? 'smallest drop seen: cannot be estimated'
    : `sees drops from ${(Math.ceil(drop * 100) / 100).toFixed(2)}`;
}
