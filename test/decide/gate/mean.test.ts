import { describe, expect, it } from 'vitest';
import { MIN_CASES } from '../../../src/decide/gate/mean.js';
import { createBaseline } from '../../support/records.js';
import {
  type Answers,
  findingOf,
  outcomesOf,
  type PlayOptions,
  playGate,
  type ScriptedCase,
} from './play-gate.js';

type Script = {
  readonly fell: number;
  readonly rose: number;
  readonly by?: number;
  readonly same?: number;
  readonly baseAgain?: Answers;
  readonly headAgain?: Answers;
  readonly runs?: { readonly base: number; readonly head: number };
};

/** Small falls and rises that no other rule looks at. */
function cases({
  fell,
  rose,
  by = 0.1,
  same = 0,
  baseAgain,
  headAgain,
  runs,
}: Script): readonly ScriptedCase[] {
  const { base, head } = runs ?? { base: 3, head: 1 };
  const scores = [
    ...Array.from({ length: fell }, () => 0.5 - by),
    ...Array.from({ length: rose }, () => 0.5 + by),
    ...Array.from({ length: same }, () => 0.5),
  ];
  return scores.map((score, index) => ({
    id: `c${index}`,
    base: Array.from({ length: base }, () => 0.5),
    head: Array.from({ length: head }, () => score),
    ...(baseAgain && { baseAgain }),
    ...(headAgain && { headAgain }),
  }));
}

const play = (script: Script, options?: PlayOptions) => playGate(cases(script), options);
const outcomes = (script: Script, options?: PlayOptions) =>
  outcomesOf(play(script, options).decision, 'mean');

describe('red', () => {
  it.each<[fell: number, rose: number, p: number, outcome: string]>([
    [4, 0, 1 / 16, 'info'],
    [5, 0, 1 / 32, 'fails'],
    [7, 1, 9 / 256, 'fails'],
    [6, 1, 8 / 128, 'info'],
  ])('%i fell and %i rose by 0.1', (fell, rose, p, outcome) => {
    const { decision } = play({ fell, rose });
    expect(findingOf(decision, 'mean')).toMatchObject({ outcome, numbers: { cases: fell + rose } });
    expect(findingOf(decision, 'mean')?.numbers.p).toBeCloseTo(p, 9);
    expect(decision.outcome).toBe(outcome === 'fails' ? 'fail' : 'pass');
  });

  it('the smallest number of cases is the one that lint names', () => {
    expect(MIN_CASES.value).toBe(5);
    expect(outcomes({ fell: MIN_CASES.value, rose: 0 })).toEqual(['fails']);
    expect(outcomes({ fell: MIN_CASES.value - 1, rose: 0 })).toEqual(['info']);
  });

  it.each<[by: number, maxDrop: number, outcome: string]>([
    [0.02, 0.02, 'fails'],
    [0.01, 0.02, 'info'],
    [0.1, 0.1, 'fails'],
    [0.1, 0.11, 'info'],
    [0.01, 0, 'fails'],
  ])('a fall of %d with max-drop %d', (by, maxDrop, outcome) => {
    expect(outcomes({ fell: 10, rose: 0, by }, { gate: { maxDrop } })).toEqual([outcome]);
  });

  it('no fall is none, even with a max-drop of 0', () => {
    const { decision, asks } = play({ fell: 0, rose: 0, same: 10 }, { gate: { maxDrop: 0 } });
    expect(outcomesOf(decision, 'mean')).toEqual(['info']);
    expect(asks).toEqual([]);
  });

  it.each<[tests: number, outcome: string]>([
    [1, 'fails'],
    [2, 'info'],
  ])('p = 0.031 among %i scorers of all suites', (tests, outcome) => {
    expect(outcomes({ fell: 5, rose: 0 }, { tests })).toEqual([outcome]);
  });

  it('needs the base runs of today to agree', () => {
    const baseAgain = (score: number): Answers => [score];
    expect(outcomes({ fell: 10, rose: 0, baseAgain: baseAgain(0.45) })).toEqual(['fails']);
    expect(outcomes({ fell: 10, rose: 0, baseAgain: baseAgain(0.4) })).toEqual(['info']);
  });

  it.each<[back: number, outcome: string]>([
    // 8 differences of 0.1 and so many of 0: p = 2^-n.
    [4, 'fails'],
    [5, 'info'],
  ])('if %i of 8 cases of today are as low as the head, p against today is 0.06 or 0.13', (back, outcome) => {
    const scripted = cases({ fell: 8, rose: 0 }).map((each, index) => ({
      ...each,
      baseAgain: [index < back ? 0.4 : 0.5],
    }));
    expect(outcomesOf(playGate(scripted).decision, 'mean')).toEqual([outcome]);
  });
});

