import type { ExtractedStatement } from '../../../ports/judge.js';
import { oneLine } from '../../../text/values.js';
import { contentWordSpans, contentWords, wordsOf } from '../../../text/words.js';
import { onlyOnce, TAG } from '../ask/verdict-keys.js';
import { isCourtesy } from './courtesy.js';
import { createQuoteFinder, type Place } from './quote-finder.js';
import { LEAST_LUMPED_WORDS, LEAST_OWN_WORDS, type Unit } from './unit.js';

/** Share of the answer's content words that the quotes must cover. */
export const LEAST_COVERAGE = 0.8;
/** Share of a statement's content words that the answer must hold there: the others resolve what a pronoun stands for. */
export const LEAST_QUOTED = 0.5;
/** Units that one statement may span. */
const MOST_UNITS = 2;

/** Raise when other statements would come of the same reply. */
export const CHECK_VERSION = 5;

/** A quote in its place; `text` is `null` where the answer's own words are to be judged. */
type Part = Place & { readonly text: string | null };
export type Found = Place & { readonly text: string };

/**
 * Checks what a judge extracted against the answer: every statement must quote it, together the quotes must cover it,
 * and its parts may be neither lumped together nor multiplied, since either would move the score. What a few quotes
 * leave out is put back: a judge that was talked into leaving a part out, or into hiding it in another, gains nothing.
 * What is said again in the same words need not be quoted again.
 *
 * @param units In the order of the answer.
 * @returns The statements in the order of the answer, their quotes verbatim; `null` where they may not be used.
 */
export function checkExtraction(
  reply: unknown,
  { answer, units }: { readonly answer: string; readonly units: readonly Unit[] },
): readonly ExtractedStatement[] | null {
  const places = placeExtraction(reply, { answer, units });
  return places?.map(({ text, start, end }) => ({ text, quote: answer.slice(start, end).trim() })) ?? null;
}

/** The same with the places of the quotes. */
export function placeExtraction(
  reply: unknown,
  { answer, units }: { readonly answer: string; readonly units: readonly Unit[] },
): readonly Found[] | null {
  const quoted = findQuotes(reply, answer);
  const distinct = onlyOnce(units);
  if (distinct.length > MOST_UNITS * quoted.length) return null;
  if (coverage(answer, distinct, quoted) < LEAST_COVERAGE) return null;
  const parts = partsByUnit(answer, units, quoted);
  if (parts === null) return null;
  const due = new Set(distinct);
  const statements = units.flatMap((unit, index) => {
    const own = parts[index] ?? [];
    return own.length > 0 || due.has(unit) ? statementsOfUnit(answer, unit, own) : [];
  });
  const all = [...statements, ...outsideUnits(answer, units, quoted)].toSorted((a, b) => a.start - b.start);
  return onlyOnce(all);
}

/** What the judge took for a statement and no unit holds, where it says something that none says. */
function outsideUnits(answer: string, units: readonly Unit[], quoted: readonly Part[]): Found[] {
  let next = 0;
  const outside = quoted.filter((place) => {
    while (next < units.length && (units[next]?.own.end ?? 0) <= place.start) next += 1;
    return (units[next]?.own.start ?? Number.POSITIVE_INFINITY) >= place.end;
  });
  if (outside.length === 0) return [];
  const said = new Set(units.flatMap(({ text }) => contentWords(text)));
  return outside.flatMap(({ start, end }) => {
    const text = oneLine(answer.slice(start, end));
    const own = contentWords(text).filter((word) => !said.has(word));
    return own.length < LEAST_OWN_WORDS || isCourtesy(text) ? [] : [{ text, start, end }];
  });
}

/** What is quoted, in the order of the answer. Quotes of the same words are one: said twice, they would count twice. */
function findQuotes(reply: unknown, answer: string): Part[] {
  const find = createQuoteFinder(answer);
  const found = entriesOf(reply).flatMap(({ text, quote }): Part[] => {
    const place = find(quote);
    return place ? [{ ...place, text }] : [];
  });
  const merged: Part[] = [];
  for (const next of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (!last || next.start >= last.end) merged.push(next);
    else if (next.text !== last.text || next.end > last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, next.end), text: null };
    }
  }
  return merged;
}

