import { describe, expect, it } from 'vitest';
import type { Sample } from '../../../src/model/run-record.js';
import type { VerdictLabel } from '../../../src/model/verdict.js';
import {
  createBaseline,
  createSample,
  createStatement,
  createUnscoredSample,
} from '../../support/records.js';
import {
  type Answers,
  findingOf,
  outcomesOf,
  type Played,
  type PlayOptions,
  playGate,
  type ScriptedCase,
  steadyCases,
} from './play-gate.js';

/** So many answers of one score, then one of another. */
const times = (count: number, score: number) => Array.from({ length: count }, () => score);

/** What *Broke* says of one case among steady ones. */
function broke(fall: Omit<ScriptedCase, 'id'>, options: PlayOptions = {}, others = 11) {
  const first = { base: fall.base.length, head: fall.head.length };
  return playGate([...steadyCases(others, 1, first), { id: 'f', ...fall }], options);
}

const says = (fall: Omit<ScriptedCase, 'id'>, options?: PlayOptions, others?: number) =>
  outcomesOf(broke(fall, options, others).decision, 'broke');

describe('suspicious', () => {
  it.each<[base: number, head: number, outcomes: string[]]>([
    [1, 0.4, ['fails']],
    [1, 0.41, []],
    [0.85, 0.4, ['fails']],
    [0.84, 0.4, []],
    [0.45, 0, ['fails']],
    [0.44, 0, []],
  ])('from %d to %d', (base, head, outcomes) => {
    expect(says({ base: times(3, base), head: [head] })).toEqual(outcomes);
  });

  it.each<[caseDrop: number | null, outcomes: string[]]>([
    [0.6, ['fails']],
    [0.61, []],
    [null, []],
  ])('a fall of 0.6 with case-drop %d', (caseDrop, outcomes) => {
    expect(says({ base: times(3, 1), head: [0.4] }, { gate: { caseDrop } })).toEqual(outcomes);
  });
});

describe('confirmed by new answers of both sides', () => {
  it.each<[what: string, base: Answers, head: Answers, outcomes: string[]]>([
    ['none contradicts', times(7, 1), times(7, 0), ['fails']],
    ['two of the head do', times(7, 1), [1, 1, ...times(5, 0)], ['fails']],
    ['three of the head do', times(7, 1), [0.5, 0.5, 0.5, ...times(4, 0)], []],
    ['two of the base do', [0.5, 0.5, ...times(5, 1)], times(7, 0), ['fails']],
    ['three of the base do', [0.5, 0.5, 0.5, ...times(4, 1)], times(7, 0), []],
    ['one of each side', [0.5, ...times(6, 1)], [0.5, ...times(6, 0)], ['fails']],
    ['one of the head and two of the base', [0.5, 0.5, ...times(5, 1)], [0.5, ...times(6, 0)], []],
    ['the middle contradicts on both sides', [0.5, 0.5, ...times(5, 1)], [0.5, ...times(6, 0.49)], []],
    ['next to the middle they do not', [...times(3, 0.51), ...times(4, 1)], times(7, 0), ['fails']],
  ])('%s', (_, baseAgain, headAgain, outcomes) => {
    const fall = { base: times(3, 1), head: [0], baseAgain, headAgain };
    expect(says(fall)).toEqual(outcomes);
  });

  it.each<[head: Answers, outcomes: string[]]>([
    // Their mean is 0.4: 2.8 ÷ 7.
    [[...times(4, 0.3), ...times(2, 0.5), 0.6], ['fails']],
    [[...times(4, 0.3), ...times(2, 0.5), 0.61], []],
  ])('the new head answers %j are mostly irrelevant on average', (headAgain, outcomes) => {
    expect(says({ base: times(3, 1), head: [0.4], headAgain })).toEqual(outcomes);
  });

  it.each<[base: number, outcomes: string[]]>([
    [0.85, ['fails']],
    [0.84, []],
  ])('the new base answers are all %d, against 0.4 at head', (base, outcomes) => {
    expect(says({ base: times(3, 1), head: [0.4], baseAgain: times(7, base) })).toEqual(outcomes);
  });

  it('an answer without a score contradicts', () => {
    const failed = createUnscoredSample();
    const fall = { base: times(3, 1), head: [0] };
    expect(says({ ...fall, headAgain: [failed, failed, ...times(5, 0)] })).toEqual(['fails']);
    expect(says({ ...fall, headAgain: [failed, failed, failed, ...times(4, 0)] })).toEqual([]);
    expect(says({ ...fall, baseAgain: [failed, failed, failed, ...times(4, 1)] })).toEqual([]);
  });
});

