import type { Judging } from '../judging/open-judging.js';
import { addUsage, NO_USAGE, subtractUsage, type Usage } from '../model/answer.js';
import type { Effects } from '../model/effects.js';
import { ProviderError } from '../model/errors.js';
import type { AnswerCost, Spending } from '../model/report.js';
import type { RunRecord } from '../model/run-record.js';
import { type Budget, type BudgetLimits, type Cost, type Prices, priceUsage } from '../model/spending.js';
import type { Target } from '../target/target.js';
import { formatCount } from '../text/values.js';

/** Total cost of a run's records; `null` without prices in the config file. */
export function computeCost(records: readonly RunRecord[], prices: Prices): Cost | null {
  if (Object.keys(prices).length === 0) return null;
  const used = new Map<string, Usage>();
  const addModelUsage = (model: string, usage: Usage) => {
    const known = used.get(model);
    if (usage.calls > 0) used.set(model, known === undefined ? usage : addUsage(known, usage));
  };
  for (const { judge, targetModel, usage } of records) {
    addModelUsage(judge.name, usage.judge);
    if (typeof targetModel === 'string') addModelUsage(targetModel, usage.target);
  }
  const priced = [...used].map(([model, usage]) => ({ model, amount: priceUsage(model, usage, prices) }));
  const models = priced.filter(({ amount }) => amount === null).map(({ model }) => model);
  if (models.length > 0) return { status: 'unpriced', models: models.sort() };
  return {
    status: 'known',
    amount: priced.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    covers: records.some(({ targetModel }) => targetModel === null) ? 'judge' : 'all',
  };
}

/** Cost of a suite: its head, and its base if that ran. */
export function addSpent(head: RunRecord, base: readonly RunRecord[], prices: Prices): Spending {
  const cost = computeCost([head, ...base], prices);
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

/** The cost of one answer on each side, over the cases that the head ran. */
export function compareAnswerCosts(base: RunRecord | null, head: RunRecord, prices: Prices) {
  const inputs = new Set(head.cases.map(({ inputHash }) => inputHash));
  return {
    base: base && computeAnswerCost(base, inputs, prices),
    head: computeAnswerCost(head, inputs, prices),
  };
}

function computeAnswerCost(
  { cases, targetModel }: RunRecord,
  inputs: ReadonlySet<string>,
  prices: Prices,
): AnswerCost {
  const answers = cases
    .filter(({ inputHash }) => inputs.has(inputHash))
    .flatMap(({ samples }) => samples)
    .map(({ answer }) => answer)
    .filter((answer) => answer.status === 'answered');
  const usages = answers.flatMap(({ usage }) => usage ?? []);
  const total = usages.reduce(addUsage, NO_USAGE);
  const tokens = total.inputTokens + total.outputTokens;
  const amount = typeof targetModel === 'string' ? priceUsage(targetModel, total, prices) : null;
  const seconds = answers.flatMap((answer) => answer.seconds ?? []).toSorted((a, b) => a - b);
  return {
    tokens: tokens === 0 ? null : tokens / usages.length,
    amount: tokens === 0 || amount === null ? null : amount / usages.length,
    seconds: seconds[Math.floor(seconds.length / 2)] ?? null,
  };
}

type Expense = { readonly usage: RunRecord['usage']; readonly seconds: number };

export const NOTHING_SPENT: Expense = {
  usage: { target: NO_USAGE, judge: NO_USAGE },
  seconds: 0,
};

/** Measures a run's cost from here on. */
export function startMeter(judging: Judging, { now }: Effects) {
  const startedAt = now();
  const before = judging.spent();
  return {
    startedAt,
    /** The cost since then, added to a known one; `target` is the agent's part. */
    addedTo({ usage, seconds }: Expense, target: Usage = NO_USAGE): Expense {
      return {
        usage: {
          target: addUsage(usage.target, target),
          judge: addUsage(usage.judge, subtractUsage(judging.spent(), before)),
        },
        seconds: seconds + (now().getTime() - startedAt.getTime()) / 1000,
      };
    },
  };
}

/** The default of `max-calls`. */
const DEFAULT_MAX_CALLS = 5_000;
/** A check whose every answer got worse takes about 8 calls per question (bench/README.md). */
const CALLS_PER_QUESTION = 25;

/**
 * Opens a run's budget. A call counts when it begins, so `max-calls` is never exceeded. Tokens count when they are known,
 * and until then as they are estimated, so calls in flight exceed `max-tokens` by their replies at most.
 */
export function createBudget({ maxCalls: given, maxTokens }: BudgetLimits): Budget {
  let maxCalls = given ?? DEFAULT_MAX_CALLS;
  let calls = 0;
  let tokens = 0;
  let reserved = 0;
  const spent = (): ProviderError | null => {
    if (calls >= maxCalls) {
      return createBudgetError(`the budget of ${formatCount(maxCalls, 'call')} (max-calls) was used up`);
    }
    if (maxTokens !== null && tokens >= maxTokens) {
      return createBudgetError(`the budget of ${formatCount(maxTokens, 'token')} (max-tokens) was used up`);
    }
    return null;
  };
  const tooLarge = (expected: number): ProviderError | null => {
    if (maxTokens === null || tokens + reserved + expected <= maxTokens) return null;
    const another = `another call of about ${formatCount(expected, 'token')}`;
    return createBudgetError(
      `the budget of ${formatCount(maxTokens, 'token')} (max-tokens) does not cover ${another}`,
    );
  };
  return {
    beginCall(expected = 0) {
      const refused = spent() ?? tooLarge(expected);
      if (refused !== null) throw refused;
      calls += 1;
      reserved += expected;
      let isUnderWay = true;
      return () => {
        if (isUnderWay) reserved -= expected;
        isUnderWay = false;
      };
    },
    add(usage) {
      calls += usage.calls;
      tokens += usage.inputTokens + usage.outputTokens;
    },
    shortfall(wanted) {
      if (wanted === 0) return null;
      const refused = spent();
      if (refused !== null || calls + wanted <= maxCalls) return refused;
      const left =
        calls === 0 ? '' : `, of which ${maxCalls - calls} ${maxCalls - calls === 1 ? 'is' : 'are'} left,`;
      return createBudgetError(
        `the budget of ${formatCount(maxCalls, 'call')} (max-calls)${left} does not cover the ${formatCount(wanted, 'answer')} that are due`,
      );
    },
    allowFor(questions) {
      if (given === null) maxCalls = Math.max(DEFAULT_MAX_CALLS, CALLS_PER_QUESTION * questions);
    },
    left: () => ({
      calls: Math.max(0, maxCalls - calls),
      maxCalls,
      isDefault: given === null,
      tokens: Math.max(0, (maxTokens ?? 0) - tokens),
      maxTokens,
    }),
  };
}

function createBudgetError(message: string): ProviderError {
  return new ProviderError(message, { kind: 'budget' });
}

/**
 * Applies the budget to a program with its own calls: its reported usage counts after each answer, and an answer in
 * flight counts as one call. When the budget is spent, the program gets no further question.
 */
export function limitTarget(target: Target, budget: Budget): Target {
  let counted = NO_USAGE;
  let underWay = 0;
  let oneEnded = Promise.withResolvers<void>();
  return {
    ...target,
    async answer(row, sample, options) {
      let begun = false;
      const begin = async (): Promise<void> => {
        if (begun) return;
        while (budget.shortfall(underWay + 1) !== null) {
          const spent = budget.shortfall(1);
          if (spent !== null) throw spent;
          await oneEnded.promise;
        }
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
        oneEnded.resolve();
        oneEnded = Promise.withResolvers();
      }
    },
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}
