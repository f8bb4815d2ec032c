import { markdownTable } from 'markdown-table';
import type { SuiteReport } from '../../model/report.js';
import { iconOf, renderOutcome, shownMeans } from '../decision-words.js';
import { renderCounted, renderDelta, renderScore } from '../figures.js';
import { codeCell } from '../markdown/markdown.js';

/** One row a suite, in the order given. */
export function renderSuitesTable(suites: readonly SuiteReport[], limit: number): string {
  const rows = suites.slice(0, limit).map((suite) => {
    const { base, head, delta } = shownMeans(suite);
    const outcome = suite.kind === 'unchanged' ? 'unchanged' : renderOutcome(suite.decision);
    const figures = [renderScore(base), renderScore(head), renderDelta(delta)];
    return [codeCell(suite.suite), `${iconOf(suite.decision)} ${outcome}`, ...figures];
  });
  const table = markdownTable([['suite', 'decision', 'base', 'head', 'Δ'], ...rows], {
    align: ['l', 'l', 'r', 'r', 'r'],
    alignDelimiters: false,
  });
  const more = suites.length - rows.length;
  return more <= 0 ? table : `${table}\n\n${renderCounted(more, 'more suite')} not shown in this table.`;
}
