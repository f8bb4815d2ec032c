import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSignFlipTest, runSignTest } from '../../../src/decide/gate/sign-tests.js';

describe('the sign test', () => {
  it.each<[falls: number, rises: number, p: number]>([
    [0, 0, 1],
    [1, 0, 1 / 2],
    [0, 1, 1],
    [4, 0, 1 / 16],
    [5, 1, 7 / 64],
    [6, 1, 8 / 128],
    [7, 2, 46 / 512],
    [1, 1, 3 / 4],
  ])('%i falls and %i rises', (falls, rises, p) => {
    expect(runSignTest(falls, rises)).toBeCloseTo(p, 12);
  });

  it('thousands of cases are no problem', () => {
    expect(runSignTest(1100, 0)).toBeLessThan(1e-300);
    expect(runSignTest(5000, 5000)).toBeCloseTo(0.5, 1);
  });
});

/** All signs, one after the other. */
function byEnumeration(differences: readonly number[]): number {
  const sum = differences.reduce((total, each) => total + each, 0);
  const all = 2 ** differences.length;
  let atLeast = 0;
  for (let signs = 0; signs < all; signs += 1) {
    const flipped = differences.reduce((total, each, at) => total + ((signs >> at) & 1 ? each : -each), 0);
    if (flipped >= sum) atLeast += 1;
  }
  return atLeast / all;
}

describe('the sign-flip test', () => {
  it.each<[differences: number[], p: number]>([
    [[], 1],
    [[0, 0], 1],
    [[5], 1 / 2],
    [[-5], 1],
    [[10, 10, 10, 10, 10], 1 / 32],
    [[10, 10, 10, 10, 10, 10, 10, -10], 9 / 256],
    [[10.4, 9.6], 1 / 4],
    [[3, 1], 1 / 4],
    [[3, -1], 1 / 2],
    [[0.4, 10], 1 / 2],
  ])('%j', (differences, p) => {
    expect(runSignFlipTest(differences)).toBeCloseTo(p, 12);
  });

  it('is the share of all signs with a sum at least as large', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -30, max: 30 }), { maxLength: 9 }), (differences) => {
        expect(runSignFlipTest(differences)).toBeCloseTo(byEnumeration(differences), 9);
      }),
    );
  });
});
