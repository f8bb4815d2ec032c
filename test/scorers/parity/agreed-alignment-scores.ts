/** What the reference makes of given dimensions. Measured once with @mastra/evals 1.10.2, which rounds to hundredths. */
type Dimensions = readonly [
  intent: number,
  requirements: number,
  completeness: number,
  appropriateness: number,
];

const MODES = ['user', 'system', 'both'] as const;

/** Dimensions, and what they make in each mode. */
const WEIGHED: readonly (readonly [Dimensions, user: number, system: number, both: number])[] = [
  [[1, 1, 1, 1], 1, 1, 1],
  [[0, 0, 0, 0], 0, 0, 0],
  [[1, 0, 0, 0], 0.4, 0.35, 0.4],
  [[0, 1, 0, 0], 0.3, 0.35, 0.3],
  [[0, 0, 1, 0], 0.2, 0.15, 0.2],
  [[0, 0, 0, 1], 0.1, 0.15, 0.1],
  [[0.5, 0.5, 1, 0.5], 0.6, 0.58, 0.6],
  [[1, 0.5, 0.5, 0.75], 0.73, 0.71, 0.73],
  [[0.5, 0.25, 0, 0.25], 0.3, 0.3, 0.3],
];

/** The same for dimensions instead of labels. */
export const ALIGNMENT_SCORES = MODES.flatMap((mode) =>
  WEIGHED.map(([dimensions, ...scores]) => ({
    mode,
    dimensions,
    score: scores[MODES.indexOf(mode)] ?? Number.NaN,
  })),
);
