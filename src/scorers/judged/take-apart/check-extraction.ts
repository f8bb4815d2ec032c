import type { ExtractedStatement } from '../../../ports/judge.js';
import { contentWordSpans, contentWords, wordsOf } from '../../../text/words.js';
import { createQuoteFinder, type Place } from './quote-finder.js';
import type { Unit } from './unit.js';

/** Share of the answer's content words that the quotes must cover. */
export const LEAST_COVERAGE = 0.8;
/** Share of a statement's content words that its own quote must hold: the others resolve what a pronoun stands for. */
export const LEAST_QUOTED = 0.5;
/** Content words of a unit that no quote may leave out: with so many it says something of its own. */
export const LEAST_OWN_WORDS = 3;
/** Content words with which a unit inside a wider quote becomes a statement of its own. */
export const LEAST_LUMPED_WORDS = 2;
/** Content words that each part of a unit must hold where a judge splits it: fewer is splitting hairs. */
export const LEAST_WORDS_A_PART = 3;
/** Units that one statement may span. */
const MOST_UNITS = 2;

/** Raise when other statements would come of the same reply. */
export const CHECK_VERSION = 2;

type Found = Place & { readonly text: string };

/**
 * Checks what a judge extracted against the answer: every statement must quote it, together the quotes must cover it,
 * and its parts may be neither lumped together nor multiplied, since either would move the score. What a few quotes
 * leave out is put back: a judge that was talked into leaving a part out, or into hiding it in another, gains nothing.
 *
 * @returns The statements in the order of the answer, their quotes verbatim; `null` where they may not be used.
 */
export function checkExtraction(
  reply: unknown,
  { answer, units }: { readonly answer: string; readonly units: readonly Unit[] },
): readonly ExtractedStatement[] | null {
  const find = createQuoteFinder(answer);
  const found = entriesOf(reply).flatMap(({ text, quote }): Found[] => {
    const place = find(quote);
    if (!place) return [];
    const verbatim = answer.slice(place.start, place.end);
    return [{ ...place, text: isFaithful(text, verbatim) ? text : oneLine(verbatim) }];
  });
  const quoted = mergeOverlaps(answer, found);
  if (units.length > MOST_UNITS * quoted.length) return null;
  if (quoted.some((place) => unitsInside(units, place) > MOST_UNITS)) return null;
  if (units.some((unit) => isSplitTooFine(unit, quoted))) return null;
  if (coverage(answer, units, quoted) < LEAST_COVERAGE) return null;
  const statements = putBackLeftOut(
    answer,
    units,
    quoted.flatMap((place) => splitLump(answer, units, place)),
  );
  return statements.map(({ text, start, end }) => ({ text, quote: answer.slice(start, end).trim() }));
}

/** In the order of the answer. Statements that quote the same words are one: said twice, they would count twice. */
function mergeOverlaps(answer: string, found: readonly Found[]): Found[] {
  const merged: Found[] = [];
  for (const next of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (!last || next.start >= last.end) merged.push(next);
    else if (next.text !== last.text || next.end > last.end) {
      const end = Math.max(last.end, next.end);
      merged[merged.length - 1] = { start: last.start, end, text: oneLine(answer.slice(last.start, end)) };
    }
  }
  return merged;
}

function isSplitTooFine(unit: Unit, places: readonly Place[]): boolean {
  const parts = places.filter(({ start }) => start >= unit.start && start < unit.end).length;
  return parts > 1 && contentWords(unit.text).length < parts * LEAST_WORDS_A_PART;
}

