import { describe, expect, it } from 'vitest';
import type { Sample } from '../../../src/model/run-record.js';
import { createBaseline, createFailedSample, createSample } from '../../support/records.js';
import { findingOf, outcomesOf, type PlayOptions, playGate, type ScriptedCase } from './play-gate.js';

/** An answer of so many tokens, or of so many seconds. */
function answer({ tokens, seconds }: { readonly tokens?: number; readonly seconds?: number }): Sample {
  const sample = createSample();
  const usage = { calls: 1, inputTokens: (tokens ?? 0) - 10, outputTokens: 10 };
  return {
    ...sample,
    answer: {
      status: 'answered',
      output: 'an answer',
      toolCalls: [],
      finish: 'stop',
      ...(tokens !== undefined && { usage }),
      ...(seconds !== undefined && { seconds }),
    },
  };
}

/** An answer whose tokens are counted as none. */
function none(): Sample {
  const sample = createSample();
  const usage = { calls: 1, inputTokens: 0, outputTokens: 0 };
  return sample.answer.status === 'answered' ? { ...sample, answer: { ...sample.answer, usage } } : sample;
}

const tokensOf = (...all: readonly number[]) => all.map((tokens) => answer({ tokens }));
const timesOf = (...all: readonly number[]) => all.map((seconds) => answer({ seconds }));

describe('max-cost-rise: 20%', () => {
  /** Six cases whose answers all have so many tokens. */
  function cost(base: number, head: number, options: PlayOptions = {}, again?: number) {
    const cases = Array.from(
      { length: 6 },
      (_, index): ScriptedCase => ({
        id: `c${index}`,
        base: tokensOf(base, base, base),
        head: tokensOf(head),
        ...(again !== undefined && { headAgain: tokensOf(again) }),
      }),
    );
    return playGate(cases, { ...options, gate: { maxCostRise: 0.2, ...options.gate } });
  }

  it.each<[head: number, outcome: string, runs: number]>([
    [1140, 'info', 1],
    [1150, 'info', 3],
    [1200, 'info', 3],
    [1201, 'fails', 3],
    [1250, 'fails', 3],
    [1260, 'fails', 1],
    [500, 'info', 1],
  ])('1,000 tokens become %i: %s, after %i runs', (head, outcome, runs) => {
    const { decision, asks } = cost(1000, head);
    expect(findingOf(decision, 'cost')).toEqual({
      rule: 'cost',
      outcome,
      caseIds: [],
      numbers: { unit: 'tokens', base: 1000, head, limit: 0.2, cases: 6 },
    });
    expect(asks).toEqual(
      [2, 3].slice(0, runs - 1).map((upTo) => ({ kind: 'head-runs', upTo, because: 'cost' })),
    );
    expect(decision).toMatchObject(
      outcome === 'fails'
        ? { outcome: 'fail', blocking: true, because: ['cost'] }
        : { outcome: 'pass', because: [] },
    );
  });

  it('is off by default, and fails nothing without its reason in fail-on', () => {
    expect(findingOf(cost(1000, 5000, { gate: { maxCostRise: null } }).decision, 'cost')).toBeUndefined();
    const { decision } = cost(1000, 5000, { gate: { failOn: ['regression'] } });
    expect(decision).toMatchObject({ outcome: 'fail', blocking: false, because: ['cost'] });
  });

  it('the median counts, not the mean', () => {
    const cases = [100, 100, 100, 100, 9000].map((head, index) => ({
      id: `c${index}`,
      base: tokensOf(100, 100, 100),
      head: tokensOf(head),
    }));
    const { decision } = playGate(cases, { gate: { maxCostRise: 0.2 } });
    expect(findingOf(decision, 'cost')?.numbers).toMatchObject({ base: 100, head: 100 });
  });

  it('between two answers, the median is their middle', () => {
    const cases = [100, 300].map((head, index) => ({
      id: `c${index}`,
      base: tokensOf(100, 200),
      head: tokensOf(head),
    }));
    const { decision } = playGate(cases, { gate: { maxCostRise: 9 }, askable: 'none' });
    expect(findingOf(decision, 'cost')?.numbers).toMatchObject({ base: 150, head: 200 });
  });

  it('new head runs count', () => {
    expect(outcomesOf(cost(1000, 1210, {}, 1000).decision, 'cost')).toEqual(['info']);
    expect(outcomesOf(cost(1000, 1190, {}, 1300).decision, 'cost')).toEqual(['fails']);
  });

  it('with prices of both models, money counts, also of another model', () => {
    const prices = { cheap: { input: 1, output: 1 }, dear: { input: 10, output: 10 } };
    const record = { targetModel: 'dear' };
    const { decision } = cost(1_000_000, 1_000_000, { prices, record, baseRecord: { targetModel: 'cheap' } });
    expect(findingOf(decision, 'cost')).toMatchObject({
      outcome: 'fails',
      numbers: { unit: 'amount', base: 1, head: 10 },
    });
    const unpriced = cost(1000, 1000, { prices, record, baseRecord: { targetModel: 'other' } });
    expect(findingOf(unpriced.decision, 'cost')).toMatchObject({
      outcome: 'info',
      numbers: { unit: 'tokens' },
    });
  });

  it('an agent that reports no tokens cannot be checked', () => {
    const cases = [{ id: 'c', base: timesOf(1, 1, 1), head: timesOf(1) }];
    const { decision } = playGate(cases, { gate: { maxCostRise: 0.2 } });
    expect(findingOf(decision, 'cost')).toMatchObject({
      outcome: 'info',
      numbers: { base: null, head: null },
    });
  });

  it('stored tokens count, but not those of an older prompt', () => {
    expect(outcomesOf(cost(1000, 2000, { askable: 'head' }).decision, 'cost')).toEqual(['fails']);
    const stale = createBaseline({ stale: true });
    expect(outcomesOf(cost(1000, 2000, { baseline: stale }).decision, 'cost')).toEqual(['worse: stale']);
  });

  it('a case that the pull request renames is the same case', () => {
    const cases = [{ id: 'now', idAtBase: 'before', base: tokensOf(100, 100, 100), head: tokensOf(200) }];
    const { decision } = playGate(cases, { gate: { maxCostRise: 0.2 } });
    expect(findingOf(decision, 'cost')).toMatchObject({
      outcome: 'fails',
      numbers: { base: 100, head: 200, cases: 1 },
    });
  });

  it.each<[what: string, base: Sample, head: Sample]>([
    ['no tokens', answer({}), answer({})],
    ['no tokens at head', answer({ tokens: 100 }), answer({})],
    ['zero tokens', none(), none()],
  ])('an agent that reports %s is not asked again, however small the limit', (_, base, head) => {
    const { decision, asks } = playGate([{ id: 'c', base: [base, base, base], head: [head] }], {
      gate: { maxCostRise: 0.01 },
    });
    expect(asks).toEqual([]);
    expect(findingOf(decision, 'cost')).toMatchObject({ outcome: 'info', numbers: { head: null } });
  });

  it('nothing is said without a baseline', () => {
    const none = { kind: 'none', because: 'first' } as const;
    expect(findingOf(cost(1000, 2000, { baseline: none }).decision, 'cost')).toBeUndefined();
  });
});

