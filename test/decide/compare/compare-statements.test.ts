import { describe, expect, it } from 'vitest';
import type { ScoredRun } from '../../../src/decide/compare/answer-pieces.js';
import { compareStatements } from '../../../src/decide/compare/compare-statements.js';
import type { Match, SearchResult } from '../../../src/model/comparison.js';
import type { VerdictLabel } from '../../../src/model/verdict.js';
import { matchesOf } from '../../support/compare-judge.js';
import { createJudgement, createStatement } from '../../support/records.js';

type Said = readonly (readonly [text: string, result: VerdictLabel])[];

const FACT = 'Your refund arrives on your card within 5 days.';
const REWORDED = 'Your refund will arrive on your card within 5 days.';
const ASIDE = 'Our founder likes to sail around the island.';
const OTHER = 'You can download the invoice in the settings.';
const ALLOWED = 'Dogs are allowed in all rooms of the hotel.';
const FORBIDDEN = 'Dogs are forbidden in all rooms of the hotel.';

const judged = (said: Said): ScoredRun => ({
  judgement: createJudgement({ statements: said.map(([text, result]) => createStatement(text, result)) }),
  answer: said.map(([text]) => text).join('\n'),
});
const told = ({ changes }: Pick<ReturnType<typeof compareStatements>, 'changes'>) =>
  changes.map(
    ({ kind, text, head, base }) => `${kind}: ${text} ${head.runs}/${head.of} ${base.runs}/${base.of}`,
  );

const yes: Said = [[FACT, 'yes']];
const withAside: Said = [...yes, [ASIDE, 'no']];
const withOther: Said = [...yes, [OTHER, 'yes']];

describe('by words alone', () => {
  it.each<[string, Said[], Said[], string[]]>([
    ['nothing changed', [yes, yes, yes], [yes], []],
    ['newly irrelevant', [yes, yes, yes], [withAside], [`newly-irrelevant: ${ASIDE} 1/1 0/3`]],
    [
      'newly irrelevant in most runs, though not in the one that is shown',
      [yes],
      [yes, withAside, withAside],
      [`newly-irrelevant: ${ASIDE} 2/3 0/1`],
    ],
    ['irrelevant in one run that is not shown', [yes], [yes, withAside, yes], []],
    ['irrelevant in one run of two', [yes], [withAside, yes], [`stray: ${ASIDE} 1/2 0/1`]],
    ['one base run already says it', [yes, withAside], [withAside], [`still-irrelevant: ${ASIDE} 1/1 1/2`]],
    ['relevant before', [[[ASIDE, 'yes']]], [[[ASIDE, 'no']]], [`newly-irrelevant: ${ASIDE} 1/1 0/1`]],
    ['gone', [withAside, withAside, yes], [yes], [`no-longer-irrelevant: ${ASIDE} 0/1 2/3`]],
    ['irrelevant in too few base runs to be missed', [withAside, yes, yes], [yes], []],
    ['gone in one head run only', [withAside], [yes, withAside], []],
    [
      'no longer judged irrelevant',
      [[[ASIDE, 'no']]],
      [[[ASIDE, 'unsure']]],
      [`no-longer-irrelevant: ${ASIDE} 0/1 1/1`],
    ],
    ['lost', [withOther], [yes], [`lost: ${OTHER} 0/1 1/1`]],
    ['said in half of the base runs', [withOther, yes], [yes], []],
    ['still said in another head run', [withOther], [yes, [[OTHER, 'yes']]], []],
    ['unsure and gone', [[...yes, [OTHER, 'unsure']]], [yes], []],
    ['said twice', [yes], [[...withAside, [ASIDE, 'no']]], [`newly-irrelevant: ${ASIDE} 1/1 0/1`]],
    ['nearly the same words', [yes, [[REWORDED, 'yes']], yes], [[[REWORDED, 'yes']]], []],
    ['another number', [yes], [[[FACT.replace('5', '30'), 'yes']]], [`lost: ${FACT} 0/1 1/1`]],
    ['no base sample', [], [withAside], []],
    ['no head sample', [withAside], [], []],
  ])('%s', (_, base, head, expected) => {
    const compared = compareStatements(base.map(judged), head.map(judged));
    expect(told(compared)).toEqual(expected);
    expect(compared).toMatchObject({ searches: [] });
  });

  it('an irrelevant point is one over all runs, in nearly the same words', () => {
    const sails = 'Our founder likes to sail around the islands.';
    const base: Said[] = [withAside, yes, [[OTHER, 'no']]];
    const { points } = compareStatements(base.map(judged), [judged([[sails, 'no']]), judged(withAside)]);
    expect(points).toEqual([
      { text: sails, base: [0], head: [0, 1] },
      { text: OTHER, base: [2], head: [] },
    ]);
  });

  it('both texts of a rewording are shown', () => {
    const changeTo = (result: VerdictLabel) =>
      compareStatements([judged([[FACT, 'no']])], [judged([[REWORDED, result]])]).changes;
    expect(changeTo('no')).toMatchObject([{ kind: 'still-irrelevant', text: REWORDED, otherText: FACT }]);
    expect(changeTo('yes')).toMatchObject([
      { kind: 'no-longer-irrelevant', text: REWORDED, otherText: FACT },
    ]);
  });

  it('a change has the label that people gave the statement', () => {
    const labelled = (text: string): ScoredRun => ({
      judgement: createJudgement({ statements: [createStatement(text, 'no', { labelKey: 'k' })] }),
      answer: text,
    });
    const [{ changes }, { changes: plain }] = [
      compareStatements([judged(yes)], [labelled(ASIDE)]),
      compareStatements([judged(yes)], [judged(withAside)]),
    ];
    expect(changes[0]).toMatchObject({ kind: 'newly-irrelevant', reason: 'judged no', labelKey: 'k' });
    expect(plain[0]).not.toHaveProperty('labelKey');
  });

  it('nothing is confirmed', () => {
    const base = Array.from({ length: 3 }, () => judged(yes));
    for (const said of [[[OTHER, 'yes']], []] as const) {
      const compared = compareStatements(base, [said, said, said].map(judged));
      expect(compared).toMatchObject({ changes: [{ kind: 'lost', confirmed: false }] });
    }
  });
});

