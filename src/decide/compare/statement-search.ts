import type { Match, Search, SearchResult } from '../../model/comparison.js';
import type { ScoredJudgement, VerdictLabel } from '../../model/verdict.js';
import { areAlike, bareWording, readWords, squeezed, type Words } from '../../text/words.js';

/** One statement of one run; a repeated statement is listed once. */
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

/** All scored runs of a case. `extra`: base runs of this case alone, later than the suite-wide ones. */
export type SaidRuns = {
  readonly base: readonly SaidRun[];
  readonly extra: readonly SaidRun[];
  readonly head: readonly SaidRun[];
};

export function saidStatements({ statements }: ScoredJudgement): readonly SaidStatement[] {
  const said = new Map<string, SaidStatement>();
  for (const { text, result, reason, labelKey, isCall } of statements) {
    const normalised = bareWording(text);
    if (normalised === '' || said.has(normalised)) continue;
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

export function repeatsBase({ answer }: SaidRun, { base, extra }: SaidRuns): boolean {
  return answer !== '' && [...base, ...extra].some((run) => run.answer === answer);
}

/** One call per new head answer, for the base's statements in it and, the other way, for its irrelevant ones in the base. */
export function searchesOf(sides: SaidRuns, tellsLost: boolean): readonly Search[] {
  const { base, extra, head } = sides;
  const before = base.flatMap(({ statements }) => statements);
  const tellsFacts = tellsLost && !head.slice(0, 1).some((run) => repeatsBase(run, sides));
  const inHead = head.flatMap((run, at) => {
    if (repeatsBase(run, sides) || run.statements.length === 0) return [];
    const bad = run.statements.filter(isIrrelevant);
    const wanted = [
      ...before.filter((each) => tellsFacts || (bad.length > 0 && isIrrelevant(each))),
      ...(bad.length > 0 ? irrelevantOf(head.slice(0, at)) : []),
    ];
    return [
      ...wanted.flatMap((each) => searchIn(each, run)),
      ...bad.flatMap((each) => searchAtBase(each, run, base)),
    ];
  });
  return [...inHead, ...extra.flatMap((run) => irrelevantOf(head).flatMap((each) => searchIn(each, run)))];
}

function irrelevantOf(runs: readonly SaidRun[]): readonly SaidStatement[] {
  return runs.flatMap(({ statements }) => statements.filter(isIrrelevant));
}

/** The search for a statement in a run's text; none if the run says it in the same words, or nothing. */
export function searchIn(
  { normalised, isCall }: SaidStatement,
  { answer, statements }: SaidRun,
  draw = 0,
): readonly Search[] {
  if (isCall || statements.length === 0 || statements.some((each) => each.normalised === normalised))
    return [];
  return [{ statement: normalised, answer, ...(draw > 0 && { draw }) }];
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
  const { statements } = run;
  if (statements.length === 0) return { status: 'dropped', reason: '' };
  const same = statements.find(({ normalised }) => normalised === statement.normalised);
  if (same !== undefined) return { status: 'said', by: same.text };
  const [search] = searchIn(statement, run, draw);
  if (results !== null) return (search && results.get(keyOf(search))) ?? { status: 'unknown' };
  const alike = statements.find(({ words }) => areAlike(words, statement.words));
  return alike === undefined ? { status: 'unknown' } : { status: 'said', by: alike.text };
}

/** Whether a statement says the same as one of another run. Without a result of the judge, likeness decides. */
export function isSame(
  other: SaidStatement,
  { statement, run }: { readonly statement: SaidStatement; readonly run: SaidRun },
  results: Results,
): boolean {
  const found = findIn(other, run, results);
  if (found.status === 'unknown') return areAlike(other.words, statement.words);
  return found.status === 'said' && overlap(found.by, statement.text);
}

/** Whether a head run's irrelevant statement is this one of the base, in the judge's view. */
export function isFoundAtBase(
  other: SaidStatement,
  { statement, run }: { readonly statement: SaidStatement; readonly run: SaidRun },
  base: readonly SaidRun[],
  results: Results,
): boolean {
  const [search] = searchAtBase(statement, run, base);
  const found = search && results?.get(keyOf(search));
  return found?.status === 'said' && found.by === other.normalised;
}

function overlap(one: string, two: string): boolean {
  const [a, b] = [squeezed(bareWording(one)), squeezed(bareWording(two))];
  return a.includes(b) || b.includes(a);
}
