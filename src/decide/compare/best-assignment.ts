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
