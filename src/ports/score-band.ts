/** What a share of 0..1 is called, from the highest; each from its bound up. */
export const SCORE_BANDS = [
  { from: 1, word: 'full', meaning: 'all of it' },
  { from: 0.7, word: 'high', meaning: 'most of it, with minor gaps' },
  { from: 0.4, word: 'moderate', meaning: 'about half' },
  { from: 0.1, word: 'low', meaning: 'little' },
  { from: 0, word: 'none', meaning: 'none, or next to none' },
] as const;

export type ScoreBand = (typeof SCORE_BANDS)[number]['word'];

/** The word for a score of 0..1 of the scale, as it is displayed with two decimals: what shows as 1.00 is `full`. */
export function bandOf(share: number): ScoreBand {
  const shown = Math.round(share * 100) / 100;
  return SCORE_BANDS.find(({ from }) => shown >= from)?.word ?? 'none';
}
