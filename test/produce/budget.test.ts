import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProviderError } from '../../src/model/errors.js';
import type { Budget, BudgetLimits } from '../../src/model/spending.js';
import { createBudget } from '../../src/produce/spending.js';

const open = (limits: Partial<BudgetLimits>): Budget =>
  createBudget({ maxCalls: null, maxTokens: null, ...limits });
const tokens = (inputTokens: number, outputTokens = 0) => ({ calls: 0, inputTokens, outputTokens });

function refusalOf(work: () => void): ProviderError | null {
  try {
    work();
    return null;
  } catch (thrown) {
    if (thrown instanceof ProviderError) return thrown;
    throw thrown;
  }
}

describe('createBudget', () => {
  test('lets so many calls begin and no other, and its refusal ends a run', () => {
    const budget = open({ maxCalls: 2 });
    budget.beginCall();
    budget.beginCall();
    const refused = refusalOf(() => budget.beginCall());
    expect(refused).toMatchObject({ kind: 'budget', fatal: true });
    expect(refused?.message).toBe('the budget of 2 calls (max-calls) was used up');
  });

  test('counts tokens when they are known', () => {
    const budget = open({ maxTokens: 1_000 });
    budget.beginCall();
    budget.add(tokens(700, 299));
    budget.beginCall();
    budget.add(tokens(1));
    expect(refusalOf(() => budget.beginCall())?.message).toBe(
      'the budget of 1,000 tokens (max-tokens) was used up',
    );
  });

  test('reserves the tokens of a call until it ends', () => {
    const budget = open({ maxTokens: 1_000 });
    const end = budget.beginCall(400);
    budget.beginCall(400);
    expect(refusalOf(() => budget.beginCall(201))?.message).toBe(
      'the budget of 1,000 tokens (max-tokens) does not cover another call of about 201 tokens',
    );
    budget.beginCall(200);
    budget.add(tokens(100));
    end();
    end();
    expect(refusalOf(() => budget.beginCall(300))).toBeNull();
    expect(refusalOf(() => budget.beginCall(1))).not.toBeNull();
  });

  test('without a limit of tokens, begins any call', () => {
    const budget = open({});
    budget.beginCall(1_000_000_000);
    expect(refusalOf(() => budget.beginCall(1_000_000_000))).toBeNull();
  });

  test('counts the calls that an agent reports', () => {
    const budget = open({ maxCalls: 3 });
    budget.add({ calls: 3, inputTokens: 0, outputTokens: 0 });
    expect(budget.shortfall(1)?.message).toContain('was used up');
  });

  test('says before the first call that it is too small, and how much is left later', () => {
    const budget = open({ maxCalls: 20 });
    expect(budget.shortfall(20)).toBeNull();
    expect(budget.shortfall(0)).toBeNull();
    expect(budget.shortfall(80)?.message).toBe(
      'the budget of 20 calls (max-calls) does not cover the 80 answers that are due',
    );
    for (let call = 0; call < 19; call += 1) budget.beginCall();
    expect(budget.shortfall(2)?.message).toContain('of which 1 is left, does not cover the 2 answers');
    budget.beginCall();
    expect(budget.shortfall(1)?.message).toContain('was used up');
    expect(budget.shortfall(0)).toBeNull();
  });

  test('has 25 calls per base case by default, at least 5,000', () => {
    const leftFor = (baseCases: number, limits: Partial<BudgetLimits>) => {
      const budget = open(limits);
      budget.allowFor(baseCases);
      return budget.left()?.maxCalls;
    };
    expect(leftFor(200, {})).toBe(5_000);
    expect(leftFor(300, {})).toBe(7_500);
    expect(leftFor(300, { maxCalls: 100 })).toBe(100);
  });

  test('says what is left', () => {
    const budget = open({ maxCalls: 2_000, maxTokens: 5_000 });
    budget.beginCall();
    budget.add(tokens(6_000));
    expect(budget.left()).toEqual({
      calls: 1_999,
      maxCalls: 2_000,
      isDefault: false,
      tokens: 0,
      maxTokens: 5_000,
    });
  });

  test('never lets more calls begin than it has', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.nat(200), { maxLength: 120 }),
        (maxCalls, spent) => {
          const budget = open({ maxCalls, maxTokens: 4_000 });
          let begun = 0;
          let used = 0;
          for (const cost of spent) {
            const due = begun < maxCalls && used < 4_000;
            expect(refusalOf(() => budget.beginCall()) === null).toBe(due);
            if (!due) return;
            begun += 1;
            used += cost;
            budget.add(tokens(cost));
          }
        },
      ),
    );
  });
});
