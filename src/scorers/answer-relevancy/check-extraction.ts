import type { ExtractedStatement } from '../../model/judge.js';
import { contentWordSpans, contentWords } from '../content-words.js';
import { createQuoteFinder, type Place } from './quote-finder.js';
import type { Unit } from './segment/unit.js';

/** Share of the answer's content words that the quotes must cover. */
const LEAST_COVERAGE = 0.8;
/** Share of a quote's content words that its statement must keep, and of a statement's that must be the answer's. */
const LEAST_FAITH = 0.5;
/** Content words that each part of a unit must hold where a judge splits it: fewer is splitting hairs. */
const LEAST_WORDS_A_PART = 3;
/** Units that one statement may span. */
const MOST_UNITS = 2;

type Found = Place & { readonly text: string };

/**
 * Checks what a judge extracted against the answer: every statement must quote it, together the quotes must cover it,
 * and its parts may be neither lumped together nor multiplied, since either would move the score.
 *
 * @returns The statements in the order of the answer, their quotes verbatim; `null` where they may not be used.
 */
export function checkExtraction(
  reply: unknown,
  { answer, units }: { readonly answer: string; readonly units: readonly Unit[] },
): readonly ExtractedStatement[] | null {
  const find = createQuoteFinder(answer);
  const answerWords = new Set(contentWords(answer));
  const found = entriesOf(reply).flatMap(({ text, quote }): Found[] => {
    const place = find(quote);
    if (!place) return [];
    const verbatim = answer.slice(place.start, place.end);
    return [{ ...place, text: isFaithful(text, verbatim, answerWords) ? text : oneLine(verbatim) }];
  });
  const statements = mergeOverlaps(answer, found);
  if (units.length > MOST_UNITS * statements.length) return null;
  if (statements.some((place) => unitsInside(units, place) > MOST_UNITS)) return null;
  if (units.some((unit) => isSplitTooFine(unit, statements))) return null;
  if (coverage(answer, units, statements) < LEAST_COVERAGE) return null;
  return statements.map(({ text, start, end }) => ({ text, quote: answer.slice(start, end) }));
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

/** A statement may resolve a pronoun and tidy its wording; it may not say something else, or in another language. */
function isFaithful(text: string, quote: string, answerWords: ReadonlySet<string>): boolean {
  const own = contentWords(text);
  const quoted = contentWords(quote);
  if (own.length === 0 || quoted.length === 0) return false;
  const said = new Set(own);
  const kept = quoted.filter((word) => said.has(word)).length;
  const known = own.filter((word) => answerWords.has(word)).length;
  return kept / quoted.length >= LEAST_FAITH && known / own.length >= LEAST_FAITH;
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
