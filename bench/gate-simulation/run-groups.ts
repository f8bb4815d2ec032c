import { BASE_SAMPLES, type Cell, type CellGroup } from './cells.js';
import type { GroupRows } from './render-page.js';
import { type CellResult, runCell } from './run-cell.js';
import type { Row } from './targets.js';

/** Runs every cell, telling of each line when it is done. */
export function runGroups(groups: readonly CellGroup[], tell: (row: Row) => void): readonly GroupRows[] {
  return groups.map((group) => ({
    group,
    rows: group.cells.map((cell) => {
      const [three, five] = BASE_SAMPLES;
      const row: Row = { cell, results: [resultOf(cell, three), resultOf(cell, five)] };
      tell(row);
      return row;
    }),
  }));
}

function resultOf(cell: Cell, baseSamples: number): CellResult {
  const { noise, deterministic, change, cases, trials } = cell;
  return runCell({ noise, deterministic, change, cases, baseSamples }, trials);
}
