import { describe, expect, it } from 'vitest';
import type { Sample } from '../../../src/model/run-record.js';
import {
  createBaseline,
  createFailedSample,
  createSample,
  createUnscoredSample,
} from '../../support/records.js';
import {
  type Answers,
  badFindings,
  findingOf,
  outcomesOf,
  type PlayOptions,
  playGate,
  type ScriptedCase,
  type ScriptedFact,
  steadyCases,
} from './play-gate.js';

const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);

type Script = Omit<ScriptedCase, 'id' | 'base' | 'head'> & {
  readonly base?: Answers;
  readonly head?: Answers;
};

/** One case that must pass, or so many, among thirty steady ones of which four must pass too. */
function play(script: Script, options: PlayOptions = {}, count = 1) {
  const { base = [1, 1, 1], head = [1] } = script;
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `m${index}`,
    mustPass: true as const,
    ...script,
  }));
  const others = steadyCases(30, 1, { base: base.length, head: head.length }).map((each, index) =>
    index < 4 ? { ...each, mustPass: true as const } : each,
  );
  return playGate([...rows.map((row) => ({ ...row, base, head })), ...others], options);
}

const says = (script: Script, options?: PlayOptions, count?: number) =>
  outcomesOf(play(script, options, count).decision, 'must-pass');

