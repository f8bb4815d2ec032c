import { describe, expect, it } from 'vitest';
import { smallestVisibleDrop } from '../../../src/decide/gate/noise.js';

describe('smallestVisibleDrop', () => {
  it('is 3.7 · s · sqrt((1/Kb + 1/3)/n) with s pooled over both sides of every case', () => {
    const cases = [
      { base: [80, 90, 100], head: [70, 80] },
      { base: [50, 50, 50], head: [40, 60] },
    ];
    // Squares 200, 50, 0 and 200 over 2 + 1 + 2 + 1 degrees of freedom.
    const deviation = Math.sqrt(450 / 6) / 100;
    expect(smallestVisibleDrop(cases, 3)).toBeCloseTo(3.7 * deviation * Math.sqrt((1 / 3 + 1 / 3) / 2), 12);
  });

  it.each([
    ['single samples', [{ base: [80], head: [70] }]],
    ['equal samples', [{ base: [80, 80], head: [70, 70] }]],
    ['nothing', []],
  ])('cannot be told from %s', (_, cases) => {
    expect(smallestVisibleDrop(cases, 1)).toBeNull();
  });

  it('falls with the number of cases', () => {
    const one = { base: [80, 90], head: [70, 90] };
    const [few, many] = [
      smallestVisibleDrop(Array(5).fill(one), 2),
      smallestVisibleDrop(Array(20).fill(one), 2),
    ];
    expect(many).toBeCloseTo((few ?? 0) / 2, 12);
  });
});
