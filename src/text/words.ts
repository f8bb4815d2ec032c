/** Scripts written without spaces between words: only a dictionary finds the words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** A word, with the signs that stand inside of one: `don't`, `well-known`. */
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;

/** An emoji as readers see it, with its skin tone or as the family that it is part of. */
const EMOJI = /\p{RGI_Emoji}/gv;

let segmenter: Intl.Segmenter | undefined;

export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/** The words of a text in order, as they are written; any script. Emoji are no words: see {@link emojiOf}. */
export function wordsOf(text: string): string[] {
  return text
    .split(/\s+/u)
    .flatMap((piece) => (isUnspaced(piece) ? dictionaryWords(piece) : (piece.match(WORD) ?? [])));
}

/** Emoji say something too. Digits and signs that can be shown as one are not among them. */
export function emojiOf(text: string): string[] {
  return (text.match(EMOJI) ?? []).filter((emoji) => !/^[\d#*]/u.test(emoji));
}

/** The pieces of a text between spaces, punctuation included; text without spaces is cut into words and signs. */
export function piecesOf(text: string): string[] {
  return text
    .split(/\s+/u)
    .filter((piece) => piece !== '')
    .flatMap((piece) => (isUnspaced(piece) ? allSegments(piece) : [piece]));
}

function dictionaryWords(piece: string): string[] {
  return Array.from(segments(piece))
    .filter(({ isWordLike }) => isWordLike === true)
    .map(({ segment }) => segment);
}

function allSegments(piece: string): string[] {
  return Array.from(segments(piece), ({ segment }) => segment);
}

function segments(piece: string): Intl.Segments {
  // Opening a segmenter loads a dictionary; most runs never need it.
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  return segmenter.segment(piece);
}
