/** Longer words are not typing errors; this also bounds the cost. */
const LONGEST_NAME = 64;

/**
 * The most similar known name, or `null`. Case, hyphens, underscores and spaces do not count: `maxDrop` and
 * `max_drop` find `max-drop`.
 */
export function nearestName(unknown: string, known: readonly string[]): string | null {
  if (unknown.length > LONGEST_NAME) return null;
  const wanted = plain(unknown);
  const limit = Math.max(1, Math.floor(wanted.length * 0.4));
  let best: { readonly name: string; readonly distance: number } | null = null;
  for (const name of known) {
    const other = plain(name);
    // A difference in length is a lower bound.
    if (Math.abs(other.length - wanted.length) > limit) continue;
    const distance = editDistance(wanted, other);
    if (distance <= limit && (best === null || distance < best.distance)) best = { name, distance };
  }
  return best?.name ?? null;
}

/** `Did you mean …?` if a known name is similar, else the list of known names. */
export function suggestName(unknown: string, known: readonly string[]): string {
  const near = nearestName(unknown, known);
  if (near !== null) return `Did you mean \`${near}\`?`;
  return known.length === 0 ? 'Nothing is known here.' : `Known: ${known.map((k) => `\`${k}\``).join(', ')}.`;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, '');
}

/** Insertions, deletions, replacements and swaps of neighbours. */
function editDistance(from: string, to: string): number {
  const at = (costs: readonly number[], column: number) => costs[column] ?? 0;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const costs = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const stay = at(last, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const swap = isSwap ? at(beforeLast, column - 2) + 1 : stay;
      costs.push(Math.min(at(last, column) + 1, at(costs, column - 1) + 1, stay, swap));
    }
    beforeLast = last;
    last = costs;
  }
  return at(last, to.length);
}
