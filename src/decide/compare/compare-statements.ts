import type { Match, PieceLink, PointInRuns, Search, StatementChange } from '../../model/comparison.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import { type AnswerPiece, type AnswerPieces, buildAnswerPieces, type ScoredRun } from './answer-pieces.js';
import { buildDroppedStatements } from './dropped-statements.js';
import { type FactInRuns, findFacts } from './facts.js';
import { linkPieces } from './link-pieces.js';
import {
  createLookup,
  isAlike,
  isIrrelevant,
  type PieceLookup,
  planSearches,
  type RunPair,
} from './piece-search.js';
import { maskVaryingArguments } from './varying-arguments.js';

export type StatementComparison = {
  readonly changes: readonly StatementChange[];
  readonly points: readonly PointInRuns[];
  readonly facts: readonly FactInRuns[];
  readonly links: readonly PieceLink[] | null;
  /** Searches that are due. Until they have results, the rest is not final. */
  readonly searches: readonly Search[];
};

export const NO_STATEMENTS: StatementComparison = {
  changes: [],
  points: [],
  facts: [],
  links: null,
  searches: [],
};

export type StatementOptions = {
  /** Number of suite-wide base runs; the others were run for this case alone. */
  readonly suiteWide?: number;
  /** Indexes of the shown runs. */
  readonly shown?: number;
  readonly shownBase?: number;
  readonly reportsLostFacts?: boolean;
  /** Results of the judge; `null` if words alone decide. */
  readonly matches?: readonly Match[] | null;
};

/**
 * Compares the answers to one case piece by piece. The same text in the same place and order is the same; the judge compares
 * everything else.
 *
 * - *newly irrelevant*: "no" in most head runs, and no base run says it; *stray*: the same, but not in most head runs;
 * - *still irrelevant*: "no" in the shown answer, and a base run says it;
 * - *no longer irrelevant*: "no" in most base runs, and no head run says it as "no";
 * - *says otherwise*, *lost*, *partly lost*: most base runs say it, and no head run.
 */
export function compareStatements(
  base: readonly ScoredRun[],
  head: readonly ScoredRun[],
  {
    suiteWide = base.length,
    shown = 0,
    shownBase = 0,
    reportsLostFacts = true,
    matches = null,
  }: StatementOptions = {},
): StatementComparison {
  if (base.length === 0 || head.length === 0) return NO_STATEMENTS;
  const mask = maskVaryingArguments(base.map(({ toolCalls = [] }) => toolCalls));
  const before = base.map((run) => buildAnswerPieces(run, mask));
  const sides: RunPair = {
    base: before.slice(0, suiteWide || base.length),
    extra: before.slice(suiteWide || base.length),
    head: head.map((run) => buildAnswerPieces(run, mask)),
  };
  const lookup = createLookup(sides, matches);
  const due = planSearches(sides, lookup, reportsLostFacts).flatMap(
    (search) => lookup.selectDue(search) ?? [],
  );
  if (due.length > 0) return { ...NO_STATEMENTS, searches: due };
  const points = groupIrrelevant(sides, lookup);
  const irrelevant = listIrrelevant(points, sides, shown);
  const listChanges = (kind: StatementChange['kind']) => irrelevant.filter((change) => change.kind === kind);
  const factSearch = reportsLostFacts ? findFacts(sides, lookup) : NO_STATEMENTS;
  if (factSearch.searches.length > 0) return { ...NO_STATEMENTS, searches: factSearch.searches };
  const goneChanges = listNoLongerIrrelevant(points, sides, lookup);
  return {
    facts: factSearch.facts,
    searches: [],
    links: linkPieces(before[shownBase], sides.head[shown], lookup),
    changes: [
      ...listChanges('newly-irrelevant'),
      ...buildDroppedStatements(factSearch.facts),
      ...goneChanges,
      ...listChanges('stray'),
      ...listChanges('still-irrelevant'),
    ],
    points: points.map(({ head, base }) => ({
      text: (head[0] ?? base[0])?.piece.text ?? '',
      base: listRuns(base),
      head: listRuns(head),
    })),
  };
}

/** A piece of a run, with the run's place on its side. */
type PieceInRun = { readonly at: number; readonly run: AnswerPieces; readonly piece: AnswerPiece };

/** One irrelevant point in all its wordings, each side in the order of its runs. */
type Point = {
  readonly head: readonly PieceInRun[];
  readonly base: readonly PieceInRun[];
  /** The base's wording of the point, irrelevant or not. */
  readonly atBase: AnswerPiece | null;
};

