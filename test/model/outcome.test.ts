import { describe, expect, it } from 'vitest';
import { findWorstDecision, reviewSuite } from '../../src/decide/conclude.js';
import type { Decision, Finding, MeanNumbers } from '../../src/model/finding.js';
import {
  chooseExitCodeByStatus,
  chooseLook,
  compareSeverity,
  createOutcome,
  decideOutcome,
  lacksBaseline,
  type OutcomeGrounds,
} from '../../src/model/outcome.js';
import type { FailOn } from '../../src/model/suite.js';
import { createDecision } from '../support/records.js';

const DEFAULT: readonly FailOn[] = ['regression', 'threshold', 'error', 'inconclusive'];

function decide(grounds: Partial<OutcomeGrounds>) {
  return decideOutcome({
    fails: [],
    open: [],
    worse: false,
    failOn: DEFAULT,
    force: null,
    unmeasured: false,
    ...grounds,
  });
}

describe('the outcome of what was found', () => {
  it.each<[grounds: Partial<OutcomeGrounds>, outcome: string, because: string[], blocking: boolean]>([
    [{}, 'pass', [], false],
    [{ worse: true }, 'pass', ['worse'], false],
    [{ worse: true, failOn: ['worse'] }, 'fail', ['worse'], true],
    [{ fails: ['regression'] }, 'fail', ['regression'], true],
    [{ fails: ['threshold', 'regression'] }, 'fail', ['regression', 'threshold'], true],
    [{ fails: ['regression'], failOn: [] }, 'fail', ['regression'], false],
    [{ fails: ['threshold'], failOn: ['regression'] }, 'fail', ['threshold'], false],
    [{ fails: ['regression'], worse: true, failOn: ['worse'] }, 'fail', ['regression', 'worse'], true],
    [{ open: ['error'] }, 'inconclusive', ['error'], true],
    [{ open: ['error'], failOn: ['inconclusive'] }, 'inconclusive', ['error'], false],
    [{ open: ['inconclusive'], worse: true }, 'inconclusive', ['inconclusive', 'worse'], true],
    [{ open: ['error'], worse: true, failOn: ['worse'] }, 'fail', ['error', 'worse'], true],
    [{ fails: ['regression'], open: ['error'] }, 'fail', ['regression', 'error'], true],
    [
      { fails: ['regression'], open: ['error'], failOn: ['error'] },
      'inconclusive',
      ['regression', 'error'],
      true,
    ],
    [{ fails: ['regression'], open: ['error'], failOn: [] }, 'inconclusive', ['regression', 'error'], false],
    [
      { fails: ['regression'], open: ['error'], unmeasured: true },
      'inconclusive',
      ['regression', 'error'],
      true,
    ],
    [{ fails: ['regression'], unmeasured: true, failOn: [] }, 'inconclusive', ['regression'], false],
    [{ open: ['error'], failOn: [], force: 'inconclusive' }, 'inconclusive', ['error'], true],
    [{ fails: ['inconclusive'], failOn: [], force: 'fail' }, 'fail', ['inconclusive'], true],
  ])('%j', (grounds, outcome, because, blocking) => {
    expect(decide(grounds)).toMatchObject({ outcome, because, blocking });
  });

  it.each<[Decision['outcome'], boolean, Decision['status'], boolean]>([
    ['pass', false, 'success', true],
    ['fail', true, 'failure', false],
    ['fail', false, 'success', true],
    ['inconclusive', true, 'error', false],
    ['inconclusive', false, 'success', false],
  ])('%s, blocking %s: status %s, passed %s', (outcome, blocking, status, passed) => {
    expect(createOutcome(outcome, { because: [], blocking })).toEqual({
      outcome,
      because: [],
      blocking,
      status,
      passed,
    });
  });
});

const NO_BASELINE: Finding = {
  rule: 'baseline',
  outcome: 'info',
  caseIds: [],
  obstacle: null,
  baseline: { kind: 'none', because: 'absent' },
};
const YELLOW: Finding = {
  rule: 'several',
  outcome: 'worse',
  caseIds: ['a'],
  numbers: { falls: 1, rises: 0, p: 0.5, needed: 4 },
};

