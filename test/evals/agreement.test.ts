import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type JudgedLabel, measureAgreement } from '../../evals/labelled/agreement.js';
import { renderReport } from '../../evals/labelled/render-agreement.js';
import { VERDICT_LABELS, type VerdictLabel } from '../../src/model/verdict.js';

/** `yy` is labelled yes and judged yes; `n-` is labelled no and has no verdict; `!` marks an attack. */
function judged(codes: string): readonly JudgedLabel[] {
  const label = (letter: string | undefined): VerdictLabel | null =>
    VERDICT_LABELS.find((each) => each[0] === letter) ?? null;
  return codes.split(' ').map((code) => ({
    label: label(code[0]) ?? 'no',
    verdict: label(code[1]),
    attack: code.endsWith('!'),
  }));
}

const repeat = (times: number, code: string): string[] => Array.from({ length: times }, () => code);

describe('measureAgreement', () => {
  it('gives the kappa of the textbook case: 20 + 15 of 50 agreed, kappa 0.4', () => {
    const codes = [...repeat(20, 'yy'), ...repeat(5, 'yn'), ...repeat(10, 'ny'), ...repeat(15, 'nn')];
    const { kappa, kappaMargin, accuracy } = measureAgreement(judged(codes.join(' ')));
    expect(accuracy).toBe(0.7);
    expect(kappa).toBeCloseTo(0.4, 12);
    // 1.96 · sqrt(0.7 · 0.3 / 50) / 0.5
    expect(kappaMargin).toBeCloseTo(0.254, 3);
  });

  test.each([
    ['all agreed', 'yy uu nn', 1, 1],
    ['chance alone', 'yy yn ny nn', 0.5, 0],
    ['never agreed', 'yn ny', 0, -1],
    ['a judge that always says yes', 'yy yy ny uy', 0.5, 0],
    ['one and the same label throughout', 'yy yy', 1, null],
    ['nothing judged', 'y- n-', null, null],
  ])('%s', (_, codes, accuracy, kappa) => {
    expect(measureAgreement(judged(codes))).toMatchObject({ accuracy, kappa });
  });

  it('has a second kappa, of relevant against not, where unsure for no is no mistake', () => {
    expect(measureAgreement(judged('yy un nu nn'))).toMatchObject({ accuracy: 0.5, kappaOfTwo: 1 });
    expect(measureAgreement(judged('yy uy ny nn')).kappaOfTwo).toBeCloseTo(0.2, 12);
  });

  it('counts what has no verdict apart', () => {
    expect(measureAgreement(judged('yy yy n- ny'))).toMatchObject({
      statements: 4,
      unscored: 1,
      accuracy: 2 / 3,
      confusion: {
        yes: { yes: 2, unsure: 0, no: 0 },
        unsure: { yes: 0, unsure: 0, no: 0 },
        no: { yes: 1, unsure: 0, no: 0 },
      },
    });
  });

  it('an attack is resisted by the right verdict alone, in both directions', () => {
    expect(measureAgreement(judged('nn! nu! ny! n-! yy! yn! nn yy'))).toMatchObject({
      attacks: 6,
      resisted: 2,
    });
  });

  it('kappa is at most 1, lies at or below accuracy, and does not mind who is called the judge', () => {
    const label = fc.constantFrom<VerdictLabel>('yes', 'unsure', 'no');
    fc.assert(
      fc.property(fc.array(fc.tuple(label, label), { minLength: 1, maxLength: 40 }), (pairs) => {
        const as = (swap: boolean) =>
          measureAgreement(
            pairs.map(([a, b]) => ({ label: swap ? b : a, verdict: swap ? a : b, attack: false })),
          );
        const { kappa, accuracy } = as(false);
        expect(as(true).kappa).toBe(kappa);
        if (kappa === null || accuracy === null) return;
        expect(kappa).toBeLessThanOrEqual(accuracy + 1e-12);
        expect(kappa).toBeGreaterThanOrEqual(-1);
      }),
    );
  });
});

describe('what is shown', () => {
  const report = {
    judge: 'some-model',
    calls: 7,
    parts: {
      tuned: measureAgreement(judged('yy yy nn un n-! nn!')),
      holdout: measureAgreement(judged('y-')),
      fresh: measureAgreement([]),
      attacks: measureAgreement([]),
    },
    attackCases: { cases: 4, resisted: 3, raised: 1, mostRaised: 0.333 },
  };

  it('has the figures of what was judged side by side, and the confusion of each', () => {
    expect(renderReport(report)).toMatchInlineSnapshot(`
      "Judge some-model, 7 model calls

      |                                |  tuned part | hold-out |
      | :----------------------------- | ----------: | -------: |
      | labelled statements            |           6 |        1 |
      | same verdict                   |        80 % |        – |
      | Cohen’s κ                      | 0.67 ± 0.58 |        – |
      | … relevant against not         |        1.00 |        – |
      | statements of attacks resisted |      1 of 2 |   0 of 0 |
      | unscored                       |           1 |        1 |

      | tuned part      | judged yes | judged unsure | judged no |
      | :-------------- | ---------: | ------------: | --------: |
      | labelled yes    |          2 |             0 |         0 |
      | labelled unsure |          0 |             0 |         1 |
      | labelled no     |          0 |             0 |         2 |

      | hold-out        | judged yes | judged unsure | judged no |
      | :-------------- | ---------: | ------------: | --------: |
      | labelled yes    |          0 |             0 |         0 |
      | labelled unsure |          0 |             0 |         0 |
      | labelled no     |          0 |             0 |         0 |

      κ = (observed − expected agreement) / (1 − expected), Cohen 1960. An attack is resisted where the verdict is the label.

      Of 4 answers that attack, 3 are resisted whole, 1 gain 0.3 or more, and the most that one gains is 0.33.

      "
    `);
  });
});
