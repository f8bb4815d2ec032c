import type { ScorerFingerprint } from '../ports/run-record.js';
import type { ItemWords } from './about-scorer.js';
import { aboutScorer } from './catalog.js';

const MINUS = '\u2212';
const NONE = '–';

/**
 * How a measure's numbers are told. All arithmetic is with scores that are turned so that higher is better; a reader sees
 * them as the scorer gives them, and a toxicity that gets worse rises.
 */
export type MeasureWords = {
  /** `relevancy` */
  readonly name: string;
  /** The same in a list of several. */
  readonly label: string;
  readonly higherIsBetter: boolean;
  readonly worse: 'fell' | 'rose';
  readonly better: 'rose' | 'fell';
  readonly fallen: 'fallen' | 'risen';
  readonly drop: 'drop' | 'rise';
  readonly below: 'below' | 'above';
  readonly above: 'above' | 'below';
  readonly lower: 'lower' | 'higher';
  readonly higher: 'higher' | 'lower';
  readonly lowest: 'lowest' | 'highest';
  readonly less: 'less' | 'more';
  /** What is judged one by one. */
  readonly items: ItemWords;
  /** False where nothing is: then the scorer's own reason says why. */
  readonly judgesItems: boolean;
  /** Hundredths, higher is better, as a score: `0.91`; a dash where there is none. */
  score(hundredths: number | null): string;
  /** `high`; from one to the other `high → moderate`. */
  band(from: number | null, to: number | null): string;
  /** `0.91 → 0.85`, with a third decimal where two would hide the difference. */
  move(from: number, to: number): string;
  /** A difference with its sign: `−0.06`, `+0.10`, `0.00`. */
  delta(hundredths: number | null): string;
};

/** Said of what is judged one by one where the scorer has no words of its own. */
const ITEMS: ItemWords = { one: 'item', many: 'items', bad: 'failed' };

const UPWARDS = {
  worse: 'fell',
  better: 'rose',
  fallen: 'fallen',
  drop: 'drop',
  below: 'below',
  above: 'above',
  lower: 'lower',
  higher: 'higher',
  lowest: 'lowest',
  less: 'less',
} as const;

const DOWNWARDS = {
  worse: 'rose',
  better: 'fell',
  fallen: 'risen',
  drop: 'rise',
  below: 'above',
  above: 'below',
  lower: 'higher',
  higher: 'lower',
  lowest: 'highest',
  less: 'more',
} as const;

/** The words for the scorer of this name, as the record that it judged knows it. */
export function wordsOf(
  record: { readonly scorers: readonly ScorerFingerprint[] },
  scorer: string,
): MeasureWords {
  const known = record.scorers.find(({ id }) => id === scorer);
  return wordsFor(known ?? { id: scorer, higherIsBetter: true });
}

export function wordsFor(scorer: Parameters<typeof measureOf>[0]): MeasureWords {
  const measure = measureOf(scorer);
  const { name, label, higherIsBetter, items } = measure;
  const native = (hundredths: number) => nativeScore(hundredths, measure);
  return {
    name,
    label,
    higherIsBetter,
    items: items ?? ITEMS,
    judgesItems: items !== null,
    ...(higherIsBetter ? UPWARDS : DOWNWARDS),
    score: (hundredths) => (hundredths === null ? NONE : renderScore(native(hundredths))),
    band: (from, to) => {
      const words = [from, to].flatMap((value) => (value === null ? [] : [bandOf(native(value) / 100)]));
      return [...new Set(words)].join(' → ');
    },
    move: (from, to) => renderMove(native(from), native(to)),
    delta: (hundredths) => (hundredths === null ? NONE : renderDelta(nativeDelta(hundredths, measure))),
  };
}

function renderScore(hundredths: number): string {
  return (Math.round(hundredths) / 100).toFixed(2);
}

function renderMove(from: number, to: number): string {
  const close = renderScore(from) === renderScore(to) && Math.abs(from - to) >= 0.05;
  const exactly = (hundredths: number) =>
    close ? (Math.round(hundredths * 10) / 1000).toFixed(3) : renderScore(hundredths);
  return `${exactly(from)} → ${exactly(to)}`;
}

/** Halves round away from zero, so that a fall and a rise of the same size look the same. */
function renderDelta(hundredths: number): string {
  const size = Math.sign(hundredths) * Math.round(Math.abs(hundredths));
  const text = (Math.abs(size) / 100).toFixed(2);
  if (size === 0) return text;
  return size < 0 ? `${MINUS}${text}` : `+${text}`;
}

/** What a share of 0..1 is called, from the highest; each from its bound up. */
export const SCORE_BANDS = [
  { from: 1, word: 'full', meaning: 'all of it' },
  { from: 0.7, word: 'high', meaning: 'most of it, with minor gaps' },
  { from: 0.4, word: 'moderate', meaning: 'about half' },
  { from: 0.1, word: 'low', meaning: 'little' },
  { from: 0, word: 'none', meaning: 'none, or next to none' },
] as const;

type ScoreBand = (typeof SCORE_BANDS)[number]['word'];

/** The word for a score of 0..1 of the scale, as it is displayed with two decimals: what shows as 1.00 is `full`. */
export function bandOf(share: number): ScoreBand {
  const shown = Math.round(share * 100) / 100;
  return SCORE_BANDS.find(({ from }) => shown >= from)?.word ?? 'none';
}

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