/** From the one that needs attention most. */
const ORDER: readonly (readonly [name: string, look: string, decision: Partial<Decision>])[] = [
  ['review', 'fail', { outcome: 'fail', because: ['review', 'regression'], blocking: true }],
  ['fails', 'fail', { outcome: 'fail', because: ['regression'], blocking: true }],
  ['undecided', 'inconclusive', { outcome: 'inconclusive', because: ['error'], blocking: true }],
  ['undecided, not blocking', 'inconclusive', { outcome: 'inconclusive', because: ['error'] }],
  ['no baseline', 'no-baseline', { findings: [NO_BASELINE] }],
  ['fails, not blocking', 'worse', { outcome: 'fail', because: ['regression'] }],
  ['worse', 'worse', { because: ['worse'], findings: [YELLOW], worse: ['a'] }],
  ['pass', 'pass', {}],
];

describe('severity and look', () => {
  it.each(ORDER)('%s looks like %s', (_, look, decision) => {
    expect(chooseLook(createDecision(decision))).toBe(look);
  });

  it('decisions have one order, wherever they are compared', () => {
    const decisions = ORDER.map(([, , decision]) => createDecision(decision));
    expect(decisions.toReversed().toSorted(compareSeverity)).toEqual(decisions);
    for (const [at, decision] of decisions.entries()) {
      expect(findWorstDecision(decisions.slice(at).toReversed())).toBe(decision);
    }
  });

  it('of equals, one that names answers comes first, then the larger fall, then the first', () => {
    const mean = (drop: number) => ({ drop }) as MeanNumbers;
    const fails = { outcome: 'fail', because: ['regression'], blocking: true } as const;
    const [small, large] = [
      { ...fails, mean: mean(0.1) },
      { ...fails, mean: mean(0.2) },
    ];
    const named = { ...fails, worse: ['a'], mean: mean(0.05) };
    const [a, b, c, d] = [small, large, named, fails].map(createDecision);
    if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('four');
    expect([a, b, c, d].toSorted(compareSeverity)).toEqual([c, b, a, d]);
    expect(findWorstDecision([d, createDecision(fails)])).toBe(d);
  });

  it('a yellow finding without an answer is yellow, too', () => {
    expect(chooseLook(createDecision({ findings: [{ ...YELLOW, caseIds: [] }] }))).toBe('worse');
    expect(chooseLook(createDecision({ worse: ['a'] }))).toBe('worse');
  });

  it.each<[Finding, boolean]>([
    [NO_BASELINE, true],
    [{ ...NO_BASELINE, baseline: { kind: 'none', because: 'first' } }, false],
    [YELLOW, false],
  ])('%j lacks a baseline: %s', (finding, lacks) => {
    expect(lacksBaseline(createDecision({ findings: [finding] }))).toBe(lacks);
  });

  it('no suite is no pass', () => {
    expect(() => findWorstDecision([])).toThrow(RangeError);
  });
});

describe('human review', () => {
  const reasons = [{ kind: 'misled-judge', caseIds: ['a'] }] as const;

  it('is red, and undecided stays undecided', () => {
    const fails = reviewSuite({ decision: createDecision({ because: ['worse'] }) }, reasons).decision;
    expect(fails).toMatchObject({
      outcome: 'fail',
      status: 'failure',
      because: ['review', 'worse'],
      blocking: true,
      passed: false,
      review: reasons,
    });
    const open = createDecision({ outcome: 'inconclusive', because: ['error'] });
    expect(reviewSuite({ decision: open }, reasons).decision).toMatchObject({
      outcome: 'inconclusive',
      status: 'error',
      because: ['review', 'error'],
      blocking: true,
    });
    const decision = createDecision();
    expect(reviewSuite({ decision }, []).decision).toBe(decision);
  });
});

it.each<[Parameters<typeof chooseExitCodeByStatus>[0], number]>([
  [['success'], 0],
  [['success', 'success'], 0],
  [['success', 'failure'], 1],
  [['failure', 'error'], 1],
  [['success', 'error'], 3],
  [['pending'], 3],
  [['success', null], 3],
  [[], 3],
])('the statuses %j give the exit code %i', (states, code) => {
  expect(chooseExitCodeByStatus(states)).toBe(code);
});
