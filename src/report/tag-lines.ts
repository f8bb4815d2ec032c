import { cutText, formatNumber } from '../text/values.js';
import type { TagRow } from './model/tag-table.js';

const MAX_TAG_LENGTH = 40;

/** The table by tag for a terminal, one line per tag in columns. */
export function renderTagLines(
  tags: readonly TagRow[],
  sides: readonly [string, string],
  renderLine: (text: string) => string,
): readonly string[] {
  if (tags.length === 0) return [];
  const hasNew = tags.some(({ added }) => added !== '');
  const heads = ['tag', 'cases', ...sides.map(renderLine), 'Δ', 'worse', ...(hasNew ? ['new'] : [])];
  const rows = tags.map(({ tag, failed, cases, from, to, delta, worse, added }) => [
    `${failed ? '❌ ' : ''}${cutText(renderLine(tag), MAX_TAG_LENGTH)}`,
    ...[formatNumber(cases), from, to, delta, formatNumber(worse), ...(hasNew ? [added] : [])],
  ]);
  const widths = heads.map((_head, at) => Math.max(...[heads, ...rows].map((row) => (row[at] ?? '').length)));
  return [heads, ...rows].map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
}
