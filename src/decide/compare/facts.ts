import type { Fact, FactStatus, Search, SearchResult } from '../../model/comparison.js';
import { bareWording, squeezed } from '../../text/words.js';
import {
  dueSearches,
  findIn,
  isIrrelevant,
  type Results,
  repeatsBase,
  type SaidRuns,
  type SaidStatement,
  searchIn,
} from './statement-search.js';

/** A fact with all base runs in `base` and all head runs in `head`: suite-wide ones first. */
export type FactInRuns = Omit<Fact, 'baseCase' | 'headCase'> & {
  /** The searches of a second judge call; empty if code alone can tell. */
  readonly secondSearches: readonly Search[];
};

export type FactSearch = {
  readonly facts: readonly FactInRuns[];
  /** Searches that are due. Until they have results, there are no facts. */
  readonly searches: readonly Search[];
};

const NO_FACTS: FactSearch = { facts: [], searches: [] };

/** Facts of most base runs that the first head run does not say. */
export function findFacts(sides: SaidRuns, results: Results): FactSearch {
  const { base, extra, head } = sides;
  const [first] = head;
  // A head that repeats a base answer drops nothing.
  if (first === undefined || repeatsBase(first, sides)) return NO_FACTS;
  const missing = base.map(({ statements }) =>
    statements.filter(isFact).filter((statement) => findIn(statement, first, results).status !== 'said'),
  );
  // A missing fact leaves a statement in each base run that says it.
  if (!isMost(missing.filter(({ length }) => length > 0).length, base.length)) return NO_FACTS;
  const due = dueSearches(searchesAtBase(missing, sides), results);
  if (due.length > 0) return { ...NO_FACTS, searches: due };
  const later = dueSearches(searchesInLaterRuns(missing, sides, results), results);
  if (later.length > 0) return { ...NO_FACTS, searches: later };
  const counted = countRuns(missing, sides, results).filter(({ runs }) =>
    isMost(runs, base.length + extra.length),
  );
  const listed = counted.filter(
    ({ place }, at) =>
      !counted.slice(0, at).some((other) => other.place.includes(place) || place.includes(other.place)),
  );
  return { facts: listed.map((each) => factOf(each, sides, results)), searches: [] };
}

function isFact(statement: SaidStatement): boolean {
  return !isIrrelevant(statement) && !statement.isCall;
}

function isMost(runs: number, of: number): boolean {
  return 2 * runs > of;
}

/** One call per case, which serves later pull requests too: the other base runs' facts are searched in the first run. */
function searchesAtBase(
  missing: readonly (readonly SaidStatement[])[],
  { base, extra }: SaidRuns,
): readonly Search[] {
  const statements = missing.flat();
  const isSettled = statements.every((each) => base.every((run) => searchIn(each, run).length === 0));
  const facts = isSettled ? [] : base.slice(1).flatMap((run) => run.statements.filter(isFact));
  return [
    ...facts.flatMap((each) => base.slice(0, 1).flatMap((first) => searchIn(each, first))),
    ...statements.flatMap((each) => extra.flatMap((run) => searchIn(each, run))),
  ];
}

/** Facts that the first base run does not say are looked for in the other ones. */
function searchesInLaterRuns(
  missing: readonly (readonly SaidStatement[])[],
  { base: [first, ...others] }: SaidRuns,
  results: Results,
): readonly Search[] {
  if (first === undefined) return [];
  return missing
    .flat()
    .filter((each) => findIn(each, first, results).status !== 'said')
    .flatMap((each) => others.flatMap((run) => searchIn(each, run)));
}

type CountedFact = {
  readonly statement: SaidStatement;
  /** The words of the earliest base run that says it. */
  readonly place: string;
  /** By base run. */
  readonly atBase: readonly FactStatus[];
  /** Number of base runs that say it. */
  readonly runs: number;
};

/** What each base run has of them, the most common first. */
function countRuns(
  missing: readonly (readonly SaidStatement[])[],
  { base, extra }: SaidRuns,
  results: Results,
): readonly CountedFact[] {
  const [first] = base;
  if (first === undefined) return [];
  const placed = missing.map((list) =>
    list.map((statement) => {
      const found = base.map((run) => findIn(statement, run, results));
      const [earliest] = found.flatMap((each) => (each.status === 'said' ? [each.by] : []));
      const place = squeezed(bareWording(earliest ?? statement.normalised));
      return { statement, found: found.map(({ status }) => status), place };
    }),
  );
  return placed
    .flat()
    .map(({ statement, found, place }) => {
      const isInFirst = found[0] === 'said';
      const suiteWide = found.map((status, run): FactStatus => {
        // Of what the first run says, the others were not asked: one says it if its own covers the same words.
        if (run === 0 || !isInFirst) return status;
        return placed[run]?.some((other) => other.place.includes(place)) ? 'said' : 'dropped';
      });
      const further = extra.map((run) => findIn(statement, run, results).status);
      const atBase = [...suiteWide, ...further];
      return { statement, place, atBase, runs: atBase.filter((status) => status === 'said').length };
    })
    .toSorted((a, b) => b.runs - a.runs);
}

/** A head run that repeats a base answer says what that one says. */
type RepeatedAnswer = { readonly status: FactStatus };

/** The worst first. */
const WORST_FIRST = ['contradicted', 'partly', 'dropped'] as const;

function factOf({ statement, atBase }: CountedFact, sides: SaidRuns, results: Results): FactInRuns {
  const { head } = sides;
  const before = [...sides.base, ...sides.extra];
  const found = head.map((run): SearchResult | RepeatedAnswer => {
    const repeated = atBase[before.findIndex(({ answer }) => answer !== '' && answer === run.answer)];
    return repeated === undefined ? findIn(statement, run, results) : { status: repeated };
  });
  const worst = WORST_FIRST.flatMap((kind) => found.find(({ status }) => status === kind) ?? [])[0];
  const second = head.slice(0, 1).flatMap((run) => searchIn(statement, run, 1));
  return {
    kind: 'statement',
    text: statement.text,
    label: statement.result,
    base: atBase,
    head: found.map(({ status }) => status),
    second: secondStatus(statement, { second, head }, results),
    ...wordsOf(worst),
    ...(statement.labelKey !== undefined && { labelKey: statement.labelKey }),
    secondSearches: second,
  };
}

function secondStatus(
  statement: SaidStatement,
  { second, head: [first] }: Pick<SaidRuns, 'head'> & { readonly second: readonly Search[] },
  results: Results,
): FactStatus | null {
  if (results === null || first === undefined || dueSearches(second, results).length > 0) return null;
  return findIn(statement, first, results, 1).status;
}

function wordsOf(worst: SearchResult | RepeatedAnswer | undefined): Pick<Fact, 'otherText' | 'reason'> {
  return {
    otherText: worst?.status === 'contradicted' && 'by' in worst ? worst.by : null,
    reason: worst !== undefined && 'reason' in worst ? worst.reason : '',
  };
}
