import { expect, test } from 'vitest';
import { redactReport, redactValue } from '../../src/publish/redact-value.js';
import { createRedactor } from '../../src/text/redact.js';
import { createDecision, createReport, createSuiteReport } from '../support/records.js';

test('parts without a secret are shared, not copied', () => {
  const value = { one: [{ text: 'plain' }], two: { text: 'the s3cret-value' } };
  const redacted = redactValue(value, createRedactor(['s3cret-value']));
  expect(redacted).toEqual({ one: [{ text: 'plain' }], two: { text: 'the ***' } });
  expect(redacted.one).toBe(value.one);
});

test('names of fields are redacted, except in a report, which code still reads', () => {
  const redact = createRedactor(['headline', 'evaluated', 'a secret path', 'https://ci.test/', 'a1a1a1']);
  expect(redactValue({ headline: 'x' }, redact)).toEqual({ '***': 'x' });
  const decision = createDecision({ review: [{ kind: 'recorded-target', paths: ['a secret path'] }] });
  const places = {
    headSha: 'a1'.repeat(20),
    runUrl: 'https://ci.test/1',
    homeUrl: 'https://ci.test/2',
  };
  const report = createReport({ suites: [createSuiteReport({ decision })], ...places });
  expect(redactReport(report, redact)).toMatchObject({
    suites: [{ kind: 'evaluated', decision: { review: [{ kind: 'recorded-target', paths: ['***'] }] } }],
    ...places,
  });
});

test('a report without a secret is the same one', () => {
  const report = createReport();
  expect(redactReport(report, createRedactor(['s3cret-value']))).toBe(report);
});
