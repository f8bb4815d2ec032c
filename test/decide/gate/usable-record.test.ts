import { describe, expect, test } from 'vitest';
import { concludeRecords, decideSuite } from '../../../src/decide/conclude.js';
import {
  findSpoiltRun,
  isComplete,
  renderSpoiltRun,
  unusableBase,
  whyBaseIsSilent,
  whyIncomplete,
  whyJudgingIsBroken,
} from '../../../src/decide/gate/usable-record.js';
import type { FailureKind } from '../../../src/ports/errors.js';
import type { RunRecord, Sample } from '../../../src/ports/run-record.js';
import { DEFAULT_GATE } from '../../../src/settings/defaults.js';
import {
  createBaseline,
  createCase,
  createFailedSample,
  createRecord,
  createSample,
  createUnscoredSample,
  SCORER,
} from '../../support/records.js';

const CASES = 8;

/** A record of three suite-wide runs; in the second one these many cases are spoilt. */
function recordWith(spoilt: number, sample: () => Sample, cases = CASES): RunRecord {
  return createRecord({
    cases: Array.from({ length: cases }, (_, index) => {
      const good = (run: number) => createSample({ score: 0.9, answerHash: `${index} ${run}` });
      const second = index < spoilt ? sample() : good(2);
      return createCase(`case-${index}`, { samples: [good(1), second, good(3)] });
    }),
  });
}

const outage = () => createFailedSample('rate-limited', '429: slow down');

describe('one of several runs', () => {
  test.each([
    ['an outage of the provider', outage, '8 of 8 cases have no score in run 2: 429: slow down'],
    [
      'a judge that gives nothing usable',
      () => createUnscoredSample('malformed', 'nonsense'),
      'in run 2: nonsense',
    ],
    ['an agent that crashes', () => createFailedSample('target', 'it crashed'), 'in run 2: it crashed'],
  ])('that %s has spoilt decides nothing, though every case has other scores', (_, sample, line) => {
    const head = recordWith(CASES, sample);
    const concluded = concludeRecords({
      scorers: [{ name: SCORER, gate: { ...DEFAULT_GATE, threshold: 0.5 } }],
      head,
      base: recordWith(0, outage),
      baseline: createBaseline(),
      canSample: true,
    });
    const { decision } = decideSuite(concluded, []);
    expect(decision).toMatchObject({
      outcome: 'inconclusive',
      because: ['error'],
      blocking: true,
    });
    expect(decision.headline).toContain(line);
    expect(decision.headline).not.toMatch(/0\.\d\d/);
    expect(isComplete(head)).toBe(false);
    expect(whyIncomplete(head)).toContain(line);
  });

  test.each([
    [1, 8, false],
    [2, 8, true],
    [2, 40, false],
    [3, 40, true],
  ])('with %i of %i cases without a score is spoilt: %s', (spoilt, cases, expected) => {
    expect(findSpoiltRun(recordWith(spoilt, outage, cases), SCORER) !== null).toBe(expected);
    expect(isComplete(recordWith(spoilt, outage, cases))).toBe(!expected);
  });

  test.each(['not-scorable', 'not-recorded'] as const)('is not spoilt by what is %s', (kind: FailureKind) => {
    expect(
      findSpoiltRun(
        recordWith(CASES, () => createUnscoredSample(kind, 'nothing')),
        SCORER,
      ),
    ).toBeNull();
  });

  test('of a base that its own agent failed leaves it usable, one that the provider failed does not', () => {
    expect(unusableBase(recordWith(CASES, () => createFailedSample('target')))).toBeNull();
    expect(unusableBase(recordWith(CASES, outage))).toBe(
      '8 of 8 cases have no score in run 2 at the base: 429: slow down',
    );
  });
});

test('a baseline with such a run is no baseline, wherever it comes from', () => {
  const concluded = concludeRecords({
    scorers: [{ name: SCORER, gate: DEFAULT_GATE }],
    head: recordWith(0, outage),
    base: recordWith(CASES, outage),
    baseline: createBaseline(),
    canSample: false,
  });
  const { decision } = decideSuite(concluded, []);
  expect(decision).toMatchObject({ outcome: 'inconclusive', because: ['inconclusive'] });
  expect(decision.headline).toContain('in the baseline 8 of 8 cases have no score in run 2');
});

test('where there was one run only, it needs no number', () => {
  const record = createRecord({
    cases: [createCase('a', { samples: [outage()] }), createCase('b', { samples: [outage()] })],
  });
  const spoilt = findSpoiltRun(record, SCORER);
  expect(spoilt && renderSpoiltRun(spoilt)).toBe('2 of 2 cases have no score: 429: slow down');
});

