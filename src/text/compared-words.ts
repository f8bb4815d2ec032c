export type Word = {
  /** As written. */
  readonly text: string;
  /** Lower case, without a possessive `'s`. */
  readonly lower: string;
  readonly opensSentence: boolean;
};

/** Scripts written without spaces: only a dictionary finds the words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{M}]+)*/gu;
/** What may stand between a sentence's start and its first word, or end the sentence before. */
const BEFORE_FIRST = /(?:^|[.!?:;…。！？\n"“„«(*•|-])\s*$/u;

let segmenter: Intl.Segmenter | undefined;

/** The words of a text in any script, in order. */
export function wordsOf(text: string): readonly Word[] {
  return spansOf(text).map(({ word, index }) => ({
    text: word,
    lower: word.toLowerCase().replace(/['’]s$/u, ''),
    opensSentence: BEFORE_FIRST.test(text.slice(Math.max(0, index - 8), index)) || index === 0,
  }));
}

function spansOf(text: string): { readonly word: string; readonly index: number }[] {
  if (!UNSPACED.test(text)) {
    return Array.from(text.matchAll(WORD), (match) => ({ word: match[0], index: match.index }));
  }
  // Opening a segmenter loads its dictionaries; most runs never need them.
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  const spans: { word: string; index: number }[] = [];
  for (const part of segmenter.segment(text)) {
    if (part.isWordLike === true) spans.push({ word: part.segment, index: part.index });
  }
  return spans;
}
