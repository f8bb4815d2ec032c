import { cutText, oneLine } from '../../text/values.js';
import { bareWording } from '../../text/words.js';
import {
  escapeInLine,
  escapeLine,
  formatLine,
  joinMarkdown,
  type Markdown,
  markdown,
  renderCodeCell,
  renderCodeSpan,
  renderFence,
  renderTable,
} from '../markdown.js';
import type { DiffLine } from '../model/answer-diff.js';
import type { CaseView } from '../model/case-view.js';
import { NONE } from '../model/scores.js';

const CELL_CHANGES = 2;
const SIGNS = { '+': markdown`➕\u00a0`, '-': markdown`➖\u00a0` } as const;

/** Table of cases, in as many bytes as there is room; says how many more there are. */
export function renderCaseTable(
  cases: readonly CaseView[],
  options: {
    readonly sides: readonly [string, string];
    readonly bytes: number;
    /** Statements that are shown above the table: their first words will do. */
    readonly said: readonly string[];
  },
): Markdown {
  const said = new Set(options.said.map(bareWording));
  const rows: Markdown[][] = [];
  let left = options.bytes;
  for (const each of cases) {
    const figures = [each.base, each.head, each.delta].map(escapeInLine);
    const row = [nameCell(each), ...figures, changesCell(each, said)];
    left -= Buffer.byteLength(row.join(' | ')) + 5;
    if (left < 0 && rows.length > 0) break;
    rows.push(row);
  }
  const sides = options.sides.map((side) => escapeLine(side));
  const heads = [markdown`Question`, ...sides, markdown`Δ`, markdown`What changed`];
  const isAlike = new Set(rows.map((row) => row.at(-1))).size === 1;
  const isSaid = cases[0]?.changes.every(({ text }) => said.has(bareWording(text))) ?? true;
  const columns = isAlike && isSaid ? heads.length - 1 : heads.length;
  const table = renderTable(
    [heads, ...rows].map((row) => row.slice(0, columns)),
    ['left', 'right', 'right', 'right', 'left'],
  );
  const more = cases.length - rows.length;
  return more === 0 ? table : markdown`${table}\n\nand ${more} more`;
}

function nameCell({ name: { question, id } }: CaseView): Markdown {
  return id === null ? escapeLine(question) : markdown`${escapeLine(question)} ${renderCodeCell(id)}`;
}

function changesCell({ changes }: CaseView, said: ReadonlySet<string>): Markdown {
  const lines = changes.slice(0, CELL_CHANGES).map(({ sign, text, isPossible = false }) => {
    const cut = escapeLine(cutWords(oneLine(text), said.has(bareWording(text)) ? 24 : 45));
    if (sign === '') return cut;
    return markdown`${SIGNS[sign]}${isPossible ? markdown`possibly ` : markdown``}“${cut}”`;
  });
  return joinMarkdown(lines, '<br>');
}

function cutWords(text: string, most: number): string {
  return text.length <= most ? text : `${cutText(text, most).replace(/\s+\S*$/u, '')} …`;
}

export type DiffRoom = { readonly lines: number; readonly characters: number };

/** A case with both answers as one diff; `withScores` if no table shows them. */
export function renderCase(view: CaseView, room: DiffRoom, withScores = false): Markdown {
  const { name, id, base, head, delta, reason, diff } = view;
  const isMoved = withScores && base !== head && delta !== NONE;
  const moved = isMoved ? markdown` ${escapeInLine(`${base} → ${head} (${delta})`)}` : markdown``;
  const title = markdown`**${escapeLine(name.question)}** (${renderCodeSpan(id)})${moved}`;
  const lines = diff.length === 0 ? [] : [renderFence(shortenDiff(diff, room).join('\n'), 'diff')];
  const why = reason === '' ? [] : [formatLine(reason, room.characters)];
  return joinMarkdown([title, ...lines, ...why], '\n');
}

/** Lines with their signs; of a long answer the changed lines, then as many others as there is room. */
function shortenDiff(diff: readonly DiffLine[], room: DiffRoom): readonly string[] {
  const changed = diff.filter(({ sign, mark }) => sign !== ' ' || mark !== '').slice(0, room.lines);
  const others = diff.filter((line) => !changed.includes(line)).slice(0, room.lines - changed.length);
  const shown = diff.filter((line) => changed.includes(line) || others.includes(line));
  const more = diff.length - shown.length;
  return [
    ...shown.map((line) => renderDiffLine(line, room.characters)),
    ...(more === 0 ? [] : [`  … ${more} more`]),
  ];
}

export function renderDiffLine({ sign, text, mark }: DiffLine, characters: number): string {
  const said = cutText(oneLine(text), characters);
  return `${sign} ${said}${mark === '' ? '' : `  (${cutText(oneLine(mark), characters)})`}`;
}
