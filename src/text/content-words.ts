import { FUNCTION_WORDS } from '../scorers/function-words.js';

export type WordSpan = { readonly word: string; readonly start: number };

/** Scripts written without spaces between words: only a dictionary finds the words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu;
/** Particles and endings of Japanese: short words of hiragana alone. */
const SHORT_HIRAGANA = /^\p{Script=Hiragana}{1,3}$/u;

let wordSegmenter: Intl.Segmenter | undefined;

function allWords(text: string): WordSpan[] {
  if (!UNSPACED.test(text)) {
    return Array.from(text.matchAll(WORD), (match) => ({
      word: match[0].toLowerCase(),
      start: match.index,
    }));
  }
  // Opening a segmenter loads a dictionary; most runs never need it.
  wordSegmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  const words: WordSpan[] = [];
  for (const part of wordSegmenter.segment(text)) {
    if (part.isWordLike === true) words.push({ word: part.segment.toLowerCase(), start: part.index });
  }
  return words;
}

/** The words that carry meaning, in order and lower case, with where they start; any script. */
export function contentWordSpans(text: string): WordSpan[] {
  return allWords(text).filter(({ word }) => !FUNCTION_WORDS.has(word) && !SHORT_HIRAGANA.test(word));
}

/** The words that carry meaning, in order and lower case. */
export function contentWords(text: string): string[] {
  return contentWordSpans(text).map(({ word }) => word);
}
