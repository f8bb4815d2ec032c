import { expect, test } from 'vitest';
import { failedBase } from '../../../src/decide/gate/inconclusive.js';
import type { FailureKind } from '../../../src/ports/errors.js';
import { createCase, createFailedSample, createRecord, createUnscoredSample } from '../../support/records.js';

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
