type Row = { readonly id: string; readonly inputHash: string };

export type CasePairs<Head extends Row, Base extends Row> = {
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
export function pairCases<Head extends Row, Base extends Row>(
  head: readonly Head[],
  base: readonly Base[],
): CasePairs<Head, Base> {
  // The usual case on the base branch, where pairing 1,000 cases would cost a thirtieth of the start.
  if (isSame(head, base))
    return { rows: head.map((row) => ({ kind: 'pair', head: row, base: row })), removed: [] };
  const left = new Set(base);
  const partners = new Map<Head, Base>();
  const pairBy = (keyOf: (row: Row) => string) => {
    const take = takeInOrder(base, left, keyOf);
    for (const row of head) {
      const partner = partners.has(row) ? null : take(keyOf(row));
      if (partner !== null) partners.set(row, partner);
    }
  };
  pairBy(byIdAndInput);
  pairBy(byInput);

  const takeEdited = takeInOrder(base, left, byId);
  const rows = head.map((row) => {
    const partner = partners.get(row);
    if (partner !== undefined) return { kind: 'pair', head: row, base: partner } as const;
    const was = takeEdited(row.id);
    return was === null
      ? ({ kind: 'added', head: row } as const)
      : ({ kind: 'edited', head: row, was } as const);
  });
  return { rows, removed: [...left] };
}

/** The base's rows with a head row, edited ones included. */
export function withPartner<BaseRow extends Row>(
  head: readonly Row[],
  base: readonly BaseRow[],
): readonly BaseRow[] {
  const removed = new Set(pairCases(head, base).removed);
  return base.filter((row) => !removed.has(row));
}

function isSame<Head, Base>(
  head: readonly Head[],
  base: readonly (Head | Base)[],
): head is readonly (Head & Base)[] {
  return head === base;
}

const byId = (row: Row) => row.id;
const byInput = (row: Row) => row.inputHash;
const byIdAndInput = (row: Row) => `${row.inputHash}\u0000${row.id}`;

/** Returns a key's rows in order, each once, skipping used ones. */
function takeInOrder<Base extends Row>(
  rows: readonly Base[],
  left: Set<Base>,
  keyOf: (row: Row) => string,
): (key: string) => Base | null {
  const byKey = Map.groupBy(rows, keyOf);
  const next = new Map<string, number>();
  return (key) => {
    const candidates = byKey.get(key) ?? [];
    for (let index = next.get(key) ?? 0; index < candidates.length; index += 1) {
      const row = candidates[index];
      if (row === undefined || !left.delete(row)) continue;
      next.set(key, index + 1);
      return row;
    }
    return null;
  };
}
