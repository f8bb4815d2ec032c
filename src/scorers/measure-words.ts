import type { ScorerFingerprint } from '../ports/run-record.js';
import type { ItemWords } from './about-scorer.js';
import { aboutScorer } from './catalog.js';

const MINUS = '\u2212';
const NONE = '–';

/**
 * How a measure's numbers are told. All arithmetic is with scores that are turned so that higher is better; a reader sees
 * them as the scorer gives them, and a toxicity that gets worse rises.
 */
export type MeasureWords = Direction & {
  /** `relevancy` */
  readonly name: string;
  /** The same in a list of several. */
  readonly label: string;
  readonly higherIsBetter: boolean;
  /** What is judged one by one. */
  readonly items: ItemWords;
  /** False where nothing is: then the scorer's own reason says why. */
  readonly judgesItems: boolean;
  /** Hundredths, higher is better, as a score: `0.91`; a dash where there is none. */
  score(hundredths: number | null): string;
  /** `0.91 → 0.85`, as {@link MeasureWords.figures} has them. */
  move(from: number, to: number, limit?: number): string;
  /**
   * Two scores and their difference, such that the three never contradict each other, nor what is said of the difference
   * beside `limit` (in hundredths).
   */
  figures(from: number | null, to: number | null, limit?: number): Figures;
};

/** Two scores and the difference with its sign: `0.91`, `0.85`, `−0.06`; a dash for each that is not there. */
export type Figures = { readonly from: string; readonly to: string; readonly delta: string };

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

type Direction = { readonly [Word in keyof typeof UPWARDS]: (typeof UPWARDS | typeof DOWNWARDS)[Word] };

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
  const score: MeasureWords['score'] = (hundredths) =>
    hundredths === null ? NONE : (Math.round(native(hundredths)) / 100).toFixed(2);
  const figures: MeasureWords['figures'] = (from, to, limit) =>
    from === null || to === null
      ? { from: score(from), to: score(to), delta: NONE }
      : renderFigures(native(from), native(to), limit);
  return {
    name,
    label,
    higherIsBetter,
    items: items ?? ITEMS,
    judgesItems: items !== null,
    ...(higherIsBetter ? UPWARDS : DOWNWARDS),
    score,
    figures,
    move: (from, to, limit) => {
      const shown = figures(from, to, limit);
      return `${shown.from} → ${shown.to}`;
    },
  };
}

/** Means of hundredths that differ by less are equal. */
const ROUNDING = 1e-6;
/** A smaller difference, in hundredths, shows as none. */
const SHOWN_FROM = 0.05;

/**
 * Two decimals, or three for all three where two would contradict each other (0.98 → 0.97 with −0.02) or the limit (a fall
 * of 0.018 that shows as 0.02 and is said to be less than that). The difference is that of the scores as they are shown.
 * Where three would still hide it, or the limit, the second score is shown one thousandth off.
 */
function renderFigures(from: number, to: number, limit = 0): Figures {
  const difference = Math.abs(to - from);
  const isSeen = (size: number) =>
    size > 0 === difference >= SHOWN_FROM && size < limit === difference < limit - ROUNDING;
  const [start, end] = [Math.round(from), Math.round(to)];
  const size = Math.abs(end - start);
  if (Math.abs(size - difference) <= 0.5 + ROUNDING && isSeen(size)) return figuresOf(start, end, 2);
  const [first, last] = [Math.round(10 * from), Math.round(10 * to)];
  const further = Math.sign(to - from);
  const near = [last, last + further, last - further].find((each) => isSeen(Math.abs(each - first) / 10));
  return figuresOf(first, near ?? last, 3);
}

function figuresOf(from: number, to: number, decimals: number): Figures {
  const text = (units: number) => (units / 10 ** decimals).toFixed(decimals);
  const sign = from === to ? '' : to < from ? MINUS : '+';
  return { from: text(from), to: text(to), delta: `${sign}${text(Math.abs(to - from))}` };
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
