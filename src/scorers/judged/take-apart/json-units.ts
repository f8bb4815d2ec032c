import { endOfBrackets, endOfString } from '../../../text/json.js';
import { oneLine } from '../../../text/values.js';
import { contentWords } from '../../../text/words.js';
import type { Place } from './quote-finder.js';
import { statementsOfRow } from './table-rows.js';
import { LEAST_LUMPED_WORDS, saysSomething, type Unit } from './unit.js';

/** Deeper nesting is one unit: it comes from no agent that means well. */
const DEEPEST = 12;
/** Characters of all paths together: a long name over many values would make a text of their product. */
const ALWAYS_FINE = 10_000;
const MOST_TIMES = 16;
/** Elements of a list of scalars that are longer stand alone. */
const SHORT_SCALAR = 40;

/** Splits prose; given so that long strings inside JSON are taken apart too. */
export type SegmentProse = (text: string) => readonly Unit[];

type Value = Place & {
  readonly path: string;
  readonly depth: number;
  /** The key that it stands under. */
  readonly key: (Place & { readonly text: string; readonly isHeading: boolean }) | null;
};

/**
 * Takes an answer that is one JSON value apart: a member of an object is a unit; an object or list of short values inside
 * it is read as a row of a table; and a long string is taken apart as prose.
 *
 * @returns `null` where the text is not one JSON object or list, or telling it would take the product of names and values.
 */
export function segmentJson(answer: string, segmentProse: SegmentProse): readonly Unit[] | null {
  if (!isJson(answer)) return null;
  const start = skipJsonSpace(answer, 0);
  const reader = new JsonUnits(answer, segmentProse);
  const units = reader.of({ start, end: endOfJsonValue(answer, start), path: '', depth: 0, key: null });
  return reader.tooMuch ? null : units;
}

class JsonUnits {
  readonly #source: string;
  readonly #segmentProse: SegmentProse;
  /** Characters of paths that may still be told. */
  #left: number;

  constructor(source: string, segmentProse: SegmentProse) {
    this.#source = source;
    this.#segmentProse = segmentProse;
    this.#left = ALWAYS_FINE + MOST_TIMES * source.length;
  }

  /** True where names stand over so many values that the units are not all. A name may come twice in one object. */
  get tooMuch(): boolean {
    return this.#left < 0;
  }

