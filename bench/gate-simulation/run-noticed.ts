import { BASE_SAMPLES, MODELS } from './cells.js';
import { type CellResult, intervalOf, type Seeds } from './run-cell.js';
import { runTrial, type TrialPlan } from './run-trial.js';
import { renderShare } from './targets.js';

/** What the comment of a suite of this size says is noticed in 8 to 9 of 10 runs, and how often it is. */
export type NoticedResult = Pick<CellResult, 'model' | 'baseSamples' | 'share' | 'interval'> & {
  /** The drop that is said, on average; 0..1. */
  readonly drop: number;
  /** Of so many suites of as many it is said. */
  readonly told: number;
  readonly trials: number;
};

export type NoticedRow = { readonly cases: number; readonly results: readonly NoticedResult[] };

export const NOTICED_SIZES = [10, 20, 50, 100, 200] as const;
/** As it is said: in 8 to 9 of 10 runs, and by so much that may be wrong. */
export const NOTICED_SHARES = [0.8, 0.9] as const;
const NOTICED_WITHIN = 0.03;

export function isNoticedMet({ share }: Pick<NoticedResult, 'share'>): boolean {
  const [least, most] = NOTICED_SHARES;
  return share >= least - NOTICED_WITHIN && share <= most + NOTICED_WITHIN;
}

/** What is found more or less often than it is said, one line each. */
export function listNoticedMisses(rows: readonly NoticedRow[]): readonly string[] {
  return rows.flatMap(({ cases, results }) =>
    results.flatMap((result) =>
      isNoticedMet(result)
        ? []
        : [
            `the drop that a comment names, ${cases} cases, ${result.model} noise, ${result.baseSamples} base samples: found in ${renderShare(result.share)}`,
          ],
    ),
  );
}

/** Suites of each size: a pull request that changes nothing says a drop, and one of just that drop is tried. */
export function runNoticed(
  sizes: readonly number[],
  { trials, seeds }: { readonly trials: (cases: number) => number; readonly seeds: Seeds },
  tell: (row: NoticedRow) => void,
): readonly NoticedRow[] {
  return sizes.map((cases) => {
    const results = MODELS.flatMap((model) =>
      BASE_SAMPLES.map((baseSamples) =>
        tryNoticed({ model, cases, baseSamples, trials: trials(cases), seeds }),
      ),
    );
    const row = { cases, results };
    tell(row);
    return row;
  });
}

export function tryNoticed(of: {
  readonly model: (typeof MODELS)[number];
  readonly cases: number;
  readonly baseSamples: number;
  readonly trials: number;
  readonly seeds: Seeds;
}): NoticedResult {
  const { model, cases, baseSamples, trials, seeds } = of;
  const plan: TrialPlan = {
    ...{ noise: model, cases, baseSamples, change: { kind: 'none' }, repeats: 0, scores: 'shares' },
    ...{ scorers: 1, higherIsBetter: true, control: false, rounds: 1, again: 'another-head' },
  };
  let noticed = 0;
  let told = 0;
  let sum = 0;
  for (let trial = 0; trial < trials; trial += 1) {
    // The same seed is the same suite with the same baseline, whatever its head does.
    const seed = `noticed ${seeds} ${model} ${cases} ${baseSamples} ${trial}`;
    const said = runTrial(plan, seed).mean?.smallestVisibleDrop ?? null;
    if (said === null) continue;
    // As `renderNoticed` rounds it.
    const drop = Number(said.toFixed(said < 0.1 ? 3 : 2));
    told += 1;
    sum += drop;
    if (runTrial({ ...plan, change: { kind: 'every-case', drop } }, seed).outcome === 'fail') noticed += 1;
  }
  const share = noticed / Math.max(1, told);
  const interval = intervalOf(share, Math.max(1, told));
  return { model, baseSamples, trials, told, drop: sum / Math.max(1, told), share, interval };
}
