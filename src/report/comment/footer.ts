import type { BaselineUsed, SuiteReport } from '../../ports/report.js';
import type { RunRecord } from '../../ports/run-record.js';
import { renderSpending } from '../spending.js';

/** What the offline judge cannot do belongs beside its verdicts. */
const BUILTIN = 'Judged offline by the built-in judge: it cannot tell a right short answer from a wrong one';

type EvaluatedSuite = Extract<SuiteReport, { kind: 'evaluated' }>;

/** How foreign text gets into the place where the line is printed. */
export type FooterText = { readonly name: (text: string) => string; readonly line: (text: string) => string };

/** Small print of a suite in one line; of one that could not be evaluated what was spent all the same, else `null`. */
export function renderFooter(suite: SuiteReport, text: FooterText): string | null {
  if (suite.kind === 'evaluated') return renderEvaluated(suite, text);
  if (suite.kind === 'unchanged' || suite.spent === undefined) return null;
  return `spent: ${renderSpending(suite.spent, text.name).join(' · ')}`;
}

/** Judge, which baseline and why, what the run cost. */
function renderEvaluated(suite: EvaluatedSuite, text: FooterText): string {
  const { head, baseline } = suite;
  const spent = suite.spent ?? { ...head.usage, seconds: head.seconds };
  return [
    ...(head.scorers.some(({ judged }) => judged !== false) ? [renderJudge(head.judge, text)] : []),
    renderBaseline(baseline, text),
    ...renderSpending(spent, text.name),
  ].join(' · ');
}

function renderJudge({ builtin, name }: RunRecord['judge'], text: FooterText): string {
  return builtin ? BUILTIN : `Judge ${text.name(name)}`;
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
