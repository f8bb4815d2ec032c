import { describe, expect, test } from 'vitest';
import { chanceOfFalling, findTrend, MOST_POINTS, pointOf } from '../../src/decide/trend.js';
import type { HistoryPoint } from '../../src/ports/history.js';
import {
  createBaseline,
  createComparison,
  createPairedCase,
  createRecord,
  SCORER,
} from '../support/records.js';

const dateOf = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString();
const commitOf = (day: number) => day.toString(16).padStart(40, '0');

/** One run a day, each held against the one before. */
function points(means: readonly number[]): readonly HistoryPoint[] {
  return means.map((mean, day) => ({
    commit: commitOf(day),
    createdAt: dateOf(day),
    mean,
    higherIsBetter: true,
    since: day === 0 ? null : { createdAt: dateOf(day - 1), change: mean - (means[day - 1] ?? 0) },
  }));
}

const find = (all: readonly HistoryPoint[], maxDrop = 0.02) => findTrend(all, { scorer: SCORER, maxDrop });

describe('the chance of so many falls', () => {
  test.each([
    [[3, 2, 1], 1 / 6],
    [[1, 2, 3], 1],
    [[6, 5, 4, 3, 2, 1], 1 / 720],
    // Of the 24 orders of four values one has six falling pairs and three have five.
    [[4, 3, 1, 2], 4 / 24],
    [[5, 5, 5, 5], 1],
    [[1], 1],
    [[], 1],
  ])('of %j is %d', (levels, expected) => {
    expect(chanceOfFalling(levels)).toBeCloseTo(expected, 12);
  });
});

describe('a trend on the base branch', () => {
  test('one per cent a merge is found while it goes on, with where it stands then', () => {
    const { levels, falls } = find(points([95, 94, 93, 92, 91, 90]));
    expect(levels.map(({ level }) => level)).toEqual([95, 94, 93, 92, 91, 90]);
    expect(falls).toEqual([{ first: 0, at: 3, foundAt: 5, from: 94, to: 91 }]);
  });

  test('a step is found at its merge, once', () => {
    const before = [93.1, 92.9, 93.2, 93, 93.3, 92.8];
    const after = [88.2, 87.9, 88.1, 88.3, 87.8, 88, 88.2, 87.9, 88.1, 88];
    const { falls } = find(points([...before, ...after]));
    expect(falls).toHaveLength(1);
    expect(falls[0]).toMatchObject({ at: before.length, from: 93.05 });
  });

  test('a loss that goes on is told again', () => {
    const slow = Array.from({ length: 20 }, (_, day) => 95 - day);
    const found = find(points(slow)).falls.map(({ foundAt }) => foundAt);
    expect(found.length).toBeGreaterThan(1);
    expect(new Set(found).size).toBe(found.length);
  });

  test.each([
    ['too few runs', [95, 90, 85, 80, 75]],
    ['up and down', [93, 92, 94, 92, 93, 94, 92, 93, 92, 94, 93, 92]],
    ['a rise', [85, 86, 87, 88, 89, 90, 91]],
    ['the same each time', [90, 90, 90, 90, 90, 90, 90, 90]],
    ['less than what counts', [93, 92.8, 92.6, 92.4, 92.2, 92, 91.8]],
  ])('is not seen in %s', (_, means) => {
    expect(find(points(means)).falls).toEqual([]);
  });

  test('what counts is the setting', () => {
    expect(find(points([93, 92.8, 92.6, 92.4, 92.2, 92, 91.8]), 0.005).falls).toHaveLength(1);
  });

  test('old runs are not looked at for ever', () => {
    const steady = Array.from({ length: MOST_POINTS }, (_, day) => 80 + (day % 2));
    expect(find(points([95, 95, 95, ...steady])).falls.every(({ foundAt }) => foundAt < 8)).toBe(true);
  });

  test('a new judge that is stricter is no loss: what moved is what both runs say under one judge', () => {
    const means = [93, 92.8, 93.1, 70, 69.8, 70.2, 69.9, 70.1, 70, 69.8];
    const judged = points(means).map((point, day) =>
      day === 3 ? { ...point, since: { createdAt: dateOf(2), change: 0.1 } } : point,
    );
    const { levels, falls } = find(judged);
    expect(falls).toEqual([]);
    expect(levels.map(({ level }) => level).slice(0, 4)).toEqual([69.8, 69.6, 69.9, 70]);
  });

  test('begins anew where a run could not be held against anything', () => {
    const cut = points([95, 94, 93, 92, 91, 90]).map((point, day) =>
      day === 3 ? { ...point, since: null } : point,
    );
    expect(find(cut)).toMatchObject({ falls: [], levels: [{ level: 92 }, { level: 91 }, { level: 90 }] });
  });

  test('follows what each run was held against, not the clock: an old commit run again is aside', () => {
    const line = points([95, 94, 93]);
    const aside: HistoryPoint = {
      ...points([95, 60])[1],
      createdAt: `${dateOf(1).slice(0, 11)}12:00:00.000Z`,
    } as HistoryPoint;
    expect(find([aside, ...line].reverse()).levels.map(({ level }) => level)).toEqual([95, 94, 93]);
  });

  test('a run that names itself, or a later one, ends the line', () => {
    const loop = points([95, 94]).map((point) => ({ ...point, since: { createdAt: dateOf(1), change: -1 } }));
    expect(find(loop).levels).toHaveLength(1);
  });

  test('of nothing there is nothing', () => {
    expect(find([])).toEqual({ scorer: SCORER, higherIsBetter: true, levels: [], falls: [] });
  });
});

describe('the point of a run', () => {
  const pairs = [createPairedCase('a', { headScores: [80] }), createPairedCase('b', { headScores: [60] })];
  const head = createRecord({ commit: commitOf(1), createdAt: dateOf(1) });
  const comparison = createComparison({ pairs, headCases: 2, floorMean: 70, baseMean: 75.125, headMean: 70 });
  const base = createBaseline({ createdAt: dateOf(0) });

  test('has its mean, and how far that is from what it was held against', () => {
    expect(pointOf(head, comparison, base)).toEqual({
      commit: commitOf(1),
      createdAt: dateOf(1),
      mean: 70,
      higherIsBetter: true,
      since: { createdAt: dateOf(0), change: -5.12 },
    });
  });

  test.each([
    ['there was nothing', comparison, null],
    [
      'the two cannot be compared',
      { ...comparison, comparability: { status: 'incomparable', reason: 'the judge changed' } } as const,
      base,
    ],
    ['most cases are new', { ...comparison, headCases: 5 }, base],
  ])('stands alone where %s', (_, compared, before) => {
    expect(pointOf(head, compared, before)?.since).toBeNull();
  });

  test('there is none without a score', () => {
    expect(pointOf(head, { ...comparison, floorMean: null }, base)).toBeNull();
  });
});
