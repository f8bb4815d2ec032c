import { addUsage } from '../ports/answer.js';
import type { Cost } from '../ports/price.js';
import type { Spent } from '../ports/report.js';
import { renderCount, renderCounted, renderList, renderSeconds } from './figures.js';

/** Digits of an amount below 1 that tell something. */
const DIGITS = 2;
const MOST_DECIMALS = 8;

/** What a suite's run has cost, in the parts of a line: `240 model calls`, `81,000 tokens`, `cost 0.042`, `32 s`. */
export function renderSpending(
  { target, judge, reusedVerdicts, seconds, cost }: Spent,
  name: (model: string) => string,
): readonly string[] {
  const spent = addUsage(target, judge);
  return [
    renderCounted(spent.calls, 'model call'),
    ...(reusedVerdicts === 0 ? [] : [`${renderCounted(reusedVerdicts, 'verdict')} reused`]),
    ...(spent.calls === 0 ? [] : [`${renderCount(spent.inputTokens + spent.outputTokens)} tokens`]),
    ...(cost === undefined ? [] : [renderCost(cost, name)]),
    renderSeconds(seconds),
  ];
}

function renderCost(cost: Cost, name: (model: string) => string): string {
  switch (cost.status) {
    case 'known':
      return `${cost.covers === 'judge' ? "judge's cost" : 'cost'} ${renderAmount(cost.amount)}`;
    case 'unpriced':
      return `cost not known: no price for ${renderList(cost.models.map(name))}`;
    default:
      return cost satisfies never;
  }
}

/** `12.50`, `0.042`, `0.00003`: two digits that tell something, without an exponent. */
export function renderAmount(amount: number): string {
  if (amount >= 1) return amount.toFixed(2);
  if (amount === 0) return '0';
  const decimals = Math.min(MOST_DECIMALS, DIGITS - 1 - Math.floor(Math.log10(amount)));
  return amount.toFixed(decimals);
}
