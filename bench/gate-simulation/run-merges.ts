import { compareRecords } from '../../src/decide/compare/compare-records.js';
import { concludeRecords } from '../../src/decide/conclude.js';
import { findSlowLoss, findTrend, historyPointOf } from '../../src/decide/trend.js';
import type { Comparison } from '../../src/ports/comparison.js';
import type { Decision } from '../../src/ports/decision.js';
import type { HistoryPoint } from '../../src/ports/history.js';
import type { RunRecord } from '../../src/ports/run-record.js';
import { DEFAULT_GATE } from '../../src/settings/defaults.js';
import { createBaseline } from '../../test/support/records.js';
import { type Aim, atLeast, atMost, BASE_SAMPLES, MODELS } from './cells.js';
import type { Merges } from './change.js';
import { createRandom } from './random.js';
import { type CellResult, intervalOf, type Row, type Seeds } from './run-cell.js';
import { createSuite, type SuitePlan } from './suite.js';
import { buildRecord, createSampleReader, nameScorers } from './suite-records.js';

/** One line of the table of merges: found at all, or within so many merges. */
export type MergesCell = {
  readonly label: string;
  /** Branches that are warned of, branches of which a pull request tells, or pull requests that tell. */
  readonly counts: 'warned' | 'told' | 'each-told';
  readonly change: Merges;
  readonly repeats: number;
  readonly within: number;
  readonly aim: Aim | null;
};

export type MergesRow = {
  readonly cell: Pick<Row['cell'], 'label' | 'aim'>;
  readonly results: readonly Pick<CellResult, 'model' | 'baseSamples' | 'share' | 'interval' | 'trials'>[];
};

const MERGES = 20;
const NOTHING: Merges = { drop: 0, reworded: 0, deviation: 0 };

export function listMergesCells(): readonly MergesCell[] {
  const cell = (label: string, change: Partial<Merges>, more: Partial<MergesCell> = {}): MergesCell => ({
    ...{ label, counts: 'warned', change: { ...NOTHING, ...change }, repeats: 0, within: MERGES, aim: null },
    ...more,
  });
  const slow = { drop: 0.01 };
  const days = { deviation: 0.02 };
  const ten = { within: 10 };
  return [
    cell('twenty merges, nothing', {}, { aim: atMost(0.05) }),
    cell('twenty merges, all reworded each time', { reworded: 1 }, { aim: atMost(0.05) }),
    cell('twenty merges, a tenth reworded each time', { reworded: 0.1 }),
    cell('the same, of an agent that always says the same', { reworded: 0.1 }, { repeats: 1 }),
    cell('twenty merges, drift between days', days, { aim: atMost(0.05) }),
    cell('twenty merges of −0.01, found within ten', slow, { ...ten, aim: atLeast(0.95, 0.95) }),
    cell('the same, all reworded each time', { ...slow, reworded: 1 }, ten),
    cell('the same, drift between days', { ...slow, ...days }, ten),
    cell('twenty merges of −0.005, found within ten', { drop: 0.005 }, ten),
    cell('twenty merges of −0.005, found at all', { drop: 0.005 }),
    cell('on a pull request: nothing, of each', {}, { counts: 'each-told', aim: atMost(0.005) }),
    cell('on a pull request: nothing, of any of twenty', {}, { counts: 'told' }),
    cell('on a pull request: drift between days, of each', days, { counts: 'each-told', aim: atMost(0.005) }),
    cell('on a pull request: −0.01 a merge, of any of ten', slow, {
      ...ten,
      counts: 'told',
      aim: atLeast(0.95, 0.95),
    }),
  ];
}