describe('a fall', () => {
  it.each<[base: number, head: number, outcomes: string[]]>([
    [1, 0.8, ['fails']],
    [1, 0.81, []],
    [0.5, 0.3, ['fails']],
    [0.5, 0.31, []],
    [0.3, 0.1, ['fails']],
  ])('from %d to %d', (base, head, outcomes) => {
    const { decision } = play({ base: times(3, base), head: [head] });
    expect(outcomesOf(decision, 'must-pass')).toEqual(outcomes);
    expect(decision.outcome).toBe(outcomes.length > 0 ? 'fail' : 'pass');
  });

  it('of a case that need not pass is yellow at most', () => {
    const { decision } = playGate([{ id: 'x', base: [1, 1, 1], head: [0.7] }, ...steadyCases(30)]);
    expect(badFindings(decision)).toEqual(['several worse']);
  });

  it('beside cases that must pass, one that need not is still yellow', () => {
    const { decision } = playGate([
      { id: 'x', base: [1, 1, 1], head: [0.7], facts: [{ base: 's', head: 'd' }] },
      { id: 'm', mustPass: true, base: [1, 1, 1], head: [1] },
      ...steadyCases(30),
    ]);
    expect(decision.outcome).toBe('pass');
    expect(findingOf(decision, 'must-pass')).toBeUndefined();
  });

  it('is told with the number of cases that must pass, and once', () => {
    const { decision } = play({ head: [0.7] }, {}, 2);
    expect(decision.findings.filter(({ outcome }) => outcome !== 'info')).toEqual([
      {
        rule: 'must-pass',
        outcome: 'fails',
        caseIds: ['m0', 'm1'],
        numbers: { of: 6, fell: 2, lostFact: 0, unanswered: 0 },
      },
    ]);
    expect(decision.because).toEqual(['regression']);
    expect(decision.worse).toEqual(['m0', 'm1']);
  });

  it.each<[what: string, base: Answers, head: Answers, outcomes: string[]]>([
    ['none contradicts', times(7, 1), times(7, 0.7), ['fails']],
    ['two do', times(7, 1), [1, 1, ...times(5, 0.5)], ['fails']],
    ['three do', times(7, 1), [1, 1, 1, ...times(4, 0)], []],
    ['two of the base do', [0.7, 0.7, ...times(5, 1)], times(7, 0.7), ['fails']],
    ['the new means differ by 0.2', times(7, 0.9), times(7, 0.7), ['fails']],
    ['the new means differ by less', times(7, 0.9), times(7, 0.71), []],
  ])('of 0.3, and among seven new answers per side %s', (_, baseAgain, headAgain, outcomes) => {
    expect(says({ head: [0.7], baseAgain, headAgain })).toEqual(outcomes);
  });

  it('asks for seven answers per side, more in large suites', () => {
    const { asks, asked } = play({ head: [0.7] });
    expect(asked).toEqual({ head: 7, base: 7 });
    expect(asks.every(({ because }) => because === 'must-pass')).toBe(true);
    expect(play({ head: [0.7] }, { scorers: 4 }).asked).toEqual({ head: 8, base: 8 });
  });

  it('a second look of the judge comes last, and without one it is not sure', () => {
    const { asks, decision } = play({ head: [0.7] }, { secondLooks: new Set() });
    expect(asks.at(-1)).toEqual({ kind: 'second-look', caseIds: ['m0'], because: 'must-pass' });
    expect(outcomesOf(decision, 'must-pass')).toEqual(['fails']);
    expect(says({ head: [0.7] }, { secondLooks: new Set(), blocked: true })).toEqual(['worse: not-asked']);
    const options = { secondLooks: new Set<string>(), blockedAfter: asks.length - 1 };
    expect(findingOf(play({ head: [0.7] }, options).decision, 'must-pass')).toEqual({
      rule: 'must-pass',
      outcome: 'worse',
      caseIds: ['m0'],
      numbers: { of: 5, fell: 1, lostFact: 0, unanswered: 0 },
      unconfirmed: 'not-asked',
    });
  });

  it('of many cases the first batch is enough', () => {
    const { decision, asked } = play({ head: [0.7] }, {}, 8);
    // Four of them are enough for *Several*, which needs fewer answers.
    expect(asked).toEqual({ head: 35, base: 20 });
    expect(outcomesOf(decision, 'must-pass')).toEqual(['fails', 'worse: not-asked']);
    expect(findingOf(decision, 'must-pass')).toMatchObject({ numbers: { of: 12, fell: 5 } });
  });

  it.each<[what: string, options: PlayOptions, outcomes: string[]]>([
    ['a stale baseline', { baseline: createBaseline({ stale: true }) }, ['worse: stale']],
    ['spent extra runs', { extraLeft: 13 }, ['worse: extra-runs']],
    ['enough extra runs', { extraLeft: 14 }, ['fails']],
    ['the head alone', { askable: 'head' }, ['fails']],
    ['no way to ask', { lack: 'no-key' }, ['worse: no-key']],
    ['another fail-on', { gate: { failOn: ['threshold'] } }, ['fails']],
  ])('%s', (_, options, outcomes) => {
    expect(says({ head: [0.7] }, options)).toEqual(outcomes);
  });

  it('with the head alone, one of seven answers may contradict, and no stored one', () => {
    const head: PlayOptions = { askable: 'head' };
    expect(says({ head: [0.7], headAgain: [1, ...times(6, 0.6)] }, head)).toEqual(['fails']);
    expect(says({ head: [0.7], headAgain: [1, 1, ...times(5, 0.5)] }, head)).toEqual([]);
    expect(says({ base: [1, 1, 0.8], head: [0.7] }, head)).toEqual([]);
  });
});

describe('recorded answers', () => {
  const text = (score: number, words: string) => createSample({ score, output: words, statements: [] });

  it.each<[what: string, base: Answers, head: Answers, outcomes: string[]]>([
    ['one run per side', [1], [0.5], ['worse: recorded']],
    ['four runs in other words', [1, 0.9, 1, 1], [0.7, 0.6, 0.7, 0.7], ['worse: recorded']],
    ['three runs in the same words', times(3, 1), times(3, 0.7), ['fails']],
    ['two runs in the same words', times(2, 1), times(2, 0.7), ['worse: recorded']],
    ['five runs that lie apart', [1, 0.9, 1, 1, 1], [0.7, 0.6, 0.7, 0.7, 0.8], ['fails']],
    ['five runs that do not', [1, 0.9, 1, 1, 1], [0.7, 0.6, 0.7, 0.7, 0.91], ['worse: recorded']],
  ])('%s', (_, base, head, outcomes) => {
    const words = (side: string, answers: Answers): Answers =>
      answers.map((score) => text(Number(score), `${side} ${score}`));
    expect(says({ base: words('b', base), head: words('h', head) }, { askable: 'none' })).toEqual(outcomes);
  });
});

