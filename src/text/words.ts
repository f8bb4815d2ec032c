import { GRAMMAR_WORDS, SHORT_HIRAGANA } from './function-words.js';

/** A word as it is written, and where it starts. */
export type WordSpan = { readonly word: string; readonly start: number };

/** Scripts written without spaces between words: only a dictionary finds the words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** What stands inside a word: apostrophes (`don't`), and where asked for hyphens (`well-known`) or a number's signs. */
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
 * How words are told: `plain` parts a number at its signs, so that `4.5` is two; `hyphens` takes what they join for one
 * word, as readers count; `numbers` takes `1,299.90` for one, as a topic.
 */
export type WordPattern = keyof typeof INSIDE;

/** The words of a text in order; any script. */
export function wordSpans(text: string, pattern: WordPattern = 'plain'): WordSpan[] {
  if (!isUnspaced(text)) return spacedWords(text, pattern);
  return piecesWithStart(text).flatMap(({ piece, start }) => {
    const words = isUnspaced(piece) ? unspacedWords(piece) : spacedWords(piece, pattern);
    return words.map((span) => ({ word: span.word, start: start + span.start }));
  });
}

function spacedWords(text: string, pattern: WordPattern): WordSpan[] {
  let from = 0;
  // Between two words there is nothing that could begin one, so each is found again where it was.
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

/** The words of a text in order, as they are written. Emoji are no words: see {@link emojiOf}. */
export function wordsOf(text: string, pattern?: WordPattern): string[] {
  return wordSpans(text, pattern).map(({ word }) => word);
}

/** The words that carry meaning, in order and lower case, with where they start. */
export function contentWordSpans(text: string): WordSpan[] {
  return wordSpans(text)
    .map(({ word, start }) => ({ word: word.toLowerCase(), start }))
    .filter(({ word }) => !GRAMMAR_WORDS.has(word) && !SHORT_HIRAGANA.test(word));
}

/** The words that carry meaning, in order and lower case. */
export function contentWords(text: string): readonly string[] {
  return contentWordSpans(text).map(({ word }) => word);
}

/** Emoji say something too. Digits and signs that can be shown as one are not among them. */
export function emojiOf(text: string): string[] {
  return (text.match(EMOJI) ?? []).filter((emoji) => !/^[\d#*]/u.test(emoji));
}

/** The pieces of a text between spaces, punctuation included; text without spaces is cut into words and signs. */
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
  // Opening a segmenter loads a dictionary; most runs never need it.
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return segmenter.segment(piece);
}

function wordPattern(inside: string): RegExp {
  const letters = '[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}]*';
  return new RegExp(`${letters}(?:${inside}${letters})*`, 'gu');
}
