import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/finding.js';
import type { MeanLimits } from '../../../src/model/suite.js';
import {
  createBaseline,
  createCase,
  createRecord,
  createSample,
  createUnscoredSample,
} from '../../support/records.js';
import { type Answers, outcomesOf, type PlayOptions, playGate, type ScriptedCase } from './play-gate.js';

const LIMITS: MeanLimits = { threshold: null, maxDrop: 0.02 };

/** Groups of this name, with limits of their own or the usual ones. */
const gate = (tags: Readonly<Record<string, Partial<MeanLimits>>>) => ({
  tags: Object.fromEntries(Object.entries(tags).map(([tag, limits]) => [tag, { ...LIMITS, ...limits }])),
});

type Script = {
  readonly fell: number;
  readonly same?: number;
  readonly by?: number;
  readonly tags?: readonly string[];
  readonly runs?: { readonly base: number; readonly head: number };
  readonly headAgain?: Answers;
  readonly baseAgain?: Answers;
};

/** A group in which so many cases fell, too little for any rule of single cases. */
function group({
  fell,
  same = 0,
  by = 0.1,
  tags = ['billing'],
  runs,
  ...again
}: Script): readonly ScriptedCase[] {
  const { base, head } = runs ?? { base: 3, head: 1 };
  return Array.from({ length: fell + same }, (_, index) => ({
    id: `${tags[0]}${index}`,
    tags,
    base: Array.from({ length: base }, () => 0.5),
    head: Array.from({ length: head }, () => (index < fell ? 0.5 - by : 0.5)),
    ...again,
  }));
}

/** Cases without a tag that rose, so that the mean of all is the same. */
function risen(count: number, by = 0.1, runs = { base: 3, head: 1 }): readonly ScriptedCase[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `r${index}`,
    base: Array.from({ length: runs.base }, () => 0.5),
    head: Array.from({ length: runs.head }, () => 0.5 + by),
  }));
}

function findingsOf(findings: readonly Finding[], tag: string): readonly string[] {
  return findings.filter((each) => each.tag === tag).map(({ rule, outcome }) => `${rule} ${outcome}`);
}

function play(script: Script, options: PlayOptions & { readonly others?: number } = {}) {
  const { others = script.fell, ...given } = options;
  const runs = script.runs ?? { base: 3, head: 1 };
  return playGate([...group(script), ...risen(others, script.by, runs)], {
    gate: gate({ billing: {} }),
    ...given,
  });
}

const says = (...given: Parameters<typeof play>) => findingsOf(play(...given).decision.findings, 'billing');

