import { describe, expect, it } from 'vitest';
import { compareStatements, type ScoredRun } from '../../../src/decide/compare/compare-statements.js';
import type { Match, SearchResult } from '../../../src/model/comparison.js';
import type { VerdictLabel } from '../../../src/model/verdict.js';
import { createJudgement, createStatement } from '../../support/records.js';

type Said = readonly (readonly [text: string, result: VerdictLabel])[];

const FACT = 'Your refund arrives on your card within 5 days.';
const REWORDED = 'Your refund will arrive on your card within 5 days.';
const ASIDE = 'Our founder likes to sail around the island.';
const OTHER = 'You can download the invoice in the settings.';

const judged = (said: Said): ScoredRun => ({
  judgement: createJudgement({ statements: said.map(([text, result]) => createStatement(text, result)) }),
  answer: said.map(([text]) => text).join('\n'),
});

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
    [
      'an unsure statement that is gone',
      [[...yes, [OTHER, 'unsure']]],
      [yes],
      [`lost: ${OTHER} [head 0/1, base 1/1]`],
    ],
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

  /** What a judge who knows who says what finds, asked until nothing is left to ask. */
  function searched(
    base: readonly Said[],
    head: readonly Said[],
    says: Readonly<Record<string, string>>,
    findings: Readonly<Record<string, SearchResult>> = {},
  ) {
    const matches: Match[] = [];
    for (let round = 1; ; round += 1) {
      const compared = compareStatements(base.map(judged), head.map(judged), { matches });
      if (compared.searches.length === 0) return { ...compared, matches, rounds: round - 1 };
      for (const search of compared.searches) {
        const among = search.in === 'base' ? (search.base ?? []) : search.answer.split('\n');
        const by = among.find((text) => meaningOf(text).includes(meaningOf(search.statement)));
        const found = by === undefined ? NOT_SAID : ({ status: 'said', by } as const);
        matches.push({ ...search, found: findings[search.statement] ?? found });
      }
    }
    function meaningOf(text: string): string {
      return says[text.replace(/\.$/, '')] ?? text.replace(/\.$/, '');
    }
  }

  const NOT_SAID = { status: 'dropped', reason: 'The point.' } as const;
  const IN_ONE = 'Five days at most for the card, and settings hold the invoice';
  const says = {
    'Your refund arrives on your card within 5 days': 'R',
    'Money is back in under a week': 'R',
    'The card sees it after five days': 'R',
    'You can download the invoice in the settings': 'I',
    [IN_ONE]: 'R I',
    'Our founder likes to sail around the island': 'S',
    'The boss is often out on her yacht': 'S',
    'Sailing is what our chief loves': 'S',
    'Follow us for photos of the new building': 'F',
  };

  it.each<[string, Said[], Said[], string[]]>([
    ['one sentence carries two of the base', [[...yes, [OTHER, 'yes']]], [[[IN_ONE, 'yes']]], []],
    [
      'lost, though every run of the base worded it anew',
      [yes, [['Money is back in under a week', 'yes']], [['The card sees it after five days', 'yes']]],
      [[[OTHER, 'yes']]],
      ['lost: Your refund arrives on your card within 5 days. 3'],
    ],
    [
      'lost, though only what the second run says is said in both',
      [[[IN_ONE, 'yes']], [['Money is back in under a week', 'yes']]],
      [[['Follow us for photos of the new building.', 'yes']]],
      ['lost: Money is back in under a week 2'],
    ],
    [
      'lost and told once, though each run words it in another strength',
      [[[`${IN_ONE}.`, 'yes']], [[IN_ONE, 'yes']], [['Money is back in under a week', 'yes']]],
      [[['Follow us for photos of the new building.', 'yes']]],
      [`lost: ${IN_ONE}. 2`, 'lost: Money is back in under a week 3'],
    ],
    [
      'said in too few base runs, whatever the words',
      [yes, [['Money is back in under a week', 'yes']], [[OTHER, 'yes']], [[OTHER, 'yes']]],
      [[[OTHER, 'yes']]],
      [],
    ],
    ['irrelevant in other words', [withAside], [[...yes, ['The boss is often out on her yacht', 'no']]], []],
    [
      'irrelevant in every run, each in other words',
      [yes],
      [
        withAside,
        [...yes, ['The boss is often out on her yacht', 'no']],
        [...yes, ['Sailing is what our chief loves', 'no']],
      ],
      [`newly-irrelevant: ${ASIDE} 3`],
    ],
    [
      'another aside than the base has',
      [withAside],
      [[...yes, ['Follow us for photos of the new building.', 'no']]],
      ['newly-irrelevant: Follow us for photos of the new building. 1', `no-longer-irrelevant: ${ASIDE} 1`],
    ],
  ])('hears a judge on what words do not find: %s', (_, base, head, expected) => {
    const { changes } = searched(base, head, says);
    const told = changes.filter(({ kind }) => kind !== 'still-irrelevant');
    expect(
      told.map(
        (change) =>
          `${change.kind}: ${change.text} ${change.kind === 'newly-irrelevant' ? change.head.runs : change.base.runs}`,
      ),
    ).toEqual(expected);
    expect(changes.filter(({ wordsOnly }) => wordsOnly)).toEqual([]);
  });

  it('asks for nothing that words found, and once for the rest', () => {
    expect(searched([withAside], [withAside], {}).matches).toEqual([]);
    const { matches, rounds } = searched([withAside], [[['The boss is often out on her yacht', 'no']]], says);
    expect(rounds).toBe(1);
    const answer = 'The boss is often out on her yacht';
    const [fact, aside] = [FACT, ASIDE].map((text) => text.slice(0, -1));
    expect(matches.map(({ found: _, ...search }) => search)).toEqual([
      { statement: answer, in: 'base', answer, base: [fact, aside] },
      { statement: fact, in: 'answer', answer },
    ]);
  });

  describe('of what no head run says', () => {
    const NOW = 'Your refund arrives on your card within 30 days.';
    const runs = (count: number, said: Said) => Array.from({ length: count }, () => said);
    const changesAfter = (found: SearchResult, many = 1, asked: object = {}) =>
      searched(runs(many, yes), runs(many, [[NOW, 'yes']]), asked as Record<string, string>, {
        [FACT.slice(0, -1)]: found,
      }).changes;

    it.each<[SearchResult, object]>([
      [
        { status: 'contradicted', by: 'within 30 days', reason: '' },
        { kind: 'says-otherwise', text: FACT, otherText: 'within 30 days' },
      ],
      [
        { status: 'partly', reason: 'The card.' },
        { kind: 'partly-lost', reason: 'The card.' },
      ],
      [
        { status: 'dropped', reason: 'Nothing.' },
        { kind: 'lost', reason: 'Nothing.' },
      ],
      [{ status: 'unknown' }, { kind: 'lost', wordsOnly: true }],
    ])('%j', (found, expected) => {
      expect(changesAfter(found)).toMatchObject([{ ...expected, confirmed: false }]);
    });

    const GONE: SearchResult = { status: 'dropped', reason: '' };
    const SAID: SearchResult = { status: 'said', by: 'the card' };
    /** Answers of one sentence each; the judge finds the fact as these findings say, draw by draw, else dropped. */
    function confirmedBy(
      sides: { readonly base: readonly string[]; readonly head: readonly string[] },
      findings: Readonly<Record<string, SearchResult>> = {},
    ) {
      const runsOf = (texts: readonly string[]) => texts.map((text): ScoredRun => judged([[text, 'yes']]));
      const matches: Match[] = [];
      for (;;) {
        const compared = compareStatements(runsOf(sides.base), runsOf(sides.head), { matches });
        const { changes, searches, isOpen } = compared;
        if (searches.length === 0) return { confirmed: changes[0]?.confirmed ?? null, isOpen, matches };
        for (const search of searches) {
          const key = `${search.draw === 1 ? 'again: ' : ''}${search.answer}`;
          matches.push({ ...search, found: findings[key] ?? GONE });
        }
      }
    }
    const others = ['Ask the desk.', 'Write to the shop.', 'Please call.', 'See the portal.', 'It depends.'];
    const base = (count: number) => Array.from({ length: count }, () => FACT);
    const head = (count: number) => others.slice(0, count);

    it.each<[string, number, number, Record<string, SearchResult>, boolean | null, boolean]>([
      ['one run of each side', 1, 1, {}, false, true],
      ['three runs of the base and two of the head', 3, 2, {}, false, true],
      ['three runs of each side', 3, 3, {}, true, true],
      ['five runs of each side', 5, 5, {}, true, true],
      ['a second call that disagrees', 3, 3, { 'again: Ask the desk.': SAID }, false, false],
      ['a second call that fails', 3, 3, { 'again: Ask the desk.': { status: 'unknown' } }, false, false],
      ['a head run that says it', 3, 3, { 'Please call.': SAID }, null, false],
      [
        'a head run of which the judge knows nothing',
        3,
        3,
        { 'Please call.': { status: 'unknown' } },
        false,
        false,
      ],
    ])('is confirmed or open to more runs after %s', (_, ofBase, ofHead, findings, confirmed, isOpen) => {
      const sides = { base: base(ofBase), head: head(ofHead) };
      expect(confirmedBy(sides, findings)).toMatchObject({ confirmed, isOpen });
    });

    it('a base run that does not say it contradicts', () => {
      const sides = { base: [...base(3), 'Money is on its way.'], head: head(3) };
      expect(confirmedBy(sides)).toMatchObject({ confirmed: false, isOpen: false });
      expect(confirmedBy(sides, { 'Money is on its way.': SAID })).toMatchObject({ confirmed: true });
    });

    it('a head answer that repeats a base answer drops nothing', () => {
      const sides = { base: [...base(2), 'Ask the desk.'], head: head(2) };
      expect(confirmedBy(sides)).toEqual({ confirmed: null, isOpen: false, matches: [] });
    });

    it('head answers are searched one by one, each text once, until one says it', () => {
      const asked = (sides: Parameters<typeof confirmedBy>[0], findings = {}) =>
        confirmedBy(sides, findings).matches.map(({ answer, draw = 0 }) => `${answer} ${draw}`);
      const [one = '', two = '', three = ''] = others;
      expect(asked({ base: base(3), head: head(3) }, { [two]: SAID })).toEqual([`${one} 0`, `${two} 0`]);
      expect(asked({ base: base(3), head: [one, one, one] })).toEqual([`${one} 0`, `${one} 1`]);
      expect(asked({ base: base(3), head: [one, `${FACT}`, three] })).toEqual([]);
    });

    it('without a judge nothing is confirmed and nothing is open', () => {
      const runsOf = (texts: readonly string[]) => texts.map((text) => judged([[text, 'yes']]));
      const { changes, isOpen } = compareStatements(runsOf(base(3)), runsOf(head(3)));
      expect(changes).toMatchObject([{ kind: 'lost', confirmed: false, wordsOnly: true }]);
      expect(isOpen).toBe(false);
    });

    it('an opposite that shares all words is not still said', () => {
      const before = 'Dogs are allowed in all rooms of the hotel.';
      const opposite: Said = [['Dogs are forbidden in all rooms of the hotel.', 'yes']];
      const { matches } = searched([[[before, 'yes']]], [opposite], {});
      expect(matches.map(({ statement }) => statement)).toEqual([before.slice(0, -1)]);
    });
  });

  it('says of what is lost what is missing at head, where a judge looked', () => {
    const { changes } = searched([yes], [[[OTHER, 'yes']]], says);
    expect(changes.map(({ kind, reason }) => [kind, reason])).toEqual([['lost', 'The point.']]);
    const unsearched = compareStatements([judged(yes)], [judged([[OTHER, 'yes']])]);
    expect(unsearched.changes.map(({ kind, reason }) => [kind, reason])).toEqual([['lost', '']]);
  });

  it('says where words alone decided, and only there', () => {
    const aside: Said = [['The boss is often out on her yacht', 'no']];
    const of = (base: Said, head: Said) =>
      compareStatements([judged(base)], [judged(head)]).changes.map(({ kind, wordsOnly }) => [
        kind,
        wordsOnly,
      ]);
    expect(of(withAside, aside)).toEqual([
      ['newly-irrelevant', true],
      ['lost', true],
      ['no-longer-irrelevant', true],
    ]);
    expect(of(yes, [...yes, ...aside])).toEqual([['newly-irrelevant', false]]);
    expect(of(yes, [])).toEqual([['lost', false]]);
  });

  it('shows both texts of what is reworded', () => {
    const {
      changes: [change],
    } = compareStatements([judged([[FACT, 'no']])], [judged([[REWORDED, 'no']])]);
    expect(change).toMatchObject({
      kind: 'still-irrelevant',
      text: REWORDED,
      otherText: FACT,
    });
    const {
      changes: [better],
    } = compareStatements([judged([[FACT, 'no']])], [judged([[REWORDED, 'yes']])]);
    expect(better).toMatchObject({
      kind: 'no-longer-irrelevant',
      text: REWORDED,
      otherText: FACT,
    });
  });

  it('does not lose what is only worded in another way', () => {
    expect(told([yes, [[REWORDED, 'yes']], yes], [[[REWORDED, 'yes']]])).toEqual([]);
  });

  it('says the word of the judge on the text that is shown', () => {
    const judgement = createJudgement({
      statements: [createStatement(ASIDE, 'no', { reason: 'nobody asked' })],
    });
    const base = { judgement, answer: ASIDE };
    const {
      changes: [change],
    } = compareStatements([base], [judged(yes)]);
    expect(change).toMatchObject({
      text: ASIDE,
      otherText: null,
      reason: 'nobody asked',
    });
  });

  it('lists a number that changed as lost', () => {
    expect(told([[[FACT, 'yes']]], [[[FACT.replace('5', '30'), 'yes']]])).toEqual([
      `lost: ${FACT} [head 0/1, base 1/1]`,
    ]);
  });
});
