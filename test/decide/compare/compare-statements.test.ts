import { describe, expect, it } from 'vitest';
import { compareStatements } from '../../../src/decide/compare/compare-statements.js';
import type { VerdictLabel } from '../../../src/ports/verdict.js';
import { createJudgement, createStatement } from '../../support/records.js';

type Said = readonly (readonly [text: string, result: VerdictLabel])[];

const FACT = 'Your refund arrives on your card within 5 days.';
const REWORDED = 'Your refund will arrive on your card within 5 days.';
const ASIDE = 'Our founder likes to sail around the island.';
const OTHER = 'You can download the invoice in the settings.';

const judged = (said: Said) =>
  createJudgement({ statements: said.map(([text, result]) => createStatement(text, result)) });

function told(base: readonly Said[], head: readonly Said[]): string[] {
  return compareStatements(base.map(judged), head.map(judged)).changes.map(
    (change) =>
      `${change.kind}: ${change.text} [head ${change.head.runs}/${change.head.of}, base ${change.base.runs}/${change.base.of}]`,
  );
}

const yes: Said = [[FACT, 'yes']];
const withAside: Said = [
  [FACT, 'yes'],
  [ASIDE, 'no'],
];

describe('compareStatements', () => {
  it.each<[string, Said[], Said[], string[]]>([
    ['nothing changed', [yes, yes, yes], [yes], []],
    ['newly irrelevant', [yes, yes, yes], [withAside], [`newly-irrelevant: ${ASIDE} [head 1/1, base 0/3]`]],
    [
      'newly irrelevant in two of three runs, the first of which is shown',
      [yes],
      [withAside, yes, withAside],
      [`newly-irrelevant: ${ASIDE} [head 2/3, base 0/1]`],
    ],
    [
      'newly irrelevant in most runs, though not in the one that is shown',
      [yes],
      [yes, withAside, withAside],
      [`newly-irrelevant: ${ASIDE} [head 2/3, base 0/1]`],
    ],
    ['irrelevant in one run that is not shown', [yes], [yes, withAside, yes], []],
    [
      'irrelevant in one run of three',
      [yes],
      [withAside, yes, yes],
      [`stray: ${ASIDE} [head 1/3, base 0/1]`],
    ],
    ['irrelevant in one run of two', [yes], [withAside, yes], [`stray: ${ASIDE} [head 1/2, base 0/1]`]],
    [
      'irrelevant in most runs, and in one of the base',
      [yes, withAside],
      [yes, withAside, withAside],
      [`still-irrelevant: ${ASIDE} [head 2/3, base 1/2]`],
    ],
    [
      'one base run already says it',
      [yes, withAside, yes],
      [withAside],
      [`still-irrelevant: ${ASIDE} [head 1/1, base 1/3]`],
    ],
    [
      'relevant before, irrelevant now',
      [[[ASIDE, 'yes']]],
      [[[ASIDE, 'no']]],
      [`newly-irrelevant: ${ASIDE} [head 1/1, base 0/1]`],
    ],
    [
      'unsure before, irrelevant now',
      [[[ASIDE, 'unsure']]],
      [[[ASIDE, 'no']]],
      [`newly-irrelevant: ${ASIDE} [head 1/1, base 0/1]`],
    ],
    ['gone', [withAside, withAside, yes], [yes], [`no-longer-irrelevant: ${ASIDE} [head 0/1, base 2/3]`]],
    ['irrelevant in too few base runs to be missed', [withAside, yes, yes], [yes], []],
    ['gone in one head run only', [withAside], [yes, withAside], []],
    [
      'no longer judged irrelevant',
      [[[ASIDE, 'no']]],
      [[[ASIDE, 'unsure']]],
      [`no-longer-irrelevant: ${ASIDE} [head 0/1, base 1/1]`],
    ],
    [
      'lost',
      [
        [
          [FACT, 'yes'],
          [OTHER, 'yes'],
        ],
      ],
      [yes],
      [`lost: ${OTHER} [head 0/1, base 1/1]`],
    ],
    ['said in too few base runs to be lost', [[...yes, [OTHER, 'yes']], yes, yes], [yes], []],
    ['said in half of the base runs', [[...yes, [OTHER, 'yes']], yes], [yes], []],
    ['still said in another head run', [[...yes, [OTHER, 'yes']]], [yes, [[OTHER, 'yes']]], []],
    ['said, but no longer surely relevant', [yes], [[[FACT, 'unsure']]], []],
    ['an unsure statement that is gone', [[...yes, [OTHER, 'unsure']]], [yes], []],
    [
      'repeated in one answer',
      [yes],
      [[...withAside, [ASIDE, 'no']]],
      [`newly-irrelevant: ${ASIDE} [head 1/1, base 0/1]`],
    ],
    [
      'repeated at head, once at base',
      [withAside],
      [[...withAside, [ASIDE, 'no']]],
      [`still-irrelevant: ${ASIDE} [head 1/1, base 1/1]`],
    ],
    ['first said in the second base run', [[], yes, yes], [[]], [`lost: ${FACT} [head 0/1, base 2/3]`]],
    ['no base sample', [], [withAside], []],
    ['no head sample', [withAside], [], []],
  ])('%s', (_, base, head, expected) => {
    expect(told(base, head)).toEqual(expected);
  });

  it('puts an irrelevant point together over all runs, however each of them words it', () => {
    const sails = 'Our founder likes to sail around the islands.';
    const { points } = compareStatements(
      [withAside, yes, [[OTHER, 'no']]].map((said) => judged(said as Said)),
      [[[sails, 'no']], withAside].map((said) => judged(said as Said)),
    );
    expect(points).toEqual([
      { text: sails, base: [0], head: [0, 1] },
      { text: OTHER, base: [2], head: [] },
    ]);
  });

  it('shows both texts of what is reworded', () => {
    const {
      changes: [change],
    } = compareStatements([judged([[FACT, 'no']])], [judged([[REWORDED, 'no']])]);
    expect(change).toMatchObject({
      kind: 'still-irrelevant',
      text: REWORDED,
      otherText: FACT,
      alignment: 'reworded',
      verdict: 'no',
    });
    const {
      changes: [better],
    } = compareStatements([judged([[FACT, 'no']])], [judged([[REWORDED, 'yes']])]);
    expect(better).toMatchObject({
      kind: 'no-longer-irrelevant',
      text: REWORDED,
      otherText: FACT,
      verdict: 'yes',
    });
  });

  it('does not lose what is only worded in another way', () => {
    expect(told([yes, [[REWORDED, 'yes']], yes], [[[REWORDED, 'yes']]])).toEqual([]);
  });

  it('says the word of the judge on the text that is shown', () => {
    const base = createJudgement({ statements: [createStatement(ASIDE, 'no', { reason: 'nobody asked' })] });
    const {
      changes: [change],
    } = compareStatements([base], [judged(yes)]);
    expect(change).toMatchObject({
      text: ASIDE,
      otherText: null,
      alignment: 'unmatched',
      verdict: 'no',
      reason: 'nobody asked',
    });
  });

  it('lists a number that changed as lost', () => {
    expect(told([[[FACT, 'yes']]], [[[FACT.replace('5', '30'), 'yes']]])).toEqual([
      `lost: ${FACT} [head 0/1, base 1/1]`,
    ]);
  });
});
