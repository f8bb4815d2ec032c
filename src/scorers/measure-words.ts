import type { ScorerFingerprint } from '../model/run-record.js';
import { findScorer } from './catalog.js';
import type { ItemWords } from './scorer.js';

const MINUS = '\u2212';
const DASH = '–';

/**
 * How to write a measure's numbers. Calculations use scores with higher as better; readers see the scorer's own
 * direction.
 */
export type MeasureWords = DirectionWords &
  Direction & {
    readonly name: string;
    readonly label: string;
    readonly items: ItemWords;
    /** False without items: then the scorer's own reason explains the score. */
    readonly judgesItems: boolean;
    /** Of a check: what an answer does that fails it, and several answers; else `null`. */
    readonly failing: readonly [one: string, many: string] | null;
    /** A score from hundredths with higher as better: `0.91`, or a dash. */
    score(hundredths: number | null): string;
    /**
     * Two scores and their difference, rounded so that they never contradict each other, the largest `drop` that is
     * allowed, or the `threshold`. All in hundredths.
     */
    figures(from: number | null, to: number | null, limits?: FigureLimits): Figures;
    /** A threshold as it is set, from hundredths: `0.90`, `0.975`. */
    threshold(hundredths: number): string;
  };

/** Two scores and the signed difference: `0.91`, `0.85`, `−0.06`, or dashes. */
export type Figures = { readonly from: string; readonly to: string; readonly delta: string };

export type FigureLimits = { readonly drop?: number | undefined; readonly threshold?: number | undefined };

type Direction = { readonly higherIsBetter: boolean };

const ITEMS: ItemWords = { one: 'item', many: 'items', bad: 'failed' };

const UPWARDS = { worse: 'fell', better: 'rose', below: 'below', lower: 'lower', higher: 'higher' } as const;
const DOWNWARDS = {
  worse: 'rose',
  better: 'fell',
  below: 'above',
  lower: 'higher',
  higher: 'lower',
} as const;

type DirectionWords = { readonly [Word in keyof typeof UPWARDS]: (typeof UPWARDS | typeof DOWNWARDS)[Word] };

export function findMeasureWords(
  record: { readonly scorers: readonly ScorerFingerprint[] },
  scorer: string,
): MeasureWords {
  const fingerprint = record.scorers.find(({ id }) => id === scorer);
  return buildMeasureWords(fingerprint ?? { id: scorer, higherIsBetter: true });
}

export function buildMeasureWords({
  id,
  use = id,
  higherIsBetter,
}: {
  readonly id: string;
  readonly use?: string;
  readonly higherIsBetter: boolean;
}): MeasureWords {
  const about = findScorer(use);
  const items = about?.items ?? null;
  const native = (hundredths: number) => toNativeScore(hundredths, { higherIsBetter });
  const score: MeasureWords['score'] = (hundredths) =>
    hundredths === null ? DASH : formatHundredths(native(hundredths), 2);
  return {
    ...resolveNames(id, use),
    ...(higherIsBetter ? UPWARDS : DOWNWARDS),
    higherIsBetter,
    items: items ?? ITEMS,
    judgesItems: items !== null,
    failing: about?.failing ?? null,
    score,
    threshold: (hundredths) => renderThreshold(native(hundredths)),
    figures(from, to, { drop, threshold } = {}) {
      const isBelow =
        threshold === undefined
          ? null
          : createBelowTest(native(threshold), higherIsBetter ? 'lower' : 'higher');
      return renderFigures(from === null ? null : native(from), to === null ? null : native(to), {
        drop,
        isBelow,
      });
    },
  };
}

/** Means of hundredths that differ by less are equal. */
const ROUNDING = 1e-6;
/** A smaller difference, in hundredths, shows as none. */
const MIN_SHOWN_CHANGE = 0.05;

