import { expect, test } from 'vitest';
import { reduceText } from '../../../src/baseline/store/record-codec.js';
import { runRecordSchema } from '../../../src/model/run-record.js';
import { createCase, createRecord, createSample, createStatement } from '../../support/records.js';

test('a record without texts keeps what a scorer called each item: its score follows from that', () => {
  const statement = createStatement('The shop opens at nine.', 'unsure', { label: 'unsupported' });
  const record = createRecord({
    cases: [createCase('a', { samples: [createSample({ statements: [statement] })] })],
  });
  const [sample] = reduceText(record, 'none').cases[0]?.samples ?? [];
  expect(sample?.judgements).toMatchObject({
    'answer-relevancy': {
      statements: [
        { key: statement.key, result: 'unsure', label: 'unsupported', text: '', quote: '', reason: '' },
      ],
    },
  });
});

test('the texts of tasks go with the inputs: they stay with the statements, and leave with all text', () => {
  const tasks = { hash: 'You are the billing agent.' };
  const record = createRecord({ tasks, cases: [createCase('a', { taskHash: 'hash' })] });
  expect(reduceText(record, 'statements').tasks).toEqual(tasks);
  const none = reduceText(record, 'none');
  expect(none.tasks).toEqual({});
  expect(none.cases[0]?.taskHash).toBe('hash');
});

test('keys of labels outlive their texts', () => {
  const key = '0'.repeat(20);
  const statement = createStatement('Our cat sends her love.', 'no', { labelKey: key, byTeam: true });
  const record = createRecord({
    cases: [createCase('a', { samples: [createSample({ statements: [statement] })] })],
  });
  const none = reduceText(record, 'none');
  const judgement = Object.values(none.cases[0]?.samples[0]?.judgements ?? {})[0];
  expect(judgement).toMatchObject({ statements: [{ labelKey: key, byTeam: true, text: '' }] });
  expect(runRecordSchema.safeParse(JSON.parse(JSON.stringify(none))).success).toBe(true);
});
