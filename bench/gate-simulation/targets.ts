import type { Aim } from './cells.js';
import type { CellResult, Row } from './run-cell.js';

/** True where a result is as it was aimed at. */
export function isMet(
  { share, baseSamples }: Pick<CellResult, 'share' | 'baseSamples'>,
  { kind, shares }: Aim,
): boolean {
  const limit = shares[baseSamples === 3 ? 0 : 1];
  return kind === 'at-most' ? share <= limit : share >= limit;
}

/** At most 0.45 head samples a case beyond the first where nothing changed. */
export const MOST_EXTRA = 0.45;

/** `at most 2.5 %`, `at least 64 % / 68 %`. */
export function renderAim({ kind, shares: [three, five] }: Aim): string {
  const limits = three === five ? renderShare(three) : `${renderShare(three)} / ${renderShare(five)}`;
  return `${kind === 'at-most' ? 'at most' : 'at least'} ${limits}`;
}

type MissableRow = {
  readonly cell: Pick<Row['cell'], 'label' | 'aim'>;
  readonly results: readonly Pick<CellResult, 'model' | 'baseSamples' | 'share'>[];
};

/** The aims that were missed, one line each, and why. */
export function listMisses(rows: readonly MissableRow[]): readonly string[] {
  return rows.flatMap(({ cell, results }) =>
    results.flatMap((result) =>
      cell.aim === null || isMet(result, cell.aim)
        ? []
        : [
            `${cell.label}, ${result.model} noise, ${result.baseSamples} base samples: ${renderShare(result.share)}, not ${renderAim(cell.aim)}.${cell.aim.missed === undefined ? '' : ` ${cell.aim.missed}`}`,
          ],
    ),
  );
}

/** `2.6 %`, `85 %`. */
export function renderShare(share: number): string {
  const percent = 100 * share;
  return `${percent < 9.95 ? percent.toFixed(1) : Math.round(percent)} %`;
}
