import type { Fact, FactStatus, Search } from '../../model/comparison.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import type { AnswerPiece, AnswerPieces } from './answer-pieces.js';
import {
  buildLoneSearch,
  buildSecondSearch,
  isIrrelevant,
  type PieceLookup,
  type PieceStatus,
  type RunPair,
  repeatsBase,
  STATUSES,
} from './piece-search.js';

/** A fact with all base runs in `base` and all head runs in `head`: suite-wide ones first. */
export type FactInRuns = Omit<Fact, 'baseCase' | 'headCase'> & {
  /** The second judge call about the first head run; `null` once it has a result. */
  readonly secondSearch: Search | null;
};

export type FactSearch = {
  readonly facts: readonly FactInRuns[];
  /** Searches that are due. Until they have results, there are no facts. */
  readonly searches: readonly Search[];
};

/**
 * Statuses of a fact that no head run says, the worst first. A fact is not *dropped* if a run says a part
 * of it.
 */
export const STATUSES_TO_REPORT = ['contradicted', 'partly', 'dropped', 'unknown', 'said'] as const;

const NO_FACTS: FactSearch = { facts: [], searches: [] };

/** Facts of most base runs that the first head run does not say. */
export function findFacts(sides: RunPair, lookup: PieceLookup): FactSearch {
  const { base, extra, head } = sides;
  const [first] = head;
  // A head that repeats a base answer drops nothing.
  if (first === undefined || repeatsBase(first, sides)) return NO_FACTS;
  const missing = base.map(({ pieces }) =>
    pieces.filter(isFact).filter((piece) => lookup.find(piece, first).status !== 'said'),
  );
  // A missing fact leaves a piece in each base run that says it.
  if (!isMost(missing.filter(({ length }) => length > 0).length, base.length)) return NO_FACTS;
  const searches = planBaseSearches(missing, sides).flatMap((search) => lookup.selectDue(search) ?? []);
  if (searches.length > 0) return { ...NO_FACTS, searches };
  const later = planLaterSearches(missing, sides, lookup).flatMap((search) => lookup.selectDue(search) ?? []);
  if (later.length > 0) return { ...NO_FACTS, searches: later };
  const countedFacts = groupFacts(missing, sides, lookup)
    .map((fact) => countRuns(fact, sides, lookup))
    .filter(({ runs }) => isMost(runs, base.length + extra.length))
    .toSorted((a, b) => b.runs - a.runs);
  return { facts: countedFacts.map((fact) => describeFact(fact, sides, lookup)), searches: [] };
}

/** Next to a text, a tool call that the judge doubts is not missed. */
function isFact(piece: AnswerPiece): boolean {
  if (piece.result === null || isIrrelevant(piece)) return false;
  return piece.isCall !== true || piece.result === 'yes';
}

function isMost(runs: number, of: number): boolean {
  return 2 * runs > of;
}

/** One call per case, which serves later pull requests too: the other base runs' facts are searched in the first run. */
function planBaseSearches(
  missing: readonly (readonly AnswerPiece[])[],
  { base: [first, ...others], extra }: RunPair,
): readonly Search[] {
  if (first === undefined) return [];
  const ids = new Set(first.pieces.map(({ id }) => id));
  const ownPieces = others.flatMap(({ pieces }) =>
    pieces.filter((piece) => isFact(piece) && !ids.has(piece.id)),
  );
  const wanted = missing.flat();
  const isSettled = wanted.every(({ id }) => [first, ...others].every((run) => hasPiece(run, id)));
  return [
    ...(isSettled ? [] : buildLoneSearch(ownPieces, first)),
    ...extra.flatMap((run) =>
      buildLoneSearch(
        wanted.filter(({ id }) => !hasPiece(run, id)),
        run,
      ),
    ),
  ];
}

/** Facts that the first base run does not say are looked for in the other ones. */
function planLaterSearches(
  missing: readonly (readonly AnswerPiece[])[],
  { base: [first, ...others] }: RunPair,
  lookup: PieceLookup,
): readonly Search[] {
  if (first === undefined) return [];
  const alone = missing.flat().filter((piece) => findAtBase(piece, first, lookup).status !== 'said');
  return others.flatMap((run) =>
    buildLoneSearch(
      alone.filter(({ id }) => !hasPiece(run, id)),
      run,
    ),
  );
}

function hasPiece({ pieces }: AnswerPieces, id: string): boolean {
  return pieces.some((piece) => piece.id === id);
}

/** One fact in the words of each suite-wide base run. Empty for a run in which the head misses no part of the fact. */
type FactWordings = readonly (readonly AnswerPiece[])[];

