import type { Search, SearchResult, StatementChange } from '../../model/comparison.js';
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

/** Fewer runs of a side confirm nothing: an agent that says a sentence in 90% of its answers often drops some. */
const FEWEST_TO_CONFIRM = 3;

type DroppedStatements = {
  readonly changes: readonly StatementChange[];
  readonly searches: readonly Search[];
  /** True if every base run says one of them and no head run does: more runs could confirm or contradict it. */
  readonly isOpen: boolean;
};

const NONE: DroppedStatements = { changes: [], searches: [], isOpen: false };

/** Statements of most base runs that no head run says. Confirmed if all runs (three or more) and a second judge call agree. */
export function droppedStatements(sides: SaidRuns, results: Results): DroppedStatements {
  const { base, extra, head } = sides;
  // A head that repeats a base answer drops nothing.
  if (head.some((run) => repeatsBase(run, sides))) return NONE;
  const dropped = base.map(({ statements }) =>
    statements.filter(isFact).flatMap((statement) => {
      const found = head.map((run) => findIn(statement, run, results));
      return found.every(isAdverse) ? [{ statement, found }] : [];
    }),
  );
  // A dropped fact leaves a statement in each base run that says it.
  if (!isMost(dropped.filter(({ length }) => length > 0).length, base.length)) return NONE;
  const due = dueSearches(searchesAtBase(dropped, sides), results);
  if (due.length > 0) return { ...NONE, searches: due };
  const counted = countRuns(dropped, sides, results).filter(({ runs }) =>
    isMost(runs, base.length + extra.length),
  );
  const listed = counted.filter(
    ({ place }, at) =>
      !counted.slice(0, at).some((other) => other.place.includes(place) || place.includes(other.place)),
  );
  const changes = listed.map((each) => changeOf(each, sides, results));
  return {
    changes: changes.map(({ change }) => change),
    searches: dueSearches(
      changes.flatMap(({ second }) => second),
      results,
    ),
    isOpen: changes.some(({ isOpen }) => isOpen),
  };
}

function isFact(statement: SaidStatement): boolean {
  return !isIrrelevant(statement) && !statement.isCall;
}

function isMost(runs: number, of: number): boolean {
  return 2 * runs > of;
}

type AdverseResult = Exclude<SearchResult, { readonly status: 'said' }>;

function isAdverse(found: SearchResult): found is AdverseResult {
  return found.status !== 'said';
}

/** A fact that no head run says. */
type DroppedStatement = { readonly statement: SaidStatement; readonly found: readonly AdverseResult[] };

/** One call per case, which serves later pull requests too: the other base runs' facts are searched in the first run. */
function searchesAtBase(
  dropped: readonly (readonly DroppedStatement[])[],
  { base, extra }: SaidRuns,
): readonly Search[] {
  const statements = dropped.flat().map(({ statement }) => statement);
  const isSettled = statements.every((each) => base.every((run) => searchIn(each, run).length === 0));
  const facts = isSettled ? [] : base.slice(1).flatMap((run) => run.statements.filter(isFact));
  return [
    ...facts.flatMap((each) => base.slice(0, 1).flatMap((first) => searchIn(each, first))),
    ...statements.flatMap((each) => extra.flatMap((run) => searchIn(each, run))),
  ];
}

type CountedStatement = DroppedStatement & {
  /** The words of the first base run that say it, else its own. */
  readonly place: string;
  /** Number of base runs that say it. */
  readonly runs: number;
};

/** Counts the base runs that say each one, the most common first. A run says it if its own one covers the same words. */
function countRuns(
  dropped: readonly (readonly DroppedStatement[])[],
  { base: [first], extra }: SaidRuns,
  results: Results,
): readonly CountedStatement[] {
  if (first === undefined) return [];
  const placed = dropped.map((list) =>
    list.map((each) => {
      const inFirst = findIn(each.statement, first, results);
      const words = inFirst.status === 'said' ? inFirst.by : each.statement.normalised;
      return { ...each, isInFirst: inFirst.status === 'said', place: squeezed(bareWording(words)) };
    }),
  );
  return placed
    .flat()
    .map(({ isInFirst, ...each }) => {
      const saying = placed.filter((list, run) =>
        run === 0 ? isInFirst : list.some(({ place }) => place.includes(each.place)),
      );
      const further = extra.filter((run) => findIn(each.statement, run, results).status === 'said');
      return { ...each, runs: saying.length + further.length };
    })
    .toSorted((a, b) => b.runs - a.runs);
}

/** The worst first. */
const KINDS = {
  contradicted: 'says-otherwise',
  partly: 'partly-lost',
  dropped: 'lost',
  unknown: 'lost',
} as const;

/** `second`: the second search, if all runs agree. */
function changeOf(
  { statement, found, runs }: CountedStatement,
  { base, extra, head, head: [first] }: SaidRuns,
  results: Results,
): { readonly change: StatementChange; readonly isOpen: boolean; readonly second: readonly Search[] } {
  const of = base.length + extra.length;
  const worst = Object.keys(KINDS).flatMap((kind) => found.find(({ status }) => status === kind) ?? [])[0];
  const allAgree = results !== null && runs === of && found.every(({ status }) => status !== 'unknown');
  const isEnough = allAgree && Math.min(of, head.length) >= FEWEST_TO_CONFIRM;
  const again = isEnough && first ? findIn(statement, first, results, 1).status : 'unknown';
  const confirmed = again !== 'said' && again !== 'unknown';
  const change: StatementChange = {
    kind: KINDS[worst?.status ?? 'unknown'],
    text: statement.text,
    otherText: worst?.status === 'contradicted' ? worst.by : null,
    reason: worst !== undefined && 'reason' in worst ? worst.reason : '',
    head: { runs: 0, of: head.length },
    base: { runs, of },
    confirmed,
    ...(statement.labelKey !== undefined && { labelKey: statement.labelKey }),
  };
  const second = isEnough && first ? searchIn(statement, first, 1) : [];
  return { change, isOpen: isEnough ? confirmed : allAgree, second };
}
