import { describe, expect, it } from 'vitest';
import type { FailureKind } from '../../../src/model/errors.js';
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
  steadyCases,
} from './play-gate.js';

const crash = createFailedSample('target', 'the agent crashed');
const good = [1, 1, 1];

type Script = Omit<ScriptedCase, 'id' | 'base' | 'head'> & {
  readonly base?: Answers;
  readonly head?: Answers;
};

/** So many of thirty cases fail at head, by default in every answer. */
function silent(
  count: number,
  { base = good, head = [crash], ...again }: Script = {},
  options?: PlayOptions,
  cases = 30,
) {
  const rows = Array.from({ length: count }, (_, index) => ({ id: `f${index}`, base, head, ...again }));
  const runs = { base: base.length, head: head.length };
  return playGate([...rows, ...steadyCases(cases - count, 1, runs)], { firstRuns: head.length, ...options });
}

const RED = { outcome: 'fail', blocking: true, because: ['regression'] };
const OPEN = { outcome: 'inconclusive', blocking: true };
const GREEN = { outcome: 'pass', because: [] };

describe('cases that the base answered and the agent of the head fails', () => {
  it.each([1, 2, 3, 15, 29])('%i of 30 are red, if the base answers them now', (count) => {
    const { decision, asks } = silent(count);
    expect(decision).toMatchObject(RED);
    const caseIds = Array.from({ length: count }, (_, index) => `f${index}`);
    expect(findingOf(decision, 'no-longer-answers')).toEqual({
      rule: 'no-longer-answers',
      outcome: 'fails',
      caseIds: caseIds.toSorted(),
      what: 'answer',
      reason: 'the agent crashed',
      baseAsked: true,
    });
    const because = 'no-longer-answers';
    expect(asks).toEqual([
      { kind: 'answers', side: 'head', caseIds, upTo: 2, because },
      { kind: 'answers', side: 'base', caseIds, upTo: 4, because },
    ]);
  });

  it.each<[count: number, expected: object, found: string[]]>([
    [1, GREEN, []],
    [2, { ...OPEN, because: ['error'], remedy: 'run-again' }, ['errors inconclusive']],
  ])('%i of 30 that answer when they are asked again are errors', (count, expected, found) => {
    const { decision, asked } = silent(count, { headAgain: [1] });
    expect(decision).toMatchObject(expected);
    expect(badFindings(decision)).toEqual(found);
    expect(asked).toEqual({ head: count, base: 0 });
  });

  it.each<[count: number, expected: object]>([
    [1, GREEN],
    [2, { ...OPEN, because: ['error'], remedy: 'run-again' }],
    [30, { ...OPEN, remedy: 'fix-files' }],
  ])('%i of 30 that the base fails now, too, are errors', (count, expected) => {
    const { decision } = silent(count, { baseAgain: [crash] });
    expect(decision).toMatchObject(expected);
    expect(outcomesOf(decision, 'no-longer-answers')).toEqual([]);
  });

  it('if the head answers no case, nothing is asked and it is undecided whatever fail-on says', () => {
    const { decision, asks } = silent(30, {}, { gate: { failOn: [] } });
    expect(decision).toMatchObject(OPEN);
    expect(asks).toEqual([]);
  });

  it.each<[FailureKind, boolean]>([
    ['target', true],
    ['late', true],
    ['length', true],
    ['content-filter', true],
    ['harness', true],
    ['unavailable', false],
    ['rate-limited', false],
    ['timeout', false],
  ])('two failures of kind %s are the agent’s own: %s', (kind, isOwn) => {
    const { decision } = silent(2, { head: [createFailedSample(kind, 'no answer')] });
    expect(decision).toMatchObject(isOwn ? RED : OPEN);
  });

  it('a case that the base did not always answer is an error', () => {
    const base = [1, crash, 1];
    expect(silent(1, { base }).decision).toMatchObject(GREEN);
    expect(silent(2, { base }).decision).toMatchObject({ ...OPEN, remedy: 'run-again' });
  });

  it.each([5, 14])('%i of 30 that already fail at base do not count', (count) => {
    const { decision, asks } = silent(count, { base: [crash, crash, crash] });
    expect(decision).toMatchObject(GREEN);
    expect(decision.findings.some(({ rule }) => rule === 'errors')).toBe(false);
    expect(asks).toEqual([]);
  });

  it('a provider that fails at base as well counts', () => {
    const away = createFailedSample('unavailable', 'away');
    expect(silent(2, { base: good, head: [away] }).decision).toMatchObject(OPEN);
  });

  it('errors of the provider beside them leave it undecided', () => {
    const away = createFailedSample('unavailable', 'away');
    const rows = [
      { id: 'f', base: good, head: [crash] },
      { id: 'u1', base: good, head: [away] },
      { id: 'u2', base: good, head: [away] },
    ];
    const { decision } = playGate([...rows, ...steadyCases(27)]);
    expect(decision).toMatchObject({ ...OPEN, because: ['regression', 'error'] });
  });

  it('three head runs that fail are asked no more', () => {
    const { asks, decision } = silent(2, { head: [crash, crash, crash] });
    expect(asks.map((ask) => ('side' in ask ? ask.side : ''))).toEqual(['base']);
    expect(decision).toMatchObject(RED);
  });

  it('one head run of three is no lost answer', () => {
    const { decision, asks } = silent(2, { head: [crash, 1, 1] });
    expect(decision).toMatchObject(OPEN);
    expect(asks).toEqual([]);
  });

  it('beside a red rule they are red without a question', () => {
    const gone = Array.from({ length: 5 }, (_, index) => ({ id: `g${index}`, base: good, head: [crash] }));
    const { decision, asks } = playGate([...gone, ...steadyCases(25)], { blocked: true });
    expect(asks).toEqual([]);
    expect(findingOf(decision, 'no-longer-answers')).toMatchObject({ outcome: 'fails', baseAsked: false });
  });

  it.each([
    [{ extraLeft: 0 }, false],
    [{ extraLeft: 3 }, false],
    [{ extraLeft: 4 }, true],
    [{ lack: 'no-program' }, false],
  ] as const)('with %j the base was asked: %s', (options, baseAsked) => {
    const { decision } = silent(2, {}, options);
    expect(decision).toMatchObject(RED);
    expect(findingOf(decision, 'no-longer-answers')).toMatchObject({ baseAsked });
  });

  it('against a baseline of an older prompt they are yellow', () => {
    const { decision } = silent(2, {}, { baseline: createBaseline({ stale: true }) });
    expect(outcomesOf(decision, 'no-longer-answers')).toEqual(['worse: stale']);
    expect(decision.outcome).toBe('pass');
  });
});

