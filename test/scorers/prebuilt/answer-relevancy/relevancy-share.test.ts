import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { VerdictLabel } from '../../../../src/model/verdict.js';
import { relevancyShare } from '../../../../src/scorers/prebuilt/answer-relevancy.js';

const verdicts = (...labels: VerdictLabel[]) => labels.map((result) => ({ result }));

test.each([
  [verdicts('unsure'), 0, 0],
  [verdicts('unsure'), 1, 1],
  [verdicts(), 0.3, 0],
])('%j with weight %d is %d', (given, uncertaintyWeight, expected) => {
  expect(relevancyShare(given, uncertaintyWeight)).toBeCloseTo(expected, 12);
});

test('it lies between 0 and 1, and another "no" never raises it', () => {
  const labels = fc.array(fc.constantFrom<VerdictLabel>('yes', 'unsure', 'no'), { maxLength: 40 });
  const weights = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(labels, weights, (list, weight) => {
      const share = relevancyShare(verdicts(...list), weight);
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1 + 1e-9);
      expect(relevancyShare(verdicts(...list, 'no'), weight)).toBeLessThanOrEqual(share + 1e-9);
    }),
  );
});