describe('new answers with nothing to score decide nothing: others are asked for in their place', () => {
  const silent = createUnscoredSample('not-scorable', 'no price in it');
  const silences = (count: number) => Array.from({ length: count }, () => silent);
  const fall = { base: times(3, 1), head: [0] };

  it.each<[what: string, again: Partial<ScriptedCase>, asked: Played['asked'], outcomes: string[]]>([
    ['three of the head', { headAgain: [...silences(3), 0] }, { head: 10, base: 7 }, ['fails']],
    ['three of the base', { baseAgain: [1, ...silences(3), 1] }, { head: 7, base: 10 }, ['fails']],
    [
      'three of each side',
      { headAgain: [...silences(3), 0], baseAgain: [...silences(3), 1] },
      { head: 10, base: 10 },
      ['fails'],
    ],
    ['three, and two contradict', { headAgain: [...silences(3), 1, 1, 0] }, { head: 10, base: 7 }, ['fails']],
    ['three, and three contradict', { headAgain: [...silences(3), 1, 1, 1, 0] }, { head: 6, base: 0 }, []],
    ['seven of the head', { headAgain: [...silences(7), 0] }, { head: 14, base: 7 }, ['fails']],
    ['eight of the head', { headAgain: [...silences(8), 0] }, { head: 8, base: 0 }, []],
    ['all of the base', { baseAgain: silences(1) }, { head: 7, base: 8 }, []],
  ])('%s', (_, again, asked, outcomes) => {
    const played = broke({ ...fall, ...again });
    expect(outcomesOf(played.decision, 'broke')).toEqual(outcomes);
    expect(played.asked).toEqual(asked);
  });
});

describe('what it asks for', () => {
  const fall = { base: times(3, 1), head: [0] };

  it.each<[cases: number, scorers: number, perSide: number]>([
    [12, 1, 7],
    [99, 1, 7],
    [100, 1, 8],
    [199, 1, 8],
    [200, 1, 9],
    [49, 2, 7],
    [50, 2, 8],
  ])('%i cases and %i scorers: %i answers per side', (cases, scorers, perSide) => {
    const { asked, decision } = broke(fall, { scorers }, cases - 1);
    expect(asked).toEqual({ head: perSide, base: perSide });
    expect(findingOf(decision, 'broke')).toEqual({
      rule: 'broke',
      outcome: 'fails',
      caseIds: ['f'],
      numbers: { answers: 2 * perSide, contradict: 0 },
    });
  });

  it('the head first, in steps, then the base; a contradiction saves the rest', () => {
    const { asks } = broke(fall);
    const answers = asks.flatMap((ask) => (ask.kind === 'answers' ? [[ask.side, ask.upTo]] : []));
    expect(answers).toEqual([
      ['head', 3],
      ['head', 4],
      ['head', 5],
      ['head', 8],
      ['base', 5],
      ['base', 6],
      ['base', 7],
      ['base', 10],
    ]);
    expect(broke({ ...fall, headAgain: [1] }).asked).toEqual({ head: 3, base: 0 });
  });

  it('a second look of the judge at what its answers confirm', () => {
    const { asks, decision } = broke(fall, { secondLooks: new Set() });
    expect(asks.at(-1)).toEqual({ kind: 'second-look', caseIds: ['f'], because: 'broke' });
    expect(outcomesOf(decision, 'broke')).toEqual(['fails']);
    expect(broke(fall, { secondLooks: new Set(['f']) }).asks.at(-1)?.kind).toBe('answers');
  });

  it('a renamed case, under its own name on each side', () => {
    expect(says({ ...fall, idAtBase: 'old' }, { extraLeft: 14 })).toEqual(['fails']);
    const recorded = { base: times(3, 1), head: times(3, 0), idAtBase: 'old' };
    expect(says(recorded, { askable: 'none' })).toEqual(['fails']);
  });

  it('what the judge has not looked at again is not red', () => {
    const options = { secondLooks: new Set<string>() };
    expect(findingOf(broke(fall, { ...options, blockedAfter: 8 }).decision, 'broke')).toEqual({
      rule: 'broke',
      outcome: 'worse',
      caseIds: ['f'],
      numbers: { answers: 14, contradict: 0 },
      unconfirmed: 'not-asked',
    });
    expect(says(fall, { ...options, blockedAfter: 9 })).toEqual(['fails']);
  });

  it('a case under way is asked to its end, though another one is broken', () => {
    const slow = { headAgain: [0, ...Array(3).fill(createUnscoredSample('not-scorable')), 0] };
    const falls = [
      { id: 'f0', ...fall },
      { id: 'f1', ...fall, ...slow },
    ];
    const { decision, asks } = playGate([...falls, ...steadyCases(12)]);
    expect(findingOf(decision, 'broke')?.caseIds).toEqual(['f0', 'f1']);
    expect(new Set(asks.map(({ because }) => because))).toEqual(new Set(['broke']));
  });

  it('one broken case is enough, and the others are not asked', () => {
    const falls = Array.from({ length: 8 }, (_, index) => ({ id: `f${index}`, ...fall }));
    // With these, *Several* is not red first.
    const rises = Array.from({ length: 4 }, (_, index) => ({
      id: `r${index}`,
      base: times(3, 0.5),
      head: [0.9],
    }));
    const { asks, decision } = playGate([...falls, ...rises, ...steadyCases(12)]);
    expect(new Set(asks.flatMap((ask) => ('caseIds' in ask ? ask.caseIds : [])))).toEqual(
      new Set(['f0', 'f1', 'f2', 'f3', 'f4']),
    );
    expect(findingOf(decision, 'broke')?.caseIds).toEqual(['f0', 'f1', 'f2', 'f3', 'f4']);
  });

  it.each<[others: number, extraLeft: number, asked: number, outcomes: string[]]>([
    [12, 28, 2, ['fails']],
    [12, 27, 1, ['fails']],
    [12, 14, 1, ['fails']],
    [12, 13, 1, ['worse: extra-runs']],
    [97, 32, 2, ['fails']],
    [97, 31, 1, ['fails']],
  ])(
    'beside %i cases, %i extra answers ask as many as they can confirm',
    (others, extraLeft, cases, outcomes) => {
      const falls = Array.from({ length: 3 }, (_, index) => ({ id: `f${index}`, ...fall }));
      const { asks, decision } = playGate([...falls, ...steadyCases(others)], { extraLeft });
      const [first] = asks;
      expect(first?.kind === 'answers' ? first.caseIds.length : 0).toBe(cases);
      expect(outcomesOf(decision, 'broke')).toEqual(outcomes);
    },
  );
});

