import type { ItemWords } from '../model/scorers/about-scorer.js';
import { type Measure, nativeScore } from '../model/scorers/measure.js';
import { renderMove, renderScore } from './gate-words.js';

/**
 * How a measure's numbers are told. The gate computes with scores that are turned so that higher is better; a reader sees
 * them as the scorer gives them, and a toxicity that gets worse rises.
 */
export type MeasureWords = {
  /** `relevancy` */
  readonly name: string;
  readonly worse: 'fell' | 'rose';
  readonly better: 'rose' | 'fell';
  readonly fallen: 'fallen' | 'risen';
  readonly drop: 'drop' | 'rise';
  readonly below: 'below' | 'above';
  readonly less: 'less' | 'more';
  /** What is judged one by one. */
  readonly items: ItemWords;
  readonly higherIsBetter: boolean;
  /** Hundredths, higher is better, as a score. */
  score(hundredths: number): string;
  move(from: number, to: number): string;
};

/** Said of what is judged one by one where the scorer has no words of its own. */
const ITEMS: ItemWords = { one: 'item', many: 'items', bad: 'failed' };

export function wordsFor(measure: Measure): MeasureWords {
  const { name, higherIsBetter, items } = measure;
  const native = (hundredths: number) => nativeScore(hundredths, measure);
  return {
    name,
    higherIsBetter,
    items: items ?? ITEMS,
    ...(higherIsBetter
      ? { worse: 'fell', better: 'rose', fallen: 'fallen', drop: 'drop', below: 'below', less: 'less' }
      : { worse: 'rose', better: 'fell', fallen: 'risen', drop: 'rise', below: 'above', less: 'more' }),
    score: (hundredths) => renderScore(native(hundredths)),
    move: (from, to) => renderMove(native(from), native(to)),
  };
}