/** Every line, on both models, with 3 and with 5 samples a case. */
export function runMergesCells(
  cells: readonly MergesCell[],
  { trials, seeds }: { readonly trials: number; readonly seeds: Seeds },
  tell: (row: MergesRow) => void,
): readonly MergesRow[] {
  // Several lines count the same branches.
  const known = new Map<string, readonly ReturnType<typeof runMerges>[]>();
  const runAll = (plan: Parameters<typeof runMerges>[0], counts: MergesCell['counts']) => {
    const seed = `${seeds} ${JSON.stringify(plan)}`;
    const how = counts === 'warned' ? 'merges' : 'pull requests';
    const runs =
      known.get(`${how} ${seed}`) ??
      Array.from({ length: trials }, (_, trial) => runMerges(plan, `${seed} ${trial}`, how));
    known.set(`${how} ${seed}`, runs);
    return runs;
  };
  return cells.map((cell) => {
    const { change, repeats, within, counts } = cell;
    const results = MODELS.flatMap((model) =>
      BASE_SAMPLES.map((baseSamples) => {
        const suite = { noise: model, cases: 50, repeats, scores: 'shares' } as const;
        const plan = { ...suite, change: { kind: 'merges', ...change }, baseSamples } as const;
        const found = runAll(plan, counts).map(({ warned, told }) => {
          const at = counts === 'warned' ? warned : told;
          const times = at.filter((merge) => merge <= within).length;
          return counts === 'each-told' ? times / within : Math.min(1, times);
        });
        const share = found.reduce((sum, each) => sum + each, 0) / trials;
        return { model, baseSamples, trials, share, interval: intervalOf(share, trials) };
      }),
    );
    const row = { cell, results };
    tell(row);
    return row;
  });
}

/**
 * A base branch on which one pull request after the other is merged, each measured as a baseline is, and held against the
 * one before. The numbers of the merges with which a slow loss was warned of on the branch; where pull requests are asked
 * for, of those on which it was told, each with one run a case.
 */
export function runMerges(
  plan: SuitePlan & { readonly baseSamples: number },
  seed: string,
  how: 'merges' | 'pull requests',
): { readonly warned: readonly number[]; readonly told: readonly number[] } {
  const { suite, judge } = createSuite(plan, createRandom(seed));
  const names = nameScorers(1);
  const [scorer = ''] = names;
  const form = { scorers: names, higherIsBetter: true };
  const { sampleOf } = createSampleReader([judge], form);
  const { maxDrop } = DEFAULT_GATE;
  const asked = how === 'pull requests';
  const points: HistoryPoint[] = [];
  const told: number[] = [];
  let base: RunRecord | null = null;
  /** Only of a large fall is the decision asked for. */
  const decide = (
    run: RunRecord,
    { baseMean, headMean }: Comparison,
  ): Pick<Decision, 'findings' | 'mean'> => {
    if (!asked || (baseMean ?? 0) - (headMean ?? 0) < 100 * maxDrop) return { findings: [], mean: null };
    const scorers = [{ name: scorer, gate: DEFAULT_GATE }];
    const facts = { scorers, head: run, base, baseline: createBaseline(), canSample: false };
    const [concluded] = concludeRecords(facts);
    if (concluded?.gate.kind !== 'decided') throw new Error('a run without a decision');
    return concluded.gate.decision;
  };
  const measure = (day: number, samples: number) => {
    const answers = Array.from({ length: suite.cases }, (_, index) => ({
      id: `c${index}`,
      samples: Array.from({ length: samples }, () => [suite.ask('base', index)]),
      caseSamples: [],
    }));
    const createdAt = new Date(Date.UTC(2026, 0, 1 + day)).toISOString();
    const run: RunRecord = { ...buildRecord(answers, { sampleOf, ...form }), createdAt };
    const comparison = compareRecords({ head: run, base, scorer });
    const point = historyPointOf(run, { comparison, decision: decide(run, comparison) }, base);
    if (point === null) throw new Error('a run without a mean');
    return { run, point };
  };
  for (let merge = 0; merge <= MERGES; merge += 1) {
    if (asked && merge > 0) {
      const settings = { scorer, maxDrop, reference: null, scorers: 1 };
      if (findSlowLoss(points, measure(merge, 1).point, settings) !== null) told.push(merge);
    }
    const { run, point } = measure(merge, plan.baseSamples);
    points.push(point);
    base = run;
    suite.merge();
  }
  return { told, warned: findTrend(points, { scorer, maxDrop }).falls.map(({ foundAt }) => foundAt) };
}
