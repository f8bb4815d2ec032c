import { describe, expect, it } from 'vitest';
import { compareRecords } from '../../src/decide/compare/compare-records.js';
import { listFailedAtBase, reviewFailedAtBase, scoreShownCases } from '../../src/decide/report-cases.js';
import type { RunRecord, Sample } from '../../src/model/run-record.js';
import {
  createCase,
  createFailedSample,
  createRecord,
  createSample,
  createStatement,
  createUnscoredSample,
  SCORER,
} from '../support/records.js';

const crash = createFailedSample('target', 'no such table');
const good = createSample({ score: 1 });
const record = (cases: Readonly<Record<string, readonly Sample[]>>): RunRecord =>
  createRecord({ cases: Object.entries(cases).map(([id, samples]) => createCase(id, { samples })) });

describe('cases that the base failed', () => {
  const off = createSample({
    statements: [
      createStatement('Parrots sing.', 'no'),
      createStatement('Cats sleep.', 'no'),
      createStatement('It is open.', 'yes'),
    ],
    score: 0.3,
  });
  const base = record({
    a: [crash, crash],
    b: [crash, crash],
    c: [crash, good],
    d: [good, good],
    e: [crash],
  });
  const head = record({ a: [good], b: [off, off], c: [good], d: [good], e: [crash] });

  it('are listed with the head’s answers, the lowest score first', () => {
    const comparison = compareRecords({ head, base, scorer: SCORER });
    expect(listFailedAtBase(base, head, comparison)).toEqual([
      {
        id: 'b',
        input: 'question b',
        reason: 'no such table',
        score: 30,
        irrelevant: ['Parrots sing.', 'Cats sleep.'],
      },
      { id: 'a', input: 'question a', reason: 'no such table', score: 100, irrelevant: [] },
    ]);
    expect(listFailedAtBase(null, head, comparison)).toEqual([]);
  });

  it('a recording without an answer did not fail', () => {
    const missing = record({ a: [createFailedSample('not-recorded')] });
    const comparison = compareRecords({ head, base: missing, scorer: SCORER });
    expect(listFailedAtBase(missing, head, comparison)).toEqual([]);
  });
});

describe('human review', () => {
  const sides = (failing: number, sample: Sample, atHead: Sample = good) => {
    const ids = Array.from({ length: 20 }, (_, index) => `c${index}`);
    const side = (other: Sample) =>
      record(Object.fromEntries(ids.map((id, index) => [id, [index < failing ? other : good]])));
    return [side(sample), side(atHead)] as const;
  };

  it.each<[failing: number, reviews: number]>([
    [1, 0],
    [2, 1],
  ])('%i of 20 that the base’s agent failed and the head answers', (failing, reviews) => {
    const review = reviewFailedAtBase(...sides(failing, crash));
    expect(review).toHaveLength(reviews);
    if (reviews > 0) {
      expect(review).toEqual([{ kind: 'failed-at-base', failed: 2, of: 20, reason: 'no such table' }]);
    }
  });

  it('not if both sides fail, not for a provider’s failure, and not without a base', () => {
    expect(reviewFailedAtBase(...sides(5, crash, crash))).toEqual([]);
    expect(reviewFailedAtBase(...sides(5, createFailedSample('unavailable')))).toEqual([]);
    expect(reviewFailedAtBase(null, record({ a: [good] }))).toEqual([]);
  });
});

it('cases that do not decide have a score, or the reason why not', () => {
  const shown = record({
    a: [good],
    b: [createUnscoredSample('malformed', 'nonsense')],
    c: [good],
    x: [good],
  });
  const asBase = record({ c: [createSample({ score: 0.5 })] });
  const rows = [
    { change: 'added', row: { id: 'a' } },
    { change: 'edited', row: { id: 'b' } },
    { change: 'regraded', row: { id: 'c' }, baseId: 'c', differs: 'task' },
    { change: 'regraded', row: { id: 'a' }, baseId: 'none', differs: 'context' },
    { change: 'added', row: { id: 'gone' } },
  ] as const;
  const of = (asBaseRecord: RunRecord | null) =>
    scoreShownCases(shown, rows, { scorer: SCORER, asBase: asBaseRecord }).map((each) => ({
      id: each.id,
      change: each.change,
      score: each.score,
      reason: each.reason,
      ...(each.change === 'regraded' && { differs: each.differs, asBase: each.asBase }),
    }));
  expect(of(asBase)).toEqual([
    { id: 'a', change: 'added', score: 100 },
    { id: 'b', change: 'edited', score: null, reason: 'nonsense' },
    { id: 'c', change: 'regraded', score: 100, differs: 'task', asBase: 50 },
    { id: 'a', change: 'regraded', score: 100, differs: 'context', asBase: null },
  ]);
  expect(of(null)[2]).toMatchObject({ asBase: null });
});
