type CaseKey = { readonly id: string; readonly inputHash: string };

/** Both sides' cases, matched. */
export type CasePairs<Head extends CaseKey, Base extends CaseKey> = {
  /** Every head case in order, with its base case. */
  readonly rows: readonly (
    | { readonly kind: 'pair'; readonly head: Head; readonly base: Base }
    | { readonly kind: 'edited'; readonly head: Head; readonly was: Base }
    | { readonly kind: 'added'; readonly head: Head }
  )[];
  /** Base cases missing from the head, in order. */
  readonly removed: readonly Base[];
};

/**
 * Pairs cases by id and input, then by input alone (renamed cases). Cases with only the id in common are edited, not
 * paired. Each case is used once, so repeated ids or inputs pair as often as both sides have them.
 */
export function pairCases<Head extends CaseKey, Base extends CaseKey>(
  head: readonly Head[],
  base: readonly Base[],
): CasePairs<Head, Base> {
  const unpaired = new Set(base);
  const partners = new Map<Head, Base>();
  const pairBy = (keyOf: (row: CaseKey) => string) => {
    const take = takeRows(base, unpaired, keyOf);
    for (const row of head) {
      const partner = partners.has(row) ? null : take(keyOf(row));
      if (partner !== null) partners.set(row, partner);
    }
  };
  pairBy(byIdAndInput);
  pairBy(byInput);

  const takeEdited = takeRows(base, unpaired, byId);
  const rows = head.map((row) => {
    const partner = partners.get(row);
    if (partner !== undefined) return { kind: 'pair', head: row, base: partner } as const;
    const was = takeEdited(row.id);
    return was === null
      ? ({ kind: 'added', head: row } as const)
      : ({ kind: 'edited', head: row, was } as const);
  });
  return { rows, removed: [...unpaired] };
}

/** The base's rows with a head row, edited ones included. */
export function keepPaired<BaseRow extends CaseKey>(
  head: readonly CaseKey[],
  base: readonly BaseRow[],
): readonly BaseRow[] {
  const removed = new Set(pairCases(head, base).removed);
  return base.filter((row) => !removed.has(row));
}

const byId = (row: CaseKey) => row.id;
const byInput = (row: CaseKey) => row.inputHash;
const byIdAndInput = (row: CaseKey) => `${row.inputHash}\u0000${row.id}`;

/** Returns a key's rows in order, each once, skipping used ones. */
function takeRows<Base extends CaseKey>(
  rows: readonly Base[],
  left: Set<Base>,
  keyOf: (row: CaseKey) => string,
): (key: string) => Base | null {
  const byKey = Map.groupBy(rows, keyOf);
  return (key) => byKey.get(key)?.find((row) => left.delete(row)) ?? null;
}