describe('renamed cases', () => {
  const renamed = (base: Answers, head: Answers): readonly ScriptedCase[] =>
    ['f0', 'f1'].map((id) => ({ id, idAtBase: `old ${id}`, base, head }));

  it('are asked, and found at base, under their old names', () => {
    const { decision, asked } = playGate([...renamed(good, [crash]), ...steadyCases(28)], { extraLeft: 4 });
    expect(findingOf(decision, 'no-longer-answers')).toMatchObject({
      caseIds: ['f0', 'f1'],
      baseAsked: true,
    });
    expect(asked).toEqual({ head: 2, base: 2 });
  });

  it('that fail at base do not count', () => {
    const rows = renamed([crash, crash, crash], [crash]);
    expect(playGate([...rows, ...steadyCases(28)]).decision).toMatchObject(GREEN);
  });

  it.each([
    ['anything-to-score', createUnscoredSample('not-scorable', 'nothing to score')],
    ['words', createSample({ flags: ['tool-calls-only'], score: 1, statements: [] })],
  ])('that lost %s', (what, gone) => {
    const { decision } = playGate([...renamed(good, [gone]), ...steadyCases(28)]);
    expect(findingOf(decision, 'no-longer-answers')).toMatchObject({ what, caseIds: ['f0', 'f1'] });
  });
});