function createBelowTest(threshold: number, worse: 'lower' | 'higher'): (score: number) => boolean {
  return worse === 'lower'
    ? (score) => score < threshold - ROUNDING
    : (score) => score > threshold + ROUNDING;
}

function renderThreshold(hundredths: number): string {
  const exact = String(Number((hundredths / 100).toFixed(6)));
  const short = formatHundredths(hundredths, 2);
  return Number(short) === Number(exact) ? short : exact;
}

type NativeLimits = {
  readonly drop: number | undefined;
  /** Whether a score is on the bad side of the threshold; `null` without one. */
  readonly isBelow: ((score: number) => boolean) | null;
};

/** With as many digits as it takes to see on which side of the threshold each score is. */
function renderFigures(from: number | null, to: number | null, { drop, isBelow }: NativeLimits): Figures {
  const scores = [from, to].filter((score) => score !== null);
  const isSeen = (decimals: number) =>
    isBelow === null || scores.every((score) => isBelow(roundTo(score, decimals)) === isBelow(score));
  const decimals = [2, 3, 4].find(isSeen) ?? 2;
  if (from === null || to === null) {
    const text = (score: number | null) => (score === null ? DASH : formatHundredths(score, decimals));
    return { from: text(from), to: text(to), delta: DASH };
  }
  if (decimals > 2) {
    const scale = 10 ** (decimals - 2);
    return buildFigures(Math.round(from * scale), Math.round(to * scale), decimals);
  }
  return renderDifference(from, to, drop);
}

/** A score in hundredths, with so many decimals of the scorer's scale. */
function roundTo(hundredths: number, decimals: number): number {
  const scale = 10 ** (decimals - 2);
  return Math.round(hundredths * scale) / scale;
}

function formatHundredths(hundredths: number, decimals: number): string {
  return (roundTo(hundredths, decimals) / 100).toFixed(decimals);
}

/**
 * Two decimals, or three if two would contradict each other (0.98 → 0.97 with −0.02) or the limit. If three would
 * still hide the difference, the second score is shown one thousandth off.
 */
function renderDifference(from: number, to: number, limit = 0): Figures {
  const difference = Math.abs(to - from);
  const isSeen = (size: number) =>
    size > 0 === difference >= MIN_SHOWN_CHANGE && size < limit === difference < limit - ROUNDING;
  const [start, end] = [Math.round(from), Math.round(to)];
  const size = Math.abs(end - start);
  if (Math.abs(size - difference) <= 0.5 + ROUNDING && isSeen(size)) return buildFigures(start, end, 2);
  const [first, last] = [Math.round(10 * from), Math.round(10 * to)];
  const further = Math.sign(to - from);
  const near = [last, last + further, last - further].find((each) => isSeen(Math.abs(each - first) / 10));
  return buildFigures(first, near ?? last, 3);
}

function buildFigures(from: number, to: number, decimals: number): Figures {
  const text = (units: number) => (units / 10 ** decimals).toFixed(decimals);
  return { from: text(from), to: text(to), delta: `${formatSign(to - from)}${text(Math.abs(to - from))}` };
}

function formatSign(change: number): string {
  if (change === 0) return '';
  return change < 0 ? MINUS : '+';
}

function resolveNames(id: string, use: string) {
  const about = findScorer(use);
  if (about === null) return { name: id.replaceAll('-', ' '), label: id };
  // A check passes or fails, so its mean is a rate.
  if (about.kind === 'check') return { name: `pass rate of ${id}`, label: id };
  const { measure } = about;
  return use === id ? { name: measure, label: measure } : { name: `${measure} (${id})`, label: id };
}

/** A score in hundredths with higher as better, on the scorer's own scale. */
export function toNativeScore(hundredths: number, { higherIsBetter }: Direction): number {
  return higherIsBetter ? hundredths : 100 - hundredths;
}

export function toNativeDelta(hundredths: number, { higherIsBetter }: Direction): number {
  return higherIsBetter ? hundredths : -hundredths;
}
