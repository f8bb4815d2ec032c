import { expect, test } from 'vitest';
import { renderAaReport } from '../../src/report/render-aa-report.js';
import {
  createComparison,
  createDecision,
  createPairedCase,
  createRecord,
  SCORER,
} from '../support/records.js';

const of = (id: string, baseScores: readonly number[], headScores: readonly number[]) =>
  createPairedCase(id, { baseScores, headScores });

test('an A/A check has the spread of each case, the largest first, and what the gate says', () => {
  const pairs = [
    of('calm', [100, 100], [100, 100]),
    of('hours', [90, 100], [100, 100]),
    of('refund', [100, 80], [60, 100]),
  ];
  const unscored = [
    { id: 'broken', input: 'x', kind: 'target', reason: 'it crashed', noLongerAnswers: false } as const,
  ];
  const decision = createDecision({
    outcome: 'fail',
    blocking: true,
    findings: [
      { rule: 'several', outcome: 'fails', caseIds: ['refund'], numbers: { falls: 4, rises: 0, p: 0.06 } },
    ],
  });
  const comparison = createComparison({ pairs, unscored });
  expect(renderAaReport({ scorer: SCORER, decision, comparison }, createRecord({}))).toMatchInlineSnapshot(`
    "support · answer-relevancy: the gate turned red. 4 answers scored lower, none higher
      refund: 1.00 0.80 → 0.60 1.00
      hours: 0.90 1.00 → 1.00 1.00
      1 case had the same score in every run
      without a score: broken
    "
  `);
});

test('a gate that passes with answers worth a look is not called green', () => {
  const comparison = createComparison({ pairs: [of('refund', [100], [60])] });
  const decision = createDecision({
    outcome: 'pass',
    findings: [
      { rule: 'several', outcome: 'worse', caseIds: ['refund'], numbers: { falls: 1, rises: 0, p: 0.5 } },
    ],
  });
  expect(renderAaReport({ scorer: SCORER, decision, comparison }, createRecord({}))).toContain(
    'the gate turned yellow.',
  );
});
