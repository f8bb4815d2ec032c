import { describe, expect, test } from 'vitest';
import { type CellGroup, listCells } from '../../bench/gate-simulation/cells.js';
import { tQuantile } from '../../bench/gate-simulation/plain-rules.js';
import { renderPage } from '../../bench/gate-simulation/render-page.js';
import { runCell } from '../../bench/gate-simulation/run-cell.js';
import { runGroups } from '../../bench/gate-simulation/run-groups.js';
import { runTrial, type TrialPlan } from '../../bench/gate-simulation/run-trial.js';

const NOTHING: TrialPlan = {
  noise: 'medium',
  deterministic: false,
  change: { kind: 'none' },
  cases: 10,
  baseSamples: 3,
};

describe('the simulation of the gate', () => {
  test('the same seed gives the same trial, another seed another one', () => {
    const trial = runTrial(NOTHING, 'seed 1');
    expect(runTrial(NOTHING, 'seed 1')).toEqual(trial);
    expect(runTrial(NOTHING, 'seed 2')).not.toEqual(trial);
  });

  test('where nothing changed it rarely fails; where plain rules do, it does not', () => {
    const result = runCell(NOTHING, 150);
    expect(result.fails).toBeLessThan(0.08);
    expect(result.inconclusive).toBe(0);
    expect(result.plain.meanLower).toBeGreaterThan(0.3);
    expect(result.extraSamples).toBeLessThan(0.6);
  });

  test('medium noise is a standard deviation of about 0.10, and scores tie at 1', () => {
    const { deviation, baseMean } = runCell({ ...NOTHING, cases: 50 }, 40);
    expect(deviation).toBeGreaterThan(0.085);
    expect(deviation).toBeLessThan(0.115);
    expect(baseMean).toBeGreaterThan(0.8);
  });

  test.each([0.02, 0.05, 0.1])('every case worse by %d is so on average', (drop) => {
    const worse = runCell({ ...NOTHING, change: { kind: 'every-case', drop }, cases: 30 }, 80);
    const same = runCell({ ...NOTHING, cases: 30 }, 80);
    expect(worse.drop - same.drop).toBeGreaterThan(0.8 * drop - 0.006);
    expect(worse.drop - same.drop).toBeLessThan(1.1 * drop + 0.006);
  });

  test('a large fall and broken cases are found', () => {
    const fall = runCell({ ...NOTHING, change: { kind: 'every-case', drop: 0.1 }, cases: 50 }, 20);
    expect(fall.byMean).toBeGreaterThan(0.9);
    const broken = { kind: 'collapse', cases: 1, hidden: false } as const;
    expect(runCell({ ...NOTHING, change: broken, cases: 20 }, 50).fails).toBeGreaterThan(0.6);
  });

  test('an agent that always gives the same answer is never blamed for nothing', () => {
    const result = runCell({ ...NOTHING, deterministic: true }, 60);
    expect(result).toMatchObject({ fails: 0, deviation: 0, extraSamples: 0, drop: 0 });
  });

  test('gains hide a loss from the mean', () => {
    const change = { kind: 'collapse', cases: { share: 0.05 }, hidden: true } as const;
    expect(Math.abs(runCell({ ...NOTHING, change, cases: 30 }, 60).drop)).toBeLessThan(0.015);
  });

  test('the page has aims, every group, and a row for every cell', () => {
    const groups: CellGroup[] = listCells({ divide: 4000 }).map((group) => ({
      ...group,
      cells: group.cells.filter(({ cases }) => cases <= 20),
    }));
    const told: string[] = [];
    const run = () => renderPage(runGroups(groups, ({ cell }) => told.push(cell.label)));
    const page = run();
    expect(page).toBe(run());
    for (const { title } of groups) expect(page).toContain(`## ${title}`);
    const cells = groups.flatMap((group) => group.cells);
    const rows = page.split('\n').filter((line) => /\| (?:low|medium|high) +\|/.test(line));
    expect(rows).toHaveLength(cells.length);
    expect(page).toContain('False alarms where nothing changed: at most 5 %');
    expect(told).toHaveLength(2 * cells.length);
  });

  test('enough trials where nothing changed', () => {
    const noisy = listCells()
      .flatMap(({ cells }) => cells)
      .filter(({ change, deterministic }) => change.kind === 'none' && !deterministic);
    expect(noisy.map(({ trials }) => trials).filter((trials) => trials < 4000)).toEqual([]);
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