describe('the mean of a group', () => {
  it.each<[fell: number, outcomes: string[]]>([
    [4, ['mean info']],
    [5, ['mean fails']],
  ])('%i cases of a group fell, and as many others rose', (fell, outcomes) => {
    const { decision } = play({ fell });
    expect(findingsOf(decision.findings, 'billing')).toEqual(outcomes);
    expect(decision.findings.filter(({ rule, tag }) => rule === 'mean' && tag === undefined)).toEqual([
      expect.objectContaining({ outcome: 'info' }),
    ]);
    expect(decision.outcome).toBe(outcomes[0] === 'mean fails' ? 'fail' : 'pass');
    // The suite's own numbers stay the suite's.
    expect(decision.mean).toMatchObject({ cases: 2 * fell, drop: 0 });
  });

  it('without a gate of its own, it is only shown', () => {
    const { decision } = play({ fell: 9 }, { gate: {} });
    expect(decision.outcome).toBe('pass');
    expect(decision.groups).toEqual([
      { tag: 'billing', cases: 9, base: 50, head: 40, worse: 0, fails: false },
    ]);
  });

  it.each<[groups: number, fell: number, outcomes: string[]]>([
    // 2^-n must be below 0.05 divided by the number of groups.
    [1, 5, ['mean fails']],
    [2, 5, ['mean info']],
    [2, 6, ['mean fails']],
    [5, 6, ['mean info']],
    [5, 7, ['mean fails']],
    [20, 8, ['mean info']],
    [20, 9, ['mean fails']],
  ])('%i groups share the second 0.05: %i cases fell', (groups, fell, outcomes) => {
    const others = Array.from({ length: groups - 1 }, (_, index) => [`other${index}`, {}] as const);
    const own = gate({ billing: {}, ...Object.fromEntries(others) });
    expect(says({ fell }, { gate: own })).toEqual(outcomes);
  });

  it('a group that did not fall does not hide the next one', () => {
    const shipping = group({ fell: 0, same: 8, tags: ['shipping'] });
    const { decision, asks } = playGate([...group({ fell: 8 }), ...shipping, ...risen(8)], {
      gate: gate({ shipping: { threshold: 0.1 }, billing: {} }),
    });
    expect(asks[0]).toMatchObject({ kind: 'answers', side: 'head', because: 'mean' });
    expect(findingsOf(decision.findings, 'shipping')).toEqual(['threshold info', 'mean info']);
    expect(findingsOf(decision.findings, 'billing')).toEqual(['mean fails']);
    expect(decision).toMatchObject({ outcome: 'fail', because: ['regression'] });
  });

  it('the share of the groups is divided among the scorers of all suites, too', () => {
    expect(says({ fell: 5 }, { tests: 2 })).toEqual(['mean info']);
    expect(says({ fell: 6 }, { tests: 2 })).toEqual(['mean fails']);
  });

  it('groups leave the level of the suite as it was', () => {
    const scripted = group({ fell: 5, tags: ['a'] });
    const { decision } = playGate(scripted, { gate: gate({ a: {}, b: {}, c: {}, d: {}, e: {} }) });
    expect(decision.findings.filter(({ tag }) => tag === undefined)).toEqual([
      expect.objectContaining({ rule: 'mean', outcome: 'fails' }),
    ]);
  });

  it.each<[by: number, maxDrop: number, outcomes: string[]]>([
    [0.1, 0.1, ['mean fails']],
    [0.1, 0.11, ['mean info']],
  ])('a fall of %d with a max-drop of %d for the group', (by, maxDrop, outcomes) => {
    expect(says({ fell: 8, by }, { gate: gate({ billing: { maxDrop } }) })).toEqual(outcomes);
  });

  it("the suite's max-drop is not the group's", () => {
    const own = { ...gate({ billing: {} }), maxDrop: 1 };
    expect(says({ fell: 8 }, { gate: own })).toEqual(['mean fails']);
  });

  it('a case counts in each of its groups', () => {
    const { decision } = playGate([...group({ fell: 6, tags: ['billing', 'legal'] }), ...risen(6)], {
      gate: gate({ billing: {}, legal: {} }),
    });
    expect(findingsOf(decision.findings, 'billing')).toEqual(['mean fails']);
    expect(findingsOf(decision.findings, 'legal')).toEqual(['mean fails']);
  });

  it('a group without a case, and one without a score, decide nothing', () => {
    const unscored = {
      id: 'u',
      tags: ['odd'],
      base: [0.5, 0.5, 0.5],
      head: [createUnscoredSample('not-scorable')],
    };
    const { decision } = playGate([...group({ fell: 0, same: 30 }), unscored], {
      gate: gate({ billing: {}, gone: { threshold: 0.9 }, odd: { threshold: 0.9 } }),
    });
    expect(decision.outcome).toBe('pass');
    expect(findingsOf(decision.findings, 'gone')).toEqual([]);
    expect(findingsOf(decision.findings, 'odd')).toEqual([]);
    expect(decision.groups?.find(({ tag }) => tag === 'odd')).toEqual({
      ...{ tag: 'odd', cases: 1, base: null, head: null, worse: 0, fails: false },
      limits: { threshold: 0.9, maxDrop: 0.02 },
    });
  });
});

