import { describe, expect, it } from 'vitest';
import { createUnscoredSample } from '../../support/records.js';
import { type Answers, findingOf, outcomesOf, type PlayOptions, playGate, steadyCases } from './play-gate.js';

const times = (count: number, score: number) => Array.from({ length: count }, () => score);

type Script = {
  readonly base?: Answers;
  readonly head: Answers;
  readonly again?: Answers;
  readonly baseAgain?: Answers;
};

/** What *Several* says of these falls and rises among steady cases. */
function several(falls: readonly Script[], rises: readonly Script[] = [], options: PlayOptions = {}) {
  const scripted = (scripts: readonly Script[], name: string, score: number) =>
    scripts.map(({ base = times(3, score), head, again, baseAgain }, index) => ({
      id: `${name}${index}`,
      base,
      head,
      ...(again && { headAgain: again }),
      ...(baseAgain && { baseAgain }),
    }));
  const first = { base: falls[0]?.base?.length ?? 3, head: falls[0]?.head.length ?? 1 };
  return playGate(
    [...scripted(falls, 'f', 1), ...scripted(rises, 'r', 0.5), ...steadyCases(20, 0.9, first)],
    // The mean is another rule's.
    { ...options, gate: { maxDrop: 1, ...options.gate } },
  );
}

const fall = (count: number, head: number, again?: Answers): readonly Script[] =>
  Array.from({ length: count }, () => ({ head: [head], ...(again && { again }) }));
const outcomes = (...given: Parameters<typeof several>) => outcomesOf(several(...given).decision, 'several');

describe('falls against rises', () => {
  it.each<[falls: number, rises: number, outcome: string]>([
    [3, 0, 'worse: few'],
    [4, 0, 'fails'],
    [5, 1, 'worse: few'],
    [6, 1, 'fails'],
    [6, 2, 'worse: few'],
    [7, 2, 'fails'],
  ])('%i to %i', (falls, rises, outcome) => {
    expect(outcomes(fall(falls, 0.5), fall(rises, 1))).toEqual([outcome]);
  });

  it.each<[what: string, head: number, expected: string[]]>([
    ['0.2', 0.8, ['fails']],
    ['0.19', 0.81, []],
  ])('a fall by %s', (_, head, expected) => {
    expect(outcomes(fall(4, head))).toEqual(expected);
  });

  it.each<[what: string, head: number, expected: string]>([
    ['0.2', 0.7, 'worse: few'],
    ['0.19', 0.69, 'fails'],
  ])('a rise by %s', (_, head, expected) => {
    expect(outcomes(fall(4, 0.5), fall(1, head))).toEqual([expected]);
  });

  it('a rise that does not come again is none', () => {
    expect(outcomes(fall(4, 0.5), fall(1, 1, [0.5]))).toEqual(['fails']);
  });

  it('has the numbers of both', () => {
    const { decision } = several(fall(6, 0.5), fall(1, 1));
    expect(findingOf(decision, 'several')).toEqual({
      rule: 'several',
      outcome: 'fails',
      caseIds: ['f0', 'f1', 'f2', 'f3', 'f4', 'f5'],
      // The rise has not been confirmed.
      numbers: { falls: 6, rises: 0, p: expect.closeTo(1 / 64, 6), needed: 4 },
    });
  });
});

describe('confirmed by four new answers per side', () => {
  it.each<[what: string, base: Answers, head: Answers, expected: string[]]>([
    ['none contradicts', [1], times(4, 0.5), ['fails']],
    ['one of the head does', [1], [1, 0.5, 0.5, 0.5], ['fails']],
    ['two of the head do', [1], [1, 1, 0.5, 0.5], []],
    ['one of the base does', [0.5, 1, 1, 1], times(4, 0.5), ['fails']],
    ['one of each side', [0.5, 1, 1, 1], [1, 0.5, 0.5, 0.5], []],
    ['the fifth would', [1], [0.5, 0.5, 0.5, 0.5, 1], ['fails']],
  ])('%s', (_, baseAgain, again, expected) => {
    const falls = Array.from({ length: 4 }, () => ({ head: [0.5], again, baseAgain }));
    expect(outcomes(falls)).toEqual(expected);
  });

  it('asks each case for four answers per side, and no rise before the falls are enough', () => {
    expect(several(fall(4, 0.5)).asked).toEqual({ head: 16, base: 16 });
    expect(several(fall(3, 0.5), fall(2, 1)).asked).toEqual({ head: 12, base: 12 });
    const { asks } = several(fall(4, 0.5), fall(1, 1));
    const cases = asks.flatMap((ask) => ('caseIds' in ask ? [ask.caseIds.join(' ')] : []));
    expect([...new Set(cases)]).toEqual(['f0 f1 f2 f3', 'r0']);
  });

  it.each<[head: number, expected: string[]]>([
    [0.8, ['worse: few']],
    [0.81, []],
  ])('a single fall is yellow if its new answers, all %d, are still 0.2 below the base', (head, expected) => {
    expect(outcomes(fall(1, 0.7, [head]))).toEqual(expected);
  });
});

describe('new answers with nothing to score', () => {
  const silent = createUnscoredSample('not-scorable', 'no price in it');

  it('decide nothing: others are asked for in their place', () => {
    const falls = Array.from({ length: 4 }, () => ({ head: [0.5], again: [silent, silent, 0.5] }));
    const { decision, asked } = several(falls);
    expect(outcomesOf(decision, 'several')).toEqual(['fails']);
    expect(asked).toEqual({ head: 24, base: 16 });
  });

  it.each([
    [4, ['fails']],
    [5, []],
  ])('%i of them', (count, expected) => {
    const again = [...Array.from({ length: count }, () => silent), 0.5];
    expect(outcomes(Array.from({ length: 4 }, () => ({ head: [0.5], again })))).toEqual(expected);
  });
});