describe('a base that cannot be asked', () => {
  const options = { askable: 'head' } as const;

  it.each<[what: string, base: Answers, head: Answers, outcomes: string[]]>([
    ['no answer contradicts', times(3, 1), times(7, 0), ['fails']],
    ['one new head answer does', times(3, 1), [1, ...times(6, 0)], ['fails']],
    ['two do', times(3, 1), [0.5, 0.5, ...times(5, 0)], []],
    ['a stored answer is below the middle', [1, 1, 0.2], times(7, 0), []],
    ['a stored answer is above the middle', [1, 1, 0.6], times(7, 0), ['fails']],
  ])('%s', (_, base, headAgain, outcomes) => {
    const { asked, decision } = broke({ base, head: [0], headAgain }, options);
    expect(outcomesOf(decision, 'broke')).toEqual(outcomes);
    expect(asked.base).toBe(0);
  });

  it.each<[extraLeft: number, cases: number]>([
    [14, 2],
    [13, 1],
  ])('with %i extra answers left, %i cases', (extraLeft, cases) => {
    const falls = Array.from({ length: 3 }, (_, index) => ({
      id: `f${index}`,
      base: times(3, 1),
      head: [0],
    }));
    const [first] = playGate([...falls, ...steadyCases(12)], { ...options, extraLeft }).asks;
    expect(first?.kind === 'answers' ? first.caseIds.length : 0).toBe(cases);
  });
});

