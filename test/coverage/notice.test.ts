import { describe, expect, it } from 'vitest';
import { countAnswersPerSide, examineCase, findDifference } from '../../src/coverage/notice.js';
import type { Fact, FactStatus, IrrelevantPoint, PairedCase } from '../../src/model/comparison.js';

const ALL = 7;

type Evidence = {
  readonly variant: readonly number[];
  readonly base?: readonly number[];
  readonly facts?: readonly Fact[];
  readonly irrelevant?: readonly IrrelevantPoint[];
};

/** Scores in hundredths; the first three base answers are suite-wide, later ones of this case alone. */
function pairOf({ variant, base = [100, 100, 100], facts = [], irrelevant = [] }: Evidence): PairedCase {
  const suiteWide = base.slice(0, 3);
  return {
    id: 'a',
    input: 'q',
    baseScores: suiteWide,
    headScores: variant.slice(0, 1),
    baseCaseScores: base.slice(3),
    headCaseScores: variant.slice(1),
    base: suiteWide.reduce((sum, score) => sum + score, 0) / suiteWide.length,
    head: variant[0] ?? null,
    delta: null,
    statements: [],
    irrelevant,
    facts,
    baseAnswer: null,
    headAnswer: null,
    links: null,
    flags: [],
  };
}

function examine(evidence: Evidence, taken: { variant?: number; base?: number } = {}, perSide = ALL) {
  const { variant, base = [100, 100, 100] } = evidence;
  return examineCase(pairOf(evidence), { variant: variant.length, base: base.length, ...taken }, perSide);
}

const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);

const open = (side: 'variant' | 'base', upTo: number) => ({ kind: 'open', side, upTo });

describe('examineCase', () => {
  it('asks step by step, first without the paragraph, then with it', () => {
    expect(examine({ variant: [] })).toEqual(open('variant', 1));
    expect(examine({ variant: [80] })).toEqual(open('variant', 2));
    expect(examine({ variant: [81] })).toEqual({ kind: 'unnoticed' });
    expect(examine({ variant: [80, 80] })).toEqual(open('variant', 4));
    expect(examine({ variant: times(4, 80) })).toEqual(open('variant', 7));
    expect(examine({ variant: times(7, 80) })).toEqual(open('base', 7));
    expect(examine({ variant: times(7, 80), base: times(6, 100) })).toEqual(open('base', 7));
    expect(examine({ variant: times(7, 80), base: times(7, 100) })).toEqual({
      kind: 'noticed',
      effect: 'falls',
      text: '',
    });
  });

  it('an answer that is mostly irrelevant breaks', () => {
    const noticed = (score: number) => examine({ variant: times(7, score), base: times(7, 100) });
    expect(noticed(40)).toMatchObject({ effect: 'breaks' });
    expect(noticed(41)).toMatchObject({ effect: 'falls' });
  });

  it('the second answer has to show it again', () => {
    expect(examine({ variant: [0, 100] })).toEqual({ kind: 'unnoticed' });
    expect(examine({ variant: [0], base: [100, 100, 100] }, { variant: 2 })).toEqual({ kind: 'unnoticed' });
  });

  it('at most one of the answers of both sides contradicts', () => {
    const both = (variant: readonly number[], base: readonly number[]) => examine({ variant, base }).kind;
    const low = times(7, 0);
    const high = times(7, 100);
    expect(both([...times(6, 0), 100], high)).toBe('noticed');
    expect(both([...times(5, 0), 100, 100], high)).toBe('unnoticed');
    expect(both(low, [...times(6, 100), 70])).toBe('noticed');
    expect(both([...times(6, 0), 100], [...times(6, 100), 81])).toBe('noticed');
    expect(both([...times(6, 0), 100], [...times(6, 100), 0])).toBe('unnoticed');
    expect(both(low, [...times(5, 100), 0, 0])).toBe('unnoticed');
  });

  it('an answer without a score contradicts', () => {
    expect(examine({ variant: times(6, 0), base: times(7, 100) }, { variant: 7 }).kind).toBe('noticed');
    expect(examine({ variant: times(5, 0), base: times(7, 100) }, { variant: 7 }).kind).toBe('unnoticed');
    expect(examine({ variant: times(7, 0), base: times(5, 100) }, { base: 7 }).kind).toBe('unnoticed');
  });

  it('an irrelevant statement that the base does not make is noticed', () => {
    const point = { text: 'Buy our lamp.', base: [], head: [0], baseCase: [], headCase: [0, 1, 2, 3, 4, 5] };
    const scores = { variant: times(7, 90), base: times(7, 100) };
    expect(examine({ ...scores, irrelevant: [point] })).toEqual({
      kind: 'noticed',
      effect: 'irrelevant',
      text: 'Buy our lamp.',
    });
    expect(examine({ ...scores, irrelevant: [{ ...point, base: [1], baseCase: [2] }] }).kind).toBe(
      'unnoticed',
    );
    expect(examine({ ...scores, irrelevant: [{ ...point, baseCase: [3] }] }).kind).toBe('noticed');
    expect(examine({ ...scores, irrelevant: [{ ...point, head: [] }] }).kind).toBe('unnoticed');
  });

  it('a fact that is dropped or contradicted is noticed; one that is partly said, unsure or unknown is not', () => {
    const fact = (headCase: readonly FactStatus[], base: readonly FactStatus[] = times(3, 'said')): Fact => ({
      kind: 'statement',
      text: 'It takes two days.',
      label: 'yes',
      base,
      head: ['dropped'],
      baseCase: times(4, 'said'),
      headCase,
      second: null,
      otherText: null,
      reason: '',
    });
    const scores = { variant: times(7, 100), base: times(7, 100) };
    const kind = (...facts: readonly Fact[]) => examine({ ...scores, facts }).kind;
    expect(examine({ ...scores, facts: [fact(times(6, 'contradicted'))] })).toEqual({
      kind: 'noticed',
      effect: 'lost-fact',
      text: 'It takes two days.',
    });
    expect(kind(fact([...times(5, 'dropped' as const), 'said']))).toBe('noticed');
    expect(kind(fact([...times(4, 'dropped' as const), 'unknown', 'partly']))).toBe('unnoticed');
    expect(kind(fact(times(6, 'dropped'), ['said', 'dropped', 'said']))).toBe('noticed');
    expect(kind(fact(times(6, 'dropped'), ['said', 'dropped', 'partly']))).toBe('unnoticed');
    expect(kind({ ...fact(times(6, 'dropped')), label: 'unsure' })).toBe('unnoticed');
    expect(kind({ ...fact(times(6, 'dropped')), label: 'unsure' }, fact(times(6, 'dropped')))).toBe(
      'noticed',
    );
  });
});

describe('countAnswersPerSide', () => {
  it('is seven, and one more for each doubling from 100 cases', () => {
    expect([1, 30, 99, 100, 199, 200, 400].map(countAnswersPerSide)).toEqual([7, 7, 7, 8, 8, 9, 10]);
  });
});

describe('findDifference', () => {
  it.each<[string, Evidence, string | null]>([
    ['a fall by 0.2', { variant: [80], base: [100] }, 'falls'],
    ['a fall by 0.19', { variant: [81], base: [100] }, null],
    ['a fall in one of two answers', { variant: [80, 100], base: [100] }, null],
    ['a score that a base answer has, too', { variant: [50], base: [100, 100, 50] }, null],
    ['no answer', { variant: [], base: [100] }, null],
    ['no base answer', { variant: [80], base: [] }, null],
  ])('%s', (_name, evidence, effect) => {
    expect(findDifference(pairOf(evidence))?.effect ?? null).toBe(effect);
  });
});