describe('what a group asks for', () => {
  const caseIds = Array.from({ length: 8 }, (_, index) => `billing${index}`);

  it('answers to its own cases: up to ten of the head, then ten of the base', () => {
    const { asks, asked, decision } = play({ fell: 8 }, { others: 20 });
    expect(asks).toEqual([
      ...[2, 3, 4, 5, 6, 7, 8, 9, 10].map((upTo) => ({
        kind: 'answers',
        side: 'head',
        caseIds,
        upTo,
        because: 'mean',
      })),
      { kind: 'answers', side: 'base', caseIds, upTo: 13, because: 'mean' },
    ]);
    expect(asked).toEqual({ head: 72, base: 80 });
    const [own] = decision.findings.filter(({ tag }) => tag === 'billing');
    expect(own).toMatchObject({ numbers: { cases: 8, headRuns: 10, baseRuns: 13, base: 0.5, head: 0.4 } });
  });

  it('new base answers count with the stored ones', () => {
    // The mean of all base answers is (3 × 0.5 + 10 × 0.41) ÷ 13 = 0.43.
    const limits = gate({ billing: { maxDrop: 0.05 } });
    expect(says({ fell: 8, baseAgain: [0.41] }, { gate: limits })).toEqual(['mean info']);
    expect(says({ fell: 8, baseAgain: [0.45] }, { gate: limits })).toEqual(['mean fails']);
  });

  it('as many new answers of each case, also if the base has more of some', () => {
    const billing = group({ fell: 8 }).map((each, index) =>
      index === 0 ? { ...each, base: [0.5, 0.5] } : each,
    );
    const scripted = [...billing, ...risen(20)];
    const { asks, decision } = playGate(scripted, { gate: gate({ billing: {} }) });
    expect(asks.at(-1)).toEqual({ kind: 'answers', side: 'base', caseIds, upTo: 13, because: 'mean' });
    expect(findingsOf(decision.findings, 'billing')).toEqual(['mean fails']);
  });

  it('nothing if new head answers bring the mean back, or the base has fallen as far', () => {
    const back = play({ fell: 8, headAgain: [0.6] });
    expect(back.asks.map(({ kind }) => kind)).toEqual(['answers']);
    expect(findingsOf(back.decision.findings, 'billing')).toEqual(['mean info']);
    expect(says({ fell: 8, baseAgain: [0.4] })).toEqual(['mean info']);
    expect(says({ fell: 8, baseAgain: [0.45] })).toEqual(['mean fails']);
  });

  it.each<[extraLeft: number, outcome: string]>([
    [40, 'fails'],
    [39, 'worse: extra-runs'],
    [15, 'worse: extra-runs'],
    [0, 'worse: extra-runs'],
  ])('with %i extra answers left: %s', (extraLeft, outcome) => {
    const { decision } = play({ fell: 8 }, { extraLeft });
    expect(outcomesOf({ ...decision, findings: decision.findings.filter(({ tag }) => tag) }, 'mean')).toEqual(
      [outcome],
    );
  });

  it.each<[extraLeft: number, runs: number]>([
    // Two sides, and the head's first answers are there.
    [152, 10],
    [151, 9],
    [104, 7],
    [103, 6],
    [40, 3],
  ])('with %i extra answers, as many of both sides as they cover: %i', (extraLeft, runs) => {
    const { asked, decision } = play({ fell: 8 }, { extraLeft });
    expect(asked).toEqual({ head: 8 * (runs - 1), base: 8 * runs });
    expect(findingsOf(decision.findings, 'billing')).toEqual(['mean fails']);
  });

  it('runs of every case that another rule asked for count', () => {
    const { asks } = playGate(group({ fell: 8 }), { gate: gate({ billing: {} }) });
    expect(asks).toEqual([
      { kind: 'head-runs', upTo: 2, because: 'mean' },
      { kind: 'head-runs', upTo: 3, because: 'mean' },
      { kind: 'base-today', runs: 3, because: 'mean' },
    ]);
  });

  it.each<[askable: 'head' | 'none', fell: number, outcomes: string[]]>([
    ['head', 6, ['mean info']],
    ['head', 7, ['mean fails']],
    ['none', 6, ['mean info']],
    ['none', 7, ['mean fails']],
  ])('without new base answers (%s), p must be below 0.01: %i fell', (askable, fell, outcomes) => {
    expect(says({ fell }, { askable })).toEqual(outcomes);
  });

  it('a fall from an older prompt is yellow', () => {
    const { decision } = play({ fell: 8 }, { baseline: createBaseline({ stale: true }) });
    expect(decision.outcome).toBe('pass');
    expect(findingsOf(decision.findings, 'billing')).toEqual(['mean worse']);
  });
});

