/** Batches a run that may be judged again one item at a time. */
export const DEFAULT_LAX_LIMIT = 25;

/** How often in a run a batch may be judged again because the judge was too lax. */
export interface LaxBudget {
  readonly limit: number;
  /** False when the budget is used up. */
  take(): boolean;
}

export function createLaxBudget(limit: number): LaxBudget {
  let left = limit;
  return {
    limit,
    take() {
      if (left <= 0) return false;
      left -= 1;
      return true;
    },
  };
}
