import type { Cell } from './cells.js';
import type { CellResult } from './run-cell.js';

/** A line of the table with what came out, at 3 and at 5 baseline samples. */
export type Row = { readonly cell: Cell; readonly results: readonly [CellResult, CellResult] };

export type TargetCheck = { readonly target: string; readonly reached: string; readonly met: boolean };

/** What the gate is held to, and what it reaches; the worst cell counts. Targets without a cell are left out. */
export function checkTargets(rows: readonly Row[]): readonly TargetCheck[] {
  const medium = rows.filter(({ cell }) => cell.noise === 'medium');
  const same = medium.filter(({ cell }) => cell.change.kind === 'none');
  const reworded = medium.filter(
    ({ cell }) => cell.change.kind === 'reworded' && !cell.deterministic && cell.cases <= 50,
  );
  const lower = (cases: number) =>
    medium.filter(
      ({ cell }) =>
        cell.change.kind === 'every-case' && Math.abs(cell.change.drop - 0.05) < 1e-9 && cell.cases === cases,
    );
  const one = medium.filter(
    ({ cell }) => cell.change.kind === 'collapse' && cell.change.cases === 1 && !cell.deterministic,
  );
  return [
    atMost('False alarms where nothing changed: at most 5 %', same, fails, 0.05),
    atMost('False alarms where the wording changed, up to 50 cases: at most 10 %', reworded, fails, 0.1),
    atLeast('Every case −0.05, 50 cases: found in 60 % / 68 %', lower(50), [0.6, 0.68]),
    atLeast('Every case −0.05, 100 cases: found in 85 % / 90 %', lower(100), [0.85, 0.9]),
    atLeast('One case 1.0 → 0.2: found in 80 %', one, [0.8, 0.8]),
    atMost('Extra head samples a case where nothing changed: at most 0.40', same, extra, 0.4, plain),
  ].flatMap((check) => check ?? []);
}

type Measure = (result: CellResult) => number;

const fails: Measure = (result) => result.fails;
const extra: Measure = (result) => result.extraSamples;
const plain = (value: number) => value.toFixed(2);

function atMost(
  target: string,
  rows: readonly Row[],
  measure: Measure,
  limit: number,
  render: (value: number) => string = renderShare,
): TargetCheck | null {
  if (rows.length === 0) return null;
  const worst = bySide(rows, measure).map((values) => Math.max(...values));
  return {
    target,
    reached: `${worst.map(render).join(' / ')} at worst`,
    met: worst.every((value) => value <= limit),
  };
}

function atLeast(
  target: string,
  rows: readonly Row[],
  limits: readonly [number, number],
): TargetCheck | null {
  if (rows.length === 0) return null;
  const worst = bySide(rows, fails).map((values) => Math.min(...values));
  return {
    target,
    reached: `${worst.map(renderShare).join(' / ')}${rows.length > 1 ? ' at worst' : ''}`,
    met: worst.every((value, side) => value >= (limits[side] ?? 1)),
  };
}

/** Of all rows, at 3 and at 5 baseline samples. */
function bySide(rows: readonly Row[], measure: Measure): readonly (readonly number[])[] {
  return [
    rows.map(({ results: [three] }) => measure(three)),
    rows.map(({ results: [, five] }) => measure(five)),
  ];
}

/** `2.6 %`, `85 %`. */
export function renderShare(share: number): string {
  const percent = 100 * share;
  return `${percent < 9.95 ? percent.toFixed(1) : Math.round(percent)} %`;
}
