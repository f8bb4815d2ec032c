import type { IrrelevantPoint, Match, Search, StatementChange } from '../../model/comparison.js';
import type { ScoredJudgement } from '../../model/verdict.js';
import { droppedStatements } from './dropped-statements.js';
import { type FactInRuns, findFacts } from './facts.js';
import {
  dueSearches,
  isFoundAtBase,
  isIrrelevant,
  isSame,
  type Results,
  readResults,
  type SaidRun,
  type SaidRuns,
  type SaidStatement,
  saidStatements,
  searchesOf,
} from './statement-search.js';

export type StatementComparison = {
  readonly changes: readonly StatementChange[];
  readonly points: readonly Pick<IrrelevantPoint, 'text' | 'base' | 'head'>[];
  readonly facts: readonly FactInRuns[];
  /** Searches that are due. Until they have results, the rest is not final. */
  readonly searches: readonly Search[];
};

export const NO_STATEMENTS: StatementComparison = {
  changes: [],
  points: [],
  facts: [],
  searches: [],
};

/** A scored run with its full answer; empty if the record keeps none. */
export type ScoredRun = { readonly judgement: ScoredJudgement; readonly answer: string };

export type StatementOptions = {
  /** Number of suite-wide base runs; the others were run for this case alone. */
  readonly suiteWide?: number;
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
  { suiteWide = base.length, shown = 0, tellsLost = true, matches = null }: StatementOptions = {},
): StatementComparison {
  if (base.length === 0 || head.length === 0) return NO_STATEMENTS;
  const said = ({ judgement, answer }: ScoredRun) => ({ answer, statements: saidStatements(judgement) });
  const before = base.map(said);
  const sides: SaidRuns = {
    base: before.slice(0, suiteWide || base.length),
    extra: before.slice(suiteWide || base.length),
    head: head.map(said),
  };
  const results = readResults(matches);
  const due = dueSearches(searchesOf(sides, tellsLost), results);
  if (due.length > 0) return { ...NO_STATEMENTS, searches: due };
  const points = groupIrrelevant(sides, results);
  const irrelevant = headIrrelevant(points, sides, shown);
  const of = (kind: StatementChange['kind']) => irrelevant.filter((change) => change.kind === kind);
  const found = tellsLost ? findFacts(sides, results) : NO_STATEMENTS;
  if (found.searches.length > 0) return { ...NO_STATEMENTS, searches: found.searches };
  const noLonger = noLongerIrrelevant(points, sides, results);
  return {
    facts: found.facts,
    searches: [],
    changes: [
      ...of('newly-irrelevant'),
      ...droppedStatements(found.facts),
      ...noLonger,
      ...of('stray'),
      ...of('still-irrelevant'),
    ],
    points: points.map(({ head, base }) => ({
      text: (head[0] ?? base[0])?.statement.text ?? '',
      base: runsOf(base),
      head: runsOf(head),
    })),
  };
}

/** A statement of a run, with the run's place on its side. */
type StatementInRun = { readonly at: number; readonly run: SaidRun; readonly statement: SaidStatement };

/** One irrelevant point in all its wordings, each side in the order of its runs. */
type Point = {
  readonly head: readonly StatementInRun[];
  readonly base: readonly StatementInRun[];
  /** The base's statement of the same, irrelevant or not. */
  readonly atBase: SaidStatement | null;
};

function placed(runs: readonly SaidRun[]): readonly StatementInRun[] {
  return runs.flatMap((run, at) => run.statements.map((statement) => ({ at, run, statement })));
}

function groupIrrelevant({ base, extra, head }: SaidRuns, results: Results): readonly Point[] {
  const groups: StatementInRun[][] = [];
  for (const each of placed(head).filter(({ statement }) => isIrrelevant(statement))) {
    const same = groups.find((group) => group.some(({ statement }) => isSame(statement, each, results)));
    if (same === undefined) groups.push([each]);
    else same.push(each);
  }
  const before = placed([...base, ...extra]);
  const isAtBase = (other: StatementInRun, group: readonly StatementInRun[]) =>
    group.some((each) =>
      other.at < base.length
        ? isSame(other.statement, each, results) || isFoundAtBase(other.statement, each, base, results)
        : isSame(each.statement, other, results),
    );
  const left = new Set(before.filter(({ statement }) => isIrrelevant(statement)));
  const points = groups.map((group): Point => {
    const same = before.filter((other) => isAtBase(other, group));
    const bad = same.filter(({ statement }) => isIrrelevant(statement));
    for (const each of bad) left.delete(each);
    return { head: group, base: bad, atBase: (bad[0] ?? same[0])?.statement ?? null };
  });
  const gone = Map.groupBy(left, ({ statement }) => statement.normalised);
  return [...points, ...[...gone.values()].map((group) => ({ head: [], base: group, atBase: null }))];
}

function headIrrelevant(points: readonly Point[], { base, extra, head }: SaidRuns, shown: number) {
  return points.flatMap((point): StatementChange[] => {
    const inShown = point.head.find(({ at }) => at === shown);
    const first = inShown ?? point.head[0];
    const runs = runsOf(point.head).length;
    const isMost = 2 * runs > head.length;
    if (first === undefined || (inShown === undefined && !isMost)) return [];
    return [
      {
        kind: point.base.length > 0 ? 'still-irrelevant' : isMost ? 'newly-irrelevant' : 'stray',
        ...worded(first.statement, point.atBase),
        head: { runs, of: head.length },
        base: { runs: runsOf(point.base).length, of: base.length + extra.length },
      },
    ];
  });
}

function noLongerIrrelevant(points: readonly Point[], { base, extra, head }: SaidRuns, results: Results) {
  const of = base.length + extra.length;
  return points.flatMap((point): StatementChange[] => {
    const [first] = point.base;
    const runs = runsOf(point.base).length;
    if (first === undefined || point.head.length > 0 || 2 * runs <= of) return [];
    const now = placed(head).find((each) => isSame(first.statement, each, results));
    return [
      {
        kind: 'no-longer-irrelevant',
        ...(now === undefined ? worded(first.statement, null) : worded(now.statement, first.statement)),
        head: { runs: 0, of: head.length },
        base: { runs, of },
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

/** Places of the runs that say it, ascending. */
function runsOf(group: readonly StatementInRun[]): readonly number[] {
  return [...new Set(group.map(({ at }) => at))].toSorted((a, b) => a - b);
}