describe('a base that cannot be asked', () => {
  it.each<[askable: 'head' | 'none', count: number, expected: object, asked: number]>([
    ['head', 2, RED, 2],
    ['head', 15, RED, 15],
    ['head', 16, OPEN, 16],
    ['none', 2, RED, 0],
    ['none', 15, RED, 0],
    ['none', 16, OPEN, 0],
  ])('%s, %i of 30 fail', (askable, count, expected, head) => {
    const { decision, asked } = silent(count, {}, { askable });
    expect(decision).toMatchObject(expected);
    expect(asked).toEqual({ head, base: 0 });
    if (expected === RED) {
      expect(findingOf(decision, 'no-longer-answers')).toMatchObject({ baseAsked: false });
    }
  });
});

/** Tool calls instead of an answer in words. */
const calls: Sample = {
  ...createSample({ flags: ['tool-calls-only'], score: 1, statements: [] }),
  answer: { status: 'answered', output: '', toolCalls: [{ name: 'find_order' }], finish: 'tool-calls' },
};
const nothing = createUnscoredSample('not-scorable', 'nothing to score');

describe.each([
  ['anything-to-score', nothing],
  ['words', calls],
] as const)('no %s where the base always had it', (what, gone) => {
  const findings = (count: number, again: Script = {}, options?: PlayOptions) =>
    silent(count, { head: [gone], ...again }, options).decision.findings.filter(
      ({ rule, outcome }) => rule === 'no-longer-answers' && outcome === 'fails',
    );

  it.each<[count: number, isRed: boolean]>([
    [1, false],
    [2, true],
  ])('%i of 30', (count, isRed) => {
    expect(findings(count)).toMatchObject(isRed ? [{ what, caseIds: ['f0', 'f1'] }] : []);
  });

  it('every case runs again before it is red, and may recover', () => {
    const { asks } = silent(2, { head: [gone] });
    expect(asks).toEqual([2, 3].map((upTo) => ({ kind: 'head-runs', upTo, because: 'no-longer-answers' })));
    expect(findings(2, { headAgain: [1] })).toEqual([]);
  });

  it('not where the base had none in one run', () => {
    const base: readonly (number | Sample)[] = [1, gone, 1];
    expect(findings(3, { base })).toEqual([]);
  });

  it('recorded answers are red at once', () => {
    expect(findings(2, {}, { askable: 'none' })).toHaveLength(1);
  });
});

it('a base that stopped to call tools had not come to its words', () => {
  const started: Sample = {
    ...createSample({ score: 1 }),
    answer: { status: 'answered', output: 'Let me see.', toolCalls: [], finish: 'tool-calls' },
  };
  const { decision } = silent(3, { base: [started], head: [calls] });
  expect(outcomesOf(decision, 'no-longer-answers')).toEqual([]);
});

it.each(['tool-calls-only', 'empty'] as const)('a base whose answer was %s had no words', (flag) => {
  const base = [createSample({ score: 1, flags: [flag], statements: [] })];
  const { decision } = silent(3, { base, head: [calls] });
  expect(outcomesOf(decision, 'no-longer-answers')).toEqual([]);
});

it('a base that failed had no words, and a case that was not run lost none', () => {
  const lost = (base: Answers, head: Answers) =>
    outcomesOf(silent(3, { base, head }, { askable: 'none' }).decision, 'no-longer-answers');
  expect(lost([crash], [calls])).toEqual([]);
  expect(lost([], [calls])).toEqual([]);
  expect(lost([1], [calls])).toEqual(['fails']);
});

it('what a run lost that ended for another reason says nothing', () => {
  const stopped = { kind: 'budget', reason: 'the budget is spent' } as const;
  const { decision } = silent(3, { head: [calls] }, { record: { stopped } });
  expect(outcomesOf(decision, 'no-longer-answers')).toEqual([]);
});

it('other failures share the limit of what has nothing to score', () => {
  const rows = [
    { id: 'n', base: good, head: [nothing] },
    { id: 'u', base: good, head: [createUnscoredSample('malformed')] },
  ];
  const { decision } = playGate([...rows, ...steadyCases(28)]);
  expect(findingOf(decision, 'no-longer-answers')).toMatchObject({
    what: 'anything-to-score',
    caseIds: ['n'],
    reason: 'nothing to score',
  });
});
