import { expect, test } from 'vitest';
import { OutageBreaker } from '../../src/llm/outage-breaker.js';
import { type FailureKind, ProviderError } from '../../src/ports/errors.js';

const failure = (kind: FailureKind) => new ProviderError(`host: ${kind}`, { kind, status: 503 });

test('opens when the first twenty calls all failed for the provider’s sake', () => {
  const breaker = new OutageBreaker();
  for (let call = 1; call < 20; call++) breaker.failed(failure(call % 2 === 0 ? 'unavailable' : 'malformed'));
  expect(breaker.outage).toBeNull();
  breaker.failed(failure('timeout'));
  expect(breaker.outage).toMatchObject({ kind: 'timeout', status: 503 });
  expect(breaker.outage?.message).toContain('host: timeout');
  expect(breaker.outage?.message).toContain('19 calls before it');
});

test('one success keeps it closed for good', () => {
  const breaker = new OutageBreaker();
  breaker.failed(failure('unavailable'));
  breaker.succeeded();
  for (let call = 0; call < 30; call++) breaker.failed(failure('unavailable'));
  expect(breaker.outage).toBeNull();
});

test('failures of one request or of the run do not count', () => {
  const breaker = new OutageBreaker();
  for (let call = 0; call < 10; call++) {
    for (const kind of ['bad-request', 'aborted', 'content-filter'] as const) breaker.failed(failure(kind));
  }
  expect(breaker.outage).toBeNull();
});