describe('a lost fact', () => {
  const lost = (fact: ScriptedFact, options?: PlayOptions, more: Script = {}) =>
    says({ ...more, facts: [fact] }, options);

  it('of one case is red; of a case that need not pass it is yellow', () => {
    const { decision } = play({ facts: [{ base: 's', head: 'd' }] });
    expect(badFindings(decision)).toEqual(['must-pass fails', 'facts worse']);
    expect(findingOf(decision, 'must-pass')).toMatchObject({
      caseIds: ['m0'],
      numbers: { of: 5, fell: 0, lostFact: 1, unanswered: 0 },
    });
  });

  it.each<[what: string, fact: ScriptedFact, outcomes: string[]]>([
    ['is contradicted', { base: 's', head: 'c' }, ['fails']],
    ['is only partly dropped', { base: 's', head: 'p' }, []],
    ['comes back in one of seven', { base: 's', head: 'ddsdddd' }, ['fails']],
    ['comes back in two of seven', { base: 's', head: 'ddssddd' }, []],
    ['is missing in one base answer', { base: 'ssssdss', head: 'd' }, ['fails']],
    ['is missing in two base answers', { base: 'sssddss', head: 'd' }, []],
    ['is there again once on each side', { base: 'ssssdss', head: 'ddsdddd' }, []],
    ['is found by the second judge call', { base: 's', head: 'd', second: 'said' }, []],
    ['was not relevant', { base: 's', head: 'd', label: 'unsure' }, []],
  ])('that %s', (_, fact, outcomes) => {
    expect(lost(fact)).toEqual(outcomes);
  });

  it('with lost-facts: off, facts are not looked at', () => {
    expect(lost({ base: 's', head: 'd' }, { gate: { lostFacts: null } })).toEqual([]);
  });

  it('with the head alone, none of seven answers may state it', () => {
    expect(lost({ base: 's', head: 'd' }, { askable: 'head' })).toEqual(['fails']);
    expect(lost({ base: 's', head: 'ddddddsd' }, { askable: 'head' })).toEqual([]);
  });

  it.each<[what: string, runs: number, fact: ScriptedFact, outcomes: string[]]>([
    ['five runs', 5, { base: 's', head: 'd' }, ['fails']],
    ['five runs, one of which states it', 5, { base: 's', head: 'ddddsd' }, []],
    ['four runs', 4, { base: 's', head: 'd' }, []],
  ])('recorded: %s', (_, runs, fact, outcomes) => {
    const other = (side: string) =>
      Array.from({ length: runs }, (__, index) => createSample({ output: `${side} ${index}` }));
    expect(lost(fact, { askable: 'none' }, { base: other('b'), head: other('h') })).toEqual(outcomes);
  });

  it('spent extra runs leave it yellow', () => {
    expect(lost({ base: 's', head: 'd' }, { extraLeft: 1 })).toEqual(['worse: extra-runs']);
    // The first head answers are not all there: it may be in the second one.
    expect(lost({ base: 's', head: 'd' }, { extraLeft: 0 })).toEqual([]);
  });

  it('without its second judge call it is yellow', () => {
    const fact = { base: 's', head: 'd' };
    const { asks } = play({ facts: [fact] });
    expect(asks.at(-1)).toEqual({ kind: 'second-comparison', caseIds: ['m0'], because: 'must-pass' });
    const { decision } = play({ facts: [fact] }, { blockedAfter: asks.length - 1 });
    expect(findingOf(decision, 'must-pass')).toEqual({
      rule: 'must-pass',
      outcome: 'worse',
      caseIds: ['m0'],
      numbers: { of: 5, fell: 0, lostFact: 1, unanswered: 0 },
      unconfirmed: 'not-asked',
    });
  });

  it('a case that fell is red, and not yellow too because a fact is not confirmed', () => {
    const script = { head: [0.5], facts: [{ base: 's', head: 'd' }] };
    const { asks } = play(script);
    const { decision } = play(script, { blockedAfter: asks.length - 1 });
    expect(decision.findings.filter(({ rule }) => rule === 'must-pass')).toEqual([
      {
        rule: 'must-pass',
        outcome: 'fails',
        caseIds: ['m0'],
        numbers: { of: 5, fell: 1, lostFact: 0, unanswered: 0 },
      },
    ]);
  });

  it('of many cases the first batch is enough', () => {
    const { decision, asked } = play({ facts: [{ base: 's', head: 'd' }] }, { gate: { lostFacts: 50 } }, 8);
    expect(asked).toEqual({ head: 5 * 6, base: 5 * 4 });
    expect(findingOf(decision, 'must-pass')).toMatchObject({ outcome: 'fails', numbers: { lostFact: 5 } });
  });

  it('a case that fell and lost a fact is asked once', () => {
    const { asked, decision } = play({ head: [0.5], facts: [{ base: 's', head: 'd' }] });
    expect(asked).toEqual({ head: 7, base: 7 });
    expect(findingOf(decision, 'must-pass')).toMatchObject({
      caseIds: ['m0'],
      numbers: { fell: 1, lostFact: 1 },
    });
  });
});

