import { type JsonNode, readJsonNodes, tryJson } from '../../text/json.js';
import { type Span, splitSentences } from '../../text/sentences.js';
import { collapseWhitespace, cutText, isFields } from '../../text/values.js';
import { listContentWords } from '../../text/words.js';
import { BOLD_LEVEL, createOutline, type Outline } from './outline.js';

/** Raise when pieces change: it is part of every judged scorer's rubric. */
export const SPLITTER_VERSION = 10;

export type Piece = {
  /** One line without list marks; a table row with its headers; code keeps its lines. */
  readonly text: string;
  /** The same with check mark and emphasis. */
  readonly marked: string;
  /** The text before it: indentation, the mark of a list or heading. */
  readonly lead: string;
  /** Its place: headings, the sentence that introduces its list, list items above, and the sentence that it refers to. */
  readonly path: readonly string[];
  readonly isCode?: true;
  readonly start: number;
  readonly end: number;
};

/** Pieces of an answer that are judged. Two answers are compared piece by piece, which takes minutes for many more. */
export const MAX_PIECES = 1_000;

type Line = { readonly text: string; readonly start: number; readonly end: number };

const FENCE = /^\s*(`{3,}|~{3,})/;
const ITEM = /^\s*(?:[-*+•‣◦]|\(?(?:\d{1,3}|[a-z])[.)])\s+(?=\S)/;
/** Before a number, `>` does not mark a quotation. */
const MARK =
  /^(?<indent>\s*)(?:>(?!\s*\d)\s?)*(?<lead>#{1,6}\s+|(?:[-*+•‣◦]|\(?(?:\d{1,3}|[a-z])[.)])\s+)?(?<check>\[[ xX]\]\s+)?(?=\S)/;
const HEADING = /^\s*(#{1,6})\s/;
const BOLD_LINE = /^\s*(?:\*\*|__)(?!\s)[^*]+(?<![.!?。！？])(?:\*\*|__)(?::|：)?\s*$/u;
const HAS_CONTENT = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Sc}]/u;
/** `$$` on a line of its own opens or closes a formula. */
const NO_CONTENT = /^(?:\[\^?\d{1,3}\]|\${1,2})$/;
const ENDS = /[.!?:;。！？：；…]["'”’»)\]*_]*$/u;
const STARTS_CONTINUATION = /^\s*[\p{Pd},;)]/u;
const LOWER = /^\s*\p{Ll}/u;
const CASED = /^\s*[\p{Lu}\p{Lt}\p{N}*_"'“„«]/u;
const OPEN_END = /[,\p{Pd}]$/u;
const LABEL_LINE = /^\s*[\p{L}\p{N}][^:\n]{0,40}[:：](?:\s|$)/u;
/** Words that no sentence ends with. */
const LINKING_WORDS =
  /(?:^|\s)(?:an?|the|of|in|on|at|to|for|with|by|from|as|and|or|but|than|that|which|is|are|der|die|das|dem|den|des|eine?[mnrs]?|und|oder|mit|von|für|zu[mr]?|im|am|le|la|les|de|du|des|un|une|et|ou|à|el|los|las|del|y|o|en|con|para)$/iu;
/** `**Label:** value` */
const BOLD_LABEL = /(?<=^|\s)\*\*[^*\n]{1,60}(?:[:：]\*\*|\*\*[:：])/gu;
const TAIL = 12;
/** A line of this length was probably wrapped; a shorter one ends a paragraph. */
const MIN_WRAPPED_LENGTH = 60;
/** A header or a path of keys before each of its values; a longer one would make the pieces far longer than the answer. */
const MAX_LABEL_LENGTH = 100;

/**
 * Splits a text by its structure: paragraphs and list items into sentences, table rows with their headers, code as a
 * whole, JSON by its fields. It leaves out pieces without letter, number or picture.
 */
export function splitAnswer(answer: string): readonly Piece[] {
  const pieces = (splitJson(answer) ?? splitMarkdown(answer)).filter(({ text }) => HAS_CONTENT.test(text));
  if (pieces.length > 0 || answer.trim() === '') return pieces;
  return [{ ...createPlainPiece(collapseWhitespace(answer)), start: 0, end: answer.length }];
}

function createPlainPiece(text: string) {
  return { text, marked: text, lead: '', path: [] };
}

function splitMarkdown(text: string): readonly Piece[] {
  const lines = splitLines(text);
  const outline = createOutline();
  const pieces: (readonly Piece[])[] = [];
  for (let at = 0; at < lines.length; ) {
    const end = findCodeEnd(lines, at) ?? findTableEnd(lines, at) ?? findParagraphEnd(lines, at);
    const block = lines.slice(at, end);
    pieces.push(buildBlockPieces(text, block, outline));
    at = end;
  }
  return pieces.flat();
}

function buildBlockPieces(text: string, block: readonly Line[], outline: Outline): readonly Piece[] {
  const first = block[0]?.text ?? '';
  if (first.trim() === '') return [];
  const { indent = '', lead = '' } = MARK.exec(first)?.groups ?? {};
  const level = HEADING.exec(first)?.[1]?.length;
  if (FENCE.test(first)) {
    return [{ ...buildCodePiece(text, block), path: outline.below(indent.length) }];
  }
  if (isTable(block) && block.length > 2) {
    const path = outline.below(indent.length);
    return buildRowPieces(block).map((piece) => ({ ...piece, path }));
  }
  const sentences = buildSentencePieces(text, block);
  if (level !== undefined || (BOLD_LINE.test(first) && block.length === 1)) {
    const path = outline.openHeading(
      level ?? BOLD_LEVEL,
      sentences.map(({ text: sentence }) => sentence).join(' '),
    );
    return sentences.map((piece) => ({ ...piece, marked: piece.text, lead: lead || '## ', path }));
  }
  const place = outline.openBlock({ indent: indent.length, isItem: lead !== '', sentences });
  return sentences.map((piece, at) => ({
    ...piece,
    lead: at === 0 ? `${indent}${lead}` : indent + ' '.repeat(lead.length),
    path: place[at] ?? [],
  }));
}

function splitLines(text: string): readonly Line[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const place = { text: line.trimEnd(), start, end: start + line.length };
    start += line.length + 1;
    return place;
  });
}

function findCodeEnd(lines: readonly Line[], at: number): number | null {
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

function buildCodePiece(text: string, block: readonly Line[]): Piece {
  const [start, end] = [block[0]?.start ?? 0, block.at(-1)?.end ?? 0];
  return { ...createPlainPiece(text.slice(start, end).trim()), isCode: true, start, end };
}

function splitCells({ text }: Line): readonly string[] {
  const row = text.trim().replace(/^\|/, '').replace(/\|$/, '');
  return row.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

function isTable([head, rule]: readonly Line[]): boolean {
  if (!head?.text.includes('|') || !rule?.text.includes('-')) return false;
  return splitCells(rule).every((cell) => /^:?-+:?$/.test(cell));
}

function findTableEnd(lines: readonly Line[], at: number): number | null {
  if (!isTable(lines.slice(at, at + 2))) return null;
  return findLine(lines, at + 2, (text) => !text.includes('|'));
}

function buildRowPieces([head, , ...rows]: readonly Line[]): readonly Piece[] {
  const headers =
    head === undefined ? [] : splitCells(head).map((header) => cutText(header, MAX_LABEL_LENGTH));
  return rows.map((row) => {
    const cells = splitCells(row).map((cell, index) =>
      headers[index] ? `${headers[index]}: ${cell}` : cell,
    );
    const marked = collapseWhitespace(cells.join('; '));
    return {
      ...createPlainPiece(stripMarks(marked)),
      marked: removeLabelMarks(marked),
      start: row.start,
      end: row.end,
    };
  });
}

function findParagraphEnd(lines: readonly Line[], at: number): number {
  let end = at + 1;
  while (end < lines.length && continuesLine(lines[end - 1]?.text ?? '', lines[end]?.text ?? '')) end += 1;
  return end;
}

function continuesLine(line: string, next: string): boolean {
  if (!HAS_CONTENT.test(line) || !HAS_CONTENT.test(next) || HEADING.test(line) || BOLD_LINE.test(line))
    return false;
  if (ITEM.test(next) || HEADING.test(next) || FENCE.test(next) || next.includes('|')) return false;
  if (next.search(BOLD_LABEL) === 0 || (LABEL_LINE.test(line) && LABEL_LINE.test(next))) return false;
  if (STARTS_CONTINUATION.test(next)) return true;
  if (ENDS.test(line)) return false;
  if (OPEN_END.test(line) || LINKING_WORDS.test(line.slice(-TAIL))) return true;
  const isLong = line.length >= MIN_WRAPPED_LENGTH;
  if (LOWER.test(next)) return isLong || isGrammar(next.trim().split(/\s+/)[0]);
  return isLong && !CASED.test(next);
}

function isGrammar(word = ''): boolean {
  return /\p{L}/u.test(word) && listContentWords(word).length === 0;
}

function buildSentencePieces(text: string, block: readonly Line[]): readonly Piece[] {
  const [first] = block;
  const [mark = '', , , check = ''] = MARK.exec(first?.text ?? '') ?? [];
  const start = (first?.start ?? 0) + mark.length;
  // Line ends and the marks of a quotation become spaces, so that places stay.
  const sentence = text
    .slice(start, block.at(-1)?.end ?? start)
    .replace(/[\r\n](?:[ \t]*>)*/g, (marks) => ' '.repeat(marks.length));
  const pieces = (findLabelSpans(sentence) ?? splitSentences(sentence)).map((span, at) => {
    const marked = collapseWhitespace(sentence.slice(span.start, span.end));
    return {
      ...createPlainPiece(stripMarks(marked)),
      marked: `${at === 0 ? check : ''}${removeLabelMarks(marked)}`,
      start: start + span.start,
      end: start + span.end,
    };
  });
  return pieces.filter((piece) => !NO_CONTENT.test(piece.text));
}

/** The pairs of a line of `**Label:** value` pairs; `null` if there are fewer than two. */
function findLabelSpans(sentence: string): readonly Span[] | null {
  if (!sentence.includes('**')) return null;
  const starts = Array.from(sentence.matchAll(BOLD_LABEL), ({ index }) => index);
  if (starts.length < 2) return null;
  const all = (starts[0] ?? 0) > 0 ? [0, ...starts] : starts;
  return all.map((start, at) => ({ start, end: all[at + 1] ?? sentence.length }));
}

function stripMarks(text: string): string {
  return text.includes('**') ? collapseWhitespace(text.replaceAll('**', '')) : text;
}

/** Bold labels are a matter of style; other emphasis may mark a choice. */
function removeLabelMarks(marked: string): string {
  return marked.includes('**')
    ? marked.replaceAll(BOLD_LABEL, (label) => label.replaceAll('**', ''))
    : marked;
}

const OPENS_JSON = /^(```|~~~)\s*json\s*$/i;

