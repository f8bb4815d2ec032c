import { type Answer, NO_USAGE, subtractUsage } from '../model/answer.js';
import type { Budget } from '../model/budget.js';
import type { Target } from '../model/target.js';

/**
 * Holds a program with calls of its own to the budget: what it reports is counted after each answer, and it is not
 * asked again once the budget is spent. What it does not report cannot be counted.
 */
export function limitTarget(target: Target, budget: Budget): Target {
  let counted = NO_USAGE;
  const within = async (ask: () => Promise<Answer>): Promise<Answer> => {
    const refused = budget.shortfall(1);
    if (refused !== null) throw refused;
    try {
      return await ask();
    } finally {
      const now = target.usage();
      budget.add(subtractUsage(now, counted));
      counted = now;
    }
  };
  return {
    ...target,
    answer: (row, sample, options) => within(() => target.answer(row, sample, options)),
    answerAgain: (row, sample, options) => within(() => target.answerAgain(row, sample, options)),
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}
