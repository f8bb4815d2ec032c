import { expect, test } from 'vitest';
import type { Spent } from '../../src/ports/report.js';
import type { Cost } from '../../src/ports/spending.js';
import {
  renderAmount,
  renderFooter,
  renderFooters,
  renderRepeats,
  renderSpending,
} from '../../src/report/footer.js';
import { createDecision, createRecord, createSuiteReport } from '../support/records.js';

const SPENT: Spent = {
  target: { calls: 40, inputTokens: 50_000, outputTokens: 6_000 },
  judge: { calls: 80, inputTokens: 20_000, outputTokens: 5_000 },
  seconds: 32,
};

const line = (cost?: Cost) =>
  renderSpending(cost === undefined ? SPENT : { ...SPENT, cost }, (model) => `<${model}>`).join(' · ');

test('what was spent in one line, cost only where there are prices', () => {
  expect(line()).toBe('120 model calls · 81,000 tokens · 32 s');
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

test('what was asked for twice, and why', () => {
  const said = renderRepeats(
    [
      { of: 'reply', why: "the judge's reply is empty", count: 1200 },
      { of: 'reply', why: "the judge's reply is not JSON.", count: 3 },
      { of: 'answer', why: `database gone${'.'.repeat(200)}`, count: 2 },
      { of: 'judgement', why: 'the command ended with code 4 (last lines: a | b)', count: 1 },
    ],
    (text) => `<${text}>`,
  );
  expect(said).toEqual([
    `2 answers asked for a second time: <database gone${'.'.repeat(106)}…>`,
    '1 answer had to be judged again: <the command ended with code 4>',
    "1,203 replies of the judge asked for again: <the judge's reply is empty> (1,200 of them)",
  ]);
  expect(renderRepeats([], (text) => text)).toEqual([]);
});

test('what was asked for twice in vain is not told behind the same cause', () => {
  const repeats = [
    { of: 'answer', why: 'the agent reports an error: database gone', count: 5 },
    { of: 'judgement', why: 'cut off', count: 1 },
  ] as const;
  const footer = (decision: Parameters<typeof createDecision>[0]) => {
    const suite = createSuiteReport({ decision: createDecision(decision), head: createRecord({ repeats }) });
    return renderFooter(suite, { name: (text) => text, line: (text) => text });
  };
  const headline = 'Not decided: 8 of 8 cases have no score: the agent reports an error: database gone.';
  expect(footer({ outcome: 'inconclusive', headline })).toMatch(
    /(?<!database gone) · 1 answer had to be judged again: cut off$/,
  );
  expect(footer({ outcome: 'pass', headline })).toContain(
    '5 answers asked for a second time: the agent reports',
  );
});

test('of several suites what holds for all is told once', () => {
  const how = { name: (text: string) => text, line: (text: string) => text };
  const suite = (name: string, judge: string) => {
    const head = createRecord({ judge: { ...createRecord().judge, builtin: false, name: judge } });
    return createSuiteReport({ suite: name, head });
  };
  const [common, a, b] = renderFooters([suite('a', 'judge-1'), suite('b', 'judge-1')], how);
  expect(common).toMatch(/^Judge judge-1 · baseline: /);
  expect([a, b]).toEqual([
    expect.stringMatching(/^a: [\d,]+ model calls/),
    expect.stringMatching(/^b: [\d,]+ model calls/),
  ]);
  const others = renderFooters([suite('a', 'judge-1'), suite('b', 'judge-2')], how);
  expect(others[0]).toMatch(/^baseline: /);
  expect(others[1]).toMatch(/^a: Judge judge-1 · [\d,]+ model calls/);
  expect(others[2]).toMatch(/^b: Judge judge-2 · [\d,]+ model calls/);
});