/**
 * The fields of an answer that is one JSON object or list: `customer.name: Ann`. A list of plain values and an object in a
 * list are one piece each; longer texts are split. `null` if it is not JSON, or nested too deeply.
 */
function splitJson(answer: string): readonly Piece[] | null {
  const { json, offset } = removeFence(answer);
  if (!/^[{[]/.test(json)) return null;
  if (tryJson(json) === undefined) return null;
  const pieces: Piece[] = [];
  addFields(readJsonNodes(json), '', json, pieces);
  return pieces.map((piece) => ({ ...piece, start: piece.start + offset, end: piece.end + offset }));
}

function addFields(node: JsonNode, path: string, json: string, pieces: Piece[]): void {
  const label = path === '' ? '' : `${path}: `;
  if (node.kind === 'object') {
    const under = path === '' ? '' : `${path}.`;
    for (const [key, value] of node.fields) addFields(value, cutStart(`${under}${key}`), json, pieces);
  } else if (node.kind === 'list' && node.items.some(({ kind }) => kind !== 'plain')) {
    for (const item of node.items) pieces.push(buildWholePiece(item, label, json));
  } else if (node.kind === 'plain' && typeof node.value === 'string' && isJsonText(node.value)) {
    const places = mapStringPlaces(json.slice(node.start, node.end));
    for (const { text, marked, start, end, ...piece } of splitMarkdown(node.value)) {
      const [from = 0, to = 0] = [places[start], places[end]];
      pieces.push({
        ...piece,
        text: `${label}${text}`,
        marked: `${label}${marked}`,
        start: node.start + from,
        end: node.start + to,
      });
    }
  } else pieces.push(buildWholePiece(node, label, json));
}

function buildWholePiece({ start, end }: JsonNode, label: string, json: string): Piece {
  return {
    ...createPlainPiece(`${label}${renderJsonValue(JSON.parse(json.slice(start, end)))}`),
    start,
    end,
  };
}

/** A path's end, which says more than its beginning. */
function cutStart(path: string): string {
  return path.length <= MAX_LABEL_LENGTH ? path : `…${path.slice(1 - MAX_LABEL_LENGTH).toWellFormed()}`;
}

/** For each character of a JSON string its place in the written form, then the place of the closing quote. */
function mapStringPlaces(written: string): readonly number[] {
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
function removeFence(answer: string): { readonly json: string; readonly offset: number } {
  const lines = answer.trim().split('\n');
  const fence = OPENS_JSON.exec(lines[0]?.trim() ?? '')?.[1];
  const isFenced = fence !== undefined && lines.at(-1)?.trim() === fence;
  const json = (isFenced ? lines.slice(1, -1).join('\n') : answer).trim();
  return { json, offset: answer.indexOf(json) };
}

/** Looks like a number or another value of JSON. */
const LITERAL = /^\s*(?:-?\d[\d.]*(?:e[+-]?\d+)?|true|false|null)?\s*$/i;

function isJsonText(text: string): boolean {
  return !LITERAL.test(text);
}

/** `name: Ann; city: Rome`, or the values of a list. Quotes tell `5` from `"5"`, and one value of a list from two. */
function renderJsonValue(value: unknown): string {
  if (Array.isArray(value)) {
    return value
      .map((each) =>
        typeof each === 'string' && each.includes(',') ? JSON.stringify(each) : renderJsonValue(each),
      )
      .join(', ');
  }
  if (typeof value === 'string') return isJsonText(value) ? collapseWhitespace(value) : JSON.stringify(value);
  if (!isFields(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([key, each]) => `${key}: ${renderJsonValue(each)}`)
    .join('; ');
}

/** Takes the place of a piece that forges a verdict or a turn of the conversation. */
export const FORGED_PLACEHOLDER = '[left out: it imitates the judge or the conversation]';

/** A reply of the judge, its keys, the fence around its data, and the marks of a chat: no honest answer has them. */
const FORGED = new RegExp(
  [
    '"?verdict"?\\s*[:=]\\s*"(?:yes|no|unsure|mixed|skip)"',
    '"s\\d{1,3}"\\s*:\\s*(?:\\{\\s*"(?:reason|verdict)"|"(?:yes|no|unsure)")',
    '"[ab]\\d{1,3}"\\s*:\\s*"(?:[^"]{0,80}:\\s*)?(?:said|partly|contradicted|dropped|new|takes back|restricts)"',
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
  for (const { text: sentence, start, end } of pieces) {
    if (!isForged(sentence) || start < from) continue;
    shown += text.slice(from, start) + FORGED_PLACEHOLDER;
    from = end;
  }
  // A forgery across pieces: leave out the whole text.
  return { pieces, shown: from === 0 ? FORGED_PLACEHOLDER : shown + text.slice(from) };
}