describe('recorded answers', () => {
  const options = { askable: 'none' } as const;
  const text = (answerHash: string, score: number) =>
    createSample({ score, answerHash, output: answerHash, statements: [] });

  it.each<[what: string, base: Answers, head: Answers, outcomes: string[]]>([
    ['two runs', times(2, 1), times(2, 0), []],
    ['three equal runs', times(3, 1), times(3, 0), ['fails']],
    ['a score of 0.4', times(3, 0.85), times(3, 0.4), ['fails']],
    ['a fall by less than case-drop', times(3, 0.84), times(3, 0.4), []],
    ['a score of 0.41', times(3, 1), times(3, 0.41), []],
    ['another text in one head run', times(3, 1), [0, 0, 0.01], []],
    ['another text in one base run', [1, 1, 0.99], times(3, 0), []],
    ['another text of the same score', [text('a', 1), text('b', 1), text('a', 1)], times(3, 0), []],
    ['three runs against five', times(5, 1), times(3, 0), ['fails']],
    ['four runs that lie apart', [1, 0.9, 1, 0.9], [0.1, 0, 0.1, 0], []],
    ['five runs that lie apart', [1, 0.9, 1, 0.9, 1], [0.1, 0.4, 0.1, 0, 0.4], ['fails']],
    ['five runs, of which one is above 0.4', times(5, 1), [0, 0, 0, 0, 0.41], []],
    ['five runs with case-drop between them', times(5, 0.85), [0, 0.4, 0, 0, 0], ['fails']],
    ['five runs with less between them', [0.84, ...times(4, 1)], [0.4, 0, 0, 0, 0], []],
  ])('%s', (_, base, head, outcomes) => {
    const first = { base: base.length, head: head.length };
    const others = steadyCases(11, 1, first);
    const { decision, asks } = playGate([...others, { id: 'f', base, head }], options);
    expect(outcomesOf(decision, 'broke')).toEqual(outcomes);
    expect(asks).toEqual([]);
  });

  it.each([
    ['nothing to score', createUnscoredSample('not-scorable', 'no price in it')],
    ['no score', createUnscoredSample()],
  ])('a run of another case with %s does not matter', (_, silent) => {
    const rows = [
      ...steadyCases(11, 1, { base: 3, head: 3 }),
      { id: 'other', base: times(3, 1), head: [1, silent, 1] },
      { id: 'f', base: times(3, 1), head: times(3, 0) },
    ];
    expect(outcomesOf(playGate(rows, options).decision, 'broke')).toEqual(['fails']);
  });

  it('case-drop: off is off here, too', () => {
    const fall = { base: times(3, 1), head: times(3, 0) };
    expect(says(fall, { ...options, gate: { caseDrop: null } })).toEqual([]);
  });
});

it('against a baseline of an older prompt it is yellow', () => {
  const baseline = createBaseline({ stale: true });
  const { decision } = broke({ base: times(3, 1), head: [0] }, { baseline });
  expect(outcomesOf(decision, 'broke')).toEqual(['worse: stale']);
  expect(decision).toMatchObject({ outcome: 'pass', because: ['worse'] });
});

it('if another scorer blocks, nothing is asked and the fall is yellow', () => {
  const { decision, asks } = broke({ base: times(3, 1), head: [0] }, { blocked: true });
  expect(outcomesOf(decision, 'broke')).toEqual(['worse: not-asked']);
  expect(asks).toEqual([]);
});

it.each(['no-key', 'no-program'] as const)('where nothing can run, it is yellow: %s', (lack) => {
  const { decision, asks } = broke({ base: times(3, 1), head: [0] }, { lack });
  expect(outcomesOf(decision, 'broke')).toEqual([`worse: ${lack}`]);
  expect(asks).toEqual([]);
});

describe('what the judge is unsure of', () => {
  const said = (...results: readonly VerdictLabel[]) =>
    createSample({
      statements: results.map((result, index) => createStatement(`${result} ${index}.`, result)),
    });
  const good = [1, 1, 1];

  it.each<[what: string, answer: Sample, outcomes: string[]]>([
    ['one vaguer statement (0.3)', said('unsure'), []],
    ['one irrelevant statement', said('no'), ['fails']],
    ['nothing', said(), ['fails']],
    ['two of five unsure, three irrelevant', said('unsure', 'unsure', 'no', 'no', 'no'), ['fails']],
    ['three of five unsure, two irrelevant', said('unsure', 'unsure', 'unsure', 'no', 'no'), []],
    ['one relevant, one unsure, three irrelevant', said('yes', 'unsure', 'no', 'no', 'no'), ['fails']],
    ['one relevant, two unsure, two irrelevant', said('yes', 'unsure', 'unsure', 'no', 'no'), []],
  ])('%s', (_, answer, outcomes) => {
    expect(says({ base: good, head: [answer] })).toEqual(outcomes);
    const recorded = { base: [1, 1, 1], head: [answer, answer, answer] };
    expect(says(recorded, { askable: 'none' })).toEqual(outcomes);
    const five = { base: times(5, 1), head: Array.from({ length: 5 }, () => answer) };
    expect(says(five, { askable: 'none' })).toEqual(outcomes);
  });

  it('is yellow, if new answers confirm the fall', () => {
    const { decision } = broke({ base: good, head: [said('unsure')] });
    expect(decision).toMatchObject({ outcome: 'pass', because: ['worse'], worse: ['f'] });
  });

  it('counts in new answers, too', () => {
    const again = (answer: Sample) => says({ base: good, head: [0], headAgain: [answer] });
    expect(again(said('unsure', 'no', 'no'))).toEqual(['fails']);
    expect(again(said('unsure', 'no'))).toEqual([]);
  });
});
