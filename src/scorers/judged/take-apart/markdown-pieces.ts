import { GRAMMAR_WORDS } from '../../../text/function-words.js';
import { endsInAbbreviation, splitSentences } from '../../../text/sentences.js';
import { oneLine } from '../../../text/values.js';
import { contentWords, wordsOf } from '../../../text/words.js';
import { isCourtesy } from './courtesy.js';
import type { Place } from './quote-finder.js';
import { type Cell, isTableRow, opensTable, parseCells, statementsOfRow } from './table-rows.js';
import { LEAST_LUMPED_WORDS, type Piece, saysSomething } from './unit.js';

type Line = { readonly text: string; readonly start: number; readonly end: number };

const FENCE = /^\s*(`{3,}|~{3,})/;
const HEADING = /^\s{0,3}#{1,6}(?:\s|$)/;
/** These two of a line without the space around it: spaces that two parts of a pattern can take cost the square of their number. */
const BOLD_LINE = /^(?:\*\*|__)[^*_]+(?:\*\*|__)\s*:?$/;
const RULE = /^(?:([-*_])\s*(?:\1\s*){2,}|=+|-+)$/;
const BULLET = /^(\s*(?:>\s*)*)[-*+•‣◦–]\s+(?:\[[ xX]\]\s+)?/;
const NUMBERED = /^(\s*(?:>\s*)*)\(?(\d{1,3})[.)]\s+/;
/** `Priority: high` on a line of its own. */
const LABELLED = /^\s*(?:\*\*|__)?[\p{L}\p{N}][^\n:：.!?|]{0,40}(?:[:：](?:\*\*|__)|(?:\*\*|__)?[:：])\s*\S/u;
const LONGEST_LABEL = 120;
/** Where a sentence of lower-case letters ends its last word is looked for so far back. */
const LONGEST_LAST_WORD = 24;
/** A sentence and not a line of code; in a block that names no programming language it need not end. */
const PROSE = /^\p{L}[\p{L}\p{M}\p{N} ,.'’"“”!?%€$£:;–—-]*$/u;
const ENDED = /[.!?]["”]?$/;
const NO_CODE = /^\s*(?:`{3,}|~{3,})\s*(?:te?xt|plain(?:text)?|none|md|markdown|mermaid)?\s*$/i;

/** A short line that is no part of a wrapped sentence. */
const ROW_LIKE = /^[^\p{Ll}].{0,39}$/u;

/** Cuts an answer in markdown (or none) into pieces, in order; every piece has its place in the answer. */
export function cutIntoPieces(answer: string): Piece[] {
  const lines = linesOf(answer);
  const numbers = new Set(lines.map(({ text }) => Number(NUMBERED.exec(text)?.[2] ?? Number.NaN)));
  const isItem = (text: string): boolean => {
    if (BULLET.test(text) && !isRule(text)) return true;
    const number = NUMBERED.exec(text)?.[2];
    // A number with a full stop may as well be a date or an amount; a list has neighbours.
    return number !== undefined && (numbers.has(Number(number) - 1) || numbers.has(Number(number) + 1));
  };
  const opensBlock = (line: Line, next: Line | undefined): boolean =>
    line.text.trim() === '' ||
    FENCE.test(line.text) ||
    HEADING.test(line.text) ||
    isRule(line.text) ||
    isItem(line.text) ||
    opensTable(line.text, next?.text);

  const pieces: Piece[] = [];
  let at = 0;
  while (at < lines.length) {
    const first = lines[at];
    if (!first) break;
    let end = at + 1;
    if (first.text.trim() === '' || (isRule(first.text) && !isItem(first.text))) {
      // Blank lines and rules say nothing.
    } else if (FENCE.test(first.text)) {
      end = endOfFence(lines, at);
      for (const piece of fencePieces(answer, lines.slice(at, end))) pieces.push(piece);
    } else if (HEADING.test(first.text) || BOLD_LINE.test(first.text.trim())) {
      pieces.push(headingPiece(answer, first));
    } else if (opensTable(first.text, lines[at + 1]?.text)) {
      end = endOfTable(lines, at);
      for (const piece of tablePieces(lines.slice(at, end))) pieces.push(piece);
    } else if (isItem(first.text)) {
      while (end < lines.length && continuesItem(lines[end], lines[end + 1], opensBlock)) end += 1;
      pieces.push(itemPiece(answer, first, lines[end - 1] ?? first));
    } else {
      while (end < lines.length && !opensBlock(lines[end] ?? first, lines[end + 1])) end += 1;
      const setext = isRule(lines[end]?.text ?? '') && end === at + 1;
      if (setext) pieces.push(headingPiece(answer, first));
      else
        for (const group of groupLines(lines.slice(at, end))) {
          for (const piece of sentencePieces(answer, group)) pieces.push(piece);
        }
    }
    at = end;
  }
  return pieces;
}

