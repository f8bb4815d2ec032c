import { expect, test } from 'vitest';
import type { Spent } from '../../src/ports/report.js';
import type { Cost } from '../../src/ports/spending.js';
import { renderAmount, renderSpending } from '../../src/report/footer.js';

const SPENT: Spent = {
  target: { calls: 40, inputTokens: 50_000, outputTokens: 6_000 },
  judge: { calls: 80, inputTokens: 20_000, outputTokens: 5_000 },
  reusedVerdicts: 12,
  seconds: 32,
};

const line = (cost?: Cost) =>
  renderSpending(cost === undefined ? SPENT : { ...SPENT, cost }, (model) => `<${model}>`).join(' · ');

test('what was spent in one line, cost only where there are prices', () => {
  expect(line()).toBe('120 model calls · 12 verdicts reused · 81,000 tokens · 32 s');
  expect(line({ status: 'known', amount: 0.0421, covers: 'all' })).toContain(
    '81,000 tokens · cost 0.042 · 32 s',
  );
  expect(line({ status: 'known', amount: 3, covers: 'judge' })).toContain("· judge's cost 3.00 ·");
  expect(line({ status: 'unpriced', models: ['a', 'b'] })).toContain(
    '· cost not known: no price for <a> and <b> ·',
  );
});

test.each([
  [0, '0'],
  [12.5, '12.50'],
  [1, '1.00'],
  [0.5, '0.50'],
  [0.0421, '0.042'],
  [0.000031, '0.000031'],
])('%d is shown as %s', (amount, shown) => {
  expect(renderAmount(amount)).toBe(shown);
});