describe('what it asks for', () => {
  it('head runs up to three, then three base runs of today', () => {
    const { asks, asked } = play({ fell: 10, rose: 0 });
    expect(asks).toEqual([
      { kind: 'head-runs', upTo: 2, because: 'mean' },
      { kind: 'head-runs', upTo: 3, because: 'mean' },
      { kind: 'base-today', runs: 3, because: 'mean' },
    ]);
    expect(asked).toEqual({ head: 20, base: 30 });
  });

  it.each<[fell: number, rose: number, headRuns: number]>([
    // p = 0.1875 and 0.227.
    [4, 1, 2],
    [6, 3, 0],
    [3, 0, 2],
    [2, 0, 0],
  ])('%i fell and %i rose: %i more head runs', (fell, rose, headRuns) => {
    const { asks } = play({ fell, rose });
    expect(asks.filter(({ kind }) => kind === 'head-runs')).toHaveLength(headRuns);
  });

  it('nothing for a fall below max-drop', () => {
    expect(play({ fell: 10, rose: 0, by: 0.01 }).asks).toEqual([]);
  });

  it('no base runs if new head runs bring the mean back', () => {
    const { asks, decision } = play({ fell: 10, rose: 0, headAgain: [0.6] });
    expect(asks.some(({ kind }) => kind === 'base-today')).toBe(false);
    expect(outcomesOf(decision, 'mean')).toEqual(['info']);
  });

  it.each<[extraLeft: number, outcomes: string[], asked: number]>([
    [50, ['fails'], 50],
    [49, ['worse: extra-runs'], 20],
    [19, ['worse: extra-runs'], 10],
    [9, ['worse: extra-runs'], 0],
  ])('with %i extra answers left', (extraLeft, expected, asked) => {
    const played = play({ fell: 10, rose: 0 }, { extraLeft });
    expect(outcomesOf(played.decision, 'mean')).toEqual(expected);
    expect(played.asked.head + played.asked.base).toBe(asked);
  });

  it('without extra answers, a fall that chance explains is only a number', () => {
    expect(outcomes({ fell: 4, rose: 0 }, { extraLeft: 0 })).toEqual(['info']);
  });
});

describe('a base that cannot run today', () => {
  it.each<[fell: number, askable: 'head' | 'none', outcome: string]>([
    [6, 'head', 'info'],
    [7, 'head', 'fails'],
    [6, 'none', 'info'],
    [7, 'none', 'fails'],
  ])('%i fell (p = 2^-n must be below 0.01): %s', (fell, askable, outcome) => {
    const { decision, asked } = play({ fell, rose: 0 }, { askable });
    expect(outcomesOf(decision, 'mean')).toEqual([outcome]);
    expect(asked).toEqual({ head: askable === 'head' ? 2 * fell : 0, base: 0 });
  });
});

describe('the smallest fall that it notices', () => {
  const power = (count: number, base: readonly number[], options?: PlayOptions) => {
    const scripted = Array.from({ length: count }, (_, index) => ({ id: `c${index}`, base, head: [0.5] }));
    return findingOf(playGate(scripted, options).decision, 'mean')?.power?.noticeable;
  };

  it('is four standard deviations of the mean, or max-drop', () => {
    // The runs deviate by 0.1 from their mean.
    expect(power(25, [0.4, 0.5, 0.6])).toBeCloseTo((4 * 0.1) / 5, 9);
    expect(power(100, [0.4, 0.5, 0.6])).toBeCloseTo(0.04, 9);
    expect(power(25, [0.4, 0.5, 0.6], { gate: { maxDrop: 0.09 } })).toBe(0.09);
  });

  it.each<[what: string, cases: number, base: number[], options: PlayOptions, isShown: boolean]>([
    ['20 cases', 20, [0.4, 0.5, 0.6], {}, true],
    ['19 cases', 19, [0.4, 0.5, 0.6], {}, false],
    ['two base runs', 20, [0.4, 0.6], {}, false],
    ['runs that never differ', 20, [0.5, 0.5, 0.5], {}, false],
    ['two scorers', 20, [0.4, 0.5, 0.6], { tests: 2 }, false],
    ['the head alone', 20, [0.4, 0.5, 0.6], { askable: 'head' }, false],
  ])('%s', (_, count, base, options, isShown) => {
    expect(power(count, base, options) !== undefined).toBe(isShown);
  });
});

it('has the numbers of both sides', () => {
  const { decision } = play({ fell: 5, rose: 0, runs: { base: 5, head: 3 } });
  expect(decision.mean).toEqual({
    cases: 5,
    baseRuns: 5,
    headRuns: 3,
    base: 0.5,
    head: 0.4,
    drop: expect.closeTo(0.1, 9),
    maxDrop: 0.02,
    p: 1 / 32,
    pToday: 1 / 32,
  });
});

it('against a baseline of an older prompt it is yellow', () => {
  expect(outcomes({ fell: 10, rose: 0 }, { baseline: createBaseline({ stale: true }) })).toEqual([
    'worse: stale',
  ]);
});
