import type { Found, StatementChange } from '../../ports/comparison.js';
import { findSaid, type SaidRun, type SaidStatement, type Searching } from './sample-statements.js';

/** Fewer runs of a side confirm nothing: an agent that says a sentence in 90 % of its answers drops some in every run. */
export const FEWEST_TO_CONFIRM = 3;

type Sides = {
  readonly base: readonly SaidRun[];
  readonly head: readonly SaidRun[];
  /** True if no judge compares. */
  readonly byWords: boolean;
  readonly search: Searching;
};

/**
 * What most base runs say, and no head run: dropped, partly dropped, or said otherwise. Confirmed if every one of at
 * least three runs of each side shows it, and a second judge call agrees.
 */
export function droppedStatements(sides: Sides): readonly StatementChange[] {
  const { base } = sides;
  const told = new Set<SaidStatement>();
  return base.flatMap(({ statements }) =>
    statements.flatMap((statement): StatementChange[] => {
      if (statement.result === 'no' || statement.isCall || told.has(statement)) return [];
      const saying = base.flatMap((run) => {
        const own = findSaid(statement, run, true);
        return own === undefined ? [] : [own];
      });
      // What another base run says in nearly the same words is the same to a reader.
      for (const each of saying) told.add(each);
      const found = worstAtHead(statement, sides, 0);
      return found === null ? [] : dropped(statement, found, { ...sides, told });
    }),
  );
}

function dropped(
  statement: SaidStatement,
  found: Adverse,
  sides: Sides & { readonly told: Set<SaidStatement> },
): StatementChange[] {
  const { base, head, told } = sides;
  const saying = base.filter((run) => {
    const said = saidInRun(statement, run, sides);
    for (const each of said) told.add(each);
    return said.length > 0;
  }).length;
  if (2 * saying <= base.length) return [];
  return [
    {
      kind: KINDS[found.status],
      text: statement.text,
      otherText: found.status === 'contradicted' ? found.by : null,
      reason: 'reason' in found ? found.reason : '',
      head: { runs: 0, of: head.length },
      base: { runs: saying, of: base.length },
      wordsOnly: found.status === 'unknown',
      confirmed: saying === base.length && isConfirmed(statement, found, sides),
      ...(statement.labelKey !== undefined && { labelKey: statement.labelKey }),
    },
  ];
}

const KINDS = {
  contradicted: 'says-otherwise',
  partly: 'partly-lost',
  dropped: 'lost',
  unknown: 'lost',
} as const;

type Adverse = Exclude<Found, { readonly status: 'said' }>;

const SEVERITY: readonly Found['status'][] = ['unknown', 'dropped', 'partly', 'contradicted'];

/** The most telling finding of all head runs; `null` if one of them says it. */
function worstAtHead(
  statement: SaidStatement,
  { head, byWords, search }: Sides,
  draw: number,
): Adverse | null {
  const found = head.map((run): Found => {
    if (findSaid(statement, run, byWords)) return { status: 'said', by: '' };
    if (run.statements.length === 0) return { status: 'dropped', reason: '' };
    if (byWords || run.answer === '') return { status: 'unknown' };
    return search({
      statement: statement.normalised,
      in: 'answer',
      answer: run.answer,
      ...(draw > 0 && { draw }),
    });
  });
  const adverse = found.filter((each) => each.status !== 'said');
  if (adverse.length < found.length) return null;
  return adverse.toSorted((a, b) => SEVERITY.indexOf(b.status) - SEVERITY.indexOf(a.status))[0] ?? null;
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
  if (found.status !== 'said') return [];
  const saying = run.statements.filter(({ text }) => text.includes(found.by) || found.by.includes(text));
  // The quote may go over several of them, or differ from each in its marks.
  return saying.length > 0 ? saying : [statement];
}

function isConfirmed(statement: SaidStatement, found: Adverse, sides: Sides): boolean {
  const { base, head, byWords } = sides;
  if (byWords || found.status === 'unknown' || Math.min(base.length, head.length) < FEWEST_TO_CONFIRM)
    return false;
  const second = worstAtHead(statement, { ...sides, head: head.slice(0, 1) }, 1);
  return second !== null && second.status !== 'unknown';
}
