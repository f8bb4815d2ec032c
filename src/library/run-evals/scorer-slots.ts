import type { AnyScorer, ItemScore } from './types.js';

/** A scorer and its place in the results. */
export type ScorerSlot = {
  /** `[id]`, `['agent', id]`, `['workflow', id]` or `['steps', name, id]`. */
  readonly path: readonly string[];
  /** The workflow step that it scores; `null` for the whole answer. */
  readonly step: string | null;
  readonly scorer: AnyScorer;
};

/** A value per slot. */
export type SlotValues<Value> = readonly { readonly slot: ScorerSlot; readonly value: Value }[];

/** The scorers' slots, listed or grouped. Expects a checked config. */
export function scorerSlots(scorers: unknown): ScorerSlot[] {
  return scorerGroups(scorers).flatMap(({ path, step, scorers: listed }) =>
    (listed as readonly AnyScorer[]).map((scorer) => ({ path: [...path, scorer.id], step, scorer })),
  );
}

/** The lists of scorers, unchecked. */
export function scorerGroups(
  scorers: unknown,
): { readonly path: readonly string[]; readonly step: string | null; readonly scorers: unknown }[] {
  if (Array.isArray(scorers)) return [{ path: [], step: null, scorers }];
  const { agent, workflow, steps } = Object(scorers) as Readonly<Record<string, unknown>>;
  return [
    ...(agent === undefined ? [] : [{ path: ['agent'], step: null, scorers: agent }]),
    ...(workflow === undefined ? [] : [{ path: ['workflow'], step: null, scorers: workflow }]),
    ...Object.entries(Object(steps)).map(([name, listed]) => ({
      path: ['steps', name],
      step: name,
      scorers: listed,
    })),
  ];
}

/** Values by id, grouped as the scorers were, with empty groups. */
export function groupBySlot<Value>(scorers: unknown, found: SlotValues<Value>): unknown {
  // Ids and step names come from outside: without a prototype none has a meaning.
  const at = (path: readonly string[]): Record<string, Value> =>
    Object.fromEntries(
      found
        .filter(({ slot }) => slot.path.slice(0, -1).join('\0') === path.join('\0'))
        .map(({ slot, value }) => [slot.scorer.id, value]),
    );
  if (Array.isArray(scorers)) return at([]);
  if ('agent' in Object(scorers)) return { agent: at(['agent']) };
  const steps = scorerGroups(scorers).flatMap(({ step }) => (step === null ? [] : [step]));
  return {
    workflow: at(['workflow']),
    steps: Object.fromEntries(steps.map((name) => [name, at(['steps', name])])),
  };
}

/** The mean of each slot's scores; slots without scores are omitted. */
export function meansOf(found: SlotValues<ItemScore>): SlotValues<number> {
  return [...Map.groupBy(found, ({ slot }) => slot)].flatMap(([slot, all]) => {
    const scores = all.flatMap(({ value }) => (value.score === null ? [] : [value.score]));
    if (scores.length === 0) return [];
    return [{ slot, value: scores.reduce((sum, score) => sum + score, 0) / scores.length }];
  });
}

/** For each slot, the number of matching results, omitting slots without one. */
export function countsOf(
  found: SlotValues<ItemScore>,
  isSuch: (value: ItemScore) => boolean,
): SlotValues<number> {
  return [
    ...Map.groupBy(
      found.filter(({ value }) => isSuch(value)),
      ({ slot }) => slot,
    ),
  ].map(([slot, all]) => ({ slot, value: all.length }));
}

/** By scorer id, the number of runs with nothing to score, in any slot. */
export function notScorableOf(found: SlotValues<ItemScore>): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { slot, value } of found) {
    const { id } = slot.scorer;
    if (value.unscored?.kind === 'not-scorable') counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}