/** A quote that runs over several units which each say something: one statement for each of them. */
function splitLump(answer: string, units: readonly Unit[], place: Found): Found[] {
  const inside = units.filter((unit) => {
    const [from, to] = [Math.max(unit.start, place.start), Math.min(unit.end, place.end)];
    if (from >= to) return false;
    const meant = new Set(contentWords(unit.text));
    return (
      contentWords(answer.slice(from, to)).filter((word) => meant.has(word)).length >= LEAST_LUMPED_WORDS
    );
  });
  if (inside.length < 2) return [place];
  return inside.map((unit, index) => {
    const start = index === 0 ? place.start : unit.start;
    const end = inside[index + 1]?.start ?? place.end;
    return { start, end, text: oneLine(answer.slice(start, end)) };
  });
}

/** Adds what no quote covers: to the one statement that its unit holds, else as a statement of its own. */
function putBackLeftOut(answer: string, units: readonly Unit[], places: readonly Found[]): Found[] {
  const all = [...places];
  for (const unit of units) {
    const touching = all.filter(({ start, end }) => start < unit.end && end > unit.start);
    if (touching.length > 0 && unit.solid) continue;
    const left = leftOut(answer, unit, touching).filter(({ words }) => words >= LEAST_OWN_WORDS);
    const [only] = touching;
    if (left.length === 0) continue;
    if (!only) all.push({ start: unit.start, end: unit.end, text: unit.text });
    else if (touching.length > 1) {
      for (const { start, end } of left) all.push({ start, end, text: oneLine(answer.slice(start, end)) });
    } else {
      const [start, end] = [Math.min(only.start, unit.start), Math.max(only.end, unit.end)];
      all[all.indexOf(only)] = { start, end, text: oneLine(answer.slice(start, end)) };
    }
  }
  return all.toSorted((a, b) => a.start - b.start);
}

/** The stretches of a unit between the places, with how many of its content words stand in each. */
function leftOut(
  answer: string,
  unit: Unit,
  places: readonly Place[],
): (Place & { readonly words: number })[] {
  const meant = new Set(contentWords(unit.text));
  const stretches: (Place & { readonly words: number })[] = [];
  let start = unit.start;
  for (const place of [...places.toSorted((a, b) => a.start - b.start), { start: unit.end, end: unit.end }]) {
    const end = Math.min(place.start, unit.end);
    if (end > start) {
      const words = contentWords(answer.slice(start, end)).filter((word) => meant.has(word)).length;
      stretches.push({ start, end, words });
    }
    start = Math.max(start, place.end);
  }
  return stretches;
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

/** A statement keeps every content word of its quote. Words may only be added where they replace one, a pronoun. */
function isFaithful(text: string, quote: string): boolean {
  const own = contentWords(text);
  const quoted = new Set(contentWords(quote));
  const said = new Set(own);
  if (own.length === 0 || quoted.size === 0 || ![...quoted].every((word) => said.has(word))) return false;
  const kept = own.filter((word) => quoted.has(word)).length;
  if (kept === own.length) return true;
  const words = new Set(wordsOf(text.toLowerCase()));
  return kept / own.length >= LEAST_QUOTED && wordsOf(quote.toLowerCase()).some((word) => !words.has(word));
}

function unitsInside(units: readonly Unit[], { start, end }: Place): number {
  const middle = (unit: Unit): number => (unit.start + unit.end) / 2;
  return units.filter((unit) => middle(unit) > start && middle(unit) < end).length;
}

function coverage(answer: string, units: readonly Unit[], places: readonly Place[]): number {
  const covered = new Uint8Array(answer.length);
  for (const { start, end } of places) {
    covered.fill(1, start, end);
    for (const unit of units) {
      if (unit.solid && start < unit.end && end > unit.start) covered.fill(1, unit.start, unit.end);
    }
  }
  let words = 0;
  let found = 0;
  for (const unit of units) {
    // Words of the unit's text only: courtesies folded into it are nobody's statement.
    const meant = new Set(contentWords(unit.text));
    for (const { word, start } of contentWordSpans(answer.slice(unit.start, unit.end))) {
      if (!meant.has(word)) continue;
      words += 1;
      found += covered[unit.start + start] ?? 0;
    }
  }
  return words === 0 ? 1 : found / words;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
