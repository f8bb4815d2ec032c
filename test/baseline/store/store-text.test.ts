import { expect, test } from 'vitest';
import { dropText } from '../../../src/baseline/store/record-codec.js';
import { runRecordSchema } from '../../../src/model/run-record.js';
import { createCase, createRecord, createSample, createStatement } from '../../support/records.js';

test('a record without texts keeps what a scorer called each item: its score follows from that', () => {
  const statement = createStatement('The shop opens at nine.', 'unsure', { label: 'unsupported' });
  const record = createRecord({
    cases: [createCase('a', { samples: [createSample({ statements: [statement] })] })],
  });
  const [sample] = dropText(record, 'none').cases[0]?.samples ?? [];
  expect(sample?.judgements).toMatchObject({
    'answer-relevancy': {
      statements: [
        { key: statement.key, result: 'unsure', label: 'unsupported', text: '', quote: '', reason: '' },
      ],
    },
  });
});

test('a record without texts keeps of a conversation only the scores of its turns', () => {
  const sample = createSample({
    statements: [
      createStatement('It left.', 'yes', { turn: 1 }),
      createStatement('A cat.', 'no', { turn: 2 }),
    ],
    turns: [
      { score: 1, reason: 'Asked for.' },
      { score: 0, reason: 'Not asked for.' },
    ],
  });
  const said = { output: 'It went by ship.', toolCalls: [], finish: 'stop' } as const;
  Object.assign(sample.answer, { turns: [{ ...said, input: 'Where is it?' }] });
  const record = createRecord({ cases: [createCase('a', { samples: [sample] })] });
  const none = dropText(record, 'none');
  expect(JSON.stringify(none)).not.toMatch(/ship|Where is it|sked for/);
  expect(none.cases[0]?.samples[0]?.judgements).toMatchObject({
    'answer-relevancy': { turns: [{ score: 1 }, { score: 0 }], statements: [{ turn: 1 }, { turn: 2 }] },
  });
});

test('the texts of tasks go with the inputs: they stay with the statements, and leave with all text', () => {
  const tasks = { hash: 'You are the billing agent.' };
  const record = createRecord({ tasks, cases: [createCase('a', { taskHash: 'hash' })] });
  expect(dropText(record, 'statements').tasks).toEqual(tasks);
  const none = dropText(record, 'none');
  expect(none.tasks).toEqual({});
  expect(none.cases[0]?.taskHash).toBe('hash');
});

test('keys of labels outlive their texts', () => {
  const key = '0'.repeat(20);
  const statement = createStatement('Our cat sends her love.', 'no', { labelKey: key, byTeam: true });
  const record = createRecord({
    cases: [createCase('a', { samples: [createSample({ statements: [statement] })] })],
  });
  const none = dropText(record, 'none');
  const judgement = Object.values(none.cases[0]?.samples[0]?.judgements ?? {})[0];
  expect(judgement).toMatchObject({ statements: [{ labelKey: key, byTeam: true, text: '' }] });
  expect(runRecordSchema.safeParse(JSON.parse(JSON.stringify(none))).success).toBe(true);
});