describe('max-time-rise: 50%', () => {
  type Script = {
    readonly base?: number;
    readonly head: number;
    readonly headAgain?: number;
    readonly cases?: number;
  };

  /** The stored base took a minute; `base` is what its answers of this check take. */
  function time({ base = 1, head, headAgain, cases = 6 }: Script, options: PlayOptions = {}) {
    const rows = Array.from(
      { length: cases },
      (_, index): ScriptedCase => ({
        id: `c${String(index).padStart(2, '0')}`,
        base: timesOf(60, 60, 60),
        baseAgain: timesOf(base),
        head: timesOf(head),
        ...(headAgain !== undefined && { headAgain: timesOf(headAgain) }),
      }),
    );
    return playGate(rows, { ...options, gate: { maxTimeRise: 0.5, ...options.gate } });
  }

  it.each<[head: number, outcome: string, asked: number]>([
    [1.44, 'info', 1],
    [1.45, 'info', 3],
    [1.5, 'info', 3],
    [1.51, 'fails', 3],
    [9, 'fails', 3],
    [0.2, 'info', 1],
  ])('1 s becomes %d s: %s, after %i answers per side', (head, outcome, asked) => {
    const played = time({ head });
    expect(findingOf(played.decision, 'time')).toEqual({
      rule: 'time',
      outcome,
      caseIds: [],
      numbers: { unit: 'seconds', base: 1, head, limit: 0.5, cases: 6 },
    });
    expect(played.asked).toEqual({ head: 6 * (asked - 1), base: 6 * asked });
    expect(played.decision.because).toEqual(outcome === 'fails' ? ['cost'] : []);
  });

  it('asks the base once, and if that looks slow, both sides', () => {
    const { asks } = time({ head: 2, cases: 2 });
    const caseIds = ['c00', 'c01'];
    const because = 'time';
    expect(asks).toEqual([
      { kind: 'answers', side: 'base', caseIds, upTo: 4, because },
      { kind: 'answers', side: 'base', caseIds, upTo: 6, because },
      { kind: 'answers', side: 'head', caseIds, upTo: 3, because },
    ]);
  });

  it('of at most twenty cases', () => {
    expect(time({ head: 2, cases: 20 }).asked).toEqual({ head: 40, base: 60 });
    expect(time({ head: 2, cases: 21 }).asked).toEqual({ head: 40, base: 60 });
  });

  it('the first ones by id, in whatever order the dataset has them', () => {
    const ids = Array.from({ length: 21 }, (_, index) => `c${String(index).padStart(2, '0')}`);
    const rows = ids.toReversed().map((id) => ({ id, base: timesOf(1, 1, 1), head: timesOf(1) }));
    const [first] = playGate(rows, { gate: { maxTimeRise: 0.5 } }).asks;
    expect(first).toMatchObject({ caseIds: ids.slice(0, 20) });
  });

  it('cases with different numbers of stored answers get one of this check each', () => {
    const rows = [
      { id: 'a', base: timesOf(9, 9), baseAgain: timesOf(1), head: timesOf(1) },
      { id: 'b', base: timesOf(9, 9, 9), baseAgain: timesOf(1), head: timesOf(1) },
    ];
    const { decision, asks } = playGate(rows, { gate: { maxTimeRise: 0.5 } });
    expect(asks).toEqual([{ kind: 'answers', side: 'base', caseIds: ['a', 'b'], upTo: 4, because: 'time' }]);
    expect(findingOf(decision, 'time')).toMatchObject({ outcome: 'info', numbers: { base: 1, head: 1 } });
  });

  it.each<[what: string, base: Sample, head: Sample]>([
    ['no time', answer({}), answer({})],
    ['no time at base', answer({}), answer({ seconds: 9 })],
    ['no time at head', answer({ seconds: 1 }), answer({})],
    ['a base that takes no time', answer({ seconds: 0 }), answer({ seconds: 9 })],
  ])('%s: one base answer to each case shows that nothing can be compared', (_, base, head) => {
    const rows = [{ id: 'c', base: [base, base, base], head: [head] }];
    const { decision, asked } = playGate(rows, { gate: { maxTimeRise: 0.01 } });
    expect(asked).toEqual({ head: 0, base: 1 });
    expect(outcomesOf(decision, 'time')).toEqual(['info']);
  });

  it('an answer without a time is no answer of no time', () => {
    const rows = [1, 2, 3].map((index) => ({
      id: `c${index}`,
      base: timesOf(1, 1, 1),
      head: [index === 1 ? answer({}) : answer({ seconds: 1.2 })],
    }));
    const { decision } = playGate(rows, { gate: { maxTimeRise: 0.5 } });
    expect(findingOf(decision, 'time')?.numbers).toMatchObject({ base: 1, head: 1.2 });
  });

  it('one slow run is no slow agent', () => {
    expect(outcomesOf(time({ head: 5, headAgain: 1 }).decision, 'time')).toEqual(['info']);
  });

  it.each<[head: number, outcomes: string[]]>([
    [0.1, ['fails']],
    [0.09, ['info']],
  ])('%d s against 0.01 s', (head, outcomes) => {
    expect(outcomesOf(time({ base: 0.01, head }).decision, 'time')).toEqual(outcomes);
  });

  it('a base that ran in this check needs no new answers', () => {
    const cases = Array.from({ length: 4 }, (_, index) => ({
      id: `c${index}`,
      base: timesOf(1, 1, 1),
      head: timesOf(2, 2, 2),
    }));
    const baseline = createBaseline({ rule: 'ran-now' });
    const { decision, asks } = playGate(cases, { baseline, gate: { maxTimeRise: 0.5 } });
    expect(asks).toEqual([]);
    expect(outcomesOf(decision, 'time')).toEqual(['fails']);
  });

  it.each<[what: string, options: PlayOptions]>([
    ['a base that cannot be asked', { askable: 'head' }],
    ['recorded answers', { askable: 'none' }],
    ['no extra answers', { extraLeft: 0 }],
  ])("%s: a stored base's time says nothing", (_, options) => {
    const { decision, asked } = time({ head: 100 }, options);
    expect(findingOf(decision, 'time')).toMatchObject({
      outcome: 'info',
      numbers: { base: null, head: 100 },
    });
    expect(asked).toEqual({ head: 0, base: 0 });
  });

  it('what too few extra answers cannot confirm is yellow', () => {
    expect(findingOf(time({ head: 2 }, { extraLeft: 29 }).decision, 'time')).toEqual({
      rule: 'time',
      outcome: 'worse',
      caseIds: [],
      numbers: { unit: 'seconds', base: 1, head: 2, limit: 0.5, cases: 6 },
      unconfirmed: 'extra-runs',
    });
    expect(outcomesOf(time({ head: 2 }, { extraLeft: 30 }).decision, 'time')).toEqual(['fails']);
  });

  it('answers that failed have no time', () => {
    const failed = createFailedSample('unavailable');
    const row = { id: 'f', base: [failed, failed, failed], head: [failed] };
    const cases = [...Array.from({ length: 30 }, (_, index) => index)].map((index) => ({
      id: `t${index}`,
      base: timesOf(1, 1, 1),
      head: timesOf(1),
    }));
    const { decision } = playGate([row, ...cases], { gate: { maxTimeRise: 0.5 } });
    expect(findingOf(decision, 'time')).toMatchObject({ outcome: 'info', numbers: { base: 1, head: 1 } });
  });
});
