import { NO_USAGE, subtractUsage } from '../ports/answer.js';
import type { Budget } from '../ports/spending.js';
import type { Target } from '../ports/target.js';

/**
 * Holds a program with calls of its own to the budget: what it reports is counted after each answer, and it is not asked
 * again once the budget is spent. An answer that is under way counts as one call until it is known; what a program does
 * not report cannot be counted. The question is put when the program's turn has come: whoever waits for it then, waits
 * no longer.
 */
export function limitTarget(target: Target, budget: Budget): Target {
  let counted = NO_USAGE;
  let underWay = 0;
  return {
    ...target,
    async answer(row, sample, options) {
      let begun = false;
      const begin = (): void => {
        if (begun) return;
        const refused = budget.shortfall(underWay + 1);
        if (refused !== null) throw refused;
        begun = true;
        underWay += 1;
      };
      try {
        return await target.answer(row, sample, { ...options, begin });
      } finally {
        if (begun) underWay -= 1;
        const now = target.usage();
        budget.add(subtractUsage(now, counted));
        counted = now;
      }
    },
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}
