import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TestedCase } from '../../../src/decide/compare/sample-scores.js';
import { relabellingTest } from '../../../src/decide/gate/relabelling-test.js';

/** Every way to pick `count` of `scores`, as sums of the picked ones. */
function pickedSums(scores: readonly number[], count: number): number[] {
  if (count === 0) return [0];
  const [first, ...rest] = scores;
  if (first === undefined) return [];
  return [...pickedSums(rest, count - 1).map((sum) => sum + first), ...pickedSums(rest, count)];
}

/** The same probability by trying every relabelling of every case. */
function byEnumeration(cases: readonly TestedCase[]): number {
  const sum = (scores: readonly number[]) => scores.reduce((total, score) => total + score, 0);
  // The fall of the mean, times both counts, so that it stays an integer.
  const fall = (picked: number, { base, head }: TestedCase) =>
    picked * head.length - (sum([...base, ...head]) - picked) * base.length;
  const seen = cases.reduce((total, each) => total + fall(sum(each.base), each), 0);
  let falls = [0];
  for (const each of cases) {
    const own = pickedSums([...each.base, ...each.head], each.base.length).map((picked) =>
      fall(picked, each),
    );
    falls = falls.flatMap((total) => own.map((add) => total + add));
  }
  return falls.filter((total) => total >= seen).length / falls.length;
}

const score = fc.integer({ min: 0, max: 100 });
const suite = (most: number) =>
  fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })).chain(([baseRuns, headRuns]) =>
    fc.array(
      fc.record({
        base: fc.array(score, { minLength: baseRuns, maxLength: baseRuns }),
        head: fc.array(score, { minLength: headRuns, maxLength: headRuns }),
      }),
      { maxLength: most },
    ),
  );
const coarse = (cases: readonly TestedCase[]): TestedCase[] =>
  cases.map(({ base, head }) => ({
    base: base.map((value) => value - (value % 50)),
    head: head.map((value) => value - (value % 50)),
  }));

describe('relabellingTest', () => {
  it('is what trying every relabelling gives', () => {
    fc.assert(
      fc.property(suite(4), (cases) => {
        expect(relabellingTest(cases)).toBeCloseTo(byEnumeration(cases), 12);
        expect(relabellingTest(coarse(cases))).toBeCloseTo(byEnumeration(coarse(cases)), 12);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['as many as a baseline of five has', 5, 3, 3],
    ['the other way round', 3, 5, 3],
    ['one against many', 1, 6, 4],
    ['many against one', 6, 1, 4],
    ['four against four', 4, 4, 2],
  ])('is what trying every relabelling gives: %s', (_, baseRuns, headRuns, most) => {
    const cases = fc.array(
      fc.record({
        base: fc.array(score, { minLength: baseRuns, maxLength: baseRuns }),
        head: fc.array(score, { minLength: headRuns, maxLength: headRuns }),
      }),
      { minLength: 1, maxLength: most },
    );
    fc.assert(
      fc.property(cases, (some) => {
        expect(relabellingTest(some)).toBeCloseTo(byEnumeration(some), 12);
        expect(relabellingTest(coarse(some))).toBeCloseTo(byEnumeration(coarse(some)), 12);
      }),
      { numRuns: 12 },
    );
  });

  it('does not depend on where scores begin or in which unit they are', () => {
    fc.assert(
      fc.property(
        suite(12),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 0, max: 50 }),
        (cases, by, more) => {
          const moved = cases.map(({ base, head }) => ({
            base: base.map((value) => value * by + more),
            head: head.map((value) => value * by + more),
          }));
          expect(relabellingTest(moved)).toBe(relabellingTest(cases));
        },
      ),
    );
  });

  it('is the sign-flip test with one sample a side', () => {
    const drops = [10, 5, 0, -3, 8];
    const cases = drops.map((drop) => ({ base: [50 + drop], head: [50] }));
    let worse = 0;
    for (let signs = 0; signs < 32; signs += 1) {
      const total = drops.reduce((sum, drop, at) => sum + ((signs >> at) & 1 ? drop : -drop), 0);
      if (total >= 20) worse += 1;
    }
    expect(relabellingTest(cases)).toBe(worse / 32);
  });

  it.each([
    ['nothing', [], 1],
    ['no difference', [{ base: [70, 70], head: [70] }], 1],
    ['one case, one way', [{ base: [80], head: [70] }], 0.5],
    ['one case, the other way', [{ base: [70], head: [80] }], 1],
    ['three samples against one', [{ base: [80, 80, 80], head: [70] }], 0.25],
    ['three against three', [{ base: [90, 85, 80], head: [70, 65, 60] }], 1 / 20],
  ])('%s', (_, cases, expected) => {
    expect(relabellingTest(cases)).toBeCloseTo(expected, 14);
  });

  it('stays exact for hundreds of cases', () => {
    const falls = Array.from({ length: 400 }, (_, index) => ({ base: [60], head: [index < 220 ? 59 : 61] }));
    // The number of heads in 400 throws of a coin is at least 220.
    let logWays = 0;
    let tail = 0;
    for (let heads = 0; heads <= 400; heads += 1) {
      if (heads >= 220) tail += Math.exp(logWays - 400 * Math.LN2);
      logWays += Math.log((400 - heads) / (heads + 1));
    }
    expect(relabellingTest(falls)).toBeCloseTo(tail, 10);
  });

  it('is a probability, whatever the order of cases and of samples', () => {
    fc.assert(
      fc.property(suite(30), (cases) => {
        const p = relabellingTest(cases);
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
        const turned = cases
          .toReversed()
          .map(({ base, head }) => ({ base: base.toReversed(), head: head.toReversed() }));
        expect(relabellingTest(turned)).toBeCloseTo(p, 12);
      }),
    );
  });

  it('never grows when the head gets worse', () => {
    fc.assert(
      fc.property(suite(12), fc.nat(), fc.integer({ min: 1, max: 100 }), (cases, which, by) => {
        const worse = cases.map((each, index) =>
          index === which % Math.max(1, cases.length)
            ? { ...each, head: each.head.map((value, at) => (at === 0 ? Math.max(0, value - by) : value)) }
            : each,
        );
        expect(relabellingTest(worse)).toBeLessThanOrEqual(relabellingTest(cases) + 1e-12);
      }),
    );
  });

  it('keeps its promise: what happens by chance alone is rarely called a fall', () => {
    let state = 4711;
    const random = () => {
      state = (state * 48271) % 2147483647;
      return state / 2147483647;
    };
    let alarms = 0;
    for (let round = 0; round < 1000; round += 1) {
      const cases = Array.from({ length: 20 }, () => {
        const level = 40 + 40 * random();
        const draw = () => Math.round(level + 30 * (random() - 0.5));
        return { base: [draw(), draw(), draw()], head: [draw(), draw(), draw()] };
      });
      if (relabellingTest(cases) < 0.025) alarms += 1;
    }
    expect(alarms).toBeGreaterThan(8);
    expect(alarms).toBeLessThan(45);
  });
});
