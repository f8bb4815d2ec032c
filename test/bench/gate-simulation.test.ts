import { describe, expect, test } from 'vitest';
import { type Cell, listCells } from '../../bench/gate-simulation/cells.js';
import { intervalOf, runCell } from '../../bench/gate-simulation/run-cell.js';
import { runTrial, type TrialPlan } from '../../bench/gate-simulation/run-trial.js';

const [first] = listCells();
const CELL: Cell = {
  ...first,
  label: '',
  models: [],
  baseRuns: [],
  counts: 'red',
  aim: null,
  weight: 1,
} as Cell;
const NOTHING: TrialPlan = {
  noise: 'medium',
  change: { kind: 'none' },
  cases: 20,
  repeats: 0,
  scores: 'shares',
  baseRuns: 3,
  headRuns: 1,
  askable: 'both',
  scorers: 1,
  suites: 1,
  rounds: 1,
};
const run = (plan: Partial<TrialPlan>, trials: number) =>
  runCell(CELL, { ...NOTHING, ...plan }, { trials, seeds: 'tuning' });
const MODELS = ['medium', 'uneven'] as const;

describe('the simulation of the gate', () => {
  test('the same seed gives the same trial, another seed another one', () => {
    const trial = runTrial(NOTHING, 'seed 1');
    expect(runTrial(NOTHING, 'seed 1')).toEqual(trial);
    expect(runTrial(NOTHING, 'seed 2').deviation).not.toBe(trial.deviation);
  });

  test.each([
    ['medium', 0.1],
    ['uneven', 0.155],
  ] as const)('%s noise is a standard deviation of about %d', (noise, expected) => {
    expect(Math.abs(run({ noise, cases: 50 }, 30).deviation - expected)).toBeLessThan(0.015);
  });

  test.each(MODELS)('without a change it is rarely red or yellow: %s', (noise) => {
    const result = run({ noise }, 60);
    expect(result.red).toBeLessThan(0.08);
    expect(result.yellow).toBeLessThan(0.2);
    expect(result.extra).toBeLessThan(1);
  });

  test.each(MODELS)('a steady agent is asked nothing: %s', (noise) => {
    expect(run({ noise, repeats: 1 }, 30)).toMatchObject({ red: 0, yellow: 0, extra: 0 });
  });

  test.each(MODELS)('large falls are found: %s', (noise) => {
    const everyCase = { kind: 'every-case', drop: 0.15 } as const;
    const one = { kind: 'collapse', cases: 1, hidden: false } as const;
    const sentence = { kind: 'sentence', share: 0.25 } as const;
    for (const change of [everyCase, one, sentence]) {
      expect(run({ noise, change }, 20).share, change.kind).toBeGreaterThan(0.7);
    }
  });

  test('lost facts are found, and only if they are lost', () => {
    const facts = { noise: 'facts', cases: 12 } as const;
    const nothing = run({ ...facts, change: { kind: 'no-fact' } }, 15);
    expect(nothing.red).toBe(0);
    expect(nothing.extra).toBeLessThan(1);
    expect(run({ ...facts, change: { kind: 'one-sentence', share: 2 / 3 } }, 10).red).toBe(1);
    expect(run({ ...facts, change: { kind: 'model-update', share: 0.05 } }, 10).red).toBe(0);
    const reworded = { kind: 'other-words', misread: 0 } as const;
    expect(run({ ...facts, change: reworded }, 10).red).toBe(0);
  });

  test.each([
    [0, 100, 0, 0.037],
    [0.5, 100, 0.404, 0.596],
    [0.02, 1000, 0.013, 0.031],
  ])('the interval of %d in %i trials', (share, trials, low, high) => {
    expect(intervalOf(share, trials).map((bound) => Number(bound.toFixed(3)))).toEqual([low, high]);
  });
});
