import { counted } from '../../text/values.js';
import {
  escapeInLine,
  escapeLine,
  type Markdown,
  markdown,
  renderCodeCell,
  renderTable,
} from '../markdown.js';
import type { TagRow } from '../model/tag-table.js';
import type { Fold } from './fit-blocks.js';

const MAX_TAGS = 20;

/** The table by tag: folded, unless a group failed. `fold` is `null` then. */
export function buildTagBlock(
  tags: readonly TagRow[],
  sides: readonly [string, string],
): { readonly text: Markdown; readonly fold: Fold | null } | null {
  if (tags.length === 0) return null;
  const isFailed = tags.some(({ failed }) => failed);
  const title = `By tag: ${counted(tags.length, 'tag')}`;
  return { text: renderTags(tags, sides), fold: isFailed ? null : { title } };
}

function renderTags(tags: readonly TagRow[], sides: readonly [string, string]): Markdown {
  const hasNew = tags.some(({ added }) => added !== '');
  const heads = [
    markdown`Tag`,
    markdown`Cases`,
    ...sides.map((side) => escapeLine(side)),
    markdown`Δ`,
    markdown`Worse`,
    ...(hasNew ? [markdown`New`] : []),
  ];
  const rows = tags
    .slice(0, MAX_TAGS)
    .map(({ tag, failed, cases, from, to, delta, worse, added }) => [
      failed ? markdown`❌ ${renderCodeCell(tag)}` : renderCodeCell(tag),
      ...[String(cases), from, to, delta, String(worse), ...(hasNew ? [added] : [])].map(escapeInLine),
    ]);
  const table = renderTable([heads, ...rows], ['left', 'right', 'right', 'right', 'right', 'right', 'right']);
  const more = tags.length - rows.length;
  return more === 0 ? table : markdown`${table}\n\nand ${more} more`;
}
