import type { ExtractedStatement, VerdictStore } from '../../../ports/judge.js';
import type { Verdict } from '../../../ports/verdict.js';

/** What is being asked right now, by key: samples that need the same wait for one call. */
export type InFlight = {
  readonly verdicts: Map<string, Promise<Verdict>>;
  readonly extractions: Map<string, Promise<readonly ExtractedStatement[]>>;
};

const inFlight = new WeakMap<VerdictStore, InFlight>();

/** Base and head have scorers of their own and share one store: what is in flight belongs to the store. */
export function inFlightOf(store: VerdictStore): InFlight {
  let known = inFlight.get(store);
  if (!known) {
    known = { verdicts: new Map(), extractions: new Map() };
    inFlight.set(store, known);
  }
  return known;
}
