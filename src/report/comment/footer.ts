import { addUsage } from '../../model/answer.js';
import type { BaselineUsed, SuiteReport } from '../../model/report.js';
import { renderCount, renderCounted, renderSeconds } from '../figures.js';

/** What the offline judge cannot do belongs beside its verdicts. */
const BUILTIN = 'Judged offline by the built-in judge: it cannot tell a right short answer from a wrong one';

type EvaluatedSuite = Extract<SuiteReport, { kind: 'evaluated' }>;

/** How foreign text gets into the place where the line is printed. */
export type FooterText = { readonly name: (text: string) => string; readonly line: (text: string) => string };

/** One line of small print: judge, which baseline and why, what the run cost. */
export function renderFooter(suite: EvaluatedSuite, text: FooterText): string {
  const { head, baseline, decision } = suite;
  const { target, judge, reusedVerdicts, seconds } = suite.spent ?? { ...head.usage, seconds: head.seconds };
  const spent = addUsage(target, judge);
  return [
    head.judge.builtin ? BUILTIN : `Judge ${text.name(head.judge.name)}`,
    renderBaseline(baseline, text),
    ...(decision.mean === null ? [] : [renderSmallestDrop(decision.mean.smallestVisibleDrop)]),
    renderCounted(spent.calls, 'model call'),
    ...(reusedVerdicts === 0 ? [] : [`${renderCounted(reusedVerdicts, 'verdict')} reused`]),
    ...(spent.calls === 0 ? [] : [`${renderCount(spent.inputTokens + spent.outputTokens)} tokens`]),
    renderSeconds(seconds),
  ].join(' · ');
}

function renderBaseline(baseline: BaselineUsed, text: FooterText): string {
  switch (baseline.kind) {
    case 'record':
      if (baseline.stale) return 'baseline: see above';
      return `baseline: ${text.line(baseline.line.replace(/^baseline:\s*/i, '').replace(/\.$/, ''))}`;
    case 'none':
      return 'no baseline';
    case 'unreadable':
      return 'baseline unreadable';
    default:
      return baseline satisfies never;
  }
}

function renderSmallestDrop(drop: number | null): string {
  return drop === null
    ? 'smallest drop seen: cannot be estimated'
    : `sees drops from ${(Math.ceil(drop * 100) / 100).toFixed(2)}`;
}
