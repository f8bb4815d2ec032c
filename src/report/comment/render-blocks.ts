import { cutText } from '../../text/values.js';
import {
  escapeCell,
  escapeInLine,
  escapeLine,
  formatInLine,
  formatLine,
  joinMarkdown,
  type Markdown,
  markdown,
  renderCodeCell,
  renderCodeSpan,
  renderFence,
  renderLink,
  renderTable,
} from '../markdown.js';
import type { Block, Line, LinePiece, SignedLine } from '../model/blocks.js';
import type { Fold, RankedText } from './fit-blocks.js';

/** How much a place shows of a text and of a table. */
export type SizeLimits = {
  /** Characters of a piece of foreign text. */
  readonly characters: number;
  readonly tableBytes: number;
  /** Whether the next step is marked, so that it can be hidden once the result was accepted. */
  readonly marksNext: boolean;
};

/** Lines around the next step of a comment. */
export const NEXT_START = markdown`<!-- prompt-regression-next -->`;
export const NEXT_END = markdown`<!-- end of prompt-regression-next -->`;

type RenderOptions = {
  /** Of blocks outside of folds. */
  readonly rank?: number;
  /** What a fold's own rank counts. */
  readonly step?: number;
  readonly folds?: readonly Fold[];
};

/** Markdown of blocks, each with its folds, to be printed whole or left out. */
export function renderBlocks(
  blocks: readonly Block[],
  limits: SizeLimits,
  { rank = 0, step = 1, folds = [] }: RenderOptions = {},
): readonly RankedText[] {
  return blocks.flatMap((block) => {
    if (block.kind !== 'fold') return [{ text: renderBlock(block, limits), rank, folds }];
    const inside = { rank: rank + block.rank * step, step, folds: [...folds, { title: block.title }] };
    return renderBlocks(block.blocks, limits, inside);
  });
}

function renderBlock(block: Exclude<Block, { kind: 'fold' }>, limits: SizeLimits): Markdown {
  const line = (each: Line) => renderLine(each, limits);
  switch (block.kind) {
    case 'heading':
      return markdown`#### ${line(block.line)}`;
    case 'paragraph':
      return line(block.line);
    case 'cause':
      return joinMarkdown(
        block.lines.map((each) => markdown`> ${line(each)}`),
        '<br>\n',
      );
    case 'warning': {
      const item = block.lines.length > 1 ? markdown`> - ` : markdown`> `;
      const lines = block.lines.map((each) => markdown`${item}${line(each)}`);
      return joinMarkdown([markdown`> [!WARNING]`, ...lines], '\n');
    }
    case 'list':
      return joinMarkdown(
        block.items.map((each) => markdown`- ${line(each)}`),
        '\n',
      );
    case 'table':
      return renderRows(block, limits);
    case 'diff': {
      const title = block.title === undefined ? [] : [line(block.title)];
      const after = block.after === undefined ? [] : [line(block.after)];
      return joinMarkdown([...title, renderDiff(block.lines, limits.characters), ...after], '\n');
    }
    case 'code':
      return renderFence(block.lines.join('\n'));
    case 'next':
      return limits.marksNext
        ? markdown`${NEXT_START}\n\n**Next:** ${line(block.line)}\n\n${NEXT_END}`
        : markdown`**Next:** ${line(block.line)}`;
    default:
      return block satisfies never;
  }
}

/** Lines with their signs, each at most `characters` long. */
export function renderDiff(lines: readonly SignedLine[], characters: number): Markdown {
  const shown = lines.map(({ sign, text }) => `${sign} ${cutText(inOneLine(text), characters)}`.trimEnd());
  return renderFence(shown.join('\n'), 'diff');
}

/** In one line, with the indentation of code. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s*[\n\r\u2028\u2029]\s*/g, ' ');
}

function renderRows(
  { heads, numbers, rows, more }: Extract<Block, { kind: 'table' }>,
  limits: SizeLimits,
): Markdown {
  const cells = (row: readonly Line[]) => row.map((cell) => renderLine(cell, limits, true));
  const shown: (readonly Markdown[])[] = [];
  let left = limits.tableBytes;
  for (const row of rows) {
    const rendered = cells(row);
    left -= Buffer.byteLength(rendered.join(' | ')) + 5;
    if (left < 0 && shown.length > 0) break;
    shown.push(rendered);
  }
  const align = numbers.map((isNumber) => (isNumber ? 'right' : 'left'));
  const table = renderTable([cells(heads), ...shown], align);
  const missing = more + rows.length - shown.length;
  return missing === 0 ? table : markdown`${table}\n\nand ${missing} more`;
}

/** A line's pieces as Markdown: foreign text is escaped, our own sentences are formatted. */
export function renderLine(line: Line, { characters }: SizeLimits, inTable = false): Markdown {
  const pieces = line.map((piece, at) =>
    renderPiece(piece, characters, { inTable, isFirst: at === 0 && !inTable }),
  );
  return joinMarkdown(pieces, '');
}

function renderPiece(
  piece: LinePiece,
  characters: number,
  { inTable, isFirst }: { readonly inTable: boolean; readonly isFirst: boolean },
): Markdown {
  if (typeof piece === 'string') return renderOwnWords(piece, isFirst);
  const escapeWords = inTable ? escapeCell : escapeLine;
  const escapeName = inTable ? escapeCell : escapeInLine;
  switch (piece.kind) {
    case 'strong':
      return markdown`**${escapeInLine(piece.text)}**`;
    case 'code':
      return inTable ? renderCodeCell(piece.text) : renderCodeSpan(piece.text);
    case 'quote':
      return markdown`“${escapeWords(piece.text, characters)}”`;
    case 'reason':
      return markdown`*${escapeLine(piece.text, characters)}*`;
    case 'text':
      return escapeWords(piece.text, characters);
    case 'link': {
      const text = piece.code ? renderCodeSpan(piece.text) : escapeName(piece.text);
      return renderLink(text, piece.url) ?? text;
    }
    case 'break':
      return inTable ? markdown`<br>` : markdown` `;
    default:
      return piece satisfies never;
  }
}

/** A sentence, or a part of one with the spaces around it. */
function renderOwnWords(text: string, isFirst: boolean): Markdown {
  const before = text.startsWith(' ') ? markdown` ` : markdown``;
  const after = text.length > 1 && text.endsWith(' ') ? markdown` ` : markdown``;
  return markdown`${before}${isFirst ? formatLine(text) : formatInLine(text)}${after}`;
}
