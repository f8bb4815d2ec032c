import { describe, expect, test } from 'vitest';
import { type AaInput, buildAaReport } from '../../../src/decide/aa-check/build-aa-report.js';
import { createSeededRandom } from '../../../src/decide/aa-check/false-alarms.js';
import type { RunRecord } from '../../../src/ports/run-record.js';
import { DEFAULT_GATE } from '../../../src/settings/defaults.js';
import { createFailedSample, createRecord, createScoredCase, SCORER } from '../../support/records.js';

type Scores = Readonly<Record<string, readonly number[]>>;

function record(scores: Scores, overrides: Partial<RunRecord> = {}): RunRecord {
  const cases = Object.entries(scores).map(([id, values]) => createScoredCase(id, values));
  return createRecord({ cases, ...overrides });
}

function report(input: Partial<AaInput> & Pick<AaInput, 'first' | 'second'>) {
  return buildAaReport({ again: null, scorer: SCORER, gate: DEFAULT_GATE, baseRuns: 3, ...input });
}

/** Many cases of one agent whose scores are drawn from the same few values in both runs. */
function noisyRun(seed: number, cases: number, values: readonly number[]): RunRecord {
  const random = createSeededRandom(seed);
  const draw = () => values[Math.floor(random() * values.length)] ?? 0;
  return record(
    Object.fromEntries(
      Array.from({ length: cases }, (_, index) => [`case-${index}`, [draw(), draw(), draw()]]),
    ),
  );
}

describe('an A/A check', () => {
  test('tells answer noise apart from judge noise, by case and in all', () => {
    const first = record({ a: [1, 0.8], b: [0.5, 0.5] });
    const again = record({ a: [0.9, 0.9], b: [0.5, 0.5] });
    const { answerNoise, judgeNoise, cases, means } = report({
      first,
      second: record({ a: [0.8, 1], b: [0.5, 0.5] }),
      again,
    });
    // Deviations of 0.1 around 0.9, four of them with three degrees of freedom, beside a case without any.
    expect(answerNoise).toBeCloseTo(Math.sqrt(0.04 / 6), 4);
    // Four answers, of which two moved by 0.1: half of the mean square is one judging's.
    expect(judgeNoise).toEqual({ deviation: expect.closeTo(Math.sqrt(0.02 / 8), 4), answers: 4 });
    expect(means).toEqual({ first: 0.7, second: 0.7 });
    expect(cases).toEqual([
      {
        id: 'a',
        first: [1, 0.8],
        second: [0.8, 1],
        mean: 0.9,
        answerNoise: expect.closeTo(Math.sqrt(0.04 / 3), 4),
        judgeNoise: expect.closeTo(Math.sqrt(0.02 / 4), 4),
        answers: 4,
      },
      {
        id: 'b',
        first: [0.5, 0.5],
        second: [0.5, 0.5],
        mean: 0.5,
        answerNoise: 0,
        judgeNoise: 0,
        answers: 2,
      },
    ]);
  });

  test('cannot tell a false alarm from an agent that repeats itself', () => {
    const same = record({ a: [0.9, 0.9], b: [0.4, 0.4], c: [1, 1], d: [1, 1], e: [1, 1] });
    const { answerNoise, judgeNoise, falseAlarms, pair } = report({
      first: same,
      second: same,
    });
    expect(answerNoise).toBe(0);
    expect(judgeNoise).toBeNull();
    expect(falseAlarms).toMatchObject({ mean: 0, spread: 0, byCase: null });
    expect(pair).toMatchObject({ outcome: 'pass', line: expect.stringContaining('unchanged') });
  });

  test('leaves out and names what has no score in one of the runs', () => {
    const first = record({ a: [1], b: [1] });
    const failed = { ...createScoredCase('b', []), samples: [createFailedSample()] };
    const second = createRecord({ cases: [createScoredCase('a', [0.9]), failed] });
    const { cases, leftOut } = report({ first, second });
    expect(cases.map(({ id }) => id)).toEqual(['a']);
    expect(leftOut).toEqual(['b']);
  });

  test('is refused where the runs were judged otherwise, or nothing was scored', () => {
    const first = record({ a: [1] });
    const judge = { name: 'other', fingerprint: 'other', builtin: false };
    expect(() => report({ first, second: record({ a: [1] }, { judge }) })).toThrow(/the judge changed/);
    const nothing = createRecord({
      cases: [{ ...createScoredCase('a', []), samples: [createFailedSample('target', 'it crashed')] }],
    });
    expect(() => report({ first, second: nothing })).toThrow(
      /no case has a score of answer-relevancy in both runs: it crashed/,
    );
  });
});

describe('the false-alarm rate', () => {
  test('is that of this gate: at most what MEAN promises, and not zero where noise is large', () => {
    const values = [0, 0.3, 0.6, 1];
    const { falseAlarms } = report({
      first: noisyRun(1, 20, values),
      second: noisyRun(2, 20, values),
      gate: { ...DEFAULT_GATE, caseDrop: 1 },
    });
    expect(falseAlarms).toMatchObject({ relabellings: 1000, cases: 20, baseRuns: 3, headRuns: 3 });
    // With three runs on each side no case can be sure to be broken, so none was counted.
    expect(falseAlarms).toMatchObject({ byCase: null, caseTakes: 5 });
    expect(falseAlarms.mean).toBeGreaterThan(0);
    // 2.5 % and three standard errors.
    expect(falseAlarms.mean).toBeLessThanOrEqual(40);
  });

  test('is the same each time, and hangs on neither threshold nor fail-on', () => {
    const runs = { first: noisyRun(3, 8, [0.2, 0.9]), second: noisyRun(4, 8, [0.2, 0.9]) };
    const usual = report(runs).falseAlarms;
    const gate = { ...DEFAULT_GATE, threshold: 0.99, failOn: [] };
    expect(report({ ...runs, gate }).falseAlarms).toEqual(usual);
  });

  test('says how often the gate wanted more samples than there are', () => {
    // Single samples: a drop that looks real cannot be looked at again.
    const first = record(Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`c${index}`, [1]])));
    const second = record(Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`c${index}`, [0.5]])));
    const { falseAlarms } = report({ first, second });
    expect(falseAlarms).toMatchObject({ baseRuns: 1, headRuns: 1 });
    expect(falseAlarms.short).toBeGreaterThan(0);
  });

  test('shows a case that is now good and now bad, where there are samples enough to be sure', () => {
    const many = (value: () => number) => Array.from({ length: 6 }, value);
    const random = createSeededRandom(5);
    const shaky = () => (random() < 0.5 ? 1 : 0);
    const run = () =>
      record({
        ...Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`c${index}`, many(() => 1)])),
        shaky: many(shaky),
      });
    const { falseAlarms } = report({ first: run(), second: run(), baseRuns: 3 });
    expect(falseAlarms.headRuns).toBe(9);
    expect(falseAlarms.byCase).toBeGreaterThan(0);
    expect(falseAlarms.byCase).toBeLessThan(100);
  });
});
