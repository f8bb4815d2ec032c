import type { Usage } from './answer.js';
import type { ProviderError } from './errors.js';

/** What one run may spend on models: all its suites, both sides, agent and judge. `null`: no limit. */
export type BudgetLimits = { readonly maxCalls: number | null; readonly maxTokens: number | null };

/** Keeps count of what a run spends on models, and says when it must not begin another call. */
export interface Budget {
  /** Counts a call that is about to begin. Throws `ProviderError` of kind `budget` where nothing is left. */
  beginCall(): void;
  /** Counts what is known only afterwards: tokens, and calls that an agent made on its own. */
  add(usage: Usage): void;
  /** Why so many answers more, of one call each, cannot be had; `null` where they can. Counts nothing. */
  shortfall(calls: number): ProviderError | null;
  /** What is left, for a line before the first call: `80 of 200 calls`; `null` without a limit. */
  left(): string | null;
}

export const NO_BUDGET: Budget = {
  beginCall() {},
  add() {},
  shortfall: () => null,
  left: () => null,
};
