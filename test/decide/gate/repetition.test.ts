import { expect, it } from 'vitest';
import type { CaseRecord } from '../../../src/ports/run-record.js';
import { askGate, decide } from '../../support/gate.js';
import { createCase, createSample } from '../../support/records.js';

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

it('copies of one answer count once: four of ten falling answers of an agent that repeats itself are no proof', () => {
  const base = IDS.map((id) => same(id, 1, 3));
  const head = IDS.map((id, index) => same(id, fell(index), 1));
  const { outcome, mean } = decide({ base, head, canSample: true });
  expect({ outcome, p: mean?.p }).toEqual({ outcome: 'pass', p: 0.0625 });
});

it('answers that differ from run to run are as many observations', () => {
  const base = IDS.map((id) => varied(id, 1, 3));
  const head = IDS.map((id, index) => varied(id, fell(index), 1));
  const { outcome, mean } = decide({ base, head });
  expect(mean?.p).toBeCloseTo(1 / 4 ** 4, 10);
  expect(outcome).toBe('fail');
});

it('an agent that repeats itself is not asked again for the mean', () => {
  const base = IDS.map((id) => same(id, 1, 3));
  const head = IDS.map((id, index) => same(id, fell(index), 1));
  expect(askGate({ base, head, canSample: true }).kind).toBe('decided');
  const unsure = IDS.map((id) => varied(id, 1, 3));
  expect(askGate({ base: unsure, head, canSample: true }).kind).toBe('more-samples');
});

it('head answers that differ show that the agent does not repeat itself', () => {
  const base = IDS.map((id) => same(id, 1, 3));
  const head = IDS.map((id, index) => varied(id, fell(index), 3));
  expect(decide({ base, head }).mean?.p).toBeLessThan(0.01);
});

it('a fall of all answers is still found', () => {
  const base = IDS.map((id) => same(id, 1, 3));
  const head = IDS.map((id) => same(id, 0.8, 1));
  expect(decide({ base, head, canSample: true })).toMatchObject({ outcome: 'fail', mean: { p: 1 / 1024 } });
});
