import { sentencesOf } from '../../../text/sentences.js';
import { isReadable, sentimentOf, type WordValues } from './sentiment.js';

/** Two texts compared. */
export type ToneComparison = {
  readonly responseSentiment: number;
  readonly referenceSentiment: number;
  /** Absolute difference of the two. */
  readonly difference: number;
};

/** The sentences of one text compared with each other. */
export type ToneStability = {
  readonly avgSentiment: number;
  /** Mean of the squared distances from the average. */
  readonly sentimentVariance: number;
};

/** Why a text has no tone to measure, in words; `null` where it has one. */
export function whyToneless(text: string, which: string, given: WordValues): string | null {
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)) return `${which} has no words`;
  if (isReadable(text, given)) return null;
  return `${which} is in a language that the list of words does not know: give its words in option lexicon`;
}

export function compareTone(response: string, reference: string, given: WordValues): ToneComparison {
  const responseSentiment = sentimentOf(response, given).comparative;
  const referenceSentiment = sentimentOf(reference, given).comparative;
  return {
    responseSentiment,
    referenceSentiment,
    difference: Math.abs(responseSentiment - referenceSentiment),
  };
}

export function toneStability(text: string, given: WordValues): ToneStability {
  const sentiments = sentencesOf(text)
    .map((sentence) => sentimentOf(sentence, given))
    .filter(({ tokens }) => tokens > 0)
    .map(({ comparative }) => comparative);
  const avgSentiment = mean(sentiments);
  return { avgSentiment, sentimentVariance: mean(sentiments.map((value) => (value - avgSentiment) ** 2)) };
}

/** From 1 for no distance (a difference or a variance) down to 0 for a distance of 1 and more. */
export function toneScore(distance: number): number {
  return Math.max(0, 1 - distance);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
