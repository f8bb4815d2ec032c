import { expect, it } from 'vitest';
import { repeatedShare } from '../../../src/decide/gate/noise.js';
import type { CaseRecord } from '../../../src/ports/run-record.js';
import { askGate, decide } from '../../support/gate.js';
import { createCase, createRecord, createSample } from '../../support/records.js';

/** A case that gave this answer so many times, with this score. */
function same(id: string, score: number, runs: number, text = `answer ${id} ${score}`): CaseRecord {
  const samples = Array.from({ length: runs }, () => createSample({ score, answerHash: text }));
  return createCase(id, { samples });
}

/** A case with another answer in every run. */
function varied(id: string, score: number, runs: number): CaseRecord {
  const samples = Array.from({ length: runs }, (_, run) =>
    createSample({ score, answerHash: `${id} ${run} ${score}` }),
  );
  return createCase(id, { samples });
}

const IDS = Array.from({ length: 10 }, (_, index) => `c${index}`);
const fell = (index: number) => (index < 4 ? 0.7 : 1);

it('four of ten falling answers of an agent that repeats itself are no proof, whatever its copies say', () => {
  const base = IDS.map((id) => same(id, 1, 3));
  const head = IDS.map((id, index) => same(id, index < 4 ? 0.85 : 1, 1));
  const { outcome, mean } = decide({ base, head });
  expect({ outcome, p: mean?.p, pEven: mean?.pEven }).toEqual({
    outcome: 'pass',
    p: 1 / 4 ** 4,
    pEven: 1 / 2 ** 4,
  });
});

it('answers that differ from run to run are as many observations', () => {
  const base = IDS.map((id) => varied(id, 1, 3));
  const head = IDS.map((id, index) => varied(id, index < 5 ? 0.85 : 1, 1));
  expect(decide({ base, head })).toMatchObject({ outcome: 'fail', mean: { p: 1 / 4 ** 5 } });
});

it('a base that repeats itself does not say that the head does: the head is asked once more, and again only if it differs', () => {
  const base = IDS.map((id) => same(id, 1, 3));
  const asked = (make: typeof same, runs: number) => {
    const head = IDS.map((id, index) => make(id, index < 4 ? 0.85 : 1, runs));
    return askGate({ base, head, canSample: true });
  };
  expect(asked(same, 1)).toMatchObject({ kind: 'more-samples', cases: 'all', upTo: 2 });
  expect(asked(same, 2).kind).toBe('decided');
  expect(asked(varied, 2)).toMatchObject({ kind: 'more-samples', cases: 'all', upTo: 3 });
});

it('head answers that differ show that the agent does not repeat itself', () => {
  const base = IDS.map((id) => same(id, 1, 3));
  const head = IDS.map((id, index) => varied(id, fell(index), 3));
  expect(decide({ base, head })).toMatchObject({ outcome: 'fail' });
});

it('a fall of all answers is still found', () => {
  const base = IDS.map((id) => same(id, 1, 3));
  const head = IDS.map((id) => same(id, 0.8, 1));
  expect(decide({ base, head, canSample: true })).toMatchObject({
    outcome: 'fail',
    mean: { pEven: 1 / 1024 },
  });
});

it('the share of repeated answers is of all runs beyond the first of a case, on both sides', () => {
  const mixed = createCase('m', {
    samples: ['a', 'a', 'b', 'a'].map((answerHash) => createSample({ answerHash })),
  });
  const share = (head: readonly CaseRecord[], base: readonly CaseRecord[]) =>
    repeatedShare({ head: createRecord({ cases: head }), base: createRecord({ cases: base }) });
  expect(share([same('m', 1, 1)], [same('m', 1, 1)])).toBe(0);
  expect(share([same('m', 1, 1)], [same('m', 1, 3)])).toBe(1);
  expect(share([varied('m', 1, 2)], [mixed])).toBe(2 / 4);
});

it('there is no cliff: a little less repetition needs a little less of the mean', () => {
  const chanceOf = (repeats: number) => {
    const base = IDS.map((id, index) => (index < repeats ? same(id, 1, 3) : varied(id, 1, 3)));
    const head = IDS.map((id, index) => same(id, index < 5 ? 0.85 : 1, 1));
    return decide({ base, head }).outcome;
  };
  expect([0, 2, 5, 8, 10].map(chanceOf)).toEqual(['fail', 'fail', 'fail', 'pass', 'pass']);
});
