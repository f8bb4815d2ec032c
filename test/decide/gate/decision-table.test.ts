import { describe, expect, it } from 'vitest';
import { rowOf } from '../../../src/decide/gate/decision-table.js';
import { FAIL_ON, type FailOn } from '../../../src/ports/decision.js';

const decide = (grounds: Partial<Parameters<typeof rowOf>[0]>) => {
  const row = rowOf({ fails: [], open: [], failOn: FAIL_ON, force: null, unmeasured: false, ...grounds });
  return [row.outcome, row.exitCode, row.status, row.passed, row.blocking] as const;
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
