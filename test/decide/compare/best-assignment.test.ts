import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestAssignment } from '../../../src/decide/compare/align-statements.js';

/** The largest sum by trying every assignment. */
function largestSum(weights: readonly (readonly number[])[], row = 0, used = new Set<number>()): number {
  if (row === weights.length) return 0;
  let best = largestSum(weights, row + 1, used);
  for (const [column, weight] of (weights[row] ?? []).entries()) {
    if (used.has(column)) continue;
    best = Math.max(best, weight + largestSum(weights, row + 1, new Set([...used, column])));
  }
  return best;
}

const matrix = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }))
  .chain(([rows, columns]) =>
    fc.array(
      fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 55, max: 100 })), {
        minLength: columns,
        maxLength: columns,
      }),
      { minLength: rows, maxLength: rows },
    ),
  );

describe('bestAssignment', () => {
  it('gives up a good pair where the whole gains', () => {
    const weights = [Float64Array.of(0.9, 0.8), Float64Array.of(0.85, 0)];
    expect(bestAssignment(weights)).toEqual([1, 0]);
  });

  it('leaves what does not belong together without a partner', () => {
    expect(bestAssignment([Float64Array.of(0, 0), Float64Array.of(0, 0.6), Float64Array.of(0, 0.7)])).toEqual(
      [null, null, 1],
    );
    expect(bestAssignment([])).toEqual([]);
  });

  it('finds the largest sum, each column at most once', () => {
    fc.assert(
      fc.property(matrix, (weights) => {
        const assigned = bestAssignment(weights.map((row) => Float64Array.from(row)));
        const columns = assigned.filter((column) => column !== null);
        expect(new Set(columns).size).toBe(columns.length);
        const sum = assigned.reduce<number>(
          (total, column, row) => total + (column === null ? 0 : (weights[row]?.[column] ?? 0)),
          0,
        );
        expect(sum).toBe(largestSum(weights));
      }),
    );
  });
});
