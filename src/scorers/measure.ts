import type { ScorerFingerprint } from '../ports/run-record.js';
import type { ItemWords } from './about-scorer.js';
import { aboutScorer } from './catalog.js';

/** What a scorer measures, in words, and which way is better. */
export type Measure = {
  /** As in "Mean relevancy fell". */
  readonly name: string;
  /** In a list of several: `relevancy`, `max-length`. */
  readonly label: string;
  readonly higherIsBetter: boolean;
  /** What is judged one by one; `null` where nothing is. */
  readonly items: ItemWords | null;
};

/** The words for a scorer as a record knows it. */
export function measureOf({
  id,
  use = id,
  higherIsBetter,
}: Pick<ScorerFingerprint, 'id' | 'use' | 'higherIsBetter'>): Measure {
  const about = aboutScorer(use);
  if (about === null) return { name: id.replaceAll('-', ' '), label: id, higherIsBetter, items: null };
  const { items, measure } = about;
  // A check is passed or not, so its mean is how often.
  if (about.kind === 'check') return { name: `pass rate of ${id}`, label: id, higherIsBetter, items };
  return use === id
    ? { name: measure, label: measure, higherIsBetter, items }
    : { name: `${measure} (${id})`, label: id, higherIsBetter, items };
}

/** A score in hundredths, turned so that higher is better, as its own scale has it. */
export function nativeScore(hundredths: number, { higherIsBetter }: Pick<Measure, 'higherIsBetter'>): number {
  return higherIsBetter ? hundredths : 100 - hundredths;
}

/** A difference of such scores, likewise. */
export function nativeDelta(hundredths: number, { higherIsBetter }: Pick<Measure, 'higherIsBetter'>): number {
  return higherIsBetter ? hundredths : -hundredths;
}
