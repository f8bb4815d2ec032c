import type { Repeat } from '../model/run-record.js';

/** Counts the retries of a run and their reasons for its record. */
export interface Repeats {
  add(of: Repeat['of'], why: string): void;
  list(): readonly Repeat[];
}

/** Reasons vary with a program's output; only this many are kept apart. */
const MAX_REASONS = 20;
const MAX_REASON_LENGTH = 300;

/** @param earlier retries of the record that the run continues. */
export function createRepeats(earlier: readonly Repeat[] = []): Repeats {
  const counts = new Map<string, Repeat>();
  const add = ({ of, why, count }: Repeat): void => {
    const key = JSON.stringify([of, why]);
    const known = counts.get(key);
    const isNew = known === undefined && counts.size >= MAX_REASONS;
    if (isNew && why !== 'another reason') add({ of, why: 'another reason', count });
    else counts.set(key, { of, why, count: (known?.count ?? 0) + count });
  };
  earlier.forEach(add);
  return {
    add: (of, why) => add({ of, why: why.slice(0, MAX_REASON_LENGTH), count: 1 }),
    list: () => [...counts.values()].toSorted((a, b) => b.count - a.count),
  };
}

/** As a record stores them; empty without retries. */
export function listRepeats(repeats: Repeats): { readonly repeats?: readonly Repeat[] } {
  const list = repeats.list();
  return list.length === 0 ? {} : { repeats: list };
}
