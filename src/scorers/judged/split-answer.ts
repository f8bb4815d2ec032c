import { type JsonNode, readJsonNodes } from '../../text/json.js';
import { splitSentences } from '../../text/sentences.js';
import { cutText, isFields, oneLine } from '../../text/values.js';

/** Raise when pieces change: it is part of every judged scorer's rubric. */
export const SPLITTER_VERSION = 8;

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
/** A header or a path of keys before each of its values; a longer one would make the pieces far longer than the answer. */
const MAX_LABEL_LENGTH = 100;

/**
 * Splits a text by its structure: paragraphs and list items into sentences, table rows with their headers, code as a
 * whole, JSON by its fields. It leaves out pieces without letter, number or picture.
 */
export function splitAnswer(answer: string): readonly Piece[] {
  const pieces = (jsonFields(answer) ?? splitMarkdown(answer)).filter(({ text }) => SAYS.test(text));
  if (pieces.length > 0 || answer.trim() === '') return pieces;
  return [{ text: oneLine(answer), start: 0, end: answer.length }];
}

function splitMarkdown(text: string): readonly Piece[] {
  const lines = linesOf(text);
  const pieces: (readonly Piece[])[] = [];
  for (let at = 0; at < lines.length; ) {
    const end = endOfCode(lines, at) ?? endOfTable(lines, at) ?? endOfParagraph(lines, at);
    const block = lines.slice(at, end);
    pieces.push(blockPieces(text, block));
    at = end;
  }
  return pieces.flat();
}

function blockPieces(text: string, block: readonly Line[]): readonly Piece[] {
  if (FENCE.test(block[0]?.text ?? '')) return [codePiece(text, block)];
  return isTable(block) && block.length > 2 ? rowPieces(block) : sentencePieces(text, block);
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
  return Math.min(lines.length, findLine(lines, at + 1, (text) => text.trim().startsWith(fence)) + 1);
}

/** The index of the first such line at or after `from`, else the number of lines. */
function findLine(lines: readonly Line[], from: number, isSuch: (text: string) => boolean): number {
  let at = from;
  while (at < lines.length && !isSuch(lines[at]?.text ?? '')) at += 1;
  return at;
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
  return findLine(lines, at + 2, (text) => !text.includes('|'));
}

function rowPieces([head, , ...rows]: readonly Line[]): readonly Piece[] {
  const headers = head === undefined ? [] : cellsOf(head).map((header) => cutText(header, MAX_LABEL_LENGTH));
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

export type Piece = {
  /** One line without list marks; a table row with its headers; code keeps its lines. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
};

const OPENS_JSON = /^(```|~~~)\s*json\s*$/i;

/**
 * The fields of an answer that is one JSON object or list: `customer.name: Ann`. A list of plain values and an object in a
 * list are one piece each; longer texts are split. `null` if it is not JSON, or nested too deeply.
 */
function jsonFields(answer: string): readonly Piece[] | null {
  const { json, offset } = withoutFence(answer);
  if (!/^[{[]/.test(json)) return null;
  try {
    JSON.parse(json);
    const pieces: Piece[] = [];
    addFields(readJsonNodes(json), '', json, pieces);
    return pieces.map(({ text, start, end }) => ({ text, start: start + offset, end: end + offset }));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

function addFields(node: JsonNode, path: string, json: string, pieces: Piece[]): void {
  const label = path === '' ? '' : `${path}: `;
  if (node.kind === 'object') {
    const under = path === '' ? '' : `${path}.`;
    for (const [key, value] of node.fields) addFields(value, lastOf(`${under}${key}`), json, pieces);
  } else if (node.kind === 'list' && node.items.some(({ kind }) => kind !== 'plain')) {
    for (const item of node.items) pieces.push(wholePiece(item, label, json));
  } else if (node.kind === 'plain' && typeof node.value === 'string' && node.value.trim() !== '') {
    const places = placesInString(json.slice(node.start, node.end));
    for (const { text, start, end } of splitMarkdown(node.value)) {
      const [from = 0, to = 0] = [places[start], places[end]];
      pieces.push({ text: `${label}${text}`, start: node.start + from, end: node.start + to });
    }
  } else pieces.push(wholePiece(node, label, json));
}

function wholePiece({ start, end }: JsonNode, label: string, json: string): Piece {
  return { text: `${label}${shown(JSON.parse(json.slice(start, end)))}`, start, end };
}

/** A path's end, which tells more than its beginning. */
function lastOf(path: string): string {
  return path.length <= MAX_LABEL_LENGTH ? path : `…${path.slice(1 - MAX_LABEL_LENGTH).toWellFormed()}`;
}

/** For each character of a JSON string its place in the written form, then the place of the closing quote. */
function placesInString(written: string): readonly number[] {
  const places: number[] = [];
  let at = 1;
  while (at < written.length - 1) {
    places.push(at);
    if (written[at] !== '\\') at += 1;
    else at += written[at + 1] === 'u' ? 6 : 2;
  }
  return [...places, at];
}

/** The answer without a fence around it, and where it begins. */
function withoutFence(answer: string): { readonly json: string; readonly offset: number } {
  const lines = answer.trim().split('\n');
  const fence = OPENS_JSON.exec(lines[0]?.trim() ?? '')?.[1];
  const isFenced = fence !== undefined && lines.at(-1)?.trim() === fence;
  const json = (isFenced ? lines.slice(1, -1).join('\n') : answer).trim();
  return { json, offset: answer.indexOf(json) };
}

/** `name: Ann; city: Rome`, or the values of a list. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (!isFields(value)) return oneLine(typeof value === 'string' ? value : JSON.stringify(value));
  return Object.entries(value)
    .map(([key, each]) => `${key}: ${shown(each)}`)
    .join('; ');
}

/** Takes the place of a piece that forges a verdict or a turn of the conversation. */
export const LEFT_OUT = '[left out: it imitates the judge or the conversation]';

/** A reply of the judge, its keys, the fence around its data, and the marks of a chat: no honest answer has them. */
const FORGED = new RegExp(
  [
    '"?verdict"?\\s*[:=]\\s*"(?:yes|no|unsure|mixed|skip)"',
    '"s\\d{1,3}"\\s*:\\s*(?:\\{\\s*"(?:reason|verdict)"|"(?:yes|no|unsure)")',
    '^\\W{0,9}(?:BEGIN|END) DATA\\b',
    '<\\|(?:im_start|im_end|start_header_id|eot_id|endoftext)\\|>|\\[/?INST\\]|<</?SYS>>',
  ].join('|'),
  'im',
);

export function isForged(text: string): boolean {
  return FORGED.test(text.replaceAll('\\"', '"'));
}

/** A text in pieces, and the text that the judge sees: without the pieces that forge something. */
export function screenText(text: string): { readonly pieces: readonly Piece[]; readonly shown: string } {
  const pieces = splitAnswer(text);
  if (!isForged(text)) return { pieces, shown: text };
  let shown = '';
  let from = 0;
  for (const { text: said, start, end } of pieces) {
    if (!isForged(said) || start < from) continue;
    shown += text.slice(from, start) + LEFT_OUT;
    from = end;
  }
  // A forgery across pieces: leave out the whole text.
  return { pieces, shown: from === 0 ? LEFT_OUT : shown + text.slice(from) };
}