/** What each text says, as letters; other texts say themselves. */
const MEANINGS: Readonly<Record<string, string>> = {
  [FACT]: 'R',
  'Money is back in under a week': 'R',
  'The card sees it after five days': 'R',
  [OTHER]: 'I',
  'Five days for the card, and settings hold the invoice': 'RI',
  'Five days for the card': 'R',
  'settings hold the invoice': 'I',
  [ASIDE]: 'S',
  'The boss is often out on her yacht': 'S',
  'Sailing is what our chief loves': 'S',
};
const MONEY: Said = [['Money is back in under a week', 'yes']];
const CARD: Said = [['The card sees it after five days', 'yes']];
const BOTH: Said = [['Five days for the card, and settings hold the invoice', 'yes']];
const YACHT: Said = [...yes, ['The boss is often out on her yacht', 'no']];
const CHIEF: Said = [...yes, ['Sailing is what our chief loves', 'no']];

function meaningOf(text: string): readonly string[] {
  const known = MEANINGS[text] ?? MEANINGS[`${text}.`];
  return known === undefined ? [text] : [...known];
}

const DROPPED: SearchResult = { status: 'dropped' };

/** The words of a piece, without the place before it. */
const textOf = ({ shown }: { readonly shown: string }) => shown.split(' › ').at(-1) ?? '';
const answerOf = (search: { readonly answer: readonly { readonly shown: string }[] }) =>
  search.answer.map(({ shown }) => shown).join('\n');

/** `other` stands for the answer's last piece. */
const idsOf = (by: readonly string[], { answer }: { readonly answer: readonly { readonly id: string }[] }) =>
  by.map((id) => (id === 'other' ? (answer.at(-1)?.id ?? '') : id));