  of(value: Value): Unit[] {
    const parts = value.depth > DEEPEST ? [] : this.#parts(value);
    if (this.tooMuch) return [];
    const isList = this.#source[value.start] === '[';
    if (parts.length === 0) return this.#scalar(value);
    const flat = parts.every((part) => this.#isShortScalar(part));
    if (flat && value.depth > 0) {
      const cells = parts.map((part, index) => ({
        start: index === 0 ? value.start : (part.key ?? part).start,
        end: index === parts.length - 1 ? value.end : part.end,
        text: this.#text(part),
        name: part.key?.text ?? '',
      }));
      const name = isList ? value.path : '';
      return statementsOfRow(cells, isList ? ', ' : '; ').map((each) =>
        this.#unit(each, name === '' ? each.text : `${name}: ${each.text}`),
      );
    }
    return parts.flatMap((part) => this.#underKey(part));
  }

  /**
   * A key that says something is a unit like any heading, or part of the first unit below it: who quotes the value alone
   * leaves out what it says.
   */
  #underKey(part: Value): Unit[] {
    const units = this.of(part);
    const [first, ...rest] = units;
    const { key } = part;
    if (!first || key === null || !saysSomething(key.text)) return units;
    const place = { start: key.start, end: key.end };
    if (key.isHeading) return [{ text: oneLine(key.text), ...place, own: place, solid: false }, ...units];
    const text = first.text.includes(key.text) ? first.text : `${key.text}: ${first.text}`;
    return [
      { ...first, text, start: key.start, own: { ...place, end: first.own.end }, solid: true },
      ...rest,
    ];
  }

  #parts({ start, end, path, depth }: Value): Value[] {
    const open = this.#source[start];
    if (open !== '{' && open !== '[') return [];
    const parts: Value[] = [];
    let at = skipJsonSpace(this.#source, start + 1);
    while (at < end - 1 && !this.tooMuch) {
      const partStart = at;
      let name = path;
      let key: Value['key'] = null;
      if (open === '{') {
        const nameEnd = endOfJsonValue(this.#source, at);
        const own = decodeJsonString(this.#source, at, nameEnd).text;
        const keyStart = at;
        at = skipJsonSpace(this.#source, skipJsonSpace(this.#source, nameEnd) + 1);
        const isHeading = isWorded(own) && wordsAt(this.#source, at) >= LEAST_LUMPED_WORDS;
        key = { start: keyStart, end: nameEnd, text: own, isHeading };
        if (!isHeading) name = path === '' ? own : `${path} › ${own}`;
      }
      const valueEnd = endOfJsonValue(this.#source, at);
      this.#left -= name.length;
      parts.push({ start: at, end: valueEnd, path: name, depth: depth + 1, key });
      at = skipJsonSpace(this.#source, valueEnd);
      if (this.#source[at] === ',') at = skipJsonSpace(this.#source, at + 1);
      if (at <= partStart) break;
    }
    return parts;
  }

  #scalar(value: Value): Unit[] {
    if (this.#source[value.start] !== '"') return [this.#unit(value, this.#line(value, value.path))];
    const { text, at } = decodeJsonString(this.#source, value.start, value.end);
    const units = this.#segmentProse(text);
    if (units.length < 2) return [this.#unit(value, this.#line(value, value.path))];
    // Once, like a heading: a long name before each of many sentences would be their product.
    const saysMore = saysSomething(value.path);
    return units.map((unit, index) => ({
      ...unit,
      text: saysMore && index === 0 ? `${value.path}: ${unit.text}` : unit.text,
      start: at[unit.start] ?? value.start,
      end: at[unit.end] ?? value.end,
      own: { start: at[unit.own.start] ?? value.start, end: at[unit.own.end] ?? value.end },
    }));
  }

  #isShortScalar({ start, end }: Value): boolean {
    const open = this.#source[start];
    return open !== '{' && open !== '[' && (open !== '"' || end - start <= SHORT_SCALAR);
  }

  #line(value: Value, name: string): string {
    const line = this.#text(value);
    return name === '' ? line : `${name}: ${line}`;
  }

  #text({ start, end }: Value): string {
    const isString = this.#source[start] === '"';
    return oneLine(
      isString ? decodeJsonString(this.#source, start, end).text : this.#source.slice(start, end),
    );
  }

  #unit({ start, end }: Place, text: string): Unit {
    return { text, start, end, own: { start, end }, solid: true };
  }
}

/** Written as people write, and not as programs name a member. */
function isWorded(key: string): boolean {
  return /\S\s+\S/.test(key) && saysSomething(key);
}

function wordsAt(source: string, from: number): number {
  return contentWords(source.slice(from, endOfJsonValue(source, from))).length;
}

/** Whether a text is one JSON object or list, and nothing else. */
function isJson(text: string): boolean {
  const trimmed = text.trim();
  if (!/^[{[]/.test(trimmed) || !/[}\]]$/.test(trimmed)) return false;
  try {
    JSON.parse(trimmed);
    return true;
  } catch {
    return false;
  }
}

/** Finding one's way through text that is known to be valid JSON. */

function skipJsonSpace(source: string, from: number): number {
  let at = from;
  while (at < source.length && /\s/.test(source[at] ?? '')) at += 1;
  return at;
}

/** The index after the value that begins at `from`. */
function endOfJsonValue(source: string, from: number): number {
  const open = source[from];
  if (open === '"') return endOfString(source, from) + 1;
  if (open !== '{' && open !== '[')
    return from + (/^[^\s,:\]}]+/.exec(source.slice(from, from + 400))?.[0].length ?? 1);
  return endOfBrackets(source, from) ?? source.length;
}

/** A JSON string's text, and for each of its characters (and its end) where it stands in the source. */
function decodeJsonString(
  source: string,
  start: number,
  end: number,
): { readonly text: string; readonly at: readonly number[] } {
  let text = '';
  const at: number[] = [];
  let index = start + 1;
  while (index < end - 1) {
    const length = source[index] !== '\\' ? 1 : source[index + 1] === 'u' ? 6 : 2;
    const raw = source.slice(index, index + length);
    at.push(index);
    text += length === 1 ? raw : String(JSON.parse(`"${raw}"`));
    index += length;
  }
  at.push(index);
  return { text, at };
}
