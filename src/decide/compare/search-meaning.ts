import type { Found, Match, Search } from '../../ports/comparison.js';

/** Looks up what a judge found of a statement that words did not find; what nobody searched yet is `unknown`. */
export type Searching = (search: Search) => Found;

const UNKNOWN: Found = { status: 'unknown' };

/**
 * @param matches What was searched for this case so far; `null`: nobody will search.
 * @returns `due` holds what was looked up and nobody searched yet.
 */
export function createSearch(matches: readonly Match[] | null): {
  readonly search: Searching;
  readonly due: readonly Search[];
} {
  const due: Search[] = [];
  const search: Searching = (wanted) => {
    if (wanted.among.length === 0) return { status: 'not-said', missing: '' };
    if (matches === null) return UNKNOWN;
    const known = matches.find((match) => isSame(match, wanted));
    if (known === undefined) due.push(wanted);
    return known?.found ?? UNKNOWN;
  };
  return { search, due };
}

function isSame(one: Search, two: Search): boolean {
  return (
    one.statement === two.statement &&
    one.among.length === two.among.length &&
    one.among.every((text, index) => text === two.among[index])
  );
}
