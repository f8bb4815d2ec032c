import { segmentJson } from './json-units.js';
import { cutIntoPieces } from './markdown-pieces.js';
import type { Piece, Unit } from './unit.js';

/** Raise when units change: answers segmented by another version are other statements. */
export const SEGMENTER_VERSION = 1;

const OPENS_JSON = /^\s*(?:```|~~~)\s*json[^\n]*\n/i;

/**
 * Cuts an answer into units that can be judged alone, by rule: a sentence, a list item, a table row with its header, a
 * code fence, a member of JSON. Courtesies, headings and labels are folded into their neighbours. Any language.
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
    if (units) return units.map((unit) => ({ ...unit, start: unit.start + offset, end: unit.end + offset }));
  }
  return segmentJson(answer, segmentProse) ?? segmentProse(answer);
}

function segmentProse(text: string): readonly Unit[] {
  const pieces = cutIntoPieces(text);
  const units = foldNeighbours(pieces);
  if (units.length > 0 || text.trim() === '') return units;
  // Nothing but labels, courtesies or signs: then that is what the answer says.
  return [{ text: text.replace(/\s+/g, ' ').trim(), start: 0, end: text.length, solid: false }];
}

function foldNeighbours(pieces: readonly Piece[]): Unit[] {
  const units: Unit[] = [];
  let labels: Piece[] = [];
  let start: number | null = null;
  for (const piece of pieces) {
    if (piece.role === 'statement') {
      const text = [...labels.map(({ text }) => asLabel(text)), piece.text].join(' ');
      units.push({ text, start: start ?? piece.start, end: piece.end, solid: piece.solid });
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
  const label = labels.at(-1);
  if (last && label) units[units.length - 1] = { ...last, end: label.end };
  return units;
}

function asLabel(text: string): string {
  return /[:：?？]$/.test(text) ? text : `${text}:`;
}
