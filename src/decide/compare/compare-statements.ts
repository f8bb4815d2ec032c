import type { Match, Search, StatementChange } from '../../model/comparison.js';
import { droppedStatements } from './dropped-statements.js';
import { groupIrrelevant, type Point, pointOf, type RunsOfPoint, runsOf } from './irrelevant-points.js';
import type { ScoredJudgement } from './sample-scores.js';
import {
  createSearch,
  findSaid,
  type SaidRun,
  type SaidStatement,
  saidStatements,
} from './sample-statements.js';

export type StatementComparison = {
  readonly changes: readonly StatementChange[];
  /** Indices of the runs as they were given. */
  readonly points: readonly RunsOfPoint[];
  /** Searches that are due. */
  readonly searches: readonly Search[];
  /** True if more runs could confirm or contradict a dropped statement. */
  readonly isOpen: boolean;
};

export const NO_STATEMENTS: StatementComparison = { changes: [], points: [], searches: [], isOpen: false };

/** A scored run with its full answer; empty if the record keeps none. */
export type ScoredRun = { readonly judgement: ScoredJudgement; readonly answer: string };

export type StatementOptions = {
  /** Place of the head run that a reader sees. */
  readonly shown?: number;
  readonly tellsLost?: boolean;
  /** Results of the judge; `null` if words alone decide. */
  readonly matches?: readonly Match[] | null;
};

/**
 * Compares the statements of one case. Identical text is the same statement; the judge compares everything else.
 *
 * - *newly irrelevant*: "no" in most head runs, and no base run says it; *stray*: the same, but not in most head runs;
 * - *still irrelevant*: "no" in the shown answer, and a base run says it;
 * - *no longer irrelevant*: "no" in most base runs, and no head run says it as "no";
 * - *says otherwise*, *lost*, *partly lost*: most base runs say it, and no head run.
 */
export function compareStatements(
  base: readonly ScoredRun[],
  head: readonly ScoredRun[],
  options: StatementOptions = {},
): StatementComparison {
  const { shown = 0, tellsLost = true, matches = null } = options;
  if (base.length === 0 || head.length === 0) return NO_STATEMENTS;
  const said =
    (side: SaidRun['side']) =>
    ({ judgement, answer }: ScoredRun): SaidRun => ({ side, answer, statements: saidStatements(judgement) });
  const sides = { base: base.map(said('base')), head: head.map(said('head')) };
  const searching = createSearch(matches);
  const byWords = matches === null;
  const points = groupIrrelevant([...sides.base, ...sides.head], searching.search, { byWords });
  const irrelevant = headIrrelevant(points, sides, base.length + shown);
  const of = (kind: StatementChange['kind']) => irrelevant.filter((change) => change.kind === kind);
  const { changes: dropped, isOpen } = tellsLost
    ? droppedStatements({ ...sides, byWords, search: searching.search })
    : NO_STATEMENTS;
  const noLonger = noLongerIrrelevant(points, sides);
  return {
    changes: [...of('newly-irrelevant'), ...dropped, ...noLonger, ...of('stray'), ...of('still-irrelevant')],
    points: points.map((point) => pointOf(point, base.length)),
    searches: searching.due(),
    isOpen: isOpen && !byWords,
  };
}

type Sides = { readonly base: readonly SaidRun[]; readonly head: readonly SaidRun[] };

function headIrrelevant(points: readonly Point[], { base, head }: Sides, shown: number): StatementChange[] {
  return points.flatMap((point): StatementChange[] => {
    const inShown = point.head.find(({ run }) => run === shown);
    const placed = inShown ?? point.head[0];
    const runs = runsOf(point.head).length;
    const isMost = 2 * runs > head.length;
    if (placed === undefined || (inShown === undefined && !isMost)) return [];
    const isStill = point.base.length > 0;
    return [
      {
        kind: isStill ? 'still-irrelevant' : isMost ? 'newly-irrelevant' : 'stray',
        ...worded(placed.statement, point.base[0]?.statement ?? point.atBase),
        head: { runs, of: head.length },
        base: { runs: runsOf(point.base).length, of: base.length },
        wordsOnly: !isStill && point.wordsOnly,
      },
    ];
  });
}

function noLongerIrrelevant(points: readonly Point[], { base, head }: Sides): StatementChange[] {
  return points.flatMap((point): StatementChange[] => {
    const [first] = point.base;
    const runs = runsOf(point.base).length;
    if (first === undefined || point.head.length > 0 || 2 * runs <= base.length) return [];
    const now = head.map((run) => findSaid(first.statement, run, true)).find((each) => each !== undefined);
    return [
      {
        kind: 'no-longer-irrelevant',
        ...(now === undefined ? worded(first.statement, null) : worded(now, first.statement)),
        head: { runs: 0, of: head.length },
        base: { runs, of: base.length },
        wordsOnly: points.some((other) => other.head.length > 0 && other.wordsOnly),
      },
    ];
  });
}

function worded(
  { text, reason, normalised, labelKey }: SaidStatement,
  other: SaidStatement | null,
): Pick<StatementChange, 'text' | 'otherText' | 'labelKey' | 'reason'> {
  const differs = other !== null && other.normalised !== normalised;
  return {
    text,
    otherText: differs ? other.text : null,
    ...(labelKey !== undefined && { labelKey }),
    reason,
  };
}
