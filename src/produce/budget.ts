import { ProviderError } from '../ports/errors.js';
import type { Budget, BudgetLimits } from '../ports/spending.js';
import { counted, grouped } from '../text/counts.js';

/**
 * Opens a run's budget. Calls are counted when they begin, so `max-calls` is never exceeded; tokens when they are
 * known, so the calls in flight at that moment may go beyond `max-tokens`.
 */
export function createBudget({ maxCalls, maxTokens }: BudgetLimits): Budget {
  let calls = 0;
  let tokens = 0;
  const spent = (): ProviderError | null => {
    if (maxCalls !== null && calls >= maxCalls) {
      return refusal(`the budget of ${counted(maxCalls, 'call')} (max-calls) was used up`);
    }
    if (maxTokens !== null && tokens >= maxTokens) {
      return refusal(`the budget of ${counted(maxTokens, 'token')} (limits.max-tokens) was used up`);
    }
    return null;
  };
  return {
    beginCall() {
      const refused = spent();
      if (refused !== null) throw refused;
      calls += 1;
    },
    add(usage) {
      calls += usage.calls;
      tokens += usage.inputTokens + usage.outputTokens;
    },
    shortfall(wanted) {
      if (wanted === 0) return null;
      const refused = spent();
      if (refused !== null || maxCalls === null || calls + wanted <= maxCalls) return refused;
      const left =
        calls === 0 ? '' : `, of which ${maxCalls - calls} ${maxCalls - calls === 1 ? 'is' : 'are'} left,`;
      return refusal(
        `the budget of ${counted(maxCalls, 'call')} (max-calls)${left} does not cover the ${counted(wanted, 'answer')} that are due`,
      );
    },
    left() {
      const parts = [
        ...(maxCalls === null
          ? []
          : [`${grouped(Math.max(0, maxCalls - calls))} of ${counted(maxCalls, 'call')}`]),
        ...(maxTokens === null
          ? []
          : [`${grouped(Math.max(0, maxTokens - tokens))} of ${counted(maxTokens, 'token')}`]),
      ];
      return parts.length === 0 ? null : parts.join(' and ');
    },
  };
}

function refusal(message: string): ProviderError {
  return new ProviderError(message, { kind: 'budget' });
}
