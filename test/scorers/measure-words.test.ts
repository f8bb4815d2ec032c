import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildMeasureWords } from '../../src/scorers/measure-words.js';

test.each([
  [{ id: 'answer-relevancy' }, 'relevancy', 'relevancy'],
  [{ id: 'strict', use: 'answer-relevancy' }, 'relevancy (strict)', 'strict'],
  [{ id: 'max-length' }, 'pass rate of max-length', 'max-length'],
  [{ id: 'names-the-form', use: 'contains' }, 'pass rate of names-the-form', 'names-the-form'],
  [{ id: 'house-style', use: 'own' }, 'house style', 'house-style'],
  // A scorer of the repository's own may be called like one of the catalog.
  [{ id: 'faithfulness', use: 'own' }, 'faithfulness', 'faithfulness'],
])('%o is told as “Mean %s” and listed as %s', (scorer, name, label) => {
  expect(buildMeasureWords({ ...scorer, higherIsBetter: true })).toMatchObject({ name, label });
});

test('what a scorer of one’s own judges has no words of the catalog’s', () => {
  expect(buildMeasureWords({ id: 'faithfulness', use: 'own', higherIsBetter: true }).judgesItems).toBe(false);
  expect(buildMeasureWords({ id: 'faithfulness', higherIsBetter: true }).items).toMatchObject({
    many: 'claims',
  });
});

describe('two scores and their difference', () => {
  const up = buildMeasureWords({ id: 'answer-relevancy', higherIsBetter: true });

  test.each([
    [98, 90, 2, ['0.98', '0.90', '−0.08']],
    [90, 90, 2, ['0.90', '0.90', '0.00']],
    // Two decimals would say 0.98 → 0.97 and −0.02.
    [98.4, 96.6, undefined, ['0.984', '0.966', '−0.018']],
    // Two decimals would show a fall of 0.02 that is said to be less than that.
    [98.5, 96.6, 2, ['0.985', '0.966', '−0.019']],
    [98.5, 96.6, undefined, ['0.99', '0.97', '−0.02']],
    // Two decimals would hide it.
    [90.1, 90.3, 2, ['0.901', '0.903', '+0.002']],
    // Three are enough where they contradict nothing: that a fourth would round −0.0035 the other way is not seen.
    [96.1404, 95.7895, 2, ['0.961', '0.958', '−0.003']],
    // Where three would hide it, or show the limit that it is below, the second score gives way.
    [96.14, 96.08, 2, ['0.961', '0.960', '−0.001']],
    [98, 96.002, 2, ['0.980', '0.961', '−0.019']],
    [null, 90, 2, ['–', '0.90', '–']],
  ] as const)('%s and %s hundredths beside a limit of %s', (from, to, limit, [was, is, delta]) => {
    expect(up.figures(from, to, { drop: limit })).toEqual({ from: was, to: is, delta });
  });

  const down = buildMeasureWords({ id: 'own', use: 'own', higherIsBetter: false });
  test.each([
    // Two decimals would show both at the threshold.
    [up, 96.67, 95.83, 97, ['0.967', '0.958']],
    [up, 98.4, 96.96, 97, ['0.9840', '0.9696']],
    [up, 98, 97, 97, ['0.98', '0.97']],
    [up, 98, 97.04, 97, ['0.98', '0.97']],
    [up, null, 96.9, 97, ['–', '0.969']],
    [up, 90, 97.4, 97.5, ['0.90', '0.97']],
    [up, 90, 97.46, 97.45, ['0.900', '0.975']],
    // It is best at 0.
    [down, 96, 95.97, 96, ['0.0400', '0.0403']],
    [down, 100, 97, 96, ['0.00', '0.03']],
  ] as const)('%# %s and %s hundredths beside a threshold of %s', (words, from, to, threshold, shown) => {
    const { from: was, to: is } = words.figures(from, to, { threshold });
    expect([was, is]).toEqual(shown);
  });

  test('a threshold is shown as it is set', () => {
    expect([up.threshold(90), up.threshold(97.5), down.threshold(96)]).toEqual(['0.90', '0.975', '0.04']);
  });

  test('never contradict each other nor the limit, and have three decimals at most', () => {
    const mean = fc.double({ min: 0, max: 100, noNaN: true });
    const near = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(mean, fc.oneof(mean, near), fc.constantFrom(1, 2, 5), (base, other, limit) => {
        const head = Math.min(100, Math.max(0, Math.abs(other) < 3 ? base + other : other));
        const { from, to, delta } = up.figures(base, head, { drop: limit });
        const shown = Number(delta.replace('−', '-'));
        expect(shown).toBeCloseTo(Number(to) - Number(from), 9);
        expect(Math.abs(Number(to) - head / 100)).toBeLessThan(0.0061);
        expect(to.length).toBeLessThanOrEqual(5);
        expect(shown * (head - base)).toBeGreaterThanOrEqual(0);
        const difference = Math.abs(head - base);
        if (Math.abs(difference - limit) > 0.001) {
          expect(Math.abs(shown) < limit / 100 - 1e-9).toBe(difference < limit);
        }
        if (Math.abs(difference - 0.05) > 0.001) expect(shown !== 0).toBe(difference > 0.05);
      }),
    );
  });
});
