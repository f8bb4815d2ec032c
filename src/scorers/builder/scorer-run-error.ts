import { messageOf } from '../../ports/errors.js';

export const SCORER_STEPS = ['preprocess', 'analyze', 'generateScore', 'generateReason'] as const;
export type ScorerStepName = (typeof SCORER_STEPS)[number];

/** A step of a scorer failed. What the steps before it gave is kept. */
export class ScorerRunError extends Error {
  override readonly name = 'ScorerRunError';
  readonly scorerId: string;
  readonly failedStep: ScorerStepName;
  readonly completedSteps: readonly ScorerStepName[];
  /** The result as far as it came: run, step results and prompts. */
  readonly result: Readonly<Record<string, unknown>>;

  constructor(failure: {
    readonly scorerId: string;
    readonly failedStep: ScorerStepName;
    readonly completedSteps: readonly ScorerStepName[];
    readonly result: Readonly<Record<string, unknown>>;
    readonly cause: unknown;
  }) {
    const { scorerId, failedStep, cause } = failure;
    super(`scorer ${scorerId}: step ${failedStep} failed: ${messageOf(cause)}`, { cause });
    this.scorerId = scorerId;
    this.failedStep = failedStep;
    this.completedSteps = failure.completedSteps;
    this.result = failure.result;
  }
}
