import { compareRecords } from '../../src/decide/compare/compare-records.js';
import { findTrend, pointOf } from '../../src/decide/trend.js';
import type { HistoryPoint } from '../../src/ports/history.js';
import type { RunRecord } from '../../src/ports/run-record.js';
import { DEFAULT_GATE } from '../../src/settings/defaults.js';
import { type Aim, atLeast, atMost, BASE_SAMPLES, MODELS } from './cells.js';
import type { Merges } from './change.js';
import { createRandom } from './random.js';
import { type CellResult, intervalOf, type Row, type Seeds } from './run-cell.js';
import { createSuite, type SuitePlan } from './suite.js';
import { buildRecord, createSampleReader, nameScorers } from './suite-records.js';

/** One line of the table of merges: found at all, or within so many merges. */
export type MergesCell = {
  readonly label: string;
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
    ...{ label, change: { ...NOTHING, ...change }, repeats: 0, within: MERGES, aim: null },
    ...more,
  });
  const slow = { drop: 0.01 };
  const ten = { within: 10 };
  return [
    cell('twenty merges, nothing', {}, { aim: atMost(0.05) }),
    cell('twenty merges, all reworded each time', { reworded: 1 }, { aim: atMost(0.05) }),
    cell('twenty merges, a tenth reworded each time', { reworded: 0.1 }),
    cell('the same, of an agent that always says the same', { reworded: 0.1 }, { repeats: 1 }),
    cell('twenty merges, drift between days', { deviation: 0.02 }, { aim: atMost(0.05) }),
    cell('twenty merges of −0.01, found within ten', slow, { ...ten, aim: atLeast(0.95, 0.95) }),
    cell('the same, all reworded each time', { ...slow, reworded: 1 }, ten),
    cell('the same, drift between days', { ...slow, deviation: 0.02 }, ten),
    cell('twenty merges of −0.005, found within ten', { drop: 0.005 }, ten),
    cell('twenty merges of −0.005, found at all', { drop: 0.005 }),
  ];
}

/** Every line, on both models, with 3 and with 5 samples a case. */
export function runMergesCells(
  cells: readonly MergesCell[],
  { trials, seeds }: { readonly trials: number; readonly seeds: Seeds },
  tell: (row: MergesRow) => void,
): readonly MergesRow[] {
  return cells.map((cell) => {
    const { change, repeats, within } = cell;
    const results = MODELS.flatMap((model) =>
      BASE_SAMPLES.map((baseSamples) => {
        const suite = { noise: model, cases: 50, repeats, scores: 'shares' } as const;
        const plan = { ...suite, change: { kind: 'merges', ...change }, baseSamples } as const;
        const seed = `${seeds} ${JSON.stringify(plan)}`;
        const told = Array.from({ length: trials }, (_, trial) => runMerges(plan, `${seed} ${trial}`));
        const share = told.filter((at) => at !== null && at <= within).length / trials;
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
 * one before. The number of the merge with which a slow loss was told first; `null` where none was.
 */
export function runMerges(plan: SuitePlan & { readonly baseSamples: number }, seed: string): number | null {
  const { suite, judge } = createSuite(plan, createRandom(seed));
  const scorers = nameScorers(1);
  const [scorer = ''] = scorers;
  const form = { scorers, higherIsBetter: true };
  const { sampleOf } = createSampleReader([judge], form);
  const points: HistoryPoint[] = [];
  let base: RunRecord | null = null;
  for (let merge = 0; merge <= MERGES; merge += 1) {
    const answers = Array.from({ length: suite.cases }, (_, index) => ({
      id: `c${index}`,
      samples: Array.from({ length: plan.baseSamples }, () => [suite.ask('base', index)]),
      caseSamples: [],
    }));
    const createdAt = new Date(Date.UTC(2026, 0, 1 + merge)).toISOString();
    const head: RunRecord = { ...buildRecord(answers, { sampleOf, ...form }), createdAt };
    const point = pointOf(head, compareRecords({ head, base, scorer }), base);
    if (point !== null) points.push(point);
    base = head;
    suite.merge();
  }
  const [first] = findTrend(points, { scorer, maxDrop: DEFAULT_GATE.maxDrop }).falls;
  return first?.foundAt ?? null;
}