/** Twenty cases, of which so many failed. */
function recordOf20(failed: number, kind: FailureKind) {
  const cases = Array.from({ length: 20 }, (_, index) =>
    createCase(`c${index}`, index < failed ? { samples: [createFailedSample(kind, 'no answer.')] } : {}),
  );
  return createRecord({ cases });
}

describe('a base that was run now', () => {
  test.each([
    [0, 'unavailable', null],
    [1, 'unavailable', null],
    [2, 'unavailable', '2 of 20 cases have no score at the base: no answer'],
    [20, 'timeout', '20 of 20 cases have no score at the base: no answer'],
    // The agent's own failures are what the base is; a pull request may mend them.
    [20, 'target', null],
    [20, 'not-recorded', null],
  ] as const)('with %i cases failed by %s: %s', (failed, kind, reason) => {
    expect(unusableBase(recordOf20(failed, kind))).toBe(reason);
  });

  test.each([
    ['gone', "the base's agent answers nothing: status 404", null],
    ['judge-gone', null, "the base's judge cannot be asked: status 404"],
    ['unauthorized', null, null],
    ['unavailable', null, null],
  ] as const)('that ended by %s', (kind, silent, broken) => {
    const stopped = { kind, reason: 'status 404' };
    const record = { ...recordOf20(20, kind), stopped };
    expect([whyBaseIsSilent(record), whyJudgingIsBroken(record)]).toEqual([silent, broken]);
  });

  test.each([
    [2, 'scorer', "the base's scorer fails at 2 of 20 answers: no key"],
    [1, 'scorer', null],
    [20, 'malformed', null],
  ] as const)('with %i of 20 answers that could not be judged by %s', (failed, kind, why) => {
    const cases = Array.from({ length: 20 }, (_, index) =>
      createCase(`c${index}`, index < failed ? { samples: [createUnscoredSample(kind, 'no key')] } : {}),
    );
    expect(whyJudgingIsBroken(createRecord({ cases }))).toBe(why);
  });

  test('whose judge gave no score is of no use either', () => {
    const cases = [1, 2].map((id) => createCase(`c${id}`, { samples: [createUnscoredSample()] }));
    expect(unusableBase(createRecord({ cases }))).toBe(
      '2 of 2 cases have no score at the base: the judge replied nonsense',
    );
  });

  test('that ended early is of no use, however much of it was measured', () => {
    const stopped = { kind: 'timeout', reason: 'the time limit was used up.' } as const;
    expect(unusableBase(createRecord({ cases: [createCase('a')], stopped }))).toBe(
      'the time limit was used up',
    );
  });
});

describe('a base whose agent answers too little to be compared with', () => {
  test.each([
    [20, 'target', "the base's agent answers none of the 20 cases: no answer"],
    [11, 'target', "the base's agent answers only 9 of the 20 cases: no answer"],
    [10, 'target', null],
    [20, 'rate-limited', null],
  ] as const)('with %i cases failed by %s: %s', (failed, kind, why) => {
    expect(whyBaseIsSilent(recordOf20(failed, kind))).toBe(why);
  });

  test('is one that was given up too, and none that another thing ended', () => {
    const ended = (kind: FailureKind) =>
      whyBaseIsSilent(createRecord({ cases: [], stopped: { kind, reason: 'it was given up.' } }));
    expect(ended('target')).toBe("the base's agent answers nothing: it was given up");
    expect(ended('silent')).toBeNull();
    expect(ended('timeout')).toBeNull();
  });

  test('does not answer a case that it answers in no run', () => {
    expect(whyBaseIsSilent(recordWith(CASES, () => createFailedSample('target')))).toBeNull();
  });
});

describe('a record that may be a baseline', () => {
  test.each<[string, RunRecord, string | null]>([
    [
      'one failed sample of three',
      createRecord({ cases: [createCase('a', { samples: [createFailedSample(), createSample()] })] }),
      null,
    ],
    [
      'nothing scored',
      createRecord({ cases: [createCase('a', { samples: [createFailedSample()] })] }),
      'no case has a score',
    ],
    ['no case', createRecord({ cases: [] }), 'it has no cases'],
    [
      'ended early',
      createRecord({ cases: [createCase('a')], stopped: { kind: 'timeout', reason: 'too long' } }),
      'too long',
    ],
  ])('%s', (_, record, why) => {
    expect(isComplete(record)).toBe(why === null);
    if (why === null) expect(whyIncomplete(record)).toBeNull();
    else expect(whyIncomplete(record)).toContain(why);
  });
});
