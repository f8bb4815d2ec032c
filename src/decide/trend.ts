import type { Comparison } from '../ports/comparison.js';
import type { HistoryFall, HistoryLevel, HistoryPoint, SuiteHistory } from '../ports/history.js';
import type { RunRecord } from '../ports/run-record.js';
import { meanOf } from './compare/sample-scores.js';

/** An order of so many falling pairs that is as rare as this counts. Tuned and measured in `bench/gate-simulation`. */
export const TREND_BELOW = 0.004;
/** Older points are not looked at: a branch that stands for years would find something in the end. */
export const MOST_POINTS = 30;
/** Share of a run's cases that the record before it must have, to tell how the mean moved. */
const SHARED_CASES = 0.5;
/** Levels have two decimals; so their sums have no more. */
const ROUNDING = 1e-6;

/** What the store keeps of a run; `null` where it has no mean. */
export function pointOf(
  head: Pick<RunRecord, 'commit' | 'createdAt' | 'scorers'>,
  comparison: Pick<
    Comparison,
    'scorer' | 'comparability' | 'pairs' | 'headCases' | 'floorMean' | 'baseMean' | 'headMean'
  >,
  base: { readonly createdAt: string } | null,
): HistoryPoint | null {
  const { scorer, comparability, pairs, headCases, floorMean, baseMean, headMean } = comparison;
  const fingerprint = head.scorers.find(({ id }) => id === scorer);
  if (floorMean === null || fingerprint === undefined) return null;
  const isHeld =
    base !== null && comparability.status === 'comparable' && pairs.length >= SHARED_CASES * headCases;
  return {
    commit: head.commit,
    createdAt: head.createdAt,
    mean: twoDecimals(floorMean),
    higherIsBetter: fingerprint.higherIsBetter,
    since:
      isHeld && baseMean !== null && headMean !== null
        ? { createdAt: base.createdAt, change: twoDecimals(headMean - baseMean) }
        : null,
  };
}

/**
 * A slow loss on the base branch, that no single pull request shows. Every run there was held against the one before it,
 * both judged alike on the cases that they share; so the newest mean, less what moved since, puts all of them on today's
 * yardstick, also over a change of judge, task or dataset. Where a run could not be held against anything, the history
 * begins anew.
 *
 * Looked for with each run as it came, as on the day: by the test of Mann and Kendall on the levels, each run one
 * observation, so that days on which judge or provider drift are noise like any other. The exact distribution of the
 * number of falling pairs; no random draws. What is found is where the levels before and after differ most for their
 * numbers; from there the next look begins, so nothing is told twice.
 *
 * @param points of one suite and scorer, in any order.
 * @param maxDrop smallest fall that counts, 0..1 of the scale.
 */
export function findTrend(
  points: readonly HistoryPoint[],
  { scorer, maxDrop }: { readonly scorer: string; readonly maxDrop: number },
): SuiteHistory {
  const newest = newestOf(points);
  const levels = chainTo(newest, points);
  const falls: HistoryFall[] = [];
  let start = 0;
  for (let end = 1; end < levels.length; end += 1) {
    const first = Math.max(start, end + 1 - MOST_POINTS);
    const seen = levels.slice(first, end + 1).map(({ level }) => level);
    if (chanceOfFalling(seen) >= TREND_BELOW) continue;
    const { at, from, to } = changePoint(seen);
    if (from - to < 100 * maxDrop - ROUNDING) continue;
    falls.push({ at: first + at, foundAt: end, first, from, to });
    start = first + at;
  }
  return { scorer, higherIsBetter: newest?.higherIsBetter ?? true, levels, falls };
}

function newestOf(points: readonly HistoryPoint[]): HistoryPoint | undefined {
  return points.reduce<HistoryPoint | undefined>(
    (latest, point) => (latest === undefined || point.createdAt > latest.createdAt ? point : latest),
    undefined,
  );
}

/** A point and what it was held against, and that in turn; oldest first. */
function chainTo(newest: HistoryPoint | undefined, points: readonly HistoryPoint[]): readonly HistoryLevel[] {
  const known = new Map(points.map((point) => [point.createdAt, point]));
  const levels: HistoryLevel[] = [];
  let level = newest?.mean ?? 0;
  for (let point = newest; point !== undefined; ) {
    levels.unshift({ commit: point.commit, createdAt: point.createdAt, level });
    const before: HistoryPoint | undefined =
      point.since === null ? undefined : known.get(point.since.createdAt);
    // What is said to be later than what followed it is no history.
    if (before === undefined || before.createdAt >= point.createdAt) break;
    level = twoDecimals(level - (point.since?.change ?? 0));
    point = before;
  }
  return levels;
}

/** Probability of at least as many pairs of which the later is lower, if every order were as likely (Mann and Kendall). */
export function chanceOfFalling(levels: readonly number[]): number {
  let falling = 0;
  for (const [index, level] of levels.entries()) {
    for (const later of levels.slice(index + 1)) if (later < level) falling += 1;
  }
  // By number of falling pairs: the share of the orders of so many values, one value more at a time.
  let shares = [1];
  for (let count = 2; count <= levels.length; count += 1) {
    const next = new Array<number>(shares.length + count - 1).fill(0);
    for (const [pairs, share] of shares.entries()) {
      for (let more = 0; more < count; more += 1) {
        next[pairs + more] = (next[pairs + more] ?? 0) + share / count;
      }
    }
    shares = next;
  }
  return Math.min(
    1,
    shares.slice(falling).reduce((sum, share) => sum + share, 0),
  );
}

function changePoint(levels: readonly number[]): Pick<HistoryFall, 'at' | 'from' | 'to'> {
  let best = { at: 0, from: 0, to: 0 };
  let most = 0;
  for (let at = 1; at < levels.length; at += 1) {
    const from = meanOf(levels.slice(0, at)) ?? 0;
    const to = meanOf(levels.slice(at)) ?? 0;
    const size = (from - to) * Math.sqrt((at * (levels.length - at)) / levels.length);
    if (size <= most) continue;
    most = size;
    best = { at, from, to };
  }
  return best;
}

function twoDecimals(hundredths: number): number {
  return Math.round(100 * hundredths) / 100;
}
