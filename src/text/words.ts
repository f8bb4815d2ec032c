import { GRAMMAR_WORDS, SHORT_HIRAGANA } from './function-words.js';

/** A word and its offset. */
export type WordSpan = { readonly word: string; readonly start: number };

/** Scripts without spaces between words: only a dictionary finds the words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Characters inside a word: apostrophes (`don't`), optionally hyphens (`well-known`) or a number's signs. */
const INSIDE = {
  plain: wordPattern("['’]"),
  hyphens: wordPattern("['’-]"),
  numbers: wordPattern("(?:['’]|(?<=\\p{N})[.,](?=\\p{N}))"),
};
const EMOJI = /\p{RGI_Emoji}/gv;

export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/**
 * `plain` splits `4.5` in two; `hyphens` counts `well-known` as one word, as readers do; `numbers` counts `1,299.90`
 * as one.
 */
export type WordPattern = keyof typeof INSIDE;

/** The words of a text in order, in any script. */
export function wordSpans(text: string, pattern: WordPattern = 'plain'): WordSpan[] {
  if (!isUnspaced(text)) return spacedWords(text, pattern);
  return piecesWithStart(text).flatMap(({ piece, start }) => {
    const words = isUnspaced(piece) ? unspacedWords(piece) : spacedWords(piece, pattern);
    return words.map((span) => ({ word: span.word, start: start + span.start }));
  });
}

function spacedWords(text: string, pattern: WordPattern): WordSpan[] {
  let from = 0;
  // No word can begin between two words, so `indexOf` finds each again.
  return (text.match(INSIDE[pattern]) ?? []).map((word) => {
    const start = text.indexOf(word, from);
    from = start + word.length;
    return { word, start };
  });
}

function unspacedWords(piece: string): WordSpan[] {
  return Array.from(segmentsOf(piece)).flatMap(({ segment, index, isWordLike }) =>
    isWordLike === true ? [{ word: segment, start: index }] : [],
  );
}

/** The words of a text in order. Emoji are not words: see {@link emojiOf}. */
export function wordsOf(text: string, pattern?: WordPattern): string[] {
  return wordSpans(text, pattern).map(({ word }) => word);
}

/** The meaningful words in order and lower case, with their offsets. */
export function contentWordSpans(text: string): WordSpan[] {
  return wordSpans(text)
    .map(({ word, start }) => ({ word: word.toLowerCase(), start }))
    .filter(({ word }) => !GRAMMAR_WORDS.has(word) && !SHORT_HIRAGANA.test(word));
}

/** The meaningful words in order and lower case. */
export function contentWords(text: string): readonly string[] {
  return contentWordSpans(text).map(({ word }) => word);
}

/** A text's emoji, without digits and signs that can be shown as one. */
export function emojiOf(text: string): string[] {
  return (text.match(EMOJI) ?? []).filter((emoji) => !/^[\d#*]/u.test(emoji));
}

/** The pieces between spaces, with punctuation; text without spaces is cut into words and signs. */
export function piecesOf(text: string): string[] {
  return piecesWithStart(text).flatMap(({ piece }) =>
    isUnspaced(piece) ? Array.from(segmentsOf(piece), ({ segment }) => segment) : [piece],
  );
}

function piecesWithStart(text: string): readonly { readonly piece: string; readonly start: number }[] {
  return Array.from(text.matchAll(/\S+/gu), (match) => ({ piece: match[0], start: match.index }));
}

let segmenter: Intl.Segmenter | undefined;

function segmentsOf(piece: string): Intl.Segments {
  // The segmenter loads a dictionary, which most runs never need.
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return segmenter.segment(piece);
}

function wordPattern(inside: string): RegExp {
  const letters = '[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}]*';
  return new RegExp(`${letters}(?:${inside}${letters})*`, 'gu');
}

const LIST_MARKS = new Set('-*+•‣◦–>#');
const OPENING_MARKS = new Set(' "\'“”„«»‘’`*_([{「『');
const CLOSING_MARKS = new Set(' "\'“”„«»‘’`*_)]}」』.!,:;…。！、，；：');

/**
 * A statement's normal form: NFC, single spaces, no outer list marks, quotes, emphasis or punctuation. Digits, case
 * and negation stay.
 */
export function bareWording(text: string): string {
  const line = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  const start = endOfOuterMarks(line);
  let end = line.length;
  // From the outside in, each character once: an answer's end may be very long.
  while (end > start && CLOSING_MARKS.has(line[end - 1] ?? '')) end -= 1;
  return end > start ? line.slice(start, end) : text.trim();
}

/** The start of a line's content; list marks count only before a space. */
function endOfOuterMarks(line: string): number {
  let at = 0;
  for (;;) {
    let next = at;
    while (OPENING_MARKS.has(line[next] ?? '')) next += 1;
    let marks = next;
    while (LIST_MARKS.has(line[marks] ?? '')) marks += 1;
    if (marks > next && line[marks] === ' ') next = marks;
    if (next === at) return at;
    at = next;
  }
}

/** A text without white space and marks of emphasis, in lower case: a quote that differs only there is still verbatim. */
export function squeezed(text: string): string {
  return text
    .replace(/[\s*_`~]/g, '')
    .replace(/[’‘]/g, "'")
    .replace(/[“”„]/g, '"')
    .toLowerCase();
}

/** Share of content words, of both together, from which on two wordings count as one (Dice). */
const ALIKE = 0.75;

/** The parts of a wording that are compared. */
export type Words = { readonly content: ReadonlySet<string>; readonly numbers: string };

const NUMBER = /\p{N}+(?:[.,:]\p{N}+)*/gu;

export function readWords(text: string): Words {
  return { content: new Set(contentWords(text)), numbers: (text.match(NUMBER) ?? []).toSorted().join(' ') };
}

/**
 * Whether two wordings share nearly all their content words, and all numbers. It sees no negation and no opposite: it
 * replaces a judge if there is none, and groups the same statement of several cases.
 */
export function areAlike(a: Words, b: Words): boolean {
  if (a.numbers !== b.numbers || a.content.size + b.content.size === 0) return false;
  const shared = [...a.content].filter((word) => b.content.has(word)).length;
  return (2 * shared) / (a.content.size + b.content.size) >= ALIKE;
}
