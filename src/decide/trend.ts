import type { Comparison } from '../ports/comparison.js';
import type { Decision } from '../ports/decision.js';
import type { HistoryFall, HistoryLevel, HistoryPoint, SlowLoss, SuiteHistory } from '../ports/history.js';
import { type RunRecord, scorerOf } from '../ports/run-record.js';
import { meanOf } from './compare/sample-scores.js';
import { fellAtOnce } from './gate/mean-rule.js';

/** An order of so many falling pairs that is as rare as this counts. Tuned and measured in `bench/gate-simulation`. */
export const TREND_BELOW = 0.004;
/** Older points are not looked at: a branch that stands for years would find something in the end. */
export const MOST_POINTS = 30;
/** Share of the cases that both records must have, to tell how the mean moved. */
const SHARED_CASES = 0.5;
/** Levels have two decimals; so their sums have no more. */
const ROUNDING = 1e-6;

/**
 * What the store keeps of a run; `null` where it has no mean.
 *
 * @param cases Half of these must be pairs: as many as the run has, where its mean is that of all.
 */
export function historyPointOf(
  head: RunRecord,
  {
    comparison,
    decision,
  }: { readonly comparison: Comparison; readonly decision: Pick<Decision, 'findings' | 'mean'> },
  base: { readonly createdAt: string } | null,
  cases = comparison.headCases,
): HistoryPoint | null {
  const { scorer, comparability, pairs, floorMean, baseMean, headMean } = comparison;
  const fingerprint = scorerOf(head, scorer);
  if (floorMean === null || fingerprint === null) return null;
  const isHeld =
    base !== null && comparability.status === 'comparable' && pairs.length >= SHARED_CASES * cases;
  return {
    commit: head.commit,
    createdAt: head.createdAt,
    mean: twoDecimals(floorMean),
    higherIsBetter: fingerprint.higherIsBetter,
    since:
      isHeld && baseMean !== null && headMean !== null
        ? {
            createdAt: base.createdAt,
            change: twoDecimals(headMean - baseMean),
            accepted: fellAtOnce(decision),
          }
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
  const levels = levelsOf(newest === undefined ? [] : lineTo(newest.createdAt, points));
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

/** The record of this date and what it was held against, and that in turn; oldest first. */
export function lineTo(createdAt: string, points: readonly HistoryPoint[]): readonly HistoryPoint[] {
  const known = new Map(points.map((point) => [point.createdAt, point]));
  const line: HistoryPoint[] = [];
  for (let point = known.get(createdAt); point !== undefined; ) {
    line.unshift(point);
    const before: HistoryPoint | undefined =
      point.since === null ? undefined : known.get(point.since.createdAt);
    // What is said to be later than what followed it is no history.
    point = before !== undefined && before.createdAt < point.createdAt ? before : undefined;
  }
  return line;
}

/** Each point of a line on the yardstick of its last. */
function levelsOf(line: readonly HistoryPoint[]): readonly HistoryLevel[] {
  const levels: HistoryLevel[] = [];
  let level = line.at(-1)?.mean ?? 0;
  for (const { commit, createdAt, since } of line.toReversed()) {
    levels.unshift({ commit, createdAt, level });
    level = twoDecimals(level - (since?.change ?? 0));
  }
  return levels;
}

/**
 * The loss that a pull request inherits: its own run as one more of the line, by the same test as `findTrend`, from a
 * reference on. That is the run that is named, else the oldest of those that are looked at, since the last fall that was
 * merged although it was plain to see. Told as long as it lasts; `null` where there is none.
 *
 * @param line stored runs, oldest first, the last one that which the head is held against.
 * @param head its `since` is that last one.
 * @param settings `reference`: date of the run that is named. `scorers`: so many share the level.
 */
export function findSlowLoss(
  line: readonly HistoryPoint[],
  head: HistoryPoint,
  settings: {
    readonly scorer: string;
    readonly maxDrop: number;
    readonly reference: string | null;
    readonly scorers: number;
  },
): SlowLoss | null {
  const { scorer, maxDrop, reference, scorers } = settings;
  if (head.since === null || head.since.createdAt !== line.at(-1)?.createdAt) return null;
  const runs = [...line, head];
  const named = runs.findIndex(({ createdAt }) => createdAt === reference);
  const accepted = line.findLastIndex(({ since }) => since?.accepted === true);
  const start = reference === null ? Math.max(0, accepted, runs.length - MOST_POINTS) : named;
  if (start < 0) return null;
  const seen = levelsOf(runs.slice(start));
  const from = seen[0]?.level ?? 0;
  const lasts = from - head.mean >= 100 * maxDrop - ROUNDING;
  if (!lasts || chanceOfFalling(seen.map(({ level }) => level)) >= TREND_BELOW / scorers) return null;
  const { commit, createdAt } = seen[0] ?? head;
  return { scorer, commit, createdAt, from, to: head.mean, change: head.since.change };
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
    // The newest value falls below none, or one, up to all of those before it, each as likely.
    let sum = 0;
    const next: number[] = [];
    for (let pairs = 0; pairs < shares.length + count - 1; pairs += 1) {
      sum += (shares[pairs] ?? 0) - (shares[pairs - count] ?? 0);
      next.push(sum / count);
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
