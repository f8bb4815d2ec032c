import { markdownTable } from 'markdown-table';
import { cutText, oneLine } from '../../text/values.js';
import { bareWording } from '../../text/words.js';
import { codeCell, codeSpan, fence, formattedLine, inlineText } from '../markdown/markdown.js';
import type { DiffLine } from '../model/answer-diff.js';
import type { CaseView } from '../model/case-view.js';
import { NONE } from '../model/scores.js';

const CELL_CHANGES = 2;
const SIGNS = { '+': '➕\u00a0', '-': '➖\u00a0', '': '' } as const;

/** Table of cases, in as many bytes as there is room; says how many more there are. */
export function renderCaseTable(
  cases: readonly CaseView[],
  options: {
    readonly sides: readonly [string, string];
    readonly bytes: number;
    /** Statements that are shown above the table: their first words will do. */
    readonly said: readonly string[];
  },
): string {
  const said = new Set(options.said.map(bareWording));
  const rows: string[][] = [];
  let left = options.bytes;
  for (const each of cases) {
    const row = [nameCell(each), each.base, each.head, each.delta, changesCell(each, said)];
    left -= Buffer.byteLength(row.join(' | ')) + 5;
    if (left < 0 && rows.length > 0) break;
    rows.push(row);
  }
  const heads = ['Question', ...options.sides.map((side) => inlineText(side)), 'Δ', 'What changed'];
  const isAlike = new Set(rows.map((row) => row.at(-1))).size === 1;
  const isSaid = cases[0]?.changes.every(({ text }) => said.has(bareWording(text))) ?? true;
  const columns = isAlike && isSaid ? heads.length - 1 : heads.length;
  const table = markdownTable(
    [heads, ...rows].map((row) => row.slice(0, columns)),
    { align: ['l', 'r', 'r', 'r', 'l'], alignDelimiters: false },
  );
  const more = cases.length - rows.length;
  return more === 0 ? table : `${table}\n\nand ${more} more`;
}

function nameCell({ name: { question, id } }: CaseView): string {
  return id === null ? inlineText(question) : `${inlineText(question)} ${codeCell(id)}`;
}

function changesCell({ changes }: CaseView, said: ReadonlySet<string>): string {
  return changes
    .slice(0, CELL_CHANGES)
    .map(({ sign, text, isPossible = false }) => {
      const cut = inlineText(cutWords(oneLine(text), said.has(bareWording(text)) ? 24 : 45));
      return sign === '' ? cut : `${SIGNS[sign]}${isPossible ? 'possibly ' : ''}“${cut}”`;
    })
    .join('<br>');
}

function cutWords(text: string, most: number): string {
  return text.length <= most ? text : `${cutText(text, most).replace(/\s+\S*$/u, '')} …`;
}

export type DiffRoom = { readonly lines: number; readonly characters: number };

/** A case with both answers as one diff; `withScores` if no table shows them. */
export function renderCase(view: CaseView, room: DiffRoom, withScores = false): string {
  const { name, id, base, head, delta, reason, diff } = view;
  const moved = !withScores || base === head || delta === NONE ? '' : ` ${base} → ${head} (${delta})`;
  const title = `**${inlineText(name.question)}** (${codeSpan(id)})${moved}`;
  const lines = diff.length === 0 ? [] : [fence(shortenDiff(diff, room).join('\n'), 'diff')];
  return [title, ...lines, ...(reason === '' ? [] : [formattedLine(reason, room.characters)])].join('\n');
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
