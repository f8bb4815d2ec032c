/** Longer words are not typing errors; this also bounds the cost. */
const MAX_NAME_LENGTH = 64;

/**
 * The most similar known name, or `null`. Case, hyphens, underscores and spaces do not count: `maxDrop` and
 * `max_drop` find `max-drop`.
 */
export function findNearestName(unknown: string, known: readonly string[]): string | null {
  if (unknown.length > MAX_NAME_LENGTH) return null;
  const normalized = normalizeName(unknown);
  const limit = Math.max(1, Math.floor(normalized.length * 0.4));
  let best: { readonly name: string; readonly distance: number } | null = null;
  for (const name of known) {
    const distance = computeEditDistance(normalized, normalizeName(name));
    if (distance <= limit && (best === null || distance < best.distance)) best = { name, distance };
  }
  return best?.name ?? null;
}

/** `Did you mean …?` if a known name is similar, else the list of known names. */
export function suggestName(unknown: string, known: readonly string[]): string {
  const near = findNearestName(unknown, known);
  if (near !== null) return `Did you mean \`${near}\`?`;
  return known.length === 0 ? 'Nothing is known here.' : `Known: ${known.map((k) => `\`${k}\``).join(', ')}.`;
}

function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, '');
}

/** Insertions, deletions and replacements (Levenshtein). */
function computeEditDistance(from: string, to: string): number {
  let costs = Array.from({ length: to.length + 1 }, (_zero, column) => column);
  for (const [row, letter] of [...from].entries()) {
    const next = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (costs[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (costs[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    costs = next;
  }
  return costs.at(-1) ?? 0;
}
