import { describe, expect, it } from 'vitest';
import { decideRecords } from '../../src/decide/decide-records.js';
import type { RunRecord } from '../../src/model/run-record.js';
import { createBaseline, createCase, createRecord, createSample, SCORER } from '../support/records.js';
import { GATE } from './gate/play-gate.js';

const ids = (count: number, name = 'c') => Array.from({ length: count }, (_, index) => `${name}${index}`);
const record = (names: readonly string[], score = 1, runs = 1): RunRecord =>
  createRecord({
    cases: names.map((id) =>
      createCase(id, { samples: Array.from({ length: runs }, () => createSample({ score })) }),
    ),
  });

function decide(head: RunRecord, base: RunRecord) {
  const scorers = [{ name: SCORER, gate: GATE }];
  return decideRecords({ scorers, head, base, baseline: createBaseline() });
}

describe('two given records', () => {
  it.each<[shared: number, isReviewed: boolean]>([
    [20, false],
    [18, false],
    [17, true],
  ])('%i of the base’s 20 cases are in the head', (shared, isReviewed) => {
    const { decided } = decide(record(ids(shared)), record(ids(20)));
    expect(decided.decision.because).toEqual(isReviewed ? ['review'] : []);
    const review = {
      kind: 'cases-not-compared',
      cause: 'not-in-record',
      missing: 20 - shared,
      of: 20,
    };
    expect(decided.decision.review).toEqual(isReviewed ? [review] : []);
  });

  it('a head of chosen cases is compared as it is', () => {
    const head = { ...record(ids(12)), subset: { of: 20 } };
    expect(decide(head, record(ids(20))).decided.decision).toMatchObject({ outcome: 'pass', because: [] });
  });

  it("the base's marks count, not the head's", () => {
    const base = record(ids(3));
    const marked = (mark: object) => ({ ...base, cases: base.cases.map((row) => ({ ...row, ...mark })) });
    const { head } = decide(marked({ tags: ['lax'], mustPass: true }), marked({ tags: ['billing'] }));
    expect(head.cases.map(({ tags, mustPass }) => [tags, mustPass])).toEqual([
      [['billing'], undefined],
      [['billing'], undefined],
      [['billing'], undefined],
    ]);
  });

  it('cases that only the head has, or has with another input, do not count', () => {
    const base = record(ids(10));
    const edited = createCase('c0', { input: 'another question', samples: [createSample({ score: 0 })] });
    const added = createCase('new', { samples: [createSample({ score: 0 })] });
    const head = createRecord({ cases: [edited, added, ...base.cases.slice(1)] });
    const { decided, head: compared, lone } = decide(head, base);
    expect(compared.cases.map(({ id }) => id)).toEqual(ids(10).slice(1));
    expect(lone).toEqual([
      { row: edited, change: 'edited' },
      { row: added, change: 'added' },
    ]);
    expect(decided.decision.outcome).toBe('pass');
  });

  it('nothing is asked: falls of single runs are yellow, and five large ones are red', () => {
    const fallen = (count: number) =>
      createRecord({
        cases: ids(12).map((id, index) =>
          createCase(id, { samples: [createSample({ score: index < count ? 0.4 : 1 })] }),
        ),
      });
    expect(decide(fallen(4), record(ids(12))).decided.decision.because).toEqual(['worse']);
    expect(decide(fallen(5), record(ids(12))).decided.decision.because).toEqual(['regression']);
  });

  it('all of the head’s runs are its first ones', () => {
    const runs = (scores: readonly number[]) =>
      createRecord({
        cases: ids(12).map((id, index) =>
          createCase(id, {
            samples: scores.map((score) => createSample({ score: index === 0 ? score : 1 })),
          }),
        ),
      });
    // Only with all three does the fall of the mean reach 0.2.
    const { decision } = decide(runs([1, 0.7, 0.7]), runs([1, 1, 1])).decided;
    expect(decision.because).toEqual([]);
    expect(decide(runs([0.9, 0.7, 0.7]), runs([1, 1, 1])).decided.decision.because).toEqual(['worse']);
  });
});
