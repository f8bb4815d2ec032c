/**
 * A longest common subsequence of two lists without repeated entries: their shared entries in the same order. The longest
 * increasing subsequence of the places (patience sorting), so it takes n · log n steps.
 */
export function findCommonSequence(one: readonly string[], two: readonly string[]): ReadonlySet<string> {
  const places = new Map(two.map((entry, at) => [entry, at]));
  /** For each length, the entry with the smallest place that ends a sequence of that length. */
  const ends: { readonly entry: string; readonly place: number }[] = [];
  const befores = new Map<string, string | undefined>();
  for (const entry of one) {
    const place = places.get(entry);
    if (place === undefined) continue;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.place ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    const before = ends[low - 1]?.entry;
    befores.set(entry, before);
    ends[low] = { entry, place };
  }
  const common = new Set<string>();
  for (let entry = ends.at(-1)?.entry; entry !== undefined; entry = befores.get(entry)) common.add(entry);
  return common;
}

/**
 * The entries that every longest common subsequence has. If two neighbours changed places, either may have moved, so
 * neither is among them.
 */
export function findUnmovedEntries(one: readonly string[], two: readonly string[]): ReadonlySet<string> {
  const places = new Map(two.map((entry, at) => [entry, at]));
  const shared = one.filter((entry) => places.has(entry));
  const inTwo = shared.map((entry) => places.get(entry) ?? 0);
  const before = computeSequenceLengths(inTwo);
  const after = computeSequenceLengths(inTwo.toReversed().map((place) => -place)).toReversed();
  const longest = before.reduce((most, length) => Math.max(most, length), 0);
  const inAnyLongest = shared.flatMap((entry, at) => {
    const rank = before[at] ?? 0;
    return rank + (after[at] ?? 0) - 1 === longest ? [{ entry, rank }] : [];
  });
  const byRank = Map.groupBy(inAnyLongest, ({ rank }) => rank);
  return new Set(inAnyLongest.filter(({ rank }) => byRank.get(rank)?.length === 1).map(({ entry }) => entry));
}

/** For each number, the length of the longest increasing subsequence that ends with it. */
function computeSequenceLengths(numbers: readonly number[]): readonly number[] {
  /** For each length, the smallest number that ends a subsequence of that length. */
  const ends: number[] = [];
  return numbers.map((number) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    ends[low] = number;
    return low + 1;
  });
}
