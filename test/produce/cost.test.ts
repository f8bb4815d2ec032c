import { describe, expect, test } from 'vitest';
import type { RunRecord } from '../../src/model/run-record.js';
import { addSpent, compareAnswerCosts, computeCost } from '../../src/produce/spending.js';
import { createCase, createRecord, createSample } from '../support/records.js';

const PRICES = {
  agent: { input: 2, output: 8 },
  judge: { input: 0.5, output: 1 },
  cheap: { input: 1, output: 1 },
};

function record(targetModel: string | null | undefined, more: Partial<RunRecord> = {}): RunRecord {
  return createRecord({
    ...(targetModel !== undefined && { targetModel }),
    judge: { name: 'judge', fingerprint: 'j', builtin: false },
    usage: {
      target: { calls: 10, inputTokens: 100_000, outputTokens: 50_000 },
      judge: { calls: 20, inputTokens: 400_000, outputTokens: 100_000 },
    },
    ...more,
  });
}

describe('computeCost', () => {
  test('there is no cost without prices in the config', () => {
    expect(computeCost([record('gpt-6-luna')], {})).toBeNull();
  });

  test('adds up both models, in and out', () => {
    const cost = computeCost([record('agent')], PRICES);
    // 0.1 · 2 + 0.05 · 8 for the agent, 0.4 · 0.5 + 0.1 · 1 for the judge.
    expect(cost).toMatchObject({ status: 'known', covers: 'all' });
    expect(cost?.status === 'known' && cost.amount).toBeCloseTo(0.9, 10);
  });

  test('each side by its own model', () => {
    const cost = addSpent(record('agent'), [record('cheap')], PRICES).cost;
    expect(cost?.status === 'known' && cost.amount).toBeCloseTo(0.9 + 0.15 + 0.3, 10);
  });

  test('says which models that were used have no price, and gives no sum then', () => {
    expect(computeCost([record('other')], PRICES)).toEqual({ status: 'unpriced', models: ['other'] });
    expect(computeCost([record('constructor')], PRICES)).toEqual({
      status: 'unpriced',
      models: ['constructor'],
    });
  });

  test('of a program whose calls are its own only the judge is known', () => {
    const cost = computeCost([record(null)], PRICES);
    expect(cost).toMatchObject({ status: 'known', covers: 'judge' });
    expect(cost?.status === 'known' && cost.amount).toBeCloseTo(0.3, 10);
  });

  test('recorded answers cost nothing', () => {
    expect(computeCost([record(undefined)], PRICES)).toMatchObject({ status: 'known', covers: 'all' });
  });
});

describe('compareAnswerCosts', () => {
  const sample = (tokens: number, seconds: number) => {
    const { answer, ...others } = createSample();
    const usage = { calls: 1, inputTokens: tokens, outputTokens: tokens };
    return { ...others, answer: { ...answer, usage, seconds } };
  };
  const side = (model: string, id: string, ...samples: readonly ReturnType<typeof sample>[]) =>
    record(model, { cases: [createCase(id, { samples })] });

  test('per answer: mean tokens, mean cost, median time', () => {
    const base = side('cheap', 'a', sample(100, 1), sample(300, 2), sample(500, 9));
    const head = side('agent', 'a', sample(100, 3));
    expect(compareAnswerCosts(base, head, PRICES)).toEqual({
      base: { tokens: 600, amount: expect.closeTo(0.0006, 10), seconds: 2 },
      head: { tokens: 200, amount: expect.closeTo(0.001, 10), seconds: 3 },
    });
  });

  test('cases that the head did not run do not count; what is not known is null', () => {
    const base = side('agent', 'other', sample(100, 1));
    const head = record('agent', { cases: [createCase('a')] });
    const unknown = { tokens: null, amount: null, seconds: null };
    expect(compareAnswerCosts(base, head, PRICES)).toEqual({ base: unknown, head: unknown });
    expect(compareAnswerCosts(null, side('agent', 'a', sample(5, 1)), {})).toEqual({
      base: null,
      head: { tokens: 10, amount: null, seconds: 1 },
    });
  });
});
