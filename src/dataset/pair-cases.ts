type Row = { readonly id: string; readonly inputHash: string };

export type CasePairs<Head extends Row, Base extends Row> = {
  /** In the head's order: every head case, with its place beside the base. */
  readonly rows: readonly (
    | { readonly kind: 'pair'; readonly head: Head; readonly base: Base }
    | { readonly kind: 'edited'; readonly head: Head; readonly was: Base }
    | { readonly kind: 'added'; readonly head: Head }
  )[];
  /** Base cases that the head no longer has, in the base's order. */
  readonly removed: readonly Base[];
};

/**
 * Pairs cases by id and input. What is left pairs by input alone (renamed; the first of several equal ones first);
 * then the same id with another input is an edited case, which is not paired. Every case is used once, so that a
 * repeated id or input pairs as often as both sides have it.
 */
export function pairCases<Head extends Row, Base extends Row>(
  head: readonly Head[],
  base: readonly Base[],
): CasePairs<Head, Base> {
  // One list is both sides of a run on the base branch, and 1,000 cases would be a thirtieth of a start.
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

/** The base's rows that stand beside one of the head's, edited ones too. */
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

/** Hands out the rows of a key in order, each once, and only those that are left. */
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
