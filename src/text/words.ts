import { GRAMMAR_WORDS, SHORT_HIRAGANA } from './function-words.js';

/** A word as it is written, and where it starts. */
export type WordSpan = { readonly word: string; readonly start: number };

/** Scripts written without spaces between words: only a dictionary finds the words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** A word, with apostrophes and the signs of numbers inside of it: `don't`, `1,299.90`. */
const WORD =
  /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:(?:['’]|(?<=\p{N})[.,](?=\p{N}))[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;
/** The same with hyphens inside: `well-known`. */
const HYPHENED = new RegExp(WORD.source.replace("['’]", "['’-]"), 'gu');
/** An emoji as readers see it, with its skin tone or as the family that it is part of. */
const EMOJI = /\p{RGI_Emoji}/gv;

export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/** The words of a text in order; any script. `hyphens`: what they join is one word, as readers count. */
export function wordSpans(text: string, { hyphens = false } = {}): WordSpan[] {
  const pattern = hyphens ? HYPHENED : WORD;
  return piecesWithStart(text).flatMap(({ piece, start }) =>
    isUnspaced(piece)
      ? Array.from(segmentsOf(piece)).flatMap(({ segment, index, isWordLike }) =>
          isWordLike === true ? [{ word: segment, start: start + index }] : [],
        )
      : Array.from(piece.matchAll(pattern), (match) => ({ word: match[0], start: start + match.index })),
  );
}

/** The words of a text in order, as they are written. Emoji are no words: see {@link emojiOf}. */
export function wordsOf(text: string, options?: { readonly hyphens?: boolean }): string[] {
  return wordSpans(text, options).map(({ word }) => word);
}

/** The words that carry meaning, in order and lower case, with where they start. */
export function contentWordSpans(text: string): WordSpan[] {
  return wordSpans(text)
    .map(({ word, start }) => ({ word: word.toLowerCase(), start }))
    .filter(({ word }) => !GRAMMAR_WORDS.has(word) && !SHORT_HIRAGANA.test(word));
}

/** The words that carry meaning, in order and lower case. */
export function contentWords(text: string): string[] {
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