describe("a group's threshold", () => {
  const at = (score: number, again?: number, options?: PlayOptions) => {
    const billing = Array.from({ length: 4 }, (_, index) => ({
      id: `billing${index}`,
      tags: ['billing'],
      base: [score, score, score],
      head: [score],
      ...(again !== undefined && { headAgain: [again] }),
    }));
    return playGate([...billing, ...risen(20, 0.4)], {
      gate: gate({ billing: { threshold: 0.8 } }),
      ...options,
    });
  };

  it.each<[score: number, outcome: string, runs: number]>([
    [0.74, 'fails', 1],
    [0.75, 'fails', 10],
    [0.79, 'fails', 10],
    [0.8, 'info', 10],
    [0.85, 'info', 10],
    [0.86, 'info', 1],
  ])('a mean of %d: %s, after %i runs', (score, outcome, runs) => {
    const { decision, asks } = at(score);
    expect(decision.findings.filter(({ rule }) => rule === 'threshold')).toEqual([
      {
        rule: 'threshold',
        tag: 'billing',
        outcome,
        caseIds: [],
        numbers: { mean: score, threshold: 0.8, cases: 4, runs },
      },
    ]);
    const caseIds = ['billing0', 'billing1', 'billing2', 'billing3'];
    expect(asks).toEqual(
      [2, 3, 4, 5, 6, 7, 8, 9, 10]
        .slice(0, runs - 1)
        .map((upTo) => ({ kind: 'answers', side: 'head', caseIds, upTo, because: 'threshold' })),
    );
    expect(decision.because).toEqual(outcome === 'fails' ? ['threshold'] : []);
  });

  it('the mean of all its answers decides', () => {
    expect(at(0.79, 0.82).decision.outcome).toBe('pass');
    expect(at(0.79, 0.8).decision.outcome).toBe('fail');
  });

  it('counts cases that the base does not have, if they have the tag', () => {
    const added = createCase('new', { tags: ['billing'], input: 'unknown at base' });
    const other = createCase('other', { input: 'unknown, too', samples: [createSample({ score: 0 })] });
    const { decision } = at(0.9, undefined, {
      record: { cases: [...createRecord().cases, added, other] },
      askable: 'none',
    });
    expect(decision.findings.filter(({ tag }) => tag === 'billing')).toEqual([
      expect.objectContaining({ rule: 'threshold', numbers: { mean: 1, threshold: 0.8, cases: 1, runs: 1 } }),
    ]);
  });
});

it('a case that was asked alone weighs no more than the others', () => {
  const scripted = [
    { id: 'a', tags: ['billing'], mustPass: true as const, base: [1, 1, 1], head: [0.7], headAgain: [1] },
    { id: 'b', tags: ['billing'], base: [1, 1, 1], head: [1] },
    ...risen(20, 0.4),
  ];
  const { decision, asked } = playGate(scripted, { gate: gate({ billing: { threshold: 0.7, maxDrop: 1 } }) });
  expect(asked.head).toBeGreaterThan(1);
  expect(decision.findings.find(({ rule, tag }) => rule === 'threshold' && tag === 'billing')).toMatchObject({
    outcome: 'info',
    numbers: { mean: 0.85, cases: 2, runs: 1 },
  });
});

describe('what is shown of each tag', () => {
  it('its cases, both means, and the answers that a rule names', () => {
    const broken = { id: 'b', tags: ['legal'], base: [1, 1, 1], head: [0] };
    const { decision } = playGate([...group({ fell: 0, same: 10 }), broken], { gate: gate({ billing: {} }) });
    expect(decision.groups).toEqual([
      { tag: 'billing', cases: 10, base: 50, head: 50, worse: 0, fails: false, limits: LIMITS },
      { tag: 'legal', cases: 1, base: 100, head: 0, worse: 1, fails: false },
    ]);
    expect(decision.groups?.[1]).not.toHaveProperty('limits');
  });

  it('a group that failed by its mean fails, though no answer of it is named', () => {
    const { decision } = play({ fell: 6 });
    expect(decision.groups).toEqual([
      { tag: 'billing', cases: 6, base: 50, head: 40, worse: 0, fails: true, limits: LIMITS },
    ]);
  });

  it('the mean of a tag that only new cases have', () => {
    const old = ['a', 'b', 'c'].map((id) => createCase(id, { samples: [createSample({ score: 0.5 })] }));
    const added = createCase('new', { tags: ['fresh'], input: 'unknown at base' });
    const scripted = old.map(({ id }) => ({ id, base: [0.5, 0.5, 0.5], head: [0.5] }));
    const { decision } = playGate(scripted, { record: { cases: [...old, added] } });
    expect(decision.groups).toEqual([
      { tag: 'fresh', cases: 1, base: null, head: 100, worse: 0, fails: false },
    ]);
  });

  it('nothing without tags, and nothing of a check that is undecided', () => {
    expect(playGate(risen(5)).decision).not.toHaveProperty('groups');
    const unscored = { id: 'u', tags: ['a'], base: [1, 1, 1], head: [createUnscoredSample()] };
    expect(playGate([unscored], {}).decision).not.toHaveProperty('groups');
  });
});