function isRule(line: string): boolean {
  return RULE.test(line.trim());
}

function linesOf(answer: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const text of answer.split('\n')) {
    lines.push({ text: text.replace(/\r$/, ''), start, end: start + text.length });
    start += text.length + 1;
  }
  return lines;
}

function endOfFence(lines: readonly Line[], at: number): number {
  const mark = FENCE.exec(lines[at]?.text ?? '')?.[1] ?? '```';
  for (let index = at + 1; index < lines.length; index++) {
    const text = lines[index]?.text.trim() ?? '';
    if (text.startsWith(mark) && text.replaceAll(mark[0] ?? '`', '') === '') return index + 1;
  }
  return lines.length;
}

function endOfTable(lines: readonly Line[], at: number): number {
  let end = at + 2;
  while (end < lines.length && isTableRow(lines[end]?.text ?? '')) end += 1;
  return end;
}

function continuesItem(
  line: Line | undefined,
  next: Line | undefined,
  opensBlock: (line: Line, next: Line | undefined) => boolean,
): boolean {
  return line !== undefined && /^(?:\s{2,}|\t)/.test(line.text) && !opensBlock(line, next);
}

/** Lines of a paragraph that are read together; labelled lines, hard breaks and rows of short lines stand alone. */
function groupLines(lines: readonly Line[]): Line[][] {
  const rows = lines.length >= 3 && lines.every(({ text }) => ROW_LIKE.test(text.trim()));
  const groups: Line[][] = [];
  let before = '';
  for (const line of lines) {
    const last = groups.at(-1);
    const signed = isCourtesy(before) && isCourtesy(`${before} ${line.text.trim()}`);
    const apart = rows || /(?: {2}|\\)$/.test(before) || isCourtesy(before) || LABELLED.test(line.text);
    if (last && (signed || !apart)) last.push(line);
    else groups.push([line]);
    before = line.text;
  }
  return groups;
}

function sentencePieces(answer: string, lines: readonly Line[]): Piece[] {
  const from = lines[0]?.start ?? 0;
  const to = lines.at(-1)?.end ?? from;
  // Same length, so that places stay true: a line break inside a paragraph does not end a sentence.
  const flowing = lines
    .map(({ text, start, end }) =>
      text.replace(/^\s*(?:>\s?)+/, (marks) => ' '.repeat(marks.length)).padEnd(end - start),
    )
    .join(' ');
  if (isCourtesy(flowing)) return [textPiece(answer, from, to, 'courtesy')];
  return splitSentences(flowing)
    .flatMap((sentence) => cutInLowerCase(flowing, sentence))
    .map(({ start, end }) => {
      const text = flowing.slice(start, end);
      return textPiece(answer, from + start, from + end, roleOf(text), text);
    });
}

/** Who writes all in lower case ends sentences too. As many words as a sentence has at least. */
const SENTENCE_WORDS = 3;
const SHORTEST_LAST_WORD = 4;

const STOP_BEFORE_SMALL = /[.!?]\s+(?=\p{Ll})/gu;

const WORD_BEFORE_STOP = /(\p{L}+)[.!?]+$/u;

function cutInLowerCase(text: string, { start, end }: Place): Place[] {
  const sentence = text.slice(start, end);
  const pieces: Place[] = [];
  let from = 0;
  const cutAt = (to: number): void => {
    if (wordsOf(sentence.slice(from, to)).length < SENTENCE_WORDS) return;
    pieces.push({ start: start + from, end: start + to });
    from = to;
  };
  for (const { 0: stop, index } of sentence.matchAll(STOP_BEFORE_SMALL)) {
    const before = sentence.slice(Math.max(from, index - LONGEST_LAST_WORD), index + 1);
    const word = WORD_BEFORE_STOP.exec(before)?.[1] ?? '';
    const isWord = word.length >= SHORTEST_LAST_WORD || GRAMMAR_WORDS.has(word.toLowerCase());
    if (isWord && !endsInAbbreviation(before)) cutAt(index + stop.length);
  }
  cutAt(sentence.length);
  const last = pieces.at(-1);
  if (!last) return [{ start, end }];
  return [...pieces.slice(0, -1), { start: last.start, end }];
}

function headingPiece(answer: string, { start, end }: Line): Piece {
  const piece = textPiece(answer, start, end, 'noise');
  return saysNothing(piece.text)
    ? piece
    : { ...piece, role: saysSomething(piece.text) ? 'statement' : 'label' };
}

function itemPiece(answer: string, first: Line, last: Line): Piece {
  const marked = answer.slice(first.start, last.end);
  const [bullet = '', before = ''] = BULLET.exec(marked) ?? [];
  const unmarked = before + marked.slice(bullet.length);
  const [number = '', space = ''] = NUMBERED.exec(unmarked) ?? [];
  const text = space + unmarked.slice(number.length);
  const piece = textPiece(answer, first.start, last.end, roleOf(text), text);
  return { ...piece, own: { start: last.end - text.trimStart().length, end: last.end } };
}

