/**
 * A longest common subsequence of two lists without repeated entries: their shared entries in the same order. The longest
 * increasing subsequence of the places (patience sorting), so it takes n · log n steps.
 */
export function commonSequence(one: readonly string[], two: readonly string[]): ReadonlySet<string> {
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
