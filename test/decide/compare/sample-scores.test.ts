import { describe, expect, it } from 'vitest';
import { equalizeSamples } from '../../../src/decide/compare/sample-scores.js';
import { createPairedCase } from '../../support/records.js';

const pairs = (counts: readonly (readonly [times: number, base: number, head: number])[]) =>
  counts.flatMap(([times, base, head]) =>
    Array.from({ length: times }, (_, index) =>
      createPairedCase(`${base}-${head}-${index}`, {
        baseScores: Array.from({ length: base }, (__, at) => 90 - at),
        headScores: Array.from({ length: head }, (__, at) => 80 - at),
      }),
    ),
  );

describe('equalSamples', () => {
  it.each<
    [
      string,
      [number, number, number][],
      { cases: number; baseRuns: number; headRuns: number; tooFewAtHead: number },
    ]
  >([
    ['all alike', [[4, 3, 1]], { cases: 4, baseRuns: 3, headRuns: 1, tooFewAtHead: 0 }],
    [
      'one of twenty has fewer',
      [
        [19, 3, 3],
        [1, 3, 1],
      ],
      { cases: 19, baseRuns: 3, headRuns: 3, tooFewAtHead: 1 },
    ],
    [
      'one of nineteen has fewer',
      [
        [18, 3, 3],
        [1, 3, 1],
      ],
      { cases: 19, baseRuns: 3, headRuns: 1, tooFewAtHead: 0 },
    ],
    [
      'two of twenty have fewer',
      [
        [18, 3, 3],
        [2, 3, 2],
      ],
      { cases: 20, baseRuns: 3, headRuns: 2, tooFewAtHead: 0 },
    ],
    [
      'one short on each side',
      [
        [18, 3, 3],
        [1, 1, 3],
        [1, 3, 1],
      ],
      { cases: 19, baseRuns: 1, headRuns: 3, tooFewAtHead: 1 },
    ],
    [
      'more samples than the others are cut',
      [
        [3, 5, 4],
        [1, 3, 3],
      ],
      { cases: 4, baseRuns: 3, headRuns: 3, tooFewAtHead: 0 },
    ],
    [
      'cases without a score on a side do not count',
      [
        [2, 3, 1],
        [2, 0, 1],
        [2, 3, 0],
      ],
      { cases: 2, baseRuns: 3, headRuns: 1, tooFewAtHead: 0 },
    ],
    ['none', [], { cases: 0, baseRuns: 0, headRuns: 0, tooFewAtHead: 0 }],
  ])('%s', (_, counts, expected) => {
    const { cases, tooFewAtHead, ...rest } = equalizeSamples(pairs(counts));
    expect({ ...rest, cases: cases.length, tooFewAtHead: tooFewAtHead.length }).toEqual(expected);
    for (const { base, head } of cases) {
      expect(base).toEqual(Array.from({ length: rest.baseRuns }, (__, at) => 90 - at));
      expect(head).toEqual(Array.from({ length: rest.headRuns }, (__, at) => 80 - at));
    }
  });
});
