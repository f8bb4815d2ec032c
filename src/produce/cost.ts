import { addUsage, type Usage } from '../ports/answer.js';
import type { Spent } from '../ports/report.js';
import type { RunRecord } from '../ports/run-record.js';
import type { Cost, Prices } from '../ports/spending.js';

/** Prices are per so many tokens. */
const PER_TOKENS = 1_000_000;

/** What the records of a run cost in all; `null` where the config file gives no prices. */
export function costOf(records: readonly RunRecord[], prices: Prices): Cost | null {
  if (Object.keys(prices).length === 0) return null;
  const used = new Map<string, Usage>();
  const use = (model: string, usage: Usage) => {
    const known = used.get(model);
    if (usage.calls > 0) used.set(model, known === undefined ? usage : addUsage(known, usage));
  };
  for (const { judge, targetModel, usage } of records) {
    use(judge.name, usage.judge);
    if (typeof targetModel === 'string') use(targetModel, usage.target);
  }
  const priced = [...used].map(([model, usage]) => ({ model, amount: amountOf(model, usage, prices) }));
  const models = priced.flatMap(({ model, amount }) => (amount === null ? [model] : []));
  if (models.length > 0) return { status: 'unpriced', models: models.sort() };
  return {
    status: 'known',
    amount: priced.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    covers: records.some(({ targetModel }) => targetModel === null) ? 'judge' : 'all',
  };
}

function amountOf(model: string, usage: Usage, prices: Prices): number | null {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (price === undefined) return null;
  return (usage.inputTokens * price.input + usage.outputTokens * price.output) / PER_TOKENS;
}

/** What a suite has cost: its head, and what was run of the base. */
export function addSpent(head: RunRecord, base: readonly RunRecord[], prices: Prices): Spent {
  const cost = costOf([head, ...base], prices);
  const spent = base.reduce(
    ({ target, judge, seconds }, { usage, ...record }) => ({
      target: addUsage(target, usage.target),
      judge: addUsage(judge, usage.judge),
      seconds: seconds + record.seconds,
    }),
    { ...head.usage, seconds: head.seconds },
  );
  return cost === null ? spent : { ...spent, cost };
}