describe('no answer', () => {
  const crash = createFailedSample();
  const nothing = createUnscoredSample('not-scorable', 'nothing to score');
  const words = createSample({ score: 1, output: 'in words' });
  const calls = createSample({ score: 1, output: '', flags: ['tool-calls-only'] });

  it('is red and counted', () => {
    const { decision } = play({ head: [crash] });
    expect(badFindings(decision)).toEqual(['no-longer-answers fails', 'must-pass fails']);
    expect(findingOf(decision, 'must-pass')).toMatchObject({
      caseIds: ['m0'],
      numbers: { of: 5, fell: 0, lostFact: 0, unanswered: 1 },
    });
  });

  it('of others is not counted', () => {
    const other = { id: 'x', base: times(3, createSample({ score: 1 })), head: [crash] };
    const { decision } = playGate([
      { id: 'm', mustPass: true, base: [1, 1, 1], head: [crash] },
      other,
      ...steadyCases(30),
    ]);
    expect(findingOf(decision, 'must-pass')).toMatchObject({
      caseIds: ['m'],
      numbers: { of: 1, unanswered: 1 },
    });
  });

  it.each<[what: string, base: Sample, head: Sample]>([
    ['nothing to score', words, nothing],
    ['tool calls alone', words, calls],
  ])('%s in a single case: red after three answers', (_, base, head) => {
    const { decision, asks } = play({ base: times(3, base), head: [head] });
    expect(badFindings(decision)).toEqual(['no-longer-answers fails', 'must-pass fails']);
    const ask = { kind: 'answers', side: 'head', caseIds: ['m0'], because: 'no-longer-answers' };
    expect(asks).toEqual([
      { ...ask, upTo: 2 },
      { ...ask, upTo: 3 },
    ]);
  });

  it.each<[what: string, base: Sample, head: Sample, again: Sample]>([
    ['nothing to score', words, nothing, words],
    ['tool calls alone', words, calls, words],
  ])('%s that comes back in the third answer is none', (_, base, head, again) => {
    const { decision } = play({ base: times(3, base), head: [head], headAgain: [head, again] });
    expect(badFindings(decision)).toEqual([]);
  });

  it('of a case that need not pass, a single one with nothing to score is none', () => {
    const { decision } = playGate([{ id: 'x', base: times(3, words), head: [nothing] }, ...steadyCases(30)]);
    expect(badFindings(decision)).toEqual([]);
  });

  it('a case without a score, because the judge failed, leaves the check undecided', () => {
    const unscored = createUnscoredSample();
    expect(play({ head: [unscored] }).decision).toMatchObject({ outcome: 'inconclusive', blocking: true });
    const other = { id: 'x', base: [1, 1, 1], head: [unscored] };
    expect(playGate([other, ...steadyCases(30)]).decision.outcome).toBe('pass');
  });

  it('a case that fails on the base, too, is no loss', () => {
    const { decision } = play({ base: times(3, crash), head: [crash] });
    expect(decision.outcome).toBe('pass');
  });
});

it('without such a case, the rule says nothing', () => {
  const { decision } = playGate([{ id: 'x', base: [1, 1, 1], head: [0] }, ...steadyCases(30)]);
  expect(findingOf(decision, 'must-pass')).toBeUndefined();
});
