import { describe, expect, it } from 'vitest';
import { type Budget, type BudgetLeft, NO_BUDGET } from '../../src/model/spending.js';
import { requireTokenLimit } from '../../src/produce/prompt-growth.js';
import { createPreparedSuite, createRow, createSide, createSuite } from '../support/suites.js';

const LEFT: BudgetLeft = { calls: 900, maxCalls: 1_000, isDefault: false, tokens: 0, maxTokens: null };
const budgetOf = (left: BudgetLeft | null): Budget => ({ ...NO_BUDGET, left: () => left });

function check(before: number | null, after: number | null, left: BudgetLeft | null = LEFT) {
  const suite = createSuite({ repeat: 2 });
  const rows = [createRow('a'), createRow('b')];
  const side = createSide(suite, rows);
  const base = { ...side, name: 'base' as const, promptTokens: before };
  const prepared = createPreparedSuite(suite, rows, { base, head: { ...side, promptTokens: after } });
  return () => requireTokenLimit([prepared], budgetOf(left));
}

describe('a prompt that grew several times needs a limit of tokens', () => {
  it('says what its answers would take, and what to set', () => {
    expect(check(2_000, 8_001)).toThrow(
      /^prompt: prompt\.md grew from about 2,000 to about 8,000 tokens, and its first 4 answers alone would take about 32,000; set `max-tokens`/,
    );
  });

  it('from just above four times, and 4,000 tokens', () => {
    expect(check(1_000, 4_001)).toThrow('max-tokens');
  });

  it.each<[what: string, before: number | null, after: number | null]>([
    ['four times as long', 2_000, 8_000],
    ['many times as long, and short', 10, 4_000],
    ['without an earlier prompt', null, 50_000],
    ['not a prompt any more', 50_000, null],
  ])('not one that is %s', (_, before, after) => {
    expect(check(before, after)).not.toThrow();
  });

  it('not if the run has one, or no limit of calls either', () => {
    expect(check(2_000, 50_000, { ...LEFT, maxTokens: 1_000_000 })).not.toThrow();
    expect(check(2_000, 50_000, null)).not.toThrow();
  });
});
