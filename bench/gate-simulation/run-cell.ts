import type { RuleName } from '../../src/model/finding.js';
import type { Cell } from './cells.js';
import { runTrial, type Trial, type TrialPlan } from './run-trial.js';

/** What came out of many trials of one kind. */
export type CellResult = {
  readonly model: TrialPlan['noise'];
  readonly baseRuns: number;
  readonly trials: number;
  /** What the cell counts: a share with its 95 % interval (Wilson), or extra answers per case. */
  readonly share: number;
  readonly interval: readonly [number, number];
  readonly isMet: boolean;
  /** By rule: share of the trials in which it failed. */
  readonly byRule: ReadonlyMap<RuleName, number>;
  readonly red: number;
  readonly yellow: number;
  readonly extra: number;
  readonly noticeable: number | null;
  readonly deviation: number;
};

export type TrialOptions = {
  readonly trials: number;
  readonly seeds: string;
  /** Trials so far: cells that count different things in the same ones share them. */
  readonly known?: Map<string, readonly Trial[]>;
};

/** The same cell, number of trials and seeds give the same result. */
export function runCell(
  cell: Cell,
  plan: TrialPlan,
  { trials, seeds, known = new Map() }: TrialOptions,
): CellResult {
  const seed = `${seeds} ${JSON.stringify(plan)}`;
  const drop = plan.change.kind === 'noticeable' ? noticeableOf(plan, seed) : null;
  const tried = drop === null ? plan : { ...plan, change: { kind: 'every-case', drop } as const };
  const key = `${trials} ${seed}`;
  const all =
    known.get(key) ?? Array.from({ length: trials }, (_, index) => runTrial(tried, `${seed} ${index}`));
  known.set(key, all);
  const average = (of: (trial: Trial) => number) => all.reduce((sum, trial) => sum + of(trial), 0) / trials;
  const shareOf = (of: (trial: Trial) => boolean) => average((trial) => (of(trial) ? 1 : 0));
  const share = average((trial) => countOf(trial, cell.counts));
  const rules = new Set(all.flatMap((trial) => [...trial.rules]));
  return {
    model: plan.noise,
    baseRuns: plan.baseRuns,
    trials,
    share,
    interval: intervalOf(Math.min(1, share), trials),
    isMet: isMet(share, cell.aim),
    byRule: new Map([...rules].map((rule) => [rule, shareOf((trial) => trial.rules.has(rule))])),
    red: shareOf(({ isRed }) => isRed),
    yellow: shareOf(({ isYellow }) => isYellow),
    extra: average(({ extra }) => extra),
    noticeable: drop,
    deviation: average(({ deviation }) => deviation),
  };
}

/** The fall that reports of unchanged agents print, on average. */
function noticeableOf(plan: TrialPlan, seed: string): number {
  const printed = Array.from(
    { length: 30 },
    (_, index) => runTrial({ ...plan, change: { kind: 'none' } }, `${seed} noticeable ${index}`).noticeable,
  ).filter((each) => each !== null);
  return printed.reduce((sum, each) => sum + each, 0) / Math.max(1, printed.length);
}

function countOf(trial: Trial, counts: Cell['counts']): number {
  switch (counts) {
    case 'red':
      return Number(trial.isRed);
    case 'yellow':
      return Number(trial.isYellow);
    case 'worse':
      return Number(trial.isYellow || trial.isRed);
    case 'red-without-cause':
      return Number(trial.isRedWithoutCause);
    case 'extra':
      return trial.extra;
    default:
      return counts satisfies never;
  }
}

function isMet(share: number, aim: Cell['aim']): boolean {
  if (aim === null) return true;
  return aim.kind === 'at-most' ? share <= aim.share : share >= aim.share;
}

/** Wilson's 95 % interval of a share of so many trials. */
export function intervalOf(share: number, trials: number): readonly [number, number] {
  const z = 1.96;
  const middle = (share + z ** 2 / (2 * trials)) / (1 + z ** 2 / trials);
  const half =
    (z / (1 + z ** 2 / trials)) * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