function listPieces(runs: readonly AnswerPieces[]): readonly PieceInRun[] {
  return runs.flatMap((run, at) => run.pieces.map((piece) => ({ at, run, piece })));
}

function groupIrrelevant({ base, extra, head }: RunPair, lookup: PieceLookup): readonly Point[] {
  const groups: PieceInRun[][] = [];
  for (const each of listPieces(head).filter(({ piece }) => isIrrelevant(piece))) {
    const same = groups.find((group) => group.some(({ piece }) => isSame(piece, each, lookup)));
    if (same === undefined) groups.push([each]);
    else same.push(each);
  }
  const before = listPieces([...base, ...extra]);
  const isAtBase = (other: PieceInRun, group: readonly PieceInRun[]) =>
    group.some((each) =>
      other.at < base.length
        ? isSame(other.piece, each, lookup) || isFoundAtBase(other.piece, each, lookup)
        : isSame(each.piece, other, lookup),
    );
  const left = new Set(before.filter(({ piece }) => isIrrelevant(piece)));
  const points = groups.map((group): Point => {
    const same = before.filter((other) => isAtBase(other, group));
    const irrelevantPieces = same.filter(({ piece }) => isIrrelevant(piece));
    for (const each of irrelevantPieces) left.delete(each);
    return { head: group, base: irrelevantPieces, atBase: (irrelevantPieces[0] ?? same[0])?.piece ?? null };
  });
  const gone = Map.groupBy(left, ({ piece }) => piece.normalised);
  return [...points, ...[...gone.values()].map((group) => ({ head: [], base: group, atBase: null }))];
}

function listIrrelevant(points: readonly Point[], { base, extra, head }: RunPair, shown: number) {
  return points.flatMap((point): StatementChange[] => {
    const inShown = point.head.find(({ at }) => at === shown);
    const first = inShown ?? point.head[0];
    const runs = listRuns(point.head).length;
    const isMost = 2 * runs > head.length;
    if (first === undefined || (inShown === undefined && !isMost)) return [];
    const newKind = isMost ? 'newly-irrelevant' : 'stray';
    return [
      {
        kind: point.base.length > 0 ? 'still-irrelevant' : newKind,
        ...buildChangeTexts(first.piece, point.atBase),
        head: { runs, of: head.length },
        base: { runs: listRuns(point.base).length, of: base.length + extra.length },
      },
    ];
  });
}

function listNoLongerIrrelevant(
  points: readonly Point[],
  { base, extra, head }: RunPair,
  lookup: PieceLookup,
) {
  const of = base.length + extra.length;
  return points.flatMap((point): StatementChange[] => {
    const [first] = point.base;
    const runs = listRuns(point.base).length;
    if (first === undefined || point.head.length > 0 || 2 * runs <= of) return [];
    const now = listPieces(head).find((each) => isSame(first.piece, each, lookup));
    return [
      {
        kind: 'no-longer-irrelevant',
        ...(now === undefined
          ? buildChangeTexts(first.piece, null)
          : buildChangeTexts(now.piece, first.piece)),
        head: { runs: 0, of: head.length },
        base: { runs, of },
      },
    ];
  });
}

function buildChangeTexts({ text, reason, normalised, labelKey }: AnswerPiece, other: AnswerPiece | null) {
  const differs = other !== null && other.normalised !== normalised;
  return omitUndefined({
    text,
    otherText: differs ? other.text : null,
    labelKey,
    reason,
  });
}

/** Places of the runs that say it, ascending. */
function listRuns(group: readonly PieceInRun[]): readonly number[] {
  return [...new Set(group.map(({ at }) => at))].toSorted((a, b) => a - b);
}

/** Whether a piece says the same as one of another run. Without a judge's result, similar words decide. */
function isSame(other: AnswerPiece, { piece, run }: PieceInRun, lookup: PieceLookup): boolean {
  if (other.normalised === piece.normalised) return true;
  const pieceStatus = lookup.find(other, run);
  if (pieceStatus.status === 'unknown') return isAlike(other, piece);
  return pieceStatus.status === 'said' && pieceStatus.by.includes(piece.id);
}

/** Whether a head run's irrelevant piece is this one of the base, in the judge's view. */
function isFoundAtBase(other: AnswerPiece, { piece, run }: PieceInRun, lookup: PieceLookup): boolean {
  const addition = lookup.findAddition(piece, run);
  return addition.status === 'said' && addition.of.includes(other.id);
}
