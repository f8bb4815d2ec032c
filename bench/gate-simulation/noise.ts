/** How unsteady agent and judge are. All are probabilities. */
export type Noise = {
  /** An answer is a wording that the agent never used before and never will again. */
  readonly oneOff: number;
  /** A sentence beside the point in an answer to a case that the agent masters. */
  readonly aside: number;
  /** The same in a case that it does not master. */
  readonly weakAside: number;
  /** A point is left out of a wording. */
  readonly leftOut: number;
  /** The judge's verdict on a statement is wrong; half of the slips come again when it is asked again. */
  readonly slip: number;
};

/** Named for the standard deviation of repeated runs of one case that they lead to: about 0.05, 0.10 and 0.20. */
export const NOISE = {
  low: { oneOff: 0.15, aside: 0.01, weakAside: 0.08, leftOut: 0.05, slip: 0.005 },
  medium: { oneOff: 0.3, aside: 0.06, weakAside: 0.25, leftOut: 0.12, slip: 0.025 },
  high: { oneOff: 0.5, aside: 0.3, weakAside: 0.5, leftOut: 0.3, slip: 0.14 },
} as const satisfies Record<string, Noise>;

export type NoiseLevel = keyof typeof NOISE;
