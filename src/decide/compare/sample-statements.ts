import type { Match, Search, SearchResult } from '../../model/comparison.js';
import type { VerdictLabel } from '../../model/verdict.js';
import { bareWording, contentWords } from '../../text/words.js';
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
export type SaidRun = {
  readonly side: 'base' | 'head';
  readonly answer: string;
  readonly statements: readonly SaidStatement[];
};

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

/** The statement of a run in the same words; if only words decide, also in nearly the same ones. */
export function findSaid(
  { normalised, words }: SaidStatement,
  { statements }: SaidRun,
  byWords: boolean,
): SaidStatement | undefined {
  return (
    statements.find((other) => other.normalised === normalised) ??
    (byWords ? statements.find((other) => areAlike(other.words, words)) : undefined)
  );
}

/** Looks up a result of the judge; `null` if it is due. */
export type SearchLookup = (search: Search) => SearchResult | null;

/**
 * @param matches Results for this case so far; `null` without a judge.
 * @returns `due` lists the searches without a result.
 */
export function createSearch(matches: readonly Match[] | null): {
  readonly search: SearchLookup;
  readonly due: () => readonly Search[];
} {
  const keyOf = ({ statement, in: place, answer, draw = 0, base = [] }: Search) =>
    JSON.stringify([statement, place, answer, draw, base]);
  const known = new Map((matches ?? []).map((match) => [keyOf(match), match.found]));
  const due = new Map<string, Search>();
  const search: SearchLookup = (wanted) => {
    const found = known.get(keyOf(wanted));
    if (found === undefined && matches !== null) due.set(keyOf(wanted), wanted);
    return found ?? null;
  };
  return { search, due: () => [...due.values()] };
}

/** Share of content words, of both together, from which on two wordings count as one (Dice). */
export const ALIKE = 0.75;

/** The parts of a wording that are compared. */
export type Words = { readonly content: ReadonlySet<string>; readonly numbers: string };

const NUMBER = /\p{N}+(?:[.,:]\p{N}+)*/gu;

export function readWords(text: string): Words {
  return { content: new Set(contentWords(text)), numbers: (text.match(NUMBER) ?? []).toSorted().join(' ') };
}

/**
 * Whether two wordings share nearly all their content words, and all numbers. It sees no negation and no opposite: it
 * groups the wordings of one side, and replaces a judge if there is none.
 */
export function areAlike(a: Words, b: Words): boolean {
  if (a.numbers !== b.numbers || a.content.size + b.content.size === 0) return false;
  const shared = [...a.content].filter((word) => b.content.has(word)).length;
  return (2 * shared) / (a.content.size + b.content.size) >= ALIKE;
}
