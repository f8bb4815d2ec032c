import { describe, expect, test } from 'vitest';
import { createVerdictKeys, removeRepeated } from '../../../src/scorers/judged/prepare-parts.js';

const key = (statement: string, answerHash = 'answer', judged: readonly unknown[] = ['judge', 'task']) =>
  createVerdictKeys({ judged, answerHash })({ text: statement });
const LONG = 'The customer was charged twice for March';

describe('statements that are looked up as one', () => {
  test.each([
    [`- ${LONG}.`],
    [`  ${LONG}`],
    [`"${LONG}"`],
    [`**${LONG}**;`],
    [LONG.replace('was charged', 'was\n charged')],
    [LONG.normalize('NFD')],
  ])('%j', (variant) => {
    expect(key(variant)).toBe(key(LONG));
  });
});

describe('statements that stay apart', () => {
  test.each([
    ['The invoice of 12 March was paid in full', 'The invoice of 13 March was paid in full'],
    ['The turkey arrived at the office on Monday', 'The Turkey arrived at the office on Monday'],
    ['The invoice was paid in full on Monday', 'The invoice was not paid in full on Monday'],
    ['-5 degrees measured outside the office today', '5 degrees measured outside the office today'],
    ['Was the customer charged twice for March?', 'Was the customer charged twice for March'],
  ])('%j and %j', (a, b) => {
    expect(key(a)).not.toBe(key(b));
  });
});

describe('a repeated statement', () => {
  const once = (...texts: string[]) =>
    removeRepeated(texts.map((text) => ({ text }))).map(({ text }) => text);

  test('is one, the first', () => {
    expect(once('It is.', '- it is.', '**IT IS**', 'It is!', 'Ｉｔ is.')).toEqual(['It is.']);
  });

  test.each([
    ['other numbers', 'Gate 12 is open.', 'Gate 13 is open.'],
    ['a number below zero', 'Berlin has -5 degrees.', 'Berlin has 5 degrees.'],
    ['another picture', 'Refunds within ten days ✅', 'Refunds within ten days ❌'],
    ['a negation', 'Gate 12 is open.', 'Gate 12 is not open.'],
    ['a question', 'Gate 12 is open.', 'Gate 12 is open?'],
    ['other signs', '👍', '👎'],
  ])('is not %s', (_, a, b) => {
    expect(once(a, b)).toEqual([a, b]);
  });
});

describe('the answer belongs to the key', () => {
  test.each([
    'No.',
    'Paris',
    'Yes, absolutely right',
    'It was charged twice for the licences in March',
    'However, the customer in Berlin paid twice',
    '42 customers paid their invoices twice',
    'Sie wurde gestern in Berlin zweimal abgebucht',
    'それは明日の午後三時に東京の会議室で予定されています',
  ])('where a statement means nothing alone: %j', (statement) => {
    expect(key(statement, 'one')).not.toBe(key(statement, 'two'));
  });

  test.each([
    LONG,
    'Refunds are paid within ten working days',
    '会議は明日の午後三時に東京の会議室で予定されています',
  ])('and not where it stands alone: %j', (statement) => {
    expect(key(statement, 'one')).toBe(key(statement, 'two'));
  });
});

test('another judge, task or input is another key', () => {
  expect(key(LONG, 'answer', ['judge', 'task'])).not.toBe(key(LONG, 'answer', ['judge', 'other']));
});

test('a tool call is never confused with similar text', () => {
  const text = 'called search with the whole question';
  const keyOf = createVerdictKeys({ judged: [], answerHash: '' });
  expect(keyOf({ text, isCall: true })).not.toBe(keyOf({ text }));
});
