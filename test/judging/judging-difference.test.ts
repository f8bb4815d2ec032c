import { expect, test } from 'vitest';
import { findJudgingDifference } from '../../src/judging/judging-difference.js';
import { hashTask } from '../../src/judging/record-tasks.js';
import type { JudgingDifference } from '../../src/model/notes.js';
import type { RunRecord, ScorerFingerprint } from '../../src/model/run-record.js';
import { NO_LABELS } from '../../src/model/verdict.js';
import { createCase, createRecord, SCORER } from '../support/records.js';

const FINGERPRINT: ScorerFingerprint = {
  id: SCORER,
  formula: 'formula-1',
  rubric: 'rubric-1',
  scale: 1,
  higherIsBetter: true,
};

const TODAY = {
  labels: NO_LABELS,
  fingerprint: { name: 'judge-2', fingerprint: 'print-2', builtin: false },
  scorers: [
    {
      id: SCORER,
      fingerprint: FINGERPRINT,
      score: () => Promise.reject(new Error('nobody is to be asked')),
    },
  ],
} as const;

function recordOf(judge: Partial<RunRecord['judge']>, scorer: Partial<ScorerFingerprint> = {}): RunRecord {
  return createRecord({
    judge: { ...TODAY.fingerprint, ...judge },
    scorers: [{ ...FINGERPRINT, ...scorer }],
  });
}

/** What is asked today: one case, of which the task is not looked at where the record has no such case. */
const ASKED = {
  cases: [{ id: 'a', input: 'question a', history: [], inputHash: 'input:question a', vars: {}, tags: [] }],
  tasks: new Map([['a', 'billing']]),
} as const;

function underTask(task: string, scorer: Partial<ScorerFingerprint> = {}): RunRecord {
  return { ...recordOf({}, scorer), cases: [createCase('a', { taskHash: hashTask(task) })] };
}

const judgeWas = (before: string): JudgingDifference => ({ kind: 'judge', before, after: 'judge-2' });
const FORMULA: JudgingDifference = { kind: 'formula', scorers: [SCORER] };

test.each<[string, RunRecord, JudgingDifference | null]>([
  ['the same judge and rubric', recordOf({}), null],
  ['another model', recordOf({ name: 'judge-1', fingerprint: 'print-1' }), judgeWas('judge-1')],
  ['other parameters', recordOf({ fingerprint: 'print-1' }), { kind: 'judge-settings' }],
  ['another rubric', recordOf({}, { rubric: 'rubric-0' }), { kind: 'rubric' }],
  [
    'another model and rubric',
    recordOf({ name: 'a\nb', fingerprint: '-' }, { rubric: '-' }),
    judgeWas('a\nb'),
  ],
  ['the same task', underTask('billing'), null],
  ['another task', underTask('cats'), { kind: 'task' }],
  ['no such scorer', recordOf({}, { id: 'other' }), { kind: 'scorers', scorers: [SCORER] }],
  ['another task and formula', underTask('cats', { formula: '0' }), { kind: 'task' }],
  ['another formula', recordOf({}, { formula: '0' }), FORMULA],
  ['another scale', recordOf({}, { scale: 10 }), FORMULA],
  [
    'another judge and formula',
    recordOf({ name: 'judge-1', fingerprint: '1' }, { formula: '0' }),
    judgeWas('judge-1'),
  ],
  ['another direction', recordOf({}, { higherIsBetter: false }), FORMULA],
])('%s', (_, record, difference) => {
  expect(findJudgingDifference(record, TODAY, ASKED)).toEqual(difference);
});

test('code that changed scores the stored answers anew, and a judge that changed does not matter to it', () => {
  const judged = { ...FINGERPRINT, judged: false };
  const today = { ...TODAY, scorers: [{ ...TODAY.scorers[0], fingerprint: judged }] };
  const then = (scorer: Partial<ScorerFingerprint>, judge: Partial<RunRecord['judge']> = {}) =>
    findJudgingDifference(recordOf(judge, { ...judged, ...scorer }), today, ASKED);
  expect(then({})).toBeNull();
  expect(then({}, { name: 'judge-1', fingerprint: 'print-1' })).toBeNull();
  expect(then({ formula: 'formula-0' })).toEqual(FORMULA);
});
