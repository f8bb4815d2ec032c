import type { SearchResult, StatementChange } from '../../model/comparison.js';
import { findSaid, type SaidRun, type SaidStatement, type SearchLookup } from './sample-statements.js';

/** Fewer runs of a side confirm nothing: an agent that says a sentence in 90 % of its answers often drops some. */
const FEWEST_TO_CONFIRM = 3;

type Sides = {
  readonly base: readonly SaidRun[];
  readonly head: readonly SaidRun[];
  /** True if no judge compares. */
  readonly byWords: boolean;
  readonly search: SearchLookup;
};

type DroppedStatements = {
  readonly changes: readonly StatementChange[];
  /** True if every base run says one of them and no head run does: more runs could confirm or contradict it. */
  readonly isOpen: boolean;
};

/**
 * Statements of most base runs that no head run says: dropped, partly dropped, or said otherwise. Confirmed if all runs
 * agree, at least three on each side, and a second judge call too.
 */
export function droppedStatements(sides: Sides): DroppedStatements {
  const { base, head } = sides;
  // A head that repeats a base answer drops nothing.
  if (head.some(({ answer }) => answer !== '' && base.some((run) => run.answer === answer)))
    return { changes: [], isOpen: false };
  const seen = new Set<SaidStatement>();
  const dropped = base.flatMap(({ statements }) =>
    statements.flatMap((statement) => {
      if (statement.result === 'no' || statement.isCall || seen.has(statement)) return [];
      // To a reader, nearly the same words in another base run are the same statement.
      for (const run of base) seen.add(findSaid(statement, run, true) ?? statement);
      const atHead = searchHead(statement, sides);
      return atHead === null ? [] : changeOf(statement, atHead, sides, seen);
    }),
  );
  return {
    changes: dropped.map(({ change }) => change),
    isOpen: dropped.some(({ isOpen }) => isOpen),
  };
}

function changeOf(
  statement: SaidStatement,
  atHead: readonly AdverseResult[],
  sides: Sides,
  seen: Set<SaidStatement>,
): { readonly change: StatementChange; readonly isOpen: boolean }[] {
  const { base, head } = sides;
  const said = base.map((run) => saidInRun(statement, run, sides));
  for (const each of said.flat()) seen.add(each);
  const saying = said.filter(({ length }) => length > 0).length;
  const worst = atHead.toSorted((a, b) => SEVERITY.indexOf(b.status) - SEVERITY.indexOf(a.status))[0];
  if (2 * saying <= base.length || worst === undefined) return [];
  const allAgree = saying === base.length && atHead.every(({ status }) => status !== 'unknown');
  const isEnough = allAgree && Math.min(base.length, head.length) >= FEWEST_TO_CONFIRM;
  const second = isEnough ? searchHead(statement, { ...sides, head: head.slice(0, 1) }, 1) : null;
  const confirmed = second?.every(({ status }) => status !== 'unknown') === true;
  const change: StatementChange = {
    kind: KINDS[worst.status],
    text: statement.text,
    otherText: worst.status === 'contradicted' ? worst.by : null,
    reason: 'reason' in worst ? worst.reason : '',
    head: { runs: 0, of: head.length },
    base: { runs: saying, of: base.length },
    wordsOnly: worst.status === 'unknown',
    confirmed,
    ...(statement.labelKey !== undefined && { labelKey: statement.labelKey }),
  };
  return [{ change, isOpen: isEnough ? confirmed : allAgree }];
}

const KINDS = {
  contradicted: 'says-otherwise',
  partly: 'partly-lost',
  dropped: 'lost',
  unknown: 'lost',
} as const;

type AdverseResult = Exclude<SearchResult, { readonly status: 'said' }>;

const SEVERITY: readonly SearchResult['status'][] = ['unknown', 'dropped', 'partly', 'contradicted'];

/**
 * Searches a statement in the head runs, one after the other; `null` if one says it, or while a search is due.
 */
function searchHead(statement: SaidStatement, sides: Sides, draw = 0): readonly AdverseResult[] | null {
  const adverse: AdverseResult[] = [];
  for (const run of sides.head) {
    const found = searchRun(statement, run, sides, draw);
    if (found === null || found.status === 'said') return null;
    adverse.push(found);
  }
  return adverse;
}

function searchRun(
  statement: SaidStatement,
  run: SaidRun,
  { byWords, search }: Sides,
  draw: number,
): SearchResult | null {
  if (findSaid(statement, run, byWords)) return { status: 'said', by: '' };
  if (run.statements.length === 0) return { status: 'dropped', reason: '' };
  if (byWords || run.answer === '') return { status: 'unknown' };
  const wanted = { statement: statement.normalised, in: 'answer', answer: run.answer } as const;
  return search(draw > 0 ? { ...wanted, draw } : wanted);
}

/** The statements of a base run that say it. */
function saidInRun(
  statement: SaidStatement,
  run: SaidRun,
  { byWords, search }: Sides,
): readonly SaidStatement[] {
  const own = findSaid(statement, run, true);
  if (own !== undefined) return [own];
  if (byWords || run.answer === '') return [];
  const found = search({ statement: statement.normalised, in: 'answer', answer: run.answer });
  if (found?.status !== 'said') return [];
  const saying = run.statements.filter(({ text }) => text.includes(found.by) || found.by.includes(text));
  // The quote may span several statements, or differ from each in its marks.
  return saying.length > 0 ? saying : [statement];
}
