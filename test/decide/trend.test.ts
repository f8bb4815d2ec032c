import { describe, expect, test } from 'vitest';
import {
  chanceOfFalling,
  findSlowLoss,
  findTrend,
  historyPointOf,
  lineTo,
  MOST_POINTS,
} from '../../src/decide/trend.js';
import type { HistoryPoint } from '../../src/ports/history.js';
import {
  createBaseline,
  createComparison,
  createDecision,
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
    since:
      day === 0
        ? null
        : { createdAt: dateOf(day - 1), change: mean - (means[day - 1] ?? 0), accepted: false },
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
      day === 3 ? { ...point, since: { createdAt: dateOf(2), change: 0.1, accepted: false } } : point,
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
    const since = { createdAt: dateOf(1), change: -1, accepted: false };
    const loop = points([95, 94]).map((point) => ({ ...point, since }));
    expect(find(loop).levels).toHaveLength(1);
  });

  test('of nothing there is nothing', () => {
    expect(find([])).toEqual({ scorer: SCORER, higherIsBetter: true, levels: [], falls: [] });
  });
});

describe('the slow loss that a pull request inherits', () => {
  const settings: Parameters<typeof findSlowLoss>[2] = {
    ...{ scorer: SCORER, maxDrop: 0.02, reference: null, scorers: 1 },
  };
  /** The last mean is that of the pull request's own run, held against the one before. */
  const inherit = (means: readonly number[], given: Partial<typeof settings> = {}, accepted = -1) => {
    const runs = points(means).map((point, day) =>
      point.since === null ? point : { ...point, since: { ...point.since, accepted: day === accepted } },
    );
    const [head] = runs.splice(-1);
    return head === undefined ? null : findSlowLoss(runs, head, { ...settings, ...given });
  };
  const SLOW = [95, 94, 93, 92, 91, 90];

  test('names the oldest run, both means, and what is its own', () => {
    expect(inherit(SLOW)).toEqual({
      ...{ scorer: SCORER, commit: commitOf(0), createdAt: dateOf(0) },
      ...{ from: 95, to: 90, change: -1 },
    });
  });

  test('lasts when the loss has stopped, and the pull request is no part of it', () => {
    expect(inherit([...SLOW, 90, 90])).toMatchObject({ from: 95, to: 90, change: 0 });
  });

  test.each([
    ['five runs in a row, which is 8 in 1,000', [95, 94, 93, 92, 91]],
    ['less than what counts', [93, 92.8, 92.6, 92.4, 92.2, 92, 91.8]],
    ['up and down', [93, 92, 94, 92, 93, 94, 92, 93, 92, 94, 93, 92]],
    ['a loss that the pull request makes good', [...SLOW, 94]],
    ['a rise', [85, 86, 87, 88, 89, 90, 91]],
  ])('is not seen in %s', (_, means) => {
    expect(inherit(means)).toBeNull();
  });

  test('six runs in a row are 1.4 in 1,000: enough for one scorer and for two, not for three', () => {
    expect([1, 2, 3].map((scorers) => inherit(SLOW, { scorers }) !== null)).toEqual([true, true, false]);
  });

  test('begins anew with a clear fall that was merged', () => {
    const step = [95, 94, 93, 92, 91, 80, 80, 80.1];
    expect(inherit(step)).not.toBeNull();
    expect(inherit(step, {}, 5)).toBeNull();
    expect(inherit([...step, 79, 78, 77, 76, 75], {}, 5)).toMatchObject({ commit: commitOf(5), from: 80 });
  });

  test('looks back to the run that is named, however far, and over what was accepted', () => {
    const long = Array.from({ length: MOST_POINTS + 20 }, (_, day) => 95 - day / 10);
    expect(inherit(long)).toMatchObject({ commit: commitOf(20) });
    expect(inherit(long, { reference: dateOf(3) }, 40)).toMatchObject({ commit: commitOf(3), from: 94.7 });
    expect(inherit(long, { reference: dateOf(45) })).toBeNull();
    expect(inherit(long, { reference: 'of another line' })).toBeNull();
  });

  test('is not seen where the head was held against another run than the last', () => {
    const [head] = points(SLOW).slice(-1);
    expect(head && findSlowLoss(points(SLOW).slice(0, 4), head, settings)).toBeNull();
    expect(head && findSlowLoss([], { ...head, since: null }, settings)).toBeNull();
  });

  test('follows the line to the record that the head is held against, not to what came after it', () => {
    const line = lineTo(dateOf(3), points(SLOW));
    expect(line.map(({ mean }) => mean)).toEqual([95, 94, 93, 92]);
    expect(lineTo('never', points(SLOW))).toEqual([]);
  });

  test('a hundred and fifty runs are told at once, and as exactly', () => {
    expect(chanceOfFalling(Array.from({ length: 150 }, (_, day) => day))).toBeCloseTo(1, 9);
    expect(chanceOfFalling(Array.from({ length: 150 }, (_, day) => -day))).toBeLessThan(1e-9);
  });
});

describe('the point of a run', () => {
  const decision = createDecision();
  const pairs = [createPairedCase('a', { headScores: [80] }), createPairedCase('b', { headScores: [60] })];
  const head = createRecord({ commit: commitOf(1), createdAt: dateOf(1) });
  const comparison = createComparison({ pairs, headCases: 2, floorMean: 70, baseMean: 75.125, headMean: 70 });
  const base = createBaseline({ createdAt: dateOf(0) });

  test('has its mean, and how far that is from what it was held against', () => {
    expect(historyPointOf(head, { comparison, decision }, base)).toEqual({
      commit: commitOf(1),
      createdAt: dateOf(1),
      mean: 70,
      higherIsBetter: true,
      since: { createdAt: dateOf(0), change: -5.12, accepted: false },
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
    expect(historyPointOf(head, { comparison: compared, decision }, before)?.since).toBeNull();
  });

  test.each([
    ['0.08 lower, rarer than 1 in 1,000', 0.08, 0.0001, 'fails', true],
    ['rare, and no more than counts', 0.03, 0.0001, 'fails', false],
    ['large, and as rare as a red needs', 0.08, 0.01, 'fails', false],
    ['which the base of today explains', 0.08, 0.0001, 'warns', false],
  ] as const)('a fall that is %s', (_, drop, p, outcome, accepted) => {
    const mean = { cases: 50, baseRuns: 3, headRuns: 3, drop, maxDrop: 0.02, p, pEven: p };
    const fell = createDecision({
      findings: [{ rule: 'mean', outcome, line: 'It fell.' }],
      mean,
    });
    expect(historyPointOf(head, { comparison, decision: fell }, base)?.since?.accepted).toBe(accepted);
  });

  test('there is none without a score', () => {
    const none = { comparison: { ...comparison, floorMean: null }, decision };
    expect(historyPointOf(head, none, base)).toBeNull();
  });
});
