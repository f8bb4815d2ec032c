import { expect, test } from 'vitest';
import { createRedactor, redactTexts, redactValue } from '../../src/text/redact.js';

test('parts without a secret are shared, not copied', () => {
  const value = { one: [{ text: 'plain' }], two: { text: 'the s3cret-value' } };
  const redacted = redactTexts(value, createRedactor(['s3cret-value']));
  expect(redacted).toEqual({ one: [{ text: 'plain' }], two: { text: 'the ***' } });
  expect(redacted.one).toBe(value.one);
});

test('a word that code reads stays, in a field with foreign text too if it is the name of a kind', () => {
  const redact = createRedactor(['irrelevant', 'unscored']);
  const value = {
    kind: 'unscored',
    irrelevant: ['so irrelevant', 'irrelevant'],
    reasons: [{ kind: 'unscored' }],
    context: ['unscored'],
    headReason: 'irrelevant',
  };
  const safe = { irrelevant: ['so ***', '***'], context: ['***'], headReason: '***' };
  expect(redactTexts(value, redact)).toEqual({ ...value, ...safe });
});

test("names in a program's value are foreign, too", () => {
  expect(redactValue({ headline: ['headline'] }, createRedactor(['headline']))).toEqual({ '***': ['***'] });
});
