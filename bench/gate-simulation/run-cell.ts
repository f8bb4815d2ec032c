import { BASE_SAMPLES, type Cell, type CellGroup, MODELS } from './cells.js';
import type { PlainRule } from './plain-rules.js';
import { runTrial, type Trial, type TrialPlan } from './run-trial.js';

/** What came out of many trials of one kind. Shares are 0..1. */
export type CellResult = {
  readonly model: TrialPlan['noise'];
  readonly baseSamples: number;
  readonly trials: number;
  /** Of what the cell counts, with its 95 % interval (Wilson). */
  readonly share: number;
  readonly interval: readonly [number, number];
  /** By rule: share of trials in which it failed in the last round. */
  readonly byRule: Readonly<Record<'mean' | 'spread' | 'statements' | 'case', number>>;
  readonly inconclusive: number;
  readonly extraSamples: number;
  readonly plain: Readonly<Record<PlainRule, number>>;
  readonly drop: number;
  readonly baseMean: number;
  /** Standard deviation of repeated runs of one case, pooled. */
  readonly deviation: number;
};

/** What is tuned with one word is reported with another: no trial is seen twice. */
export type Seeds = 'tuning' | 'reporting';

/** The same plan, number of trials and seeds give the same result. */
export function runCell(
  plan: TrialPlan,
  how: { readonly trials: number; readonly counts: Cell['counts']; readonly seeds: Seeds },
): CellResult {
  const { trials, counts, seeds } = how;
  const seed = `${seeds} ${JSON.stringify(plan)}`;
  const all = Array.from({ length: trials }, (_, index) => runTrial(plan, `${seed} ${index}`));
  const average = (of: (trial: Trial) => number) => all.reduce((sum, trial) => sum + of(trial), 0) / trials;
  const share = (of: (trial: Trial) => boolean) => average((trial) => (of(trial) ? 1 : 0));
  const counted = share((trial) => isCounted(trial, counts));
  return {
    model: plan.noise,
    baseSamples: plan.baseSamples,
    trials,
    share: counted,
    interval: intervalOf(counted, trials),
    byRule: {
      mean: share(({ rules }) => rules.has('mean')),
      spread: share(({ rules }) => rules.has('spread')),
      statements: share(({ rules }) => rules.has('statements')),
      case: share(({ rules }) => rules.has('case')),
    },
    inconclusive: share(({ outcome }) => outcome === 'inconclusive'),
    extraSamples: average(({ extraSamples }) => extraSamples),
    plain: {
      meanLower: share(({ plain }) => plain.meanLower),
      dropOver2: share(({ plain }) => plain.dropOver2),
      pairedT: share(({ plain }) => plain.pairedT),
      anyCase30: share(({ plain }) => plain.anyCase30),
    },
    drop: average(({ drop }) => drop),
    baseMean: average(({ baseMean }) => baseMean),
    deviation: Math.sqrt(average(({ variance }) => variance)),
  };
}

function isCounted({ outcome, reds }: Trial, counts: Cell['counts']): boolean {
  switch (counts) {
    case 'last-red':
      return outcome === 'fail';
    case 'any-red':
      return reds > 0;
    default:
      return counts satisfies never;
  }
}

/** Wilson's 95 % interval of a share of so many trials. */
export function intervalOf(share: number, trials: number): readonly [number, number] {
  const z = 1.96;
  const middle = (share + z ** 2 / (2 * trials)) / (1 + z ** 2 / trials);
  const half =
    (z / (1 + z ** 2 / trials)) * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** A line of the table with what came out: both models, with 3 and with 5 baseline samples each. */
export type Row = { readonly cell: Cell; readonly results: readonly CellResult[] };

export type GroupRows = { readonly group: CellGroup; readonly rows: readonly Row[] };

/** Runs every cell, telling of each line when it is done. */
export function runGroups(
  groups: readonly CellGroup[],
  seeds: Seeds,
  tell: (row: Row) => void,
): readonly GroupRows[] {
  return groups.map((group) => ({
    group,
    rows: group.cells.map((cell) => {
      const results = MODELS.flatMap((noise) =>
        BASE_SAMPLES.map((baseSamples) => runCell({ ...cell.plan, noise, baseSamples }, { ...cell, seeds })),
      );
      const row = { cell, results };
      tell(row);
      return row;
    }),
  }));
}