describe('a base that cannot be asked', () => {
  const options = { askable: 'head' } as const;

  it.each<[what: string, head: Answers, base: Answers, expected: string[]]>([
    ['none contradicts', [0.5], times(3, 1), ['fails']],
    ['one new head answer does', [1, 0.5, 0.5, 0.5], times(3, 1), []],
    ['a stored answer does', [0.5], [1, 1, 0.7], []],
  ])('%s', (_, again, base, expected) => {
    const falls = Array.from({ length: 4 }, () => ({ head: [0.5], again, base }));
    const { decision, asked } = several(falls, [], options);
    expect(outcomesOf(decision, 'several')).toEqual(expected);
    expect(asked.base).toBe(0);
  });
});

describe('when nothing more is asked', () => {
  it('the other falls are yellow beside a red rule', () => {
    const { decision } = playGate([
      { id: 'gone', base: times(3, 1), head: [0] },
      { id: 'fell', base: times(3, 1), head: [0.7] },
      ...steadyCases(20, 0.9),
    ]);
    expect(outcomesOf(decision, 'broke')).toEqual(['fails']);
    expect(findingOf(decision, 'several')).toMatchObject({
      outcome: 'worse',
      caseIds: ['fell'],
      unconfirmed: 'not-asked',
    });
    expect(decision.worse).toEqual(['gone', 'fell']);
  });

  it('beside its own red, falls that were not asked are yellow', () => {
    const { decision } = several(fall(8, 0.5));
    const findings = decision.findings.filter(({ rule }) => rule === 'several');
    expect(findings.map(({ outcome, caseIds, unconfirmed }) => [outcome, caseIds, unconfirmed])).toEqual([
      ['fails', ['f0', 'f1', 'f2', 'f3', 'f4'], undefined],
      ['worse', ['f5', 'f6', 'f7'], 'not-asked'],
    ]);
    expect(decision.worse).toHaveLength(8);
  });

  it('without extra answers, falls are yellow and not confirmed', () => {
    expect(outcomes(fall(4, 0.5), [], { extraLeft: 0 })).toEqual(['worse: extra-runs']);
    expect(outcomes(fall(4, 0.5), [], { extraLeft: 31 })).toEqual(['worse: extra-runs']);
    expect(outcomes(fall(4, 0.5), [], { extraLeft: 32 })).toEqual(['fails']);
  });
});

describe('recorded answers', () => {
  const options = { askable: 'none' } as const;
  const recorded = (head: Answers, base: Answers = head.map(() => 1)): Script => ({ head, base });
  const found = (falls: readonly Script[], rises: readonly Script[] = [], gate: PlayOptions['gate'] = {}) => {
    const { decision } = several(falls, rises, { ...options, gate });
    return decision.findings
      .filter(({ rule }) => rule === 'several')
      .map(({ outcome, caseIds, unconfirmed = '' }) => `${outcome} ${caseIds.length} ${unconfirmed}`.trim());
  };
  const falls = (count: number, score: number) => Array.from({ length: count }, () => recorded([score]));

  it.each<[what: string, Script[], Script[], string[]]>([
    ['four by case-drop', falls(4, 0.55), [], ['worse 4 recorded']],
    ['five by case-drop', falls(5, 0.55), [], ['fails 5']],
    ['five by less', falls(5, 0.56), [], ['worse 5 recorded']],
    ['five, and one rise by as much', falls(5, 0.55), [recorded([0.95], [0.5])], ['worse 5 recorded']],
    ['five, and one rise by less', falls(5, 0.55), [recorded([0.94], [0.5])], ['fails 5']],
    ['a sixth that fell by less', [...falls(5, 0), ...falls(1, 0.67)], [], ['fails 5', 'worse 1 recorded']],
    ['one by 0.2', falls(1, 0.8), [], ['worse 1 recorded']],
    ['one by 0.19', falls(1, 0.81), [], []],
    ['two runs that overlap', [recorded([0.9, 0.5], [0.9, 1])], [], ['worse 1 recorded']],
    ['three runs that touch', [recorded([0.9, 0.5, 0.5], [0.9, 1, 1])], [], []],
    ['three runs that lie apart', [recorded([0.8, 0.5, 0.5], [0.9, 1, 1])], [], ['worse 1 recorded']],
    [
      'three runs that touch, beside two of another case',
      [recorded([0.9, 0.5, 0.5], [0.9, 1, 1]), recorded([1, 1], [1, 1, 1])],
      [],
      [],
    ],
  ])('%s', (_, fell, rose, expected) => {
    expect(found(fell, rose)).toEqual(expected);
  });

  it('without case-drop only whole falls are red', () => {
    expect(found(falls(5, 0.01), [], { caseDrop: null })).toEqual(['worse 5 recorded']);
    expect(found(falls(5, 0), [], { caseDrop: null })).toEqual(['fails 5']);
  });

  it('beside another red rule every worse answer counts', () => {
    const gone = Array.from({ length: 5 }, () => recorded(times(3, 0)));
    const { decision } = several([...gone, recorded(times(3, 0.67))], [], options);
    expect(outcomesOf(decision, 'broke')).toEqual(['fails']);
    expect(decision.worse).toHaveLength(6);
  });
});