/** Compares until nothing is due. `findings` are by piece, by answer, or by `again: ` and an answer. */
function searched(
  base: readonly Said[],
  head: readonly Said[],
  findings: Readonly<Record<string, SearchResult>> = {},
  suiteWide = base.length,
) {
  const matches: Match[] = [];
  const rounds: string[][] = [];
  const asked: string[] = [];
  for (;;) {
    const compared = compareStatements(base.map(judged), head.map(judged), { matches, suiteWide });
    if (compared.searches.length === 0) return { ...compared, matches, rounds, asked };
    rounds.push([...new Set(compared.searches.map((search) => `${answerOf(search)} ${search.draw}`))]);
    for (const search of compared.searches) {
      const says = (text: string, pieces: readonly { readonly id: string; readonly shown: string }[]) =>
        pieces
          .filter((each) => meaningOf(text).every((letter) => meaningOf(textOf(each)).includes(letter)))
          .map(({ id }) => id);
      const found = matchesOf(
        search,
        (piece) => {
          asked.push(`${textOf(piece)} ← ${answerOf(search).split('\n')[0]}`);
          const by = says(textOf(piece), search.answer);
          const partly = search.answer.filter((each) =>
            meaningOf(textOf(each)).some((letter) => meaningOf(textOf(piece)).includes(letter)),
          );
          const given = findings[search.draw === 1 ? `again: ${answerOf(search)}` : answerOf(search)];
          const known = findings[textOf(piece)] ?? given;
          if (known !== undefined) return 'by' in known ? { ...known, by: idsOf(known.by, search) } : known;
          if (by.length > 0) return { status: 'said', by };
          return partly.length === 0 ? DROPPED : { status: 'partly', by: [], missing: 'the rest' };
        },
        (piece) => {
          const of = says(textOf(piece), search.earlier.flat());
          return of.length === 0 ? { status: 'new' } : { status: 'said', of };
        },
      );
      matches.push(...found);
    }
  }
}

