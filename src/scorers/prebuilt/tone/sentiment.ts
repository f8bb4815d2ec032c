import { graphemesOf } from '../../../text/graphemes.js';
import { looksEnglish } from '../../../text/language.js';
import { wordsOf } from '../../../text/words.js';
import { EMOJI_SENTIMENT, ENGLISH_SENTIMENT } from './lexicon.js';

/** How a text feels. */
export type Sentiment = {
  /** Sum of the values of its words and emoji ÷ their number, from −5 to 5; 0 where nothing is felt or said. */
  readonly comparative: number;
  /** Words and emoji. */
  readonly tokens: number;
};

/** Values of words from −5 to 5, on top of the built-in ones; in small letters. */
export type WordValues = ReadonlyMap<string, number>;

const NEGATION = /^(?:not|no|non|never|cannot|cant|dont|doesnt|didnt|isnt|wasnt|wont|hardly|without)$|n't$/u;
/** Words that may stand between a negation and what it negates. */
const BETWEEN =
  /^(?:a|an|the|very|really|so|too|that|all|any|particularly|especially|quite|at|be|been|feel|find)$/u;
const EMOJI = /\p{Extended_Pictographic}/u;
/** Skin tones, and the sign that asks for the coloured form. */
const VARIANTS = /[\u{1f3fb}-\u{1f3ff}\ufe0f]/gu;

/**
 * The sentiment of a text by a list of words; a negation before a word turns its value round. English words and emoji
 * are known; other languages by the words given.
 */
export function sentimentOf(text: string, given: WordValues): Sentiment {
  const english = looksEnglish(text);
  let sum = 0;
  let tokens = 0;
  const before: string[] = [];
  for (const token of tokensOf(text)) {
    tokens += 1;
    const value =
      given.get(token) ?? EMOJI_SENTIMENT.get(token) ?? (english ? ENGLISH_SENTIMENT.get(token) : 0);
    if (value !== undefined && value !== 0) sum += isNegated(before) ? -value : value;
    before.push(token);
  }
  return { comparative: tokens === 0 ? 0 : sum / tokens, tokens };
}

/** Whether the lists can tell anything of the text: it is English, has emoji that are known, or words that are given. */
export function isReadable(text: string, given: WordValues): boolean {
  return looksEnglish(text) || tokensOf(text).some((token) => EMOJI_SENTIMENT.has(token) || given.has(token));
}

function isNegated(before: readonly string[]): boolean {
  const last = before.at(-1) ?? '';
  if (NEGATION.test(last)) return true;
  if (!BETWEEN.test(last)) return false;
  const further = before.at(-2) ?? '';
  return NEGATION.test(further) || (BETWEEN.test(further) && NEGATION.test(before.at(-3) ?? ''));
}

function tokensOf(text: string): string[] {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/\s+/u)
    .flatMap((piece) => [...wordsOf(piece, 'hyphens'), ...emojiWithoutVariants(piece)]);
}

function emojiWithoutVariants(piece: string): string[] {
  if (!EMOJI.test(piece)) return [];
  return Array.from(graphemesOf(piece))
    .filter((sign) => EMOJI.test(sign))
    .map((sign) => sign.replaceAll(VARIANTS, ''));
}
