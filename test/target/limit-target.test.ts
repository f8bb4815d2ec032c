import { expect, test } from 'vitest';
import { addUsage, NO_USAGE } from '../../src/model/answer.js';
import type { Case } from '../../src/model/case.js';
import { createBudget, limitTarget } from '../../src/produce/spending.js';
import type { Target } from '../../src/target/target.js';

const row: Case = { id: 'a', input: 'x', history: [], inputHash: 'x', vars: {}, tags: [] };
const never = { signal: new AbortController().signal };

/** A program that reports 100 tokens for each of its answers, and its calls. */
function program(calls = 1): Target & { readonly asked: () => number } {
  let usage = NO_USAGE;
  const answer: Target['answer'] = async (_row, _sample, { begin }) => {
    await begin?.();
    await Promise.resolve();
    usage = addUsage(usage, { calls, inputTokens: 80, outputTokens: 20 });
    return { status: 'answered', output: 'Yes.', toolCalls: [], finish: 'stop' };
  };
  return {
    description: 'command agent',
    maxSamples: Number.POSITIVE_INFINITY,
    answer,
    usage: () => usage,
    asked: () => usage.calls,
    async [Symbol.asyncDispose]() {},
  };
}

test.each([
  ['tokens', { maxCalls: null, maxTokens: 250 }],
  ['calls', { maxCalls: 3, maxTokens: null }],
])('a program is not asked again once the %s that it reports are used up', async (what, limits) => {
  const agent = program();
  const target = limitTarget(agent, createBudget(limits));
  for (let sample = 0; sample < 2; sample += 1) await target.answer(row, sample, never);
  await target.answer(row, 2, { ...never, fresh: true });
  await expect(target.answer(row, 3, never)).rejects.toMatchObject({ kind: 'budget', fatal: true });
  await expect(target.answer(row, 3, { ...never, fresh: true })).rejects.toThrow(what);
  expect(agent.asked()).toBe(3);
});

test('waiting requests are dropped once the budget is spent, and running ones count', async () => {
  const agent = program();
  const turns: (() => void)[] = [];
  const answer: Target['answer'] = async (row, sample, options) => {
    await new Promise<void>((resolve) => turns.push(resolve));
    return agent.answer(row, sample, options);
  };
  const target = limitTarget({ ...agent, answer }, createBudget({ maxCalls: 3, maxTokens: null }));
  const asked = Promise.allSettled([0, 1, 2, 3, 4, 5].map((sample) => target.answer(row, sample, never)));
  for (const turn of turns) turn();
  const ended = (await asked).map(({ status }) => status);
  expect(ended.filter((status) => status === 'fulfilled')).toHaveLength(3);
  expect(agent.asked()).toBe(3);
});
