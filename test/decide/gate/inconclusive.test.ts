import { expect, test } from 'vitest';
import { decideAgreement, failedBase } from '../../../src/decide/gate/inconclusive.js';
import type { FailureKind } from '../../../src/ports/errors.js';
import { createCase, createFailedSample, createRecord, createUnscoredSample } from '../../support/records.js';

const GATE = { agreed: 45, of: 50, missed: 0, labels: 60, minimum: 0.9 };

test.each<[string, Partial<typeof GATE>, RegExp | null]>([
  ['as many as asked for', {}, null],
  [
    'one less',
    { agreed: 44 },
    /^the judge agrees with 44 of 50 of your labels \(0\.88\), and `min-agreement` is 0\.9 \(`prompt-regression judge-check` lists/,
  ],
  ['a share that rounding would lift', { agreed: 899, of: 1000 }, /899 of 1000 of your labels \(0\.899\)/],
  ['19 labels, whatever it says of them', { agreed: 0, of: 19 }, null],
  ['20 labels', { agreed: 17, of: 20 }, /17 of 20/],
  ['all of them asked for', { agreed: 20, of: 20, minimum: 1 }, null],
  [
    'most verdicts not to be had',
    { agreed: 10, of: 10, missed: 40 },
    /could be asked about only 10 of 50 of your labels/,
  ],
  ['a few not to be had', { agreed: 20, of: 20, missed: 2 }, null],
  ['nothing to ask about', { agreed: 0, of: 0, labels: 60 }, null],
])('%s', (_what, given, cause) => {
  const found = decideAgreement({ ...GATE, ...given });
  if (cause === null) expect(found).toBeNull();
  else {
    expect(found?.inconclusive).toMatchObject({ because: 'inconclusive', nothingMeasured: false });
    expect(found?.inconclusive?.cause).toMatch(cause);
  }
});

test('a base of no use is run again only where another run may end otherwise', () => {
  const failed = (sample: ReturnType<typeof createFailedSample>) =>
    failedBase(createRecord({ cases: ['a', 'b'].map((id) => createCase(id, { samples: [sample] })) }));
  const unscored = (kind: FailureKind) => createUnscoredSample(kind);
  expect(failed(unscored('scorer'))).toEqual({ because: 'error', remedy: 'correct' });
  expect(failed(createFailedSample('unauthorized'))).toEqual({ because: 'error', remedy: 'mend-access' });
  expect(failed(createFailedSample('rate-limited'))).toEqual({ because: 'error', remedy: 'run-again' });
  const stopped = { kind: 'timeout', reason: 'the time limit was used up' } as const;
  expect(failedBase(createRecord({ cases: [], stopped }))).toEqual({
    because: 'error',
    remedy: 'raise-limit',
  });
  expect(failedBase(undefined)).toEqual({ because: 'error', remedy: 'run-again' });
});