/** Groups what is missing by the pieces of the earliest run that says it. */
function groupFacts(
  missing: readonly (readonly AnswerPiece[])[],
  { base }: RunPair,
  lookup: PieceLookup,
): readonly FactWordings[] {
  const groups = new Map<string, AnswerPiece[][]>();
  for (const [run, pieces] of missing.entries()) {
    for (const piece of pieces) {
      for (const id of listPieceIds(piece, base, lookup)) {
        const group = groups.get(id) ?? missing.map(() => []);
        group[run]?.push(piece);
        groups.set(id, group);
      }
    }
  }
  return [...groups.values()];
}

/** Ids of the earliest run's pieces that say it. */
function listPieceIds(
  piece: AnswerPiece,
  base: readonly AnswerPieces[],
  lookup: PieceLookup,
): readonly string[] {
  for (const run of base) {
    const pieceStatus = findAtBase(piece, run, lookup);
    if (pieceStatus.status === 'said') return pieceStatus.by;
  }
  return [piece.id];
}

/** Whether another base run says a piece of the base. */
function findAtBase(piece: AnswerPiece, run: AnswerPieces, lookup: PieceLookup): PieceStatus {
  return hasPiece(run, piece.id) ? { status: 'said', by: [piece.id] } : lookup.find(piece, run);
}

type FactCount = {
  readonly piece: AnswerPiece;
  /** By base run. */
  readonly atBase: readonly FactStatus[];
  /** Number of base runs that say it. */
  readonly runs: number;
};

/** Chooses the words that the head misses most, and counts the base runs that say it. */
function countRuns(fact: FactWordings, { base, extra, head }: RunPair, lookup: PieceLookup): FactCount {
  const [run] = head;
  const worstFirst = fact
    .flat()
    .map((piece) => ({ piece, status: run === undefined ? 'unknown' : lookup.find(piece, run).status }))
    .toSorted((a, b) => STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status));
  const piece = worstFirst[0]?.piece;
  if (piece === undefined) throw new RangeError('a fact has at least one wording');
  const [first] = base;
  const isInFirst = first !== undefined && findAtBase(piece, first, lookup).status === 'said';
  const suiteWide = fact.map((wordings, at): FactStatus => {
    const own = base[at];
    if (wordings.length > 0 || own === undefined) return 'said';
    const { status } = findAtBase(piece, own, lookup);
    // The judge has not compared how the other runs word the first run's facts, so only their own pieces count.
    return status === 'unknown' || (at > 0 && isInFirst && status === 'said') ? 'dropped' : status;
  });
  const atBase = [...suiteWide, ...extra.map((own) => findAtBase(piece, own, lookup).status)];
  return { piece, atBase, runs: atBase.filter((status) => status === 'said').length };
}

/** A head run that repeats a base answer says what that one says. */
type HeadStatus = PieceStatus | { readonly status: FactStatus; readonly isRepeated: true };

function describeFact({ piece, atBase }: FactCount, sides: RunPair, lookup: PieceLookup): FactInRuns {
  const { head } = sides;
  const before = [...sides.base, ...sides.extra];
  const headStatuses = head.map((run): HeadStatus => {
    const repeated = atBase[before.findIndex(({ answerId }) => answerId === run.answerId)];
    return repeated === undefined ? lookup.find(piece, run) : { status: repeated, isRepeated: true };
  });
  const worst = STATUSES_TO_REPORT.map((status) =>
    headStatuses.findIndex((each) => each.status === status),
  ).find((at) => at >= 0);
  const [first] = head;
  const second = first === undefined ? null : buildSecondSearch(piece, first, sides, lookup);
  return omitUndefined({
    kind: piece.isCall ? 'tool-call' : 'statement',
    text: piece.text,
    label: piece.result ?? 'unsure',
    base: atBase,
    head: headStatuses.map(({ status }) => status),
    second: findSecondStatus(piece, first, second, lookup),
    ...describeStatus(headStatuses[worst ?? 0], head[worst ?? 0]),
    labelKey: piece.labelKey,
    secondSearch: second && lookup.selectDue(second),
  });
}

function findSecondStatus(
  piece: AnswerPiece,
  first: AnswerPieces | undefined,
  second: Search | null,
  lookup: PieceLookup,
): FactStatus | null {
  if (first === undefined || second === null || lookup.selectDue(second) !== null) return null;
  return lookup.find(piece, first, 1).status;
}

function describeStatus(headStatus: HeadStatus | undefined, run: AnswerPieces | undefined) {
  if (headStatus === undefined || 'isRepeated' in headStatus || run === undefined)
    return { otherText: null, reason: '' };
  const hasOwnWords = headStatus.status === 'contradicted' || headStatus.effect !== undefined;
  const by = hasOwnWords && 'by' in headStatus ? headStatus.by : [];
  const words = run.pieces.filter(({ id }) => by.includes(id)).map(({ text }) => text);
  return omitUndefined({
    otherText: words.length === 0 ? null : words.join(' '),
    reason: 'missing' in headStatus ? headStatus.missing : '',
    effect: headStatus.effect,
  });
}
