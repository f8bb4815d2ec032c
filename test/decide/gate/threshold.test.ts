import { describe, expect, it } from 'vitest';
import { createBaseline, createUnscoredSample, SCORER } from '../../support/records.js';
import { findingOf, type PlayOptions, playGate, steadyCases } from './play-gate.js';

/** What *Threshold* says of cases that all score this. */
function threshold(score: number, { gate, ...options }: PlayOptions = {}, headAgain?: number) {
  const cases = steadyCases(10, score).map((each) => ({
    ...each,
    ...(headAgain !== undefined && { headAgain: [headAgain] }),
  }));
  return playGate(cases, { ...options, gate: { maxDrop: 1, threshold: 0.8, ...gate } });
}

const outcomeOf = (...given: Parameters<typeof threshold>) =>
  findingOf(threshold(...given).decision, 'threshold')?.outcome ?? null;

describe('a threshold of 0.8', () => {
  it.each<[score: number, outcome: string, runs: number]>([
    [0.74, 'fails', 1],
    [0.75, 'fails', 3],
    [0.79, 'fails', 3],
    [0.8, 'info', 3],
    [0.85, 'info', 3],
    [0.86, 'info', 1],
  ])('a mean of %d: %s, after %i runs', (mean, outcome, runs) => {
    const { decision, asks } = threshold(mean);
    expect(findingOf(decision, 'threshold')).toEqual({
      rule: 'threshold',
      outcome,
      caseIds: [],
      numbers: { mean, threshold: 0.8, cases: 10, runs },
    });
    expect(asks).toEqual(
      [2, 3].slice(0, runs - 1).map((upTo) => ({ kind: 'head-runs', upTo, because: 'threshold' })),
    );
    expect(decision.outcome).toBe(outcome === 'fails' ? 'fail' : 'pass');
    expect(decision.because).toEqual(outcome === 'fails' ? ['threshold'] : []);
  });

  it('the mean of all runs decides', () => {
    // (0.79 + 0.82 + 0.82) ÷ 3
    expect(outcomeOf(0.79, {}, 0.82)).toBe('info');
    expect(outcomeOf(0.79, {}, 0.8)).toBe('fails');
  });

  it('a score of which lower is better is compared the other way round', () => {
    const scorers = [
      { id: SCORER, formula: 'formula-1', rubric: 'rubric-1', scale: 1, higherIsBetter: false },
    ];
    const record = { scorers };
    const at = (score: number) =>
      findingOf(threshold(score, { record, gate: { threshold: 0.2 } }).decision, 'threshold')?.outcome;
    expect(at(0.2)).toBe('info');
    expect(at(0.21)).toBe('fails');
    expect(at(0.1)).toBe('info');
  });

  it.each<[what: string, options: PlayOptions, outcome: string | null, asked: number]>([
    ['no threshold', { gate: { threshold: null } }, null, 0],
    ['a choice of cases', { record: { subset: { of: 20 } } }, null, 0],
    ['recorded answers', { askable: 'none' }, 'fails', 0],
    ['the head alone', { askable: 'head' }, 'fails', 20],
    ['extra answers for one run', { extraLeft: 10 }, 'fails', 10],
    ['too few extra answers', { extraLeft: 9 }, 'fails', 0],
    ['an older prompt at base', { baseline: createBaseline({ stale: true }) }, 'fails', 20],
  ])('%s', (_, options, outcome, asked) => {
    const played = threshold(0.78, options);
    expect(findingOf(played.decision, 'threshold')?.outcome ?? null).toBe(outcome);
    expect(played.asked.head).toBe(asked);
  });

  it('cases without a score are not counted', () => {
    const failed = { id: 'u', base: [0.9], head: [createUnscoredSample()] };
    const cases = [...steadyCases(11, 0.9, { base: 1, head: 1 }), failed];
    const { decision } = playGate(cases, { askable: 'none', gate: { threshold: 0.8 } });
    expect(findingOf(decision, 'threshold')?.numbers).toMatchObject({ cases: 11, runs: 1 });
  });

  it('nothing is asked if the outcome blocks anyway, and a failing threshold need not block', () => {
    const gate = { failOn: ['regression'] } as const;
    const { decision } = threshold(0.5, { gate });
    expect(decision).toMatchObject({ outcome: 'fail', blocking: false, because: ['threshold'] });
  });
});
