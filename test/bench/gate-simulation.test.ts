import { describe, expect, test } from 'vitest';
import { atMost, BASE_SAMPLES, listCells, MODELS } from '../../bench/gate-simulation/cells.js';
import { tQuantile } from '../../bench/gate-simulation/plain-rules.js';
import { renderPage } from '../../bench/gate-simulation/render-page.js';
import { intervalOf, runCell, runGroups } from '../../bench/gate-simulation/run-cell.js';
import { runTrial, type TrialPlan } from '../../bench/gate-simulation/run-trial.js';
import { listMisses } from '../../bench/gate-simulation/targets.js';

const NOTHING: TrialPlan = {
  noise: 'medium',
  change: { kind: 'none' },
  cases: 10,
  repeats: 0,
  scores: 'shares',
  baseSamples: 3,
  scorers: 1,
  higherIsBetter: true,
  control: false,
  rounds: 1,
};
const run = (plan: Partial<TrialPlan>, trials: number) =>
  runCell({ ...NOTHING, ...plan }, { trials, counts: 'last-red', seeds: 'tuning' });
const lower = (drop: number) => ({ kind: 'every-case', drop }) as const;

describe('the simulation of the gate', () => {
  test('the same seed gives the same trial, another seed another one', () => {
    const trial = runTrial(NOTHING, 'seed 1');
    expect(runTrial(NOTHING, 'seed 1')).toEqual(trial);
    expect(runTrial(NOTHING, 'seed 2')).not.toEqual(trial);
  });

  test('what is reported is drawn from other seeds than what is tuned with', () => {
    const how = { trials: 3, counts: 'last-red' } as const;
    const drops = (['tuning', 'reporting'] as const).map((seeds) => runCell(NOTHING, { ...how, seeds }).drop);
    expect(drops[0]).not.toBe(drops[1]);
  });

  test.each(MODELS)(
    'where nothing changed it rarely fails; where plain rules do, it does not: %s',
    (noise) => {
      const result = run({ noise }, 80);
      expect(result.share).toBeLessThan(0.08);
      expect(result.inconclusive).toBe(0);
      expect(result.plain.meanLower).toBeGreaterThan(0.3);
      expect(result.extraSamples).toBeLessThan(0.7);
    },
  );

  test.each([
    ['medium', 0.1],
    ['uneven', 0.155],
  ] as const)('%s noise is a standard deviation of about %d', (noise, expected) => {
    const { deviation, baseMean } = run({ noise, cases: 50 }, 30);
    expect(Math.abs(deviation - expected)).toBeLessThan(0.015);
    expect(baseMean).toBeGreaterThan(0.75);
  });

  test.each(MODELS)('every case worse by so much is so on average: %s', (noise) => {
    const same = run({ noise, cases: 50 }, 60);
    for (const drop of [0.02, 0.1]) {
      const worse = run({ noise, change: lower(drop), cases: 50 }, 60);
      expect(worse.drop - same.drop, `by ${drop}`).toBeGreaterThan(0.8 * drop - 0.008);
      expect(worse.drop - same.drop, `by ${drop}`).toBeLessThan(1.1 * drop + 0.008);
    }
  });

  test('a large fall and broken cases are found', () => {
    expect(run({ change: lower(0.1), cases: 50 }, 15).byRule.mean).toBeGreaterThan(0.85);
    const broken = { kind: 'collapse', cases: 1, hidden: false } as const;
    expect(run({ change: broken, cases: 20 }, 40).share).toBeGreaterThan(0.6);
  });

  test.each(MODELS)('an agent that always gives the same answer is never blamed for nothing: %s', (noise) => {
    const result = run({ noise, repeats: 1 }, 40);
    expect(result).toMatchObject({ share: 0, deviation: 0, extraSamples: 0, drop: 0 });
  });

  test.each(MODELS)('%s: a sentence that five of twenty gain is found without any noise', (noise) => {
    const change = { kind: 'sentence', share: 0.25 } as const;
    expect(run({ noise, change, cases: 20, repeats: 1 }, 20).byRule.statements).toBeGreaterThan(0.9);
  });

  test.each(MODELS)('gains hide a loss from the mean: %s', (noise) => {
    const change = { kind: 'collapse', cases: { share: 0.1 }, hidden: true, to: 0.7 } as const;
    expect(Math.abs(run({ noise, change, cases: 30 }, 60).drop)).toBeLessThan(0.02);
  });

  test('a lower score of a scorer where lower is better is as good as a higher one elsewhere', () => {
    const up = run({ noise: 'uneven', change: lower(0.1), cases: 30 }, 30);
    const down = run({ noise: 'uneven', change: lower(0.1), cases: 30, higherIsBetter: false }, 30);
    expect(Math.abs(up.drop - down.drop)).toBeLessThan(0.03);
  });

  test('the page has every group, a row for every cell, and what was missed', () => {
    const groups = listCells({ trials: 2 }).map((group) => ({
      ...group,
      cells: group.cells.filter(({ plan }) => plan.cases <= 20),
    }));
    const told: string[] = [];
    const rows = runGroups(groups, 'tuning', ({ cell }) => told.push(cell.label));
    const page = renderPage({ groups: rows });
    for (const { title } of groups) expect(page).toContain(`## ${title}`);
    const labels = groups.flatMap(({ cells }) => cells.map(({ label }) => label));
    expect(told).toEqual(labels);
    for (const label of labels) expect(page).toContain(`| ${label} `);
    expect(page).toContain('## What was missed');
  });

  test('an aim that was missed has its figure and its reason', () => {
    const { model, ...result } = { model: 'uneven', trials: 60, share: 0.17, interval: [0.1, 0.3] } as const;
    const results = BASE_SAMPLES.map((baseSamples) => ({ ...result, model, baseSamples }));
    const cell = { label: 'ten pushes', aim: { ...atMost(0.12), missed: 'Ten draws.' } };
    expect(listMisses([{ cell, results }])[0]).toBe(
      'ten pushes, uneven noise, 3 base samples: 17 %, not at most 12 %. Ten draws.',
    );
  });

  test.each([
    [0, 100, 0, 0.037],
    [0.5, 100, 0.404, 0.596],
    [0.02, 1000, 0.013, 0.031],
  ])('the interval of %d in %i trials', (share, trials, low, high) => {
    expect(intervalOf(share, trials).map((bound) => Number(bound.toFixed(3)))).toEqual([low, high]);
  });

  test.each([
    [4, 2.13],
    [9, 1.83],
    [49, 1.68],
    [199, 1.65],
  ])("Student's t with %i degrees of freedom is %d", (freedom, expected) => {
    expect(tQuantile(freedom)).toBeCloseTo(expected, 2);
  });
});
