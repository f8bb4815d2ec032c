import { expect, test } from 'vitest';
import { type DroppedCases, reviewDropped, tellDropped } from '../../../src/decide/gate/review.js';
import { createComparison, createDecision, createPairedCase, createRecord } from '../../support/records.js';

const HEAD = createRecord();
const PAIRS = [
  createPairedCase('a', { baseScores: [100], headScores: [90] }),
  createPairedCase('b', { baseScores: [100], headScores: [20] }),
  createPairedCase('c', { baseScores: [50], headScores: [50] }),
];
const SILENT = {
  id: 'd',
  input: 'Asked.',
  kind: 'target',
  reason: 'it crashed',
  noLongerAnswers: true,
} as const;

function asked(decision: Parameters<typeof createDecision>[0], pairs = PAIRS): DroppedCases {
  const comparison = createComparison({ pairs, unscored: [SILENT] });
  return {
    removed: pairs.length,
    edited: 1,
    status: 'asked',
    decision: createDecision(decision),
    comparison,
  };
}

const FAILS = { outcome: 'fail', blocking: true, headline: 'One case broke.' } as const;

test.each<[string, DroppedCases, readonly string[], string]>([
  [
    'a fall that the gate calls one',
    asked(FAILS),
    [
      '3 removed and 1 edited cases, asked again as the base has them: `d` no longer answers, `b` fell 1.00 → 0.20, `a` fell 1.00 → 0.90',
    ],
    // What a person has to look at is told first, and once.
    '3 removed and 1 edited cases, asked again as the base has them: see above; 1 other did not fall. With all that the base asks: One case broke.',
  ],
  [
    'falls that the gate calls noise',
    asked({}),
    [],
    '3 removed and 1 edited cases, asked again as the base has them: `d` no longer answers, `b` fell 1.00 → 0.20, `a` fell 1.00 → 0.90; 1 other did not fall.',
  ],
  [
    'a fall that is not for this suite to block on',
    asked({ ...FAILS, blocking: false }),
    [],
    '3 removed and 1 edited cases, asked again as the base has them: `d` no longer answers, `b` fell 1.00 → 0.20, `a` fell 1.00 → 0.90; 1 other did not fall. With all that the base asks: One case broke.',
  ],
  [
    'no score where nothing was decided',
    asked({ outcome: 'inconclusive', blocking: true }),
    [],
    '3 removed and 1 edited cases, asked again as the base has them: not decided.',
  ],
  [
    'none fell',
    {
      removed: 0,
      edited: 1,
      status: 'asked',
      decision: createDecision(),
      comparison: createComparison({ pairs: PAIRS.slice(2) }),
    },
    [],
    '1 edited case, asked again as the base has it: no score fell.',
  ],
  [
    'cannot be asked',
    { removed: 0, edited: 2, status: 'cannot-be-asked', reason: 'there is no value for {{tone}}' },
    ['2 edited cases cannot be asked again as the base has them: there is no value for {{tone}}'],
    '2 edited cases, not asked again as the base has them: there is no value for {{tone}}.',
  ],
  [
    'not asked',
    { removed: 1, edited: 0, status: 'not-asked', reason: 'the run fails anyway' },
    [],
    '1 removed case, not asked again as the base has it: the run fails anyway.',
  ],
])('%s', (_, dropped, review, line) => {
  expect(reviewDropped(dropped, HEAD)).toEqual(review);
  expect(tellDropped(dropped, HEAD)).toBe(line);
});
