import type { Match, Search, SearchResult } from '../../model/comparison.js';
import type { VerdictLabel } from '../../model/verdict.js';
import { bareWording, contentWords, squeezed } from '../../text/words.js';
import type { ScoredJudgement } from './sample-scores.js';

/** One statement of one run; a repeated statement is listed once, with its worst verdict. */
export type SaidStatement = {
  readonly text: string;
  readonly normalised: string;
  readonly words: Words;
  readonly result: VerdictLabel;
  readonly reason: string;
  readonly labelKey?: string;
  readonly isCall?: true;
};

/** One scored run of a case with its full answer; empty if the record keeps none. */
export type SaidRun = { readonly answer: string; readonly statements: readonly SaidStatement[] };

/** All scored runs of a case. */
export type SaidRuns = { readonly base: readonly SaidRun[]; readonly head: readonly SaidRun[] };

const BADNESS: Readonly<Record<VerdictLabel, number>> = { yes: 0, unsure: 1, no: 2 };

export function saidStatements({ statements }: ScoredJudgement): readonly SaidStatement[] {
  const said = new Map<string, SaidStatement>();
  for (const { text, result, reason, labelKey, isCall } of statements) {
    const normalised = bareWording(text);
    const before = said.get(normalised);
    if (normalised === '' || (before && BADNESS[before.result] >= BADNESS[result])) continue;
    said.set(normalised, {
      ...{ text, normalised, result, reason, words: readWords(normalised) },
      ...(labelKey !== undefined && { labelKey }),
      ...(isCall && { isCall }),
    });
  }
  return [...said.values()];
}

export function isIrrelevant({ result }: SaidStatement): boolean {
  return result === 'no';
}

/** The judge's results for one case, by search; `null` if words alone decide. */
export type Results = ReadonlyMap<string, SearchResult> | null;

export function readResults(matches: readonly Match[] | null): Results {
  return matches && new Map(matches.map((match) => [keyOf(match), match.found]));
}

function keyOf({ statement, answer, base, draw = 0 }: Search): string {
  return JSON.stringify([statement, answer, draw, base]);
}

/** The searches without a result, each once. */
export function dueSearches(searches: readonly Search[], results: Results): readonly Search[] {
  const wanted = new Map(searches.map((search) => [keyOf(search), search]));
  return results === null
    ? []
    : [...wanted].flatMap(([key, search]) => (search.answer === '' || results.has(key) ? [] : [search]));
}

export function repeatsBase({ answer }: SaidRun, base: readonly SaidRun[]): boolean {
  return answer !== '' && base.some((run) => run.answer === answer);
}

/**
 * What the judge has to find for each head answer that differs from every base answer, in one call each: all statements of
 * the base and the irrelevant ones of earlier head runs, and, the other way, its own irrelevant ones among the base's.
 */
export function searchesOf({ base, head }: SaidRuns, tellsLost: boolean): readonly Search[] {
  const before = base.flatMap(({ statements }) => statements);
  const tellsFacts = tellsLost && !head.some((run) => repeatsBase(run, base));
  return head.flatMap((run, at) => {
    const bad = run.statements.filter(isIrrelevant);
    if (repeatsBase(run, base) || run.statements.length === 0) return [];
    const earlier = head.slice(0, at).flatMap(({ statements }) => statements.filter(isIrrelevant));
    const wanted = [
      ...before.filter((each) => tellsFacts || (bad.length > 0 && isIrrelevant(each))),
      ...(bad.length > 0 ? earlier : []),
    ];
    return [
      ...wanted.filter(({ isCall }) => !isCall).flatMap((each) => searchIn(each, run)),
      ...bad.flatMap((each) => searchAtBase(each, run, base)),
    ];
  });
}

/** The search for a statement in a run; none if the run says it in the same words. */
export function searchIn({ normalised }: SaidStatement, run: SaidRun, draw = 0): readonly Search[] {
  if (run.statements.some((each) => each.normalised === normalised)) return [];
  return [{ statement: normalised, answer: run.answer, ...(draw > 0 && { draw }) }];
}

function searchAtBase(
  { normalised }: SaidStatement,
  { answer }: SaidRun,
  base: readonly SaidRun[],
): readonly Search[] {
  const texts = base.flatMap(({ statements }) => statements.map((each) => each.normalised));
  if (texts.length === 0 || texts.includes(normalised)) return [];
  return [{ statement: normalised, answer, base: [...new Set(texts)] }];
}

/** Whether a run says a statement of another run. */
export function findIn(statement: SaidStatement, run: SaidRun, results: Results, draw = 0): SearchResult {
  const [search] = searchIn(statement, run, draw);
  if (search === undefined) return { status: 'said', by: statement.text };
  if (run.statements.length === 0) return { status: 'dropped', reason: '' };
  if (results !== null) return results.get(keyOf(search)) ?? { status: 'unknown' };
  const alike = run.statements.find(({ words }) => areAlike(words, statement.words));
  return alike === undefined ? { status: 'unknown' } : { status: 'said', by: alike.text };
}

/**
 * Whether a head run's irrelevant statement says the same as a statement of another run: in the same words or in the
 * judge's view. Without a result, likeness decides.
 */
export function isSame(
  other: SaidStatement,
  { statement, run }: { readonly statement: SaidStatement; readonly run: SaidRun },
  base: readonly SaidRun[],
  results: Results,
): boolean {
  if (other.normalised === statement.normalised) return true;
  const found = findIn(other, run, results);
  if (found.status === 'said' && overlap(found.by, statement.text)) return true;
  const [search] = searchAtBase(statement, run, base);
  const atBase = search === undefined ? undefined : results?.get(keyOf(search));
  if (atBase?.status === 'said' && atBase.by === other.normalised) return true;
  return found.status === 'unknown' && areAlike(other.words, statement.words);
}

function overlap(one: string, two: string): boolean {
  const [a, b] = [squeezed(bareWording(one)), squeezed(bareWording(two))];
  return a.includes(b) || b.includes(a);
}

/** Share of content words, of both together, from which on two wordings count as one (Dice). */
const ALIKE = 0.75;

/** The parts of a wording that are compared. */
export type Words = { readonly content: ReadonlySet<string>; readonly numbers: string };

const NUMBER = /\p{N}+(?:[.,:]\p{N}+)*/gu;

export function readWords(text: string): Words {
  return { content: new Set(contentWords(text)), numbers: (text.match(NUMBER) ?? []).toSorted().join(' ') };
}

/**
 * Whether two wordings share nearly all their content words, and all numbers. It sees no negation and no opposite: it
 * replaces a judge if there is none, and groups the same statement of several cases.
 */
export function areAlike(a: Words, b: Words): boolean {
  if (a.numbers !== b.numbers || a.content.size + b.content.size === 0) return false;
  const shared = [...a.content].filter((word) => b.content.has(word)).length;
  return (2 * shared) / (a.content.size + b.content.size) >= ALIKE;
}
