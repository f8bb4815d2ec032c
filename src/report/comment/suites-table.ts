import { markdownTable } from 'markdown-table';
import type { SuiteReport } from '../../ports/report.js';
import { counted } from '../../text/counts.js';
import { iconOfSuite, isUnchanged, renderOutcome, shownMeans } from '../decision-words.js';
import { nameOfScore, wordsOfSuite } from '../list-scores.js';
import { codeCell } from '../markdown/markdown.js';

/** Where there is no number. */
const NONE = '–';

/** One row a suite, in the order given. `noun` says what they are. */
export function renderSuitesTable(suites: readonly SuiteReport[], noun: string, limit: number): string {
  const rows = suites.slice(0, limit).map((suite) => {
    const { base, head, limit } = shownMeans(suite);
    const outcome = isUnchanged(suite) ? 'unchanged' : renderOutcome(suite);
    const words = suite.kind === 'evaluated' ? wordsOfSuite(suite) : null;
    const shown = words?.figures(base, head, limit) ?? { from: NONE, to: NONE, delta: NONE };
    const aside = words === null || words.higherIsBetter ? '' : ' (lower is better)';
    return [
      `${codeCell(nameOfScore(suite))}${aside}`,
      `${iconOfSuite(suite)} ${outcome}`,
      shown.from,
      shown.to,
      shown.delta,
    ];
  });
  const table = markdownTable([[noun, 'decision', 'base', 'head', 'Δ'], ...rows], {
    align: ['l', 'l', 'r', 'r', 'r'],
    alignDelimiters: false,
  });
  const more = suites.length - rows.length;
  return more <= 0 ? table : `${table}\n\n${counted(more, `more ${noun}`)} not shown in this table.`;
}
