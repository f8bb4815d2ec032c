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

/**
 * The assignment of rows to columns with the largest sum of weights (Hungarian method with potentials). `weights[row]`
 * has one entry a column, 0 or more; a weight of 0 means that the two do not belong together.
 * Returns each row's column, `null` where it gets none. Time grows with rows² × columns; equal sums are resolved the
 * same way every time.
 */
export function bestAssignment(weights: readonly Float64Array[]): readonly (number | null)[] {
  const columns = weights[0]?.length ?? 0;
  if (weights.length > columns) return transposed(weights, columns);

  const rows = weights.length;
  // Row and column 0 stand for "not yet assigned", so both count from 1.
  const rowPotential = new Float64Array(rows + 1);
  const columnPotential = new Float64Array(columns + 1);
  const rowOf = new Int32Array(columns + 1);
  const cameFrom = new Int32Array(columns + 1);
  for (let row = 1; row <= rows; row += 1) {
    rowOf[0] = row;
    const slack = new Float64Array(columns + 1).fill(Infinity);
    const seen = new Uint8Array(columns + 1);
    let column = 0;
    do {
      seen[column] = 1;
      const from = rowOf[column] ?? 0;
      const costs = weights[from - 1];
      const potential = rowPotential[from] ?? 0;
      let step = Infinity;
      let nearest = 0;
      for (let next = 1; next <= columns; next += 1) {
        if (seen[next] === 1) continue;
        const reduced = -(costs?.[next - 1] ?? 0) - potential - (columnPotential[next] ?? 0);
        if (reduced < (slack[next] ?? 0)) {
          slack[next] = reduced;
          cameFrom[next] = column;
        }
        if ((slack[next] ?? 0) < step) {
          step = slack[next] ?? 0;
          nearest = next;
        }
      }
      for (let other = 0; other <= columns; other += 1) {
        if (seen[other] === 1) {
          const assigned = rowOf[other] ?? 0;
          rowPotential[assigned] = (rowPotential[assigned] ?? 0) + step;
          columnPotential[other] = (columnPotential[other] ?? 0) - step;
        } else slack[other] = (slack[other] ?? 0) - step;
      }
      column = nearest;
    } while ((rowOf[column] ?? 0) !== 0);
    while (column !== 0) {
      const before = cameFrom[column] ?? 0;
      rowOf[column] = rowOf[before] ?? 0;
      column = before;
    }
  }

  const assigned: (number | null)[] = new Array<number | null>(rows).fill(null);
  for (let column = 1; column <= columns; column += 1) {
    const row = (rowOf[column] ?? 0) - 1;
    if (row >= 0 && (weights[row]?.[column - 1] ?? 0) > 0) assigned[row] = column - 1;
  }
  return assigned;
}

function transposed(weights: readonly Float64Array[], columns: number): readonly (number | null)[] {
  const turned = Array.from({ length: columns }, (_, column) =>
    Float64Array.from(weights, (row) => row[column] ?? 0),
  );
  const assigned: (number | null)[] = new Array<number | null>(weights.length).fill(null);
  for (const [column, row] of bestAssignment(turned).entries()) if (row !== null) assigned[row] = column;
  return assigned;
}