describe('with a judge', () => {
  it.each<[string, Said[], Said[], string[]]>([
    ['one sentence carries two of the base', [withOther], [BOTH], []],
    [
      'a fact that every base run words differently is lost, and listed once',
      [yes, MONEY, CARD],
      [[[OTHER, 'yes']]],
      [`lost: ${FACT} 0/1 3/3`],
    ],
    [
      'of a sentence with two facts only the one is lost that every base run says',
      [BOTH, MONEY, CARD],
      [[[OTHER, 'yes']]],
      ['lost: Money is back in under a week 0/1 3/3'],
    ],
    [
      'a fact that the first base run lacks, and that the others word differently',
      [[[OTHER, 'yes']], yes, MONEY],
      [[['Ask the desk.', 'yes']]],
      [`lost: ${FACT} 0/1 2/3`],
    ],
    [
      'a fact that only the first base run lacks',
      [[[OTHER, 'yes']], yes, yes],
      [[['Ask the desk.', 'yes']]],
      [`lost: ${FACT} 0/1 2/3`],
    ],
    [
      'said in too few base runs, whatever the words',
      [yes, MONEY, [[OTHER, 'yes']], [[OTHER, 'yes']]],
      [[[OTHER, 'yes']]],
      [],
    ],
    [
      'a base run that says the opposite does not count',
      [[[ALLOWED, 'yes']], [[FORBIDDEN, 'yes']]],
      [yes],
      [],
    ],
    [
      'an opposite is not still said',
      [[[ALLOWED, 'yes']]],
      [[[FORBIDDEN, 'yes']]],
      [`lost: ${ALLOWED} 0/1 1/1`],
    ],
    [
      'irrelevant in other words',
      [withAside],
      [YACHT],
      ['still-irrelevant: The boss is often out on her yacht 1/1 1/1'],
    ],
    [
      'irrelevant in every run, each in other words',
      [yes],
      [withAside, YACHT, CHIEF],
      [`newly-irrelevant: ${ASIDE} 3/3 0/1`],
    ],
    [
      'irrelevant in every run of both sides, each in other words',
      [withAside, YACHT],
      [CHIEF, [...YACHT, [OTHER, 'yes']]],
      ['still-irrelevant: Sailing is what our chief loves 2/2 2/2'],
    ],
    [
      'an irrelevant opposite is new',
      [[...yes, [ALLOWED, 'no']]],
      [[...yes, [FORBIDDEN, 'no']]],
      [`newly-irrelevant: ${FORBIDDEN} 1/1 0/1`, `no-longer-irrelevant: ${ALLOWED} 0/1 1/1`],
    ],
  ])('%s', (_, base, head, expected) => {
    expect(told(searched(base, head))).toEqual(expected);
  });

  it('the same text in the same order and repeated answers need no search; the rest is one call for an answer', () => {
    expect(searched([withOther], [[...withOther, [ASIDE, 'yes']]]).asked).toEqual([]);
    expect(searched([withAside], [[...withAside].reverse()])).toMatchObject({
      changes: [{ kind: 'still-irrelevant' }],
      asked: [`${FACT} ← ${ASIDE}`, `${ASIDE} ← ${ASIDE}`],
    });
    expect(searched([yes, withOther], [withOther]).rounds).toEqual([]);
    const { rounds, asked } = searched([withAside, MONEY], [YACHT, CARD, BOTH]);
    expect(rounds).toEqual([[YACHT, CARD, BOTH].map((said) => `${judged(said).answer} 0`)]);
    expect(asked.slice(0, 2)).toEqual([`${ASIDE} ← ${FACT}`, `${MONEY[0]?.[0]} ← ${FACT}`]);
  });

  it('a base run of the case alone is one call more: it is searched for what matters, and for nothing else', () => {
    const base = [yes, yes, [...MONEY, [OTHER, 'yes']], CHIEF] as const;
    const head: Said = [['Ask the desk.', 'yes'], ...YACHT.slice(1)];
    const before = searched(base.slice(0, 2), [head]);
    const { asked, ...compared } = searched(base, [head], {}, 2);
    expect(told(before)).toEqual([`newly-irrelevant: ${head[1]?.[0]} 1/1 0/2`, `lost: ${FACT} 0/1 2/2`]);
    expect(told(compared)).toEqual([`lost: ${FACT} 0/1 4/4`, `still-irrelevant: ${head[1]?.[0]} 1/1 1/4`]);
    expect(compared.points).toEqual([{ text: head[1]?.[0], base: [3], head: [0] }]);
    expect(asked.filter((each) => !before.asked.includes(each))).toEqual([
      `${head[1]?.[0]} ← ${MONEY[0]?.[0]}`,
      `${head[1]?.[0]} ← ${FACT}`,
      `${FACT} ← ${MONEY[0]?.[0]}`,
    ]);
  });

  it.each<[string, SearchResult, object]>([
    [
      'another number',
      { status: 'contradicted', by: ['other'] },
      { kind: 'says-otherwise', text: FACT, otherText: OTHER },
    ],
    [
      'a part',
      { status: 'partly', by: [], missing: 'the card' },
      { kind: 'partly-lost', reason: 'the card', otherText: null },
    ],
    ['nothing', DROPPED, { kind: 'lost', reason: '' }],
    ['no usable reply', { status: 'unknown' }, { kind: 'lost', reason: '' }],
  ])('a search that finds %s', (_, found, expected) => {
    const { changes } = searched([yes], [[[OTHER, 'yes']]], { [FACT]: found });
    expect(changes).toMatchObject([{ ...expected, confirmed: false }]);
  });

  it('what most head runs have of a lost fact decides its word', () => {
    const head: Said[] = ['Ask the desk.', 'Write to the shop.', 'Please call.'].map((text) => [
      [text, 'yes'],
    ]);
    const CONTRADICTED: SearchResult = { status: 'contradicted', by: ['other'] };
    const PARTLY: SearchResult = { status: 'partly', by: [], missing: 'the card' };
    const kindOf = (...found: readonly SearchResult[]) => {
      const findings = Object.fromEntries(head.map(([said], at) => [said?.[0] ?? '', found[at] ?? DROPPED]));
      return searched([yes], head, findings).changes.map(({ kind, otherText }) => [kind, otherText]);
    };
    expect(kindOf(DROPPED, CONTRADICTED, CONTRADICTED)).toEqual([['says-otherwise', 'Write to the shop.']]);
    expect(kindOf(DROPPED, PARTLY, CONTRADICTED)).toEqual([['says-otherwise', 'Please call.']]);
    expect(kindOf(PARTLY, DROPPED, CONTRADICTED)).toEqual([['says-otherwise', 'Please call.']]);
    expect(kindOf(DROPPED, DROPPED, CONTRADICTED)).toEqual([['lost', null]]);
    expect(kindOf(PARTLY, PARTLY, DROPPED)).toEqual([['partly-lost', null]]);
  });
});
