import { bestAssignment } from './best-assignment.js';
import { alignmentOf, type StatementFeatures, statementSimilarity } from './statement-similarity.js';

export type Link = {
  /** Index of the partner. */
  readonly to: number;
  readonly kind: 'same' | 'reworded' | 'probably-reworded';
};

/** Up to so many pairs of statements the best assignment is searched; it is 200 against 200. */
const MOST_PAIRS = 40_000;
/** Beyond that, each statement is held against so many on either side of its relative place, the likest pairs first. */
const REACH = 50;

/**
 * Which statement of `from` is which of `to`, one to one: the same after normalising first, then the assignment with
 * the largest sum of similarities. Both lists hold normalised texts, each once.
 */
export function alignStatements(
  from: readonly string[],
  to: readonly string[],
  featuresOf: (text: string) => StatementFeatures,
): readonly (Link | null)[] {
  const places = new Map(to.map((text, index) => [text, index]));
  const links: (Link | null)[] = from.map((text) => {
    const index = places.get(text);
    return index === undefined ? null : { to: index, kind: 'same' };
  });
  const taken = new Set(links.map((link) => link?.to));
  const rows = [...links.keys()].filter((index) => links[index] === null);
  const columns = [...to.keys()].filter((index) => !taken.has(index));
  if (rows.length === 0 || columns.length === 0) return links;

  const fromFeatures = rows.map((index) => featuresOf(from[index] ?? ''));
  const toFeatures = columns.map((index) => featuresOf(to[index] ?? ''));
  for (const { row, column, kind } of linkLeftovers(fromFeatures, toFeatures)) {
    const [index, partner] = [rows[row], columns[column]];
    if (index !== undefined && partner !== undefined) links[index] = { to: partner, kind };
  }
  return links;
}

type Pair = {
  readonly row: number;
  readonly column: number;
  readonly weight: number;
  readonly kind: Link['kind'];
};

function linkLeftovers(
  from: readonly StatementFeatures[],
  to: readonly StatementFeatures[],
): readonly Pair[] {
  const few = from.length * to.length <= MOST_PAIRS;
  const pairs: Pair[] = [];
  for (const [row, a] of from.entries()) {
    const place = Math.round((row * to.length) / from.length);
    const end = few ? to.length : Math.min(to.length, place + REACH + 1);
    for (let column = few ? 0 : Math.max(0, place - REACH); column < end; column += 1) {
      const b = to[column];
      if (b === undefined) continue;
      const weight = statementSimilarity(a, b);
      const kind = alignmentOf(weight, a, b);
      if (kind !== null) pairs.push({ row, column, weight, kind });
    }
  }
  return few ? bestOf(pairs, from.length, to.length) : likestFirst(pairs);
}

function bestOf(pairs: readonly Pair[], rows: number, columns: number): readonly Pair[] {
  const single = new Set(pairs.map(({ row }) => row)).size === pairs.length;
  if (single && new Set(pairs.map(({ column }) => column)).size === pairs.length) return pairs;
  const weights = Array.from({ length: rows }, () => new Float64Array(columns));
  for (const { row, column, weight } of pairs) {
    const entries = weights[row];
    if (entries !== undefined) entries[column] = weight;
  }
  const assigned = bestAssignment(weights);
  return pairs.filter(({ row, column }) => assigned[row] === column);
}

function likestFirst(pairs: readonly Pair[]): readonly Pair[] {
  const rows = new Set<number>();
  const columns = new Set<number>();
  return [...pairs]
    .sort((a, b) => b.weight - a.weight)
    .filter(({ row, column }) => {
      if (rows.has(row) || columns.has(column)) return false;
      rows.add(row);
      columns.add(column);
      return true;
    });
}
