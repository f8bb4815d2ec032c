import { splitSentences } from '../../text/sentences.js';
import { oneLine } from '../../text/values.js';
import { jsonFields, type Piece } from './json-fields.js';

/** Raise when pieces change: it is part of every judged scorer's rubric. */
export const SPLITTER_VERSION = 7;

type Line = { readonly text: string; readonly start: number; readonly end: number };

const FENCE = /^\s*(`{3,}|~{3,})/;
const ITEM = /^\s*(?:[-*+•‣◦]|\(?(?:\d{1,3}|[a-z])[.)])\s+(?=\S)/;
const MARK = /^\s*(?:>\s?)*(?:#{1,6}\s+|(?:[-*+•‣◦]|\(?(?:\d{1,3}|[a-z])[.)])\s+(?:\[[ xX]\]\s+)?)?(?=\S)/;
const HEADING = /^\s*#{1,6}\s/;
const SAYS = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Sc}]/u;
const FOOTNOTE = /^\[\^?\d{1,3}\]$/;
const ENDS = /[.!?:;。！？：；…]["'”’»)\]*_]*$/u;
const GOES_ON = /^\s*[\p{Ll}\p{Pd},;)]/u;
/** A line of this length was probably wrapped; a shorter one ends a paragraph. */
const WRAPPED = 60;

/**
 * Splits a text by its structure: paragraphs and list items into sentences, table rows with their headers, code as a
 * whole, JSON by its fields. It leaves out pieces without letter, number or picture.
 */
export function splitAnswer(answer: string): readonly Piece[] {
  const fields = jsonFields(answer, splitMarkdown);
  const pieces = (fields ?? splitMarkdown(answer)).filter(({ text }) => SAYS.test(text));
  if (pieces.length > 0 || answer.trim() === '') return pieces;
  return [{ text: oneLine(answer), start: 0, end: answer.length }];
}

function splitMarkdown(text: string): readonly Piece[] {
  const lines = linesOf(text);
  const pieces: Piece[] = [];
  for (let at = 0; at < lines.length; ) {
    const end = endOfCode(lines, at) ?? endOfTable(lines, at) ?? endOfParagraph(lines, at);
    const block = lines.slice(at, end);
    if (FENCE.test(block[0]?.text ?? '')) pieces.push(codePiece(text, block));
    else if (isTable(block) && block.length > 2) pieces.push(...rowPieces(block));
    else pieces.push(...sentencePieces(text, block));
    at = end;
  }
  return pieces;
}

function linesOf(text: string): readonly Line[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const place = { text: line.trimEnd(), start, end: start + line.length };
    start += line.length + 1;
    return place;
  });
}

function endOfCode(lines: readonly Line[], at: number): number | null {
  const fence = FENCE.exec(lines[at]?.text ?? '')?.[1];
  if (fence === undefined) return null;
  const close = lines.findIndex(({ text }, index) => index > at && text.trim().startsWith(fence));
  return close < 0 ? lines.length : close + 1;
}

function codePiece(text: string, block: readonly Line[]): Piece {
  const [start, end] = [block[0]?.start ?? 0, block.at(-1)?.end ?? 0];
  return { text: text.slice(start, end).trim(), start, end };
}

function cellsOf({ text }: Line): readonly string[] {
  const row = text.trim().replace(/^\|/, '').replace(/\|$/, '');
  return row.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

function isTable([head, rule]: readonly Line[]): boolean {
  if (!head?.text.includes('|') || !rule?.text.includes('-')) return false;
  return cellsOf(rule).every((cell) => /^:?-+:?$/.test(cell));
}

function endOfTable(lines: readonly Line[], at: number): number | null {
  if (!isTable(lines.slice(at, at + 2))) return null;
  const end = lines.findIndex(({ text }, index) => index > at + 1 && !text.includes('|'));
  return end < 0 ? lines.length : end;
}

function rowPieces([head, , ...rows]: readonly Line[]): readonly Piece[] {
  const headers = head === undefined ? [] : cellsOf(head);
  return rows.map((row) => {
    const cells = cellsOf(row).map((cell, index) => (headers[index] ? `${headers[index]}: ${cell}` : cell));
    return { text: plain(cells.join('; ')), start: row.start, end: row.end };
  });
}

function endOfParagraph(lines: readonly Line[], at: number): number {
  let end = at + 1;
  while (end < lines.length && goesOn(lines[end - 1]?.text ?? '', lines[end]?.text ?? '')) end += 1;
  return end;
}

function goesOn(line: string, next: string): boolean {
  if (!SAYS.test(line) || !SAYS.test(next) || HEADING.test(line)) return false;
  if (ITEM.test(next) || HEADING.test(next) || FENCE.test(next) || next.includes('|')) return false;
  return GOES_ON.test(next) || (line.length >= WRAPPED && !ENDS.test(line));
}

function sentencePieces(text: string, block: readonly Line[]): readonly Piece[] {
  const [first] = block;
  const start = (first?.start ?? 0) + (MARK.exec(first?.text ?? '')?.[0].length ?? 0);
  // Each line end becomes one space, so that places stay.
  const said = text.slice(start, block.at(-1)?.end ?? start).replace(/[\r\n]/g, ' ');
  const pieces = splitSentences(said).map((span) => ({
    text: plain(said.slice(span.start, span.end)),
    start: start + span.start,
    end: start + span.end,
  }));
  return pieces.filter((piece) => !FOOTNOTE.test(piece.text));
}

function plain(text: string): string {
  return oneLine(text.replaceAll('**', '').replace(/\s>\s/g, ' '));
}
