import { describe, expect, test } from 'vitest';
import { casesOfOtherTask, hashTask, judgedOtherwise } from '../../src/judging/judged-otherwise.js';
import type { Case } from '../../src/ports/dataset.js';
import type { RunRecord, ScorerFingerprint } from '../../src/ports/run-record.js';
import { createCase, createRecord, SCORER } from '../support/records.js';

const FINGERPRINT: ScorerFingerprint = {
  id: SCORER,
  formula: 'formula-1',
  rubric: 'rubric-1',
  scale: 1,
  higherIsBetter: true,
};

const TODAY = {
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

test.each<[string, RunRecord, string | null]>([
  ['the same judge and rubric', recordOf({}), null],
  ['another model', recordOf({ name: 'judge-1', fingerprint: 'print-1' }), 'judge-1'],
  ['other parameters', recordOf({ fingerprint: 'print-1' }), 'judge-2 with other settings'],
  ['another rubric', recordOf({}, { rubric: 'rubric-0' }), 'judge-2 under another version of the rubric'],
  ['another model and rubric', recordOf({ name: 'a\nb', fingerprint: '-' }, { rubric: '-' }), 'a b'],
  ['the same task', underTask('billing'), null],
  ['another task', underTask('cats'), 'judge-2 under another task'],
  ['no such scorer', recordOf({}, { id: 'other' }), 'an earlier run without answer-relevancy'],
  ['another task and formula', underTask('cats', { formula: '0' }), 'judge-2 under another task'],
  ['another formula', recordOf({}, { formula: '0' }), 'judge-2 with another version of answer-relevancy'],
  ['another scale', recordOf({}, { scale: 10 }), 'judge-2 with another version of answer-relevancy'],
  ['another judge and formula', recordOf({ name: 'judge-1', fingerprint: '1' }, { formula: '0' }), 'judge-1'],
  [
    'another direction',
    recordOf({}, { higherIsBetter: false }),
    'judge-2 with another version of answer-relevancy',
  ],
])('%s', (_, record, was) => {
  expect(judgedOtherwise(record, TODAY, ASKED)).toBe(was);
});

test('code that changed scores the stored answers anew, and a judge that changed does not matter to it', () => {
  const judged = { ...FINGERPRINT, judged: false };
  const today = { ...TODAY, scorers: [{ ...TODAY.scorers[0], fingerprint: judged }] };
  const then = (scorer: Partial<ScorerFingerprint>, judge: Partial<RunRecord['judge']> = {}) =>
    judgedOtherwise(recordOf(judge, { ...judged, ...scorer }), today, ASKED);
  expect(then({})).toBeNull();
  expect(then({}, { name: 'judge-1', fingerprint: 'print-1' })).toBeNull();
  expect(then({ formula: 'formula-0' })).toBe('an earlier run with another version of answer-relevancy');
});

function row(id: string, input = `question ${id}`): Case {
  return { id, input, history: [], inputHash: `input:${input}`, vars: {}, tags: [] };
}

describe('hashTask', () => {
  test('tells tasks apart, none from an empty one too, and does not show them', () => {
    const tasks = ['Answers billing questions.', 'Answers billing questions', '', null];
    const hashes = tasks.map(hashTask);
    expect(new Set(hashes).size).toBe(4);
    expect(hashes).toEqual(tasks.map(hashTask));
    expect(hashes.join()).not.toContain('billing');
  });
});

describe('casesOfOtherTask', () => {
  const billing = hashTask('billing');
  const record = createRecord({
    cases: [
      createCase('same', { taskHash: billing }),
      createCase('other', { taskHash: hashTask('cats') }),
      createCase('old release'),
      createCase('renamed', { input: 'as before', taskHash: hashTask('cats') }),
      createCase('edited', { taskHash: hashTask('cats') }),
      createCase('gone', { taskHash: hashTask('cats') }),
    ],
  });
  const cases = [
    row('same'),
    row('other'),
    row('old release'),
    row('now', 'as before'),
    row('edited', 'anew'),
  ];

  test('are those that the run asks too, by input', () => {
    const tasks = new Map(cases.map(({ id }) => [id, 'billing'] as const));
    const found = [...casesOfOtherTask(record, { cases, tasks })];
    expect(found.map(({ id }) => id)).toEqual(['other', 'renamed']);
  });

  test('no task is a task too', () => {
    const found = [...casesOfOtherTask(record, { cases: [row('same')], tasks: new Map() })];
    expect(found.map(({ id }) => id)).toEqual(['same']);
  });
});
