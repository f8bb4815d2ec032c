import { oneLine } from '../../../text/values.js';
import { contentWords } from '../../../text/words.js';
import { spareWordsOfCourtesy } from './courtesy.js';
import { segmentJson } from './json-units.js';
import { cutIntoPieces } from './markdown-pieces.js';
import type { Place } from './quote-finder.js';
import { LEAST_OWN_WORDS, type Piece, saysSomething, type Unit } from './unit.js';

/** Raise when units change: answers segmented by another version are other statements. */
export const SEGMENTER_VERSION = 6;

const OPENS_JSON = /^\s*(?:```|~~~)\s*json[^\n]*\n/i;

/**
 * Cuts an answer into units that can be judged alone, by rule: a sentence, a list item, a table row with its header, a
 * code fence, a member of JSON. Courtesies, headings and labels that say little of their own are folded into their
 * neighbours; one that says more is a unit. Any language.
 *
 * @returns In the order of the answer; empty only where the answer is blank.
 */
export function segmentAnswer(answer: string): readonly Unit[] {
  if (answer.trim() === '') return [];
  const offset = OPENS_JSON.exec(answer)?.[0].length;
  const whole = answer.trimEnd();
  if (offset !== undefined && (whole.endsWith('```') || whole.endsWith('~~~'))) {
    const inside = whole.slice(offset, -'```'.length);
    const closed = inside.includes('\n', inside.trimEnd().length);
    const units = closed ? segmentJson(inside, segmentProse) : null;
    if (units)
      return units.map((unit) => ({ ...unit, ...shift(unit, offset), own: shift(unit.own, offset) }));
  }
  return segmentJson(answer, segmentProse) ?? segmentProse(answer);
}

function shift({ start, end }: Place, by: number): Place {
  return { start: start + by, end: end + by };
}

function segmentProse(text: string): readonly Unit[] {
  const pieces = withChainedCourtesies(cutIntoPieces(text));
  const units = foldNeighbours(pieces);
  if (units.length > 0 || text.trim() === '') return units;
  // Nothing but labels, courtesies or signs: then that is what the answer says.
  const all = { start: 0, end: text.length };
  return [{ text: oneLine(text), ...all, own: all, solid: false }];
}

/** Words that nothing else says, with which a wish or thanks, or a clause behind a courtesy, is something of its own. */
export const LEAST_WORDS_ASIDE = 2;

/**
 * Courtesies that carry something else, or say little each and together as much as a statement: then those are statements.
 * Whom the first greets and who signs with the last, and words that the answer has elsewhere, are nothing new.
 */
function withChainedCourtesies(pieces: readonly Piece[]): readonly Piece[] {
  if (!pieces.some(({ role }) => role === 'courtesy')) return pieces;
  const stated = pieces.filter(({ role }) => role !== 'courtesy');
  const said = new Set(stated.flatMap(({ text }) => contentWords(text)));
  const isNew = (word: string): boolean => !said.has(word);
  const spare = pieces.map(({ role, text }, index) => {
    if (role !== 'courtesy') return { all: [], says: false };
    const { all, aside, offered } = spareWordsOfCourtesy(text);
    const isOuter = index === 0 || index === pieces.length - 1;
    const says = new Set(aside.filter(isNew)).size >= LEAST_WORDS_ASIDE || offered.some(isNew);
    return { all: isOuter ? [] : all.filter(isNew), says };
  });
  const together = spare.filter(({ all }) => all.length > 0).length > 1;
  const isChain = together && new Set(spare.flatMap(({ all }) => all)).size >= LEAST_OWN_WORDS;
  return pieces.map((piece, index) => {
    const { all = [], says = false } = spare[index] ?? {};
    return says || (isChain && all.length > 0) ? { ...piece, role: 'statement' } : piece;
  });
}

function foldNeighbours(pieces: readonly Piece[]): Unit[] {
  const units: Unit[] = [];
  let labels: Piece[] = [];
  let start: number | null = null;
  for (const piece of pieces) {
    if (piece.role === 'statement') {
      const label = unitOf(labels);
      if (label !== null && saysSomething(label.text)) {
        units.push({ ...label, start: start ?? label.start });
        labels = [];
        start = null;
      }
      const text = [...labels.map(({ text }) => asLabel(text)), piece.text].join(' ');
      const { end, own, solid } = piece;
      units.push({ text, start: start ?? piece.start, end, own, solid });
      labels = [];
      start = null;
    } else if (piece.role === 'label') {
      labels.push(piece);
      start ??= piece.start;
    } else {
      const last = units.at(-1);
      if (last && labels.length === 0) units[units.length - 1] = { ...last, end: piece.end };
      else start ??= piece.start;
    }
  }
  const last = units.at(-1);
  const label = unitOf(labels);
  if (label === null) return units;
  if (saysSomething(label.text)) units.push(label);
  // Behind the last statement a label has only that one to belong to.
  else if (last) units[units.length - 1] = { ...last, text: `${last.text} ${label.text}`, end: label.end };
  return units;
}

/** Labels that follow upon each other, as one unit; each alone says little. */
function unitOf(labels: readonly Piece[]): Unit | null {
  const [first] = labels;
  const last = labels.at(-1);
  if (!first || !last) return null;
  const place = { start: first.start, end: last.end };
  return { text: labels.map(({ text }) => text).join(' '), ...place, own: place, solid: false };
}

function asLabel(text: string): string {
  return /[:：?？]$/.test(text) ? text : `${text}:`;
}