/**
 * Which part of which unit is quoted. A quote over several units that each say something is a part of each of them; one
 * that says little goes with its neighbour. `null` where a quote spans more units than a statement may.
 */
function partsByUnit(
  answer: string,
  units: readonly Unit[],
  quoted: readonly Part[],
): readonly (readonly Part[])[] | null {
  const parts: Part[][] = units.map(() => []);
  let next = 0;
  for (const place of quoted) {
    while (next < units.length && (units[next]?.own.end ?? 0) <= place.start) next += 1;
    const touched = touchedBy(place, units, next);
    if (touched.filter(({ isSpanned }) => isSpanned).length > MOST_UNITS) return null;
    const speaking = touched.filter((each) => wordCount(answer, each) >= LEAST_LUMPED_WORDS);
    // What touches no unit is a courtesy or a label.
    const owners = speaking.length > 0 ? speaking : touched.slice(0, 1);
    owners.forEach(({ index, start }, at) => {
      const following = owners[at + 1]?.index ?? Number.POSITIVE_INFINITY;
      const end = touched.findLast((each) => each.index < following)?.end ?? start;
      const from = at === 0 ? (touched[0]?.start ?? start) : start;
      parts[index]?.push({ start: from, end, text: owners.length === 1 ? place.text : null });
    });
  }
  return parts;
}

/** The units, from the first that may be, of which the place holds something; and what it holds of each. */
function touchedBy(
  place: Place,
  units: readonly Unit[],
  first: number,
): (Place & { readonly index: number; readonly isSpanned: boolean })[] {
  const touched: ReturnType<typeof touchedBy> = [];
  for (let index = first; index < units.length; index++) {
    const { start, end } = units[index]?.own ?? place;
    if (start >= place.end) break;
    const middle = (start + end) / 2;
    const isSpanned = middle > place.start && middle < place.end;
    touched.push({ start: Math.max(start, place.start), end: Math.min(end, place.end), index, isSpanned });
  }
  return touched;
}

/** The statements of one unit, nothing left out that says something. */
function statementsOfUnit(answer: string, unit: Unit, parts: readonly Part[]): Found[] {
  const { text, start, end, own } = unit;
  const whole = { text, start, end };
  const [only] = parts;
  if (!only) return wordCount(answer, own) >= LEAST_OWN_WORDS ? [whole] : [];
  const stated = (part: Part, quote: Place, otherwise: string): Found => {
    const isTrue = part.text !== null && isFaithful(part.text, answer.slice(quote.start, quote.end), unit);
    return { start: part.start, end: part.end, text: isTrue ? (part.text ?? otherwise) : otherwise };
  };
  if (unit.solid) {
    const isOne = parts.length === 1 && !text.includes('\n');
    return [isOne ? { ...whole, text: stated(only, own, text).text } : whole];
  }
  const left = leftOut(own, parts).filter((place) => wordCount(answer, place) >= LEAST_OWN_WORDS);
  if (parts.length > 1) {
    const points = withoutHairs(answer, own, parts);
    if (points.length === 1) return [whole];
    const said = points.map((part) => stated(part, part, oneLine(answer.slice(part.start, part.end))));
    const back = left.map((place) => ({ ...place, text: oneLine(answer.slice(place.start, place.end)) }));
    return [...said, ...back].toSorted((a, b) => a.start - b.start);
  }
  const within = only.start >= start && only.end <= end;
  if (left.length === 0)
    return [stated(only, only, within ? text : oneLine(answer.slice(only.start, only.end)))];
  if (within) return [whole];
  const wide = { start: Math.min(only.start, start), end: Math.max(only.end, end) };
  return [{ ...wide, text: oneLine(answer.slice(wide.start, wide.end)) }];
}

/**
 * One short part is a short sentence beside a longer one; several are hairs split, and go with each other, or where that
 * is short too with their neighbour. What says something stays a point, whatever stands beside it.
 */
