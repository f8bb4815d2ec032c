import { describe, expect, it } from 'vitest';
import {
  decideReview,
  decideUnchanged,
  rowOf,
  worstDecision,
} from '../../../src/decide/gate/decision-table.js';
import { exitCodeOf } from '../../../src/decide/gate/exit-code.js';
import { FAIL_ON, type FailOn } from '../../../src/ports/decision.js';
import { createDecision } from '../../support/records.js';

const decide = (grounds: Partial<Parameters<typeof rowOf>[0]>) => {
  const row = rowOf({ fails: [], open: [], failOn: FAIL_ON, force: null, unmeasured: false, ...grounds });
  const exitCode = exitCodeOf({ kind: 'told', suites: [row.status] });
  return [row.outcome, exitCode, row.status, row.passed, row.blocking] as const;
};
const without = (...left: FailOn[]) => FAIL_ON.filter((each) => !left.includes(each));

describe('rowOf', () => {
  it.each<[string, Partial<Parameters<typeof rowOf>[0]>, ReturnType<typeof decide>]>([
    ['nothing', {}, ['pass', 0, 'success', true, false]],
    ['regression', { fails: ['regression'] }, ['fail', 1, 'failure', false, true]],
    ['threshold', { fails: ['threshold'] }, ['fail', 1, 'failure', false, true]],
    [
      'regression not blocking',
      { fails: ['regression'], failOn: ['threshold'] },
      ['fail', 0, 'success', true, false],
    ],
    [
      'one of two blocks',
      { fails: ['regression', 'threshold'], failOn: ['threshold'] },
      ['fail', 1, 'failure', false, true],
    ],
    ['error', { open: ['error'] }, ['inconclusive', 3, 'error', false, true]],
    [
      'error not blocking',
      { open: ['error'], failOn: without('error') },
      ['inconclusive', 0, 'success', false, false],
    ],
    [
      'nothing measured',
      { open: ['error'], failOn: [], force: 'inconclusive', unmeasured: true },
      ['inconclusive', 3, 'error', false, true],
    ],
    [
      'a fail beside what is open',
      { fails: ['threshold'], open: ['inconclusive'] },
      ['fail', 1, 'failure', false, true],
    ],
    [
      'a fail that does not block beside an open one that does',
      { fails: ['threshold'], open: ['inconclusive'], failOn: ['inconclusive'] },
      ['inconclusive', 3, 'error', false, true],
    ],
    [
      'neither blocks',
      { fails: ['threshold'], open: ['inconclusive'], failOn: [] },
      ['inconclusive', 0, 'success', false, false],
    ],
    [
      'a regression where scores do not count',
      { fails: ['regression'], open: ['error'], unmeasured: true },
      ['inconclusive', 3, 'error', false, true],
    ],
    [
      'the same where only regressions block',
      { fails: ['regression'], open: ['error'], unmeasured: true, failOn: ['regression'] },
      ['inconclusive', 3, 'error', false, true],
    ],
    [
      'a baseline that must be there',
      { fails: ['inconclusive'], failOn: [], force: 'fail' },
      ['fail', 1, 'failure', false, true],
    ],
  ])('%s', (_, grounds, expected) => {
    expect(decide(grounds)).toEqual(expected);
  });

  it('names the weightiest reason first', () => {
    const { because } = rowOf({
      fails: ['threshold', 'regression'],
      open: ['error'],
      failOn: FAIL_ON,
      force: null,
      unmeasured: false,
    });
    expect(because).toEqual(['regression', 'threshold', 'error']);
  });
});

describe('decideReview', () => {
  const RED = { outcome: 'fail', blocking: true, status: 'failure', passed: false };
  const REASON = "the base's config cannot be read";

  it('is red where the rest passes, and where nothing was run', () => {
    for (const before of [createDecision(), decideUnchanged()]) {
      const after = decideReview(before, [REASON, 'its scorer does not load']);
      expect(after).toMatchObject({ ...RED, because: ['review'], shortLine: `needs a person: ${REASON}` });
      expect(after.headline).toBe(`Needs a person: ${REASON}. ${before.headline}`);
      expect(after.findings.slice(0, 2).map(({ line }) => line)).toEqual([
        `Needs a person: ${REASON}.`,
        'Needs a person: its scorer does not load.',
      ]);
    }
  });

  it('is red where a regression does not block', () => {
    const row = rowOf({ fails: ['regression'], open: [], failOn: [], force: null, unmeasured: false });
    const after = decideReview(createDecision(row), [REASON]);
    expect(after).toMatchObject({ ...RED, because: ['review', 'regression'] });
  });

  it('leaves open what was not decided, and blocks it: no outage is there to be accepted', () => {
    const open = rowOf({ fails: [], open: ['error'], failOn: [], force: null, unmeasured: false });
    const after = decideReview(createDecision(open), [REASON]);
    expect(after).toMatchObject({ outcome: 'inconclusive', blocking: true, status: 'error' });
    expect(after.shortLine).toBe(`inconclusive, and needs a person: ${REASON}; re-run`);
  });

  it('changes nothing without a reason, and stands before every other fail', () => {
    const decision = createDecision();
    expect(decideReview(decision, [])).toBe(decision);
    const row = rowOf({ fails: ['regression'], open: [], failOn: FAIL_ON, force: null, unmeasured: false });
    const fall = createDecision({
      ...row,
      mean: {
        cases: 9,
        baseRuns: 1,
        headRuns: 1,
        drop: 0.9,
        maxDrop: 0.02,
        p: 0,
        pEven: 1,
      },
    });
    const review = decideReview(decision, [REASON]);
    expect(worstDecision([fall, review])).toBe(review);
  });
});