function tablePieces(lines: readonly Line[]): Piece[] {
  const [head, , ...rows] = lines;
  if (!head) return [];
  const header = parseCells(head.text, head.start);
  const cells = rows.map(({ text, start }) =>
    parseCells(text, start).map((cell, column) => ({ ...cell, name: header[column]?.text ?? '' })),
  );
  // No row spells out the name of an empty column. One that says something over what says something too is a statement,
  // for a cell may hide what another one says.
  const isUnread = ({ text }: Cell, column: number): boolean =>
    cells.every((row) => (row[column]?.text ?? '') === '') ||
    (saysSomething(text) &&
      cells.some((row) => contentWords(row[column]?.text ?? '').length >= LEAST_LUMPED_WORDS));
  const unread = header.filter(isUnread);
  const isRow = rows.length === 0 || saysSomething(unread.map(({ text }) => text).join(' '));
  return [...(isRow ? [unread] : []), ...cells].flatMap((row) =>
    statementsOfRow(row, '; ').map(({ text, start, end }) => {
      const place = { start, end };
      return { text: withoutMarks(text), ...place, own: place, solid: true, role: 'statement' } as const;
    }),
  );
}

const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;

/** A block of code is one piece, but for sentences in it: a fence can be drawn around anything. */
function fencePieces(answer: string, lines: readonly Line[]): Piece[] {
  const [first, ...inside] = lines;
  const last = lines.at(-1);
  if (!first || !last) return [];
  const mayGoOn = NO_CODE.test(first.text);
  const isProse = ({ text }: Line): boolean => {
    const line = text.trim();
    return PROSE.test(line) && (mayGoOn || ENDED.test(line)) && saysSomething(line);
  };
  if (!inside.some(isProse)) return [codePiece(answer, first, last)];
  const runs: { readonly prose: boolean; readonly lines: Line[] }[] = [{ prose: false, lines: [first] }];
  for (const line of inside) {
    const run = runs.at(-1);
    const prose = isProse(line);
    if (run?.prose === prose) run.lines.push(line);
    else runs.push({ prose, lines: [line] });
  }
  return runs.flatMap((run): Piece[] => {
    const [from] = run.lines;
    const to = run.lines.at(-1);
    if (!from || !to) return [];
    if (run.prose) return sentencePieces(answer, run.lines);
    const code = run.lines.filter(({ text }) => !FENCE.test(text)).map(({ text }) => text);
    return LETTER_OR_NUMBER.test(code.join('')) ? [codePiece(answer, from, to)] : [];
  });
}

function codePiece(answer: string, first: Line, last: Line): Piece {
  const place = { start: first.start, end: last.end };
  const text = answer.slice(place.start, place.end).trim();
  return { text, ...place, own: place, solid: true, role: 'statement' };
}

function textPiece(answer: string, start: number, end: number, role: Piece['role'], text?: string): Piece {
  const place = { start, end };
  return { text: withoutMarks(text ?? answer.slice(start, end)), ...place, own: place, solid: false, role };
}

function roleOf(text: string): Piece['role'] {
  const plain = withoutMarks(text);
  if (saysNothing(plain)) return 'noise';
  if (isCourtesy(plain)) return 'courtesy';
  return /[:：]$/.test(plain) && plain.length <= LONGEST_LABEL && !saysSomething(plain)
    ? 'label'
    : 'statement';
}

const SAYS_SOMETHING = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Sc}\p{Sm}]/u;

function saysNothing(plain: string): boolean {
  return !SAYS_SOMETHING.test(plain.normalize('NFKC'));
}

/** One line, without the marks of headings and emphasis. */
function withoutMarks(text: string): string {
  const lines = text.replace(/^\s*(?:>\s?)*#{1,6}\s+/, '').split(/[\n\r\u2028\u2029]/);
  return oneLine(lines.map(withoutEmphasis).join(' '));
}

/** Marks that nothing closes are looked for once, not from every mark on. */
function withoutEmphasis(line: string): string {
  const unclosed = new Set<string>();
  let plain = '';
  let from = 0;
  for (const { 0: mark, index } of line.matchAll(/\*\*|__/g)) {
    const start = index + mark.length;
    if (index < from || unclosed.has(mark) || !/\S/.test(line[start] ?? '')) continue;
    let end = line.indexOf(mark, start + 1);
    while (end >= 0 && /\s/.test(line[end - 1] ?? '')) end = line.indexOf(mark, end + 1);
    if (end < 0) unclosed.add(mark);
    else {
      plain += line.slice(from, index) + line.slice(start, end);
      from = end + mark.length;
    }
  }
  return plain + line.slice(from);
}
