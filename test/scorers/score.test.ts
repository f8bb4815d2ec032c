import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/ports/errors.js';
import type { VerdictLabel } from '../../src/ports/verdict.js';
import { resolveRelevancyOptions } from '../../src/scorers/library/answer-relevancy/options.js';
import { relevancyScore } from '../../src/scorers/score.js';

const verdicts = (...labels: VerdictLabel[]) => labels.map((result) => ({ result }));

describe('the formula', () => {
  test.each([
    [verdicts('yes', 'unsure', 'no'), 0.3, 1, 1.3 / 3],
    [verdicts('yes', 'unsure', 'no'), 0.5, 1, 0.5],
    [verdicts('yes', 'unsure', 'no'), 0.3, 10, 13 / 3],
    [verdicts('unsure'), 0, 1, 0],
    [verdicts('unsure'), 1, 1, 1],
    [verdicts('no', 'no'), 1, 1, 0],
    [verdicts(), 0.3, 1, 0],
  ])('%j with weight %d and scale %d is %d', (given, uncertaintyWeight, scale, expected) => {
    expect(relevancyScore(given, { uncertaintyWeight, scale })).toBeCloseTo(expected, 12);
  });

  test('it lies between 0 and the scale, and another "no" never raises it', () => {
    const labels = fc.array(fc.constantFrom<VerdictLabel>('yes', 'unsure', 'no'), { maxLength: 40 });
    const weight = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        labels,
        weight,
        fc.double({ min: 0.1, max: 100, noNaN: true }),
        (list, uncertaintyWeight, scale) => {
          const formula = { uncertaintyWeight, scale };
          const score = relevancyScore(verdicts(...list), formula);
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(scale + 1e-9);
          expect(relevancyScore(verdicts(...list, 'no'), formula)).toBeLessThanOrEqual(score + 1e-9);
        },
      ),
    );
  });
});

describe('the options', () => {
  test('one given alone leaves the others at their defaults', () => {
    expect(resolveRelevancyOptions({ uncertaintyWeight: 0.5 })).toEqual({
      uncertaintyWeight: 0.5,
      scale: 1,
      extraction: 'judge',
      correctness: 'ignore',
      reason: 'verdicts',
    });
    expect(resolveRelevancyOptions({ scale: 10, uncertaintyWeight: undefined }).uncertaintyWeight).toBe(0.3);
  });

  test.each([
    [{ uncertaintyWeight: -0.1 }, /uncertaintyWeight is -0\.1.*0 to 1/],
    [{ uncertaintyWeight: 1.01 }, /uncertaintyWeight is 1\.01/],
    [{ uncertaintyWeight: Number.NaN }, /uncertaintyWeight is NaN/],
    [{ scale: 0 }, /scale is 0.*above 0/],
    [{ scale: -1 }, /scale is -1/],
    [{ scale: Number.NaN }, /scale is NaN/],
    [{ scale: Number.POSITIVE_INFINITY }, /scale is Infinity/],
    [{ extraction: 'guess' as 'judge' }, /extraction is "guess".*judge, segment/],
  ])('%j is refused', (given, message) => {
    expect(() => resolveRelevancyOptions(given)).toThrow(UserError);
    expect(() => resolveRelevancyOptions(given)).toThrow(message);
  });

  test('all problems are named at once', () => {
    try {
      resolveRelevancyOptions({ scale: 0, uncertaintyWeight: 2 });
      expect.unreachable();
    } catch (error) {
      expect((error as UserError).problems).toHaveLength(2);
    }
  });
});
