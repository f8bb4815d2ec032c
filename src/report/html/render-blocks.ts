import type { Block, Line, LinePiece, SignedLine } from '../model/blocks.js';
import { escapeHtmlLine, formatHtml, type Html, html, joinHtml, renderHtmlLink } from './html.js';

/** Blocks of a report as HTML. */
export function renderHtmlBlocks(blocks: readonly Block[]): Html {
  return joinHtml(blocks.map(renderBlock), '\n');
}

function renderBlock(block: Block): Html {
  switch (block.kind) {
    case 'heading':
      return html`<h3>${renderHtmlLine(block.line)}</h3>`;
    case 'paragraph':
      return html`<p>${renderHtmlLine(block.line)}</p>`;
    case 'cause': {
      const lines = block.lines.map((line) => html`<span>${renderHtmlLine(line)}</span>`);
      return html`<p class="cause">${joinHtml(lines)}</p>`;
    }
    case 'warning':
      return html`<div class="alert">${joinHtml(block.lines.map((line) => html`<p>${renderHtmlLine(line)}</p>`))}</div>`;
    case 'list':
      return html`<ul>${joinHtml(block.items.map((line) => html`<li>${renderHtmlLine(line)}</li>`))}</ul>`;
    case 'table':
      return renderRows(block);
    case 'diff': {
      const title = block.title === undefined ? html`` : html`<p>${renderHtmlLine(block.title)}</p>`;
      const after =
        block.after === undefined ? html`` : html`<p class="quiet">${renderHtmlLine(block.after)}</p>`;
      return html`${title}<ul class="diff">${joinHtml(block.lines.map(renderSigned))}</ul>${after}`;
    }
    case 'code':
      return html`<pre>${joinHtml(block.lines.map(escapeHtmlLine), '\n')}</pre>`;
    case 'next':
      return html`<p><strong>Next:</strong> ${renderHtmlLine(block.line)}</p>`;
    case 'fold':
      return html`<details class="fold"><summary>${escapeHtmlLine(block.title)}</summary>${renderHtmlBlocks(block.blocks)}</details>`;
    default:
      return block satisfies never;
  }
}

function renderRows({ heads, numbers, rows, more }: Extract<Block, { kind: 'table' }>): Html {
  const renderClass = (at: number) => (numbers[at] ? html` class="number"` : html``);
  const head = heads.map((cell, at) => html`<th scope="col"${renderClass(at)}>${renderHtmlLine(cell)}</th>`);
  const body = rows.map((row) => {
    const cells = row.map((cell, at) => html`<td${renderClass(at)} dir="auto">${renderHtmlLine(cell)}</td>`);
    return html`<tr>${joinHtml(cells)}</tr>`;
  });
  const rest = more === 0 ? html`` : html`<p class="quiet">and ${more} more</p>`;
  return html`<table class="rows"><thead><tr>${joinHtml(head)}</tr></thead><tbody>${joinHtml(body)}</tbody></table>${rest}`;
}

const KINDS = { '-': html`del`, '+': html`ins`, '!': html`bad`, ' ': html`kept` } as const;
const SIGNS = { '-': html`−`, '+': html`+`, '!': html`!`, ' ': html`` } as const;

function renderSigned({ sign, text }: SignedLine): Html {
  return html`<li class="${KINDS[sign]}"><span class="sign">${SIGNS[sign]}</span><span dir="auto">${escapeHtmlLine(text)}</span></li>`;
}

/** A line's pieces as HTML: foreign text is escaped, our own sentences are formatted. */
export function renderHtmlLine(line: Line): Html {
  return joinHtml(line.map(renderPiece));
}

function renderPiece(piece: LinePiece): Html {
  if (typeof piece === 'string') return renderOwnWords(piece);
  const text = piece.kind === 'break' ? html`` : escapeHtmlLine(piece.text);
  switch (piece.kind) {
    case 'strong':
      return html`<strong>${text}</strong>`;
    case 'code':
      return html`<code>${text}</code>`;
    case 'quote':
      return html`<q dir="auto">${text}</q>`;
    case 'reason':
      return html`<em dir="auto">${text}</em>`;
    case 'text':
      return html`<span dir="auto">${text}</span>`;
    case 'link': {
      const link = renderHtmlLink(piece.text, piece.url);
      return link.length > 0 ? link : text;
    }
    case 'break':
      return html`<br>`;
    default:
      return piece satisfies never;
  }
}

/** A sentence, or a part of one with the spaces around it. */
function renderOwnWords(text: string): Html {
  const before = text.startsWith(' ') ? html` ` : html``;
  const after = text.length > 1 && text.endsWith(' ') ? html` ` : html``;
  return html`${before}${formatHtml(text)}${after}`;
}
