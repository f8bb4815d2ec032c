import { type BlockCoverage, type Coverage, isWholeCoverage } from '../../model/coverage.js';
import { cutText } from '../../text/values.js';
import {
  escapeInLine,
  escapeLine,
  joinMarkdown,
  type Markdown,
  markdown,
  renderCodeCell,
  renderTable,
} from '../markdown.js';
import {
  renderCoverageHeading,
  renderCoverageScope,
  renderLines,
  renderPlacebo,
  renderUnscored,
} from './coverage-view.js';

/** Paragraphs that one suite lists: the summary is one screen, and the page has all of them. */
const MAX_ROWS = 20;
const MAX_TEXT_LENGTH = 120;

/** The job summary: the figure of each suite, the paragraphs that no case notices, and the harmless edit's rate. */
export function renderCoverageSummary(maps: readonly Coverage[]): Markdown {
  const parts = maps.flatMap((coverage) => [
    markdown`### ${escapeLine(renderCoverageHeading(coverage))}`,
    ...renderUnnoticed(coverage),
    ...(coverage.unscored === null ? [] : [markdown`${escapeLine(renderUnscored(coverage))}`]),
    markdown`<sub>${escapeLine(renderPlacebo(coverage))} ${escapeInLine(renderCoverageScope(coverage))}</sub>`,
  ]);
  return markdown`${joinMarkdown(parts, '\n\n')}\n`;
}

function renderUnnoticed(coverage: Coverage): readonly Markdown[] {
  const blocks = coverage.blocks.filter(({ state }) => state === 'unnoticed');
  if (blocks.length === 0) {
    return isWholeCoverage(coverage) ? [markdown`Every paragraph is noticed by a case.`] : [];
  }
  const rows = blocks.slice(0, MAX_ROWS).map(renderRow);
  const more = blocks.length - rows.length;
  const table = renderTable(
    [[markdown`Lines`, markdown`No case notices this paragraph`, markdown`Cases asked`], ...rows],
    ['left', 'left', 'right'],
  );
  return [table, ...(more === 0 ? [] : [markdown`… ${more} more on the page`])];
}

function renderRow({ path, lines, text, asked }: BlockCoverage): readonly Markdown[] {
  const place = markdown`${renderCodeCell(path)} ${escapeInLine(renderLines(lines))}`;
  return [place, escapeLine(cutText(text, MAX_TEXT_LENGTH)), markdown`${asked}`];
}
