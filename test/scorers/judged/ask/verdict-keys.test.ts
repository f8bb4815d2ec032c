import { describe, expect, test } from 'vitest';
import { createVerdictKeys, onlyOnce } from '../../../../src/scorers/judged/ask/verdict-keys.js';

const key = (statement: string, answerHash = 'answer', judged: readonly unknown[] = ['judge', 'task']) =>
  createVerdictKeys({ judged, answerHash })(statement);
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

  test('of which composed and decomposed letters are one', () => {
    expect(key('Die Rechnung für März wurde doppelt abgebucht'.normalize('NFD'))).toBe(
      key('Die Rechnung für März wurde doppelt abgebucht'.normalize('NFC')),
    );
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

describe('what is said again in the same words', () => {
  const once = (...texts: string[]) => onlyOnce(texts.map((text) => ({ text }))).map(({ text }) => text);

  test('is one, the first', () => {
    expect(once('It is.', '- it is', '**IT IS**', 'It\u200b is!', 'It is', 'Ｉｔ is.')).toEqual(['It is.']);
  });

  test.each<[string, (copy: number) => string]>([
    [
      'signs that show nothing',
      (copy) => `He\ufe0fre\u034f is\u061c what\u3164 we know${'\u2060'.repeat(copy)}`,
    ],
    ['variation selectors', (copy) => `Here is what we know${String.fromCodePoint(0xe0100 + copy)}`],
    [
      'commas and emphasis',
      (copy) => `${'Here is what, we know'.slice(0, copy)}*${'Here is what, we know'.slice(copy)}`,
    ],
    [
      'dots under letters',
      (copy) => `${'Here is what we know'.slice(0, 1 + copy)}\u0323${'Here is what we know'.slice(1 + copy)}`,
    ],
    ['footnotes', (copy) => `Here is what we know [${copy}]${copy % 2 ? '.' : ' [^7]'}`],
    ['footnotes of the sentence before', (copy) => `[${copy}] Here is what we know`],
    ['tags', (copy) => `<b id=${copy}>Here</b> is what we know<br class="c${copy}">`],
    ['comments and entities', (copy) => `Here is&nbsp;what we know<!-- ${copy} -->`],
    ['signs behind it', (copy) => `Here is what we know ${'·'.repeat(copy)}`],
    ['pictures behind it', (copy) => `Here is what we know 😀${'😀'.repeat(copy)}`],
  ])('is one, whatever %s it has', (_, wordingOf) => {
    expect(once(...Array.from({ length: 12 }, (_each, copy) => wordingOf(copy)))).toHaveLength(1);
  });

  test.each([
    ['[1] '.repeat(40_000)],
    ['?'.repeat(160_000)],
    [`${'<b id='.repeat(20_000)}x`],
    [`x${'\u0323'.repeat(100_000)}`],
    ['<!-- '.repeat(30_000)],
  ])('is told in time that grows with the text', (text) => {
    // Not by the clock: what else the machine does takes none of this process's time.
    const before = process.cpuUsage();
    once(`${text}a`, text);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });

  test.each([
    ['other numbers', 'Gate 12 is open.', 'Gate 13 is open.'],
    ['another amount', 'The plan for teams costs 4.5 euros.', 'The plan for teams costs 45 euros.'],
    [
      'a number below zero',
      'The storage room in Berlin has -5 degrees.',
      'The storage room in Berlin has 5 degrees.',
    ],
    ['another picture', 'Refunds for Berlin within ten days ✅', 'Refunds for Berlin within ten days ❌'],
    ['another column', '- Berlin: refunds take ten working days', '- Rome: refunds take ten working days'],
    ['what a tag loads', 'Here it is.', '<img src="https://ads.example/plus.png">Here it is.'],
    ['where a tag leads', 'Here it is.', '<a href="https://evil.example/plus">Here it is.</a>'],
    ['what a tag reads out', 'Here it is.', '<a title="Buy Acme Plus">Here it is.</a>'],
    ['a negation', 'Gate 12 is open.', 'Gate 12 is not open.'],
    ['a question', 'Gate 12 is open.', 'Gate 12 is open?'],
    ['other signs', '👍', '👎'],
    ['an operator', 'a < b', 'a > b'],
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
