import type { IrrelevantPoint } from '../../model/comparison.js';
import type { SaidRun, SaidStatement, SearchLookup } from './sample-statements.js';
import { areAlike } from './sample-statements.js';

/** A statement of one run. */
export type StatementInRun = { readonly run: number; readonly statement: SaidStatement };

/** One irrelevant point in all its wordings, each side in the order of its runs. */
export type Point = {
  readonly head: readonly StatementInRun[];
  readonly base: readonly StatementInRun[];
  /** The base's statement of the same, irrelevant or not. */
  readonly atBase: SaidStatement | null;
  /** True if no judge said whether the base says it. */
  readonly wordsOnly: boolean;
};

/**
 * Groups the "no" statements of all runs: those of one side in nearly the same words, and a head's with the base's if
 * the judge, or else the words, say that they are the same.
 */
export function groupIrrelevant(
  runs: readonly SaidRun[],
  search: SearchLookup,
  { byWords }: { readonly byWords: boolean },
): readonly Point[] {
  const atBase = runs.filter(({ side }) => side === 'base').flatMap(({ statements }) => statements);
  const left = new Set(groupAlike(runs, 'base'));
  const inHead = groupAlike(runs, 'head');
  const points = (byWords ? inHead : joinSaid(inHead, runs, search)).map((head): Point => {
    const found = findAtBase(head, runs, { atBase, byWords, search });
    const same = [...left].filter((group) => group.some(({ statement }) => found.by === statement));
    for (const group of same) left.delete(group);
    return { head, base: same.flat(), atBase: found.by, wordsOnly: found.wordsOnly };
  });
  return [...points, ...[...left].map((base) => ({ head: [], base, atBase: null, wordsOnly: false }))];
}

/** The irrelevant statements of one side, in groups of nearly the same words. */
function groupAlike(runs: readonly SaidRun[], side: SaidRun['side']): readonly (readonly StatementInRun[])[] {
  const groups: StatementInRun[][] = [];
  for (const [run, { statements, side: own }] of runs.entries()) {
    if (own !== side) continue;
    for (const statement of statements.filter(({ result }) => result === 'no')) {
      const near = groups.find((group) => group.some((each) => isNear(each.statement, statement)));
      if (near === undefined) groups.push([{ run, statement }]);
      else near.push({ run, statement });
    }
  }
  return groups;
}

/** Joins what the judge finds in another run's irrelevant statements. */
function joinSaid(
  groups: readonly (readonly StatementInRun[])[],
  runs: readonly SaidRun[],
  search: SearchLookup,
): readonly (readonly StatementInRun[])[] {
  return groups.reduce<readonly (readonly StatementInRun[])[]>((joined, group) => {
    const same = joined.filter((other) => !sharesRun(other, group) && isSaidIn(other, group, runs, search));
    return [...joined.filter((other) => !same.includes(other)), [...same.flat(), ...group]];
  }, []);
}

function sharesRun(one: readonly StatementInRun[], two: readonly StatementInRun[]): boolean {
  return one.some(({ run }) => two.some((other) => other.run === run));
}

function isSaidIn(
  [first]: readonly StatementInRun[],
  [placed]: readonly StatementInRun[],
  runs: readonly SaidRun[],
  search: SearchLookup,
): boolean {
  const answer = placed && runs[placed.run]?.answer;
  if (first === undefined || !answer) return false;
  const found = search({ statement: first.statement.normalised, in: 'answer', answer });
  return found?.status === 'said' && placed.statement.text.includes(found.by);
}

function isNear(a: SaidStatement, b: SaidStatement): boolean {
  return a.normalised === b.normalised || areAlike(a.words, b.words);
}

function findAtBase(
  head: readonly StatementInRun[],
  runs: readonly SaidRun[],
  {
    atBase,
    byWords,
    search,
  }: { readonly atBase: readonly SaidStatement[]; readonly byWords: boolean; readonly search: SearchLookup },
): { readonly by: SaidStatement | null; readonly wordsOnly: boolean } {
  const bad = atBase.toSorted((a, b) => Number(b.result === 'no') - Number(a.result === 'no'));
  const same = bad.find(({ normalised }) =>
    head.some(({ statement }) => statement.normalised === normalised),
  );
  const [first] = head;
  if (same !== undefined || first === undefined || atBase.length === 0)
    return { by: same ?? null, wordsOnly: false };
  const alike = bad.find(({ words }) => head.some(({ statement }) => areAlike(statement.words, words)));
  const wordsOnly = bad[0]?.result === 'no';
  if (byWords) return { by: alike ?? null, wordsOnly };
  const found = search({
    statement: first.statement.normalised,
    in: 'base',
    answer: runs[first.run]?.answer ?? '',
    base: [...new Set(atBase.map(({ normalised }) => normalised))],
  });
  if (found === null || found.status === 'unknown') return { by: alike ?? null, wordsOnly };
  const by = found.status === 'said' ? bad.find(({ normalised }) => normalised === found.by) : undefined;
  return { by: by ?? null, wordsOnly: false };
}

/** Indices of the runs that say it, ascending. */
export function runsOf(placed: readonly StatementInRun[]): readonly number[] {
  return [...new Set(placed.map(({ run }) => run))].toSorted((a, b) => a - b);
}

/** Places of the runs that say it, each side's counted from 0. */
export type RunsOfPoint = Pick<IrrelevantPoint, 'text' | 'base' | 'head'>;

export function pointOf({ head, base }: Point, baseRuns: number): RunsOfPoint {
  return {
    text: (head[0] ?? base[0])?.statement.text ?? '',
    base: runsOf(base),
    head: runsOf(head).map((run) => run - baseRuns),
  };
}
