import type { Repeat } from '../ports/run-record.js';

/** What a run asked for once more, and why, added up: nothing that had to be tried twice passes without a word. */
export interface Repeats {
  add(of: Repeat['of'], why: string): void;
  /** The most frequent first. */
  list(): readonly Repeat[];
}

/** Reasons differ in what a program happened to print; so many are told apart. */
const MOST_REASONS = 20;
const LONGEST_REASON = 300;

/** @param earlier of the record that the run goes on from. */
export function createRepeats(earlier: readonly Repeat[] = []): Repeats {
  const counts = new Map<string, Repeat>();
  const add = ({ of, why, count }: Repeat): void => {
    const key = JSON.stringify([of, why]);
    const known = counts.get(key);
    const isNew = known === undefined && counts.size >= MOST_REASONS;
    if (isNew && why !== 'another reason') add({ of, why: 'another reason', count });
    else counts.set(key, { of, why, count: (known?.count ?? 0) + count });
  };
  earlier.forEach(add);
  return {
    add: (of, why) => add({ of, why: why.slice(0, LONGEST_REASON), count: 1 }),
    list: () => [...counts.values()].toSorted((a, b) => b.count - a.count),
  };
}

/** As a record keeps them: nothing where nothing was asked for twice. */
export function repeated(repeats: Repeats): { readonly repeats?: readonly Repeat[] } {
  const list = repeats.list();
  return list.length === 0 ? {} : { repeats: list };
}
