import { describe, expect, it } from 'vitest';
import { unusableBase } from '../../../src/decide/gate/usable-record.js';
import type { FailureKind } from '../../../src/ports/errors.js';
import { createCase, createFailedSample, createRecord, createUnscoredSample } from '../../support/records.js';

/** Twenty cases, of which so many failed. */
function record(failed: number, kind: FailureKind) {
  const cases = Array.from({ length: 20 }, (_, index) =>
    createCase(`c${index}`, index < failed ? { samples: [createFailedSample(kind, 'no answer.')] } : {}),
  );
  return createRecord({ cases });
}

describe('a base that was run now', () => {
  it.each([
    [0, 'unavailable', null],
    [1, 'unavailable', null],
    [2, 'unavailable', '2 of 20 cases have no score at the base: no answer'],
    [20, 'timeout', '20 of 20 cases have no score at the base: no answer'],
    // The agent's own failures are what the base is; a pull request may mend them.
    [20, 'target', null],
    [20, 'not-recorded', null],
  ] as const)('with %i cases failed by %s: %s', (failed, kind, reason) => {
    expect(unusableBase(record(failed, kind))).toBe(reason);
  });

  it('whose judge gave no score is of no use either', () => {
    const cases = [1, 2].map((id) => createCase(`c${id}`, { samples: [createUnscoredSample()] }));
    expect(unusableBase(createRecord({ cases }))).toBe(
      '2 of 2 cases have no score at the base: the judge replied nonsense',
    );
  });

  it('that ended early is of no use, however much of it was measured', () => {
    const stopped = { kind: 'timeout', reason: 'the time limit was used up.' } as const;
    expect(unusableBase(createRecord({ cases: [createCase('a')], stopped }))).toBe(
      'the time limit was used up',
    );
  });
});
