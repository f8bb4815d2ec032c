import { GRAMMAR_WORDS, SHORT_HIRAGANA } from './function-words.js';
import { rememberByText } from './remember-by-text.js';

/** A word as it is written, and where it starts. */
export type WordSpan = { readonly word: string; readonly start: number };

/** Scripts written without spaces between words: only a dictionary finds the words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** What stands inside a word: apostrophes (`don't`), and where asked for hyphens (`well-known`) or a number's signs. */
const INSIDE = { plain: "['’]", hyphens: "['’-]", numbers: "(?:['’]|(?<=\\p{N})[.,](?=\\p{N}))" };
/** Made when the first word is looked for: that is after a run has begun to ask. */
const patterns: Partial<Record<WordPattern, RegExp>> = {};
/**
 * An emoji as readers see it, with its skin tone or as the family that it is part of. It is thousands of texts, which V8
 * lists wherever such a pattern stands in code, so it is a text until the first one is looked for.
 */
const EMOJI = '\\p{RGI_Emoji}';
let emojiPattern: RegExp | undefined;
/** There is one of these in every emoji. Most texts have none, and the thousands of emoji need not be tried on them. */
const MAY_BE_EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Presentation}\p{Regional_Indicator}]/u;

/** Letters that are no letters to Unicode, and no spelling of any: where each alphabet begins, and its A. */
const OTHER_ALPHABETS = [
  { first: 0x1f1e6, last: 0x1f1ff, a: 0x61 },
  { first: 0x1f150, last: 0x1f169, a: 0x61 },
  { first: 0x1f170, last: 0x1f189, a: 0x61 },
  { first: 0xe0020, last: 0xe007e, a: 0x20 },
];
const OTHER_LETTER = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}\u{e0020}-\u{e007e}]/gu;
/** Letters that stand above others, which is no accent: what they show, in Unicode's order. */
const LETTERS_ABOVE = [
  { first: 0x363, letters: 'aeioucdhmrtvx' },
  { first: 0x1dd3, letters: 'aæaacdðgGklLMnNRrsszɑbβəfloppuwäöü' },
  { first: 0x2de0, letters: 'бвгджзклмнопрстхцчшщѳтаећуѣюяѧѫѭ' },
] as const;
const LETTER_ABOVE = /[\u0363-\u036f\u1dd3-\u1df4\u2de0-\u2dff]/gu;
/** Letters of a font of one's own; one or two are an icon. */
const PRIVATE_LETTERS = /\p{Co}{3,}/gu;
/** A blank of Braille, and signs that command a terminal. */
const BLANK = /[\u2800\p{Cc}]/gu;
const SHOWS_NOTHING = /\p{Default_Ignorable_Code_Point}/gu;
/** Signs in a row are writing (Braille), but for those that lines and boxes are drawn with. */
const WRITTEN_SIGNS = /[\p{So}--\p{Extended_Pictographic}--[\u2500-\u25ff]]{3,}/gv;
/** Punctuation and signs that no letter parts: nothing, a line that is drawn, or writing in signs (Morse). */
const SIGNS_IN_A_ROW = /(?:[[\p{P}\p{S}]--\p{Extended_Pictographic}]\s*){10,}/gv;
/** So many signs at most are one letter of it; a row of the same sign is a line, however long. */
const SIGNS_OF_A_LETTER = /[^\s|]{1,5}/gu;
const SAME_SIGN = /(.)\1{2,}/gu;
/** Lines and ornaments repeat themselves: writing has more letters. */
const LEAST_LETTERS = 5;

/**
 * A text in plain letters: circled, squared, parenthesised and flag letters, those of tags and those above other letters
 * read as what they show, those of a private font as letters, and what shows nothing left out.
 */
export function inPlainLetters(text: string): string {
  return text
    .normalize('NFKC')
    .replace(OTHER_LETTER, (letter) => {
      const code = letter.codePointAt(0) ?? 0;
      const { first, a } = OTHER_ALPHABETS.find((each) => code >= each.first && code <= each.last) ?? {
        first: code,
        a: 0x20,
      };
      return String.fromCodePoint(code - first + a);
    })
    .replace(LETTER_ABOVE, showLetterAbove)
    .replace(PRIVATE_LETTERS, ({ length }) => 'x'.repeat(length))
    .replace(BLANK, ' ')
    .replace(SHOWS_NOTHING, '');
}

function showLetterAbove(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const alphabet = LETTERS_ABOVE.findLast(({ first }) => code >= first);
  return (alphabet && [...alphabet.letters][code - alphabet.first]) ?? 'x';
}

/** Scripts whose words have many letters; in others a letter is a syllable or a word. */
const ALPHABETIC =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Sinhala}]/u;
/** Longer than this no word is, but several that run together; a third of it is one of them. */
const LONGEST_WORD = { alphabetic: 24, other: 9 };
const JOINED_BY_APOSTROPHES = /['’].*['’]/u;

/** `getAcmePlusToday`; two words in one are a name more often, as `GitHub` is. */
const JOINED_BY_CAPITALS = /(?<!\p{L})\p{Lu}?\p{Ll}+(?:\p{Lu}\p{Ll}+){2,}/gu;

const BEFORE_CAPITAL = /(?<=\p{Ll})(?=\p{Lu})/gu;

/**
 * The content words of a text in whatever signs it is written: signs in a row are a word, or several; so are long words,
 * and those with capitals inside.
 */
export const contentWordsInAnySigns: (text: string) => readonly string[] = rememberByText((text) => {
  const spelled = inPlainLetters(text)
    .replace(JOINED_BY_CAPITALS, (name) => name.replaceAll(BEFORE_CAPITAL, ' '))
    .replace(WRITTEN_SIGNS, ({ length }) => 'x'.repeat(length))
    .replace(SIGNS_IN_A_ROW, wordsOfSigns);
  return contentWords(spelled).flatMap(wordsInOne);
});

function wordsInOne(word: string): readonly string[] {
  if (JOINED_BY_APOSTROPHES.test(word)) return word.split(/['’]/u);
  const longest = ALPHABETIC.test(word) ? LONGEST_WORD.alphabetic : LONGEST_WORD.other;
  if (word.length <= longest) return [word];
  const letters = Array.from(word);
  const each = longest / 3;
  return Array.from({ length: Math.ceil(letters.length / each) }, (_, at) =>
    letters.slice(at * each, (at + 1) * each).join(''),
  );
}

function wordsOfSigns(signs: string): string {
  const letters = signs.replace(SAME_SIGN, '$1$1').match(SIGNS_OF_A_LETTER) ?? [];
  if (new Set(letters).size < LEAST_LETTERS) return signs;
  const asWord = (letter: string) => Array.from(letter, (sign) => `x${sign.codePointAt(0)}`).join('');
  return ` ${letters.map(asWord).join(' ')} `;
}

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
  patterns[pattern] ??= wordPattern(INSIDE[pattern]);
  return (text.match(patterns[pattern]) ?? []).map((word) => {
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
export const contentWords: (text: string) => readonly string[] = rememberByText((text) =>
  contentWordSpans(text).map(({ word }) => word),
);

/** Emoji say something too. Digits and signs that can be shown as one are not among them. */
export function emojiOf(text: string): string[] {
  if (!MAY_BE_EMOJI.test(text)) return [];
  emojiPattern ??= new RegExp(EMOJI, 'gv');
  return (text.match(emojiPattern) ?? []).filter((emoji) => !/^[\d#*]/u.test(emoji));
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