function withoutHairs(answer: string, own: Place, parts: readonly Part[]): readonly Part[] {
  const isShort = ({ start, end }: Place): boolean =>
    wordCount(answer, { start: Math.max(start, own.start), end: Math.min(end, own.end) }) < LEAST_OWN_WORDS;
  if (parts.filter(isShort).length < 2) return parts;
  const join = (a: Part, b: Part): Part => ({ start: a.start, end: b.end, text: null });
  const runs: Part[] = [];
  let wasShort = false;
  for (const part of parts) {
    const last = runs.at(-1);
    const short = isShort(part);
    if (last && short && wasShort) runs[runs.length - 1] = join(last, part);
    else runs.push(part);
    wasShort = short;
  }
  const points: Part[] = [];
  for (const run of runs) {
    const last = points.at(-1);
    if (last && (isShort(run) || (points.length === 1 && isShort(last))))
      points[points.length - 1] = join(last, run);
    else points.push(run);
  }
  return points;
}

/** The stretches of a place between the parts of it. */
function leftOut({ start, end }: Place, parts: readonly Place[]): Place[] {
  const stretches: Place[] = [];
  let from = start;
  for (const part of [...parts, { start: end, end }]) {
    const to = Math.min(part.start, end);
    if (to > from) stretches.push({ start: from, end: to });
    from = Math.max(from, part.end);
  }
  return stretches;
}

function wordCount(answer: string, { start, end }: Place): number {
  return contentWords(answer.slice(start, end)).length;
}

function entriesOf(reply: unknown): ExtractedStatement[] {
  if (typeof reply !== 'object' || reply === null || !('statements' in reply)) return [];
  const list: unknown = reply.statements;
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('text' in entry) || !('quote' in entry)) return [];
    const { text, quote } = entry;
    if (typeof text !== 'string' || typeof quote !== 'string' || text.trim() === '') return [];
    return [{ text: oneLine(text), quote }];
  });
}

/**
 * Words that only set how a text looks: `:tada:`, `<b>`, `<a href="…">`. Attributes that are shown or read out, and what
 * is too long for a sign, are text.
 */
const MARKUP = new RegExp(`:[a-z0-9+-]{1,20}(?:_[a-z0-9+-]{1,20}){0,2}:|${TAG.source}`, 'gi');

/**
 * A statement keeps every content word of its quote, and adds none but those of its unit (the heading over a table's
 * cell) and those that take the place of a word, a pronoun.
 */
function isFaithful(text: string, quote: string, unit: Unit): boolean {
  const own = contentWords(text);
  const said = new Set(own);
  const quoted = contentWords(quote.replace(MARKUP, ' '));
  if (own.length === 0 || quoted.length === 0 || !quoted.every((word) => said.has(word))) return false;
  const known = new Set([...contentWords(quote), ...contentWords(unit.text)]);
  const kept = own.filter((word) => known.has(word)).length;
  return kept === own.length || (kept / own.length >= LEAST_QUOTED && replacesWord(text, quote));
}

/** Whether some word of the quote stands in the text less often. */
function replacesWord(text: string, quote: string): boolean {
  const left = new Map<string, number>();
  for (const word of wordsOf(text.toLowerCase())) left.set(word, (left.get(word) ?? 0) + 1);
  return wordsOf(quote.toLowerCase()).some((word) => {
    const times = left.get(word) ?? 0;
    left.set(word, times - 1);
    return times <= 0;
  });
}

/** The share of the units' content words that is quoted. */
function coverage(answer: string, units: readonly Unit[], places: readonly Place[]): number {
  const covered = new Uint8Array(answer.length);
  for (const { start, end } of places) covered.fill(1, start, end);
  let words = 0;
  let found = 0;
  for (const { own, solid } of units) {
    const isTouched = solid && covered.subarray(own.start, own.end).includes(1);
    for (const { start } of contentWordSpans(answer.slice(own.start, own.end))) {
      words += 1;
      found += isTouched ? 1 : (covered[own.start + start] ?? 0);
    }
  }
  return words === 0 ? 1 : found / words;
}
