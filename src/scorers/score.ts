import type { VerdictLabel } from '../ports/verdict.js';

export type ScoreFormula = {
  /** Weight of an `unsure`, 0..1. */
  readonly uncertaintyWeight: number;
  /** Highest score, > 0. */
  readonly scale: number;
};

/**
 * `((yes + uncertaintyWeight · unsure) / statements) · scale`, from 0 to `scale`.
 * The denominator is the number of statements, so the caller must hold exactly one verdict for each.
 */
export function relevancyScore(
  verdicts: readonly { readonly result: VerdictLabel }[],
  { uncertaintyWeight, scale }: ScoreFormula,
): number {
  if (verdicts.length === 0) return 0;
  let credit = 0;
  for (const { result } of verdicts) {
    if (result === 'yes') credit += 1;
    else if (result === 'unsure') credit += uncertaintyWeight;
  }
  return (credit / verdicts.length) * scale;
}
