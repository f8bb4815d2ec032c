import { describe, expect, test } from 'vitest';
import { noticedDrop, noticedDropIn, type Sight } from '../../../src/decide/gate/noticed-drop.js';

const SIGHT: Sight = { deviation: 10, cases: 50, baseRuns: 3, maxDrop: 0.02 };
const drop = (more: Partial<Sight> = {}) => noticedDrop({ ...SIGHT, ...more }) ?? Number.NaN;

describe('the drop that is noticed', () => {
  test.each<[string, Partial<Sight>, Partial<Sight>]>([
    ['more cases', { cases: 100 }, {}],
    ['quieter runs', { deviation: 5 }, {}],
    ['more runs of the base', { baseRuns: 5 }, {}],
    ['a smaller drop that counts', { maxDrop: 0.01 }, {}],
    ['fewer scorers and looks that share the levels', {}, { levels: 0.2 }],
    ['runs that are taken whatever the first one says', { headRuns: 3, fixed: true }, { headRuns: 3 }],
    ['three runs of the head', { headRuns: 3, fixed: true }, { headRuns: 1, fixed: true }],
    // Were each run a branch of its own, this would take hours.
    ['ten runs of the head', { headRuns: 10, fixed: true }, { headRuns: 3, fixed: true }],
    ['ten runs of the head, each looked at', { headRuns: 10 }, { headRuns: 3 }],
  ])('is smaller with %s', (_, better, worse) => {
    expect(drop(better)).toBeLessThan(drop(worse));
  });

  // Each number and boundary of the computation moves one of these.
  test.each<[Partial<Sight>, number]>([
    [{}, 0.04757],
    [{ repeated: 0.5 }, 0.04757],
    [{ cases: 10 }, 0.13704],
    [{ cases: 12, deviation: 60 }, 0.5235],
    [{ cases: 300, maxDrop: 0.005 }, 0.01639],
    [{ headRuns: 1, fixed: true }, 0.06302],
    [{ headRuns: 2, fixed: true }, 0.04879],
    [{ headRuns: 5 }, 0.03959],
    [{ headRuns: 4, baseRuns: 1 }, 0.06611],
    [{ levels: 0.2 }, 0.05528],
    [{ baseRuns: 10, cases: 10, maxDrop: 0.01 }, 0.11209],
  ])('with %j is %d', (more, expected) => {
    expect(drop(more)).toBeCloseTo(expected, 5);
  });

  test('is above what counts, however many cases there are', () => {
    expect(drop({ cases: 10_000 })).toBeGreaterThan(0.02);
    expect(drop({ cases: 10_000 })).toBeLessThan(0.025);
  });

  test.each<[string, Partial<Sight>]>([
    ['equal runs', { deviation: 0 }],
    ['fewer than ten cases', { cases: 9 }],
    ['an agent that mostly repeats itself', { repeated: 0.51 }],
    ['runs that differ by all that there is', { deviation: 90, cases: 10 }],
  ])('is not told of %s', (_, more) => {
    expect(noticedDrop({ ...SIGHT, ...more })).toBeNull();
  });

  test("is told from the base's runs, and of a single one from the head's", () => {
    const terms = { baseRuns: 3, maxDrop: 0.02 };
    const rows = (base: readonly number[], head: readonly number[]) => Array(20).fill({ base, head });
    expect(noticedDropIn(rows([80, 90, 100], [40, 99]), terms)).toBe(drop({ cases: 20 }));
    expect(noticedDropIn(rows([80], [80, 90, 100]), { ...terms, baseRuns: 1 })).toBe(
      drop({ cases: 20, baseRuns: 1 }),
    );
    expect(noticedDropIn(rows([80], [90]), { ...terms, baseRuns: 1 })).toBeNull();
    expect(noticedDropIn([], terms)).toBeNull();
  });
});
