import { oneLine } from '../../../text/values.js';
import { contentWords } from '../../../text/words.js';
import type { Place } from './quote-finder.js';
import { LEAST_OWN_WORDS, type Unit } from './unit.js';

/** Raise when other sentences go to the judge, or are cut otherwise. */
export const JOINED_POINTS_VERSION = 3;

/** Signs and words after which another point may begin inside a sentence. */
const JOINTS =
  /[,，：、،(（)）–—…]|:(?=\s)|\.{3}|\s-\s|(?<=\s)(?:and|but|or|while|whereas|plus|also|so|which|who|as well as|und|aber|oder|et|e|mais|y|pero|ma|и|но)(?=\s)/u;

/** A time, a price or a reference is one word. */
const FIGURES = /\p{N}[\p{N}.,:/-]*/gu;

/**
 * Whether a unit may make more than one point, so that whoever cuts by rule alone could hide one in the other: a sentence
 * where a joint opens a stretch with enough words for a point, and enough stand elsewhere. Lists, rows, code and members
 * of JSON are cut by their form.
 */
export function mayJoinPoints({ text, solid }: Unit): boolean {
  if (solid || text.includes('\n')) return false;
  const plain = text.replace(FIGURES, '0');
  const [first = '', ...opened] = plain.split(JOINTS);
  const sizes = opened.map((stretch) => contentWords(stretch).length);
  const all = sizes.reduce((sum, size) => sum + size, contentWords(first).length);
  return sizes.some((size) => size >= LEAST_OWN_WORDS && all - size >= LEAST_OWN_WORDS);
}

/** A sentence cut at its semicolons, as far as what stands between them says something of its own. */
export function cutAtSemicolons(answer: string, unit: Unit): readonly Unit[] {
  const { own } = unit;
  const said = answer.slice(own.start, own.end);
  if (unit.solid || said.includes('\n')) return [unit];
  const places: Place[] = [];
  let start = 0;
  let counted = 0;
  let words = 0;
  for (const end of [...Array.from(said.matchAll(/[;；]/g), ({ index }) => index + 1), said.length]) {
    // Only what is new since the last sign: a part may hold thousands of them.
    words += contentWords(said.slice(counted, end)).length;
    counted = end;
    const isShort = words < LEAST_OWN_WORDS;
    const last = places.at(-1);
    // What says little between two semicolons goes with what stands before it, or behind it.
    if (!isShort) {
      places.push({ start, end });
      start = end;
      words = 0;
    } else if (last && end === said.length) {
      places[places.length - 1] = { start: last.start, end };
    }
  }
  if (places.length < 2) return [unit];
  const parts = places.map(({ start, end }) => said.slice(start, end));
  // What was folded into the sentence goes with its first part.
  const before = unit.text.endsWith(parts.join('').trim()) ? unit.text.slice(0, -said.trim().length) : '';
  return places.map(({ start, end }, at) => {
    const place = { start: own.start + start, end: own.start + end };
    const isLast = at === places.length - 1;
    return {
      text: `${at === 0 ? before : ''}${oneLine(parts[at] ?? '')}`,
      start: at === 0 ? unit.start : place.start,
      end: isLast ? unit.end : place.end,
      own: place,
      solid: false,
    };
  });
}
