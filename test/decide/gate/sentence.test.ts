import { describe, expect, it } from 'vitest';
import type { Sample } from '../../../src/model/run-record.js';
import { createBaseline, createSample, createStatement } from '../../support/records.js';
import { findingOf, outcomesOf, type PlayOptions, playGate, type ScriptedCase } from './play-gate.js';

const ADVERT = 'Have a look at our summer sale!';
const GOOD = createStatement('Returns take 14 days.');
const plain = createSample({ statements: [GOOD], score: 1 });
const off = createSample({ statements: [GOOD, createStatement(ADVERT, 'no')], score: 1 });

type Script = {
  readonly gained: number;
  readonly lost?: number;
  readonly both?: number;
  readonly same?: number;
  readonly headAgain?: readonly Sample[];
  readonly baseAgain?: readonly Sample[];
  readonly head?: readonly Sample[];
};

/** Answers that gained or lost the sentence; their scores stay. */
function cases({
  gained,
  lost = 0,
  both = 0,
  same = 10,
  head = [off],
  ...again
}: Script): readonly ScriptedCase[] {
  const row = (name: string, count: number, base: Sample, first: readonly Sample[]) =>
    Array.from({ length: count }, (_, index) => ({
      id: `${name}${index}`,
      base: [base],
      head: first,
      ...again,
    }));
  return [
    ...row('g', gained, plain, head),
    ...row('l', lost, off, [plain]),
    ...row('b', both, off, [off]),
    ...row('s', same, plain, [plain]),
  ];
}

const play = (script: Script, options?: PlayOptions) => playGate(cases(script), options);
const outcomes = (script: Script, options?: PlayOptions) =>
  outcomesOf(play(script, options).decision, 'sentence');

describe('suspicious', () => {
  it.each<[gained: number, lost: number, both: number, expected: string[]]>([
    [2, 0, 1, []],
    [3, 0, 0, ['fails']],
    [3, 0, 9, ['fails']],
    [4, 1, 0, []],
    [5, 1, 0, ['fails']],
    [6, 2, 0, []],
    [7, 2, 0, ['fails']],
  ])('%i gained it, %i lost it, %i have it on both sides', (gained, lost, both, expected) => {
    expect(outcomes({ gained, lost, both })).toEqual(expected);
  });

  it('has the sentence and its numbers', () => {
    expect(findingOf(play({ gained: 5, lost: 1 }).decision, 'sentence')).toEqual({
      rule: 'sentence',
      outcome: 'fails',
      caseIds: ['g0', 'g1', 'g2', 'g3', 'g4'],
      statement: ADVERT,
      numbers: { gained: 5, lost: 1, p: expect.closeTo(7 / 64, 9) },
    });
  });
});

describe('repeated in two new answers per side of five of the cases', () => {
  it('asks for them, and for no more', () => {
    const { asks, asked } = play({ gained: 8 });
    expect(asked).toEqual({ head: 10, base: 10 });
    expect(asks.map((ask) => [ask.kind, ask.because, 'side' in ask ? ask.side : ''])).toEqual([
      ['answers', 'sentence', 'head'],
      ['answers', 'sentence', 'base'],
    ]);
    expect(play({ gained: 3 }).asked).toEqual({ head: 6, base: 6 });
    expect(play({ gained: 3 }, { askable: 'head' }).asked).toEqual({ head: 6, base: 0 });
  });

  it.each<[repeating: number, expected: string[]]>([
    // Of ten new head answers, two per case.
    [3, ['fails']],
    [2, []],
  ])('%i of 5 cases repeat it', (repeating, expected) => {
    const scripted = cases({ gained: 5 }).map((each, index) => ({
      ...each,
      headAgain: [index < repeating ? off : plain],
    }));
    expect(outcomesOf(playGate(scripted).decision, 'sentence')).toEqual(expected);
  });

  it.each<[what: string, baseAgain: readonly Sample[], expected: string[]]>([
    ['no new base answer has it', [plain], ['fails']],
    ['one new base answer has it', [plain, off], []],
  ])('%s', (_, baseAgain, expected) => {
    const scripted = cases({ gained: 5 }).map((each, index) => (index === 0 ? { ...each, baseAgain } : each));
    expect(outcomesOf(playGate(scripted).decision, 'sentence')).toEqual(expected);
  });

  it.each<[extraLeft: number, expected: string[]]>([
    [12, ['fails']],
    [11, ['worse: extra-runs']],
    [0, ['worse: extra-runs']],
  ])('with %i extra answers left', (extraLeft, expected) => {
    expect(outcomes({ gained: 3 }, { extraLeft })).toEqual(expected);
  });
});

describe('recorded answers', () => {
  const options = { askable: 'none' } as const;

  it.each<[gained: number, expected: string[]]>([
    [4, []],
    [5, ['fails']],
  ])('%i gained it', (gained, expected) => {
    expect(outcomes({ gained }, options)).toEqual(expected);
  });

  it.each<[head: readonly Sample[], expected: string[]]>([
    [[off, off, off, plain, plain], ['fails']],
    [[off, off, plain, plain, plain], []],
    [[off, plain], []],
  ])('the head says it in some of its runs', (head, expected) => {
    expect(outcomes({ gained: 5, head }, options)).toEqual(expected);
  });
});

it('against a baseline of an older prompt it is yellow', () => {
  expect(outcomes({ gained: 5 }, { baseline: createBaseline({ stale: true }) })).toEqual(['worse: stale']);
});

it('of two sentences the one that more answers gained is named', () => {
  const other = createSample({ statements: [GOOD, createStatement('Our founder sails.', 'no')], score: 1 });
  const scripted = [
    ...cases({ gained: 3, same: 0, head: [other] }).map((each) => ({ ...each, id: `o${each.id}` })),
    ...cases({ gained: 5 }),
  ];
  expect(findingOf(playGate(scripted).decision, 'sentence')).toMatchObject({ statement: ADVERT });
});
