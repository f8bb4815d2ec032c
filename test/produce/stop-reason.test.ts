import { expect, test } from 'vitest';
import { type FailureKind, ProviderError } from '../../src/model/errors.js';
import { renderStop } from '../../src/produce/stop-reason.js';

test.each<[FailureKind, number, number, string, string]>([
  ['budget', 61, 90, '', 'why after 61 of 90 answers'],
  ['budget', 1_200, 3_000, ' of the base', 'why after 1,200 of 3,000 answers of the base'],
  ['budget', 90, 90, '', 'why after 90 of 90 answers, before failed ones were retried'],
  ['budget', 0, 90, '', 'why after 0 of 90 answers'],
  ['timeout', 0, 90, '', 'why after 0 of 90 answers'],
  ['unauthorized', 3, 90, '', 'why'],
])('%s after %i of %i%s', (kind, done, due, of, line) => {
  expect(renderStop(new ProviderError('why', { kind }), { done, due, of })).toBe(line);
});
