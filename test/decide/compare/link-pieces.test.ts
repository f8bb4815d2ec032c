import { describe, expect, it } from 'vitest';
import { type AnswerPieces, buildAnswerPieces } from '../../../src/decide/compare/answer-pieces.js';
import { linkPieces } from '../../../src/decide/compare/link-pieces.js';
import { createLookup } from '../../../src/decide/compare/piece-search.js';
import type { ToolCall } from '../../../src/model/case.js';
import type { AdditionResult, Match, SearchResult } from '../../../src/model/comparison.js';
import { createJudgement, createStatement } from '../../support/records.js';

const read = (
  answer: string,
  toolCalls: readonly ToolCall[] = [],
  others: readonly string[] = [],
): AnswerPieces => {
  const statements = others.map((text) => createStatement(text));
  return buildAnswerPieces({ judgement: createJudgement({ statements }), answer, toolCalls }, (call) => call);
};

/** The links as `base–head kind`; `judge`: what a judge said of pieces, by their texts, `null` without a judge. */
function links(
  base: AnswerPieces,
  head: AnswerPieces,
  judge: {
    readonly find?: Readonly<Record<string, (idOf: (text: string) => string) => SearchResult>>;
    readonly added?: Readonly<Record<string, (idOf: (text: string) => string) => AdditionResult>>;
  } | null,
) {
  const idIn = (run: AnswerPieces) => (text: string) =>
    run.pieces.find((piece) => piece.text === text)?.id ?? '';
  const shared = { answerId: head.answerId, draw: 0 };
  const matches: Match[] = [
    ...Object.entries(judge?.find ?? {}).map(
      ([text, find]): Match => ({
        ...shared,
        side: 'earlier',
        pieceId: idIn(base)(text),
        result: find(idIn(head)),
      }),
    ),
    ...Object.entries(judge?.added ?? {}).map(
      ([text, find]): Match => ({
        ...shared,
        side: 'answer',
        pieceId: idIn(head)(text),
        result: find(idIn(base)),
      }),
    ),
  ];
  const sides = { base: [base], extra: [], head: [head] };
  return linkPieces(base, head, createLookup(sides, judge === null ? null : matches)).map(
    (each) => `${each.base}–${each.head} ${each.kind}`,
  );
}

const OPEN = 'The shop is open until ten.';
const OPENS = 'Until ten the shop will be open.';
const CATS = 'Cats sleep all day.';
const DOGS = 'Dogs bark at night.';

it('without an answer on a side there are none', () => {
  const lookup = createLookup({ base: [], extra: [], head: [] }, null);
  expect(linkPieces(undefined, read(OPEN), lookup)).toEqual([]);
  expect(linkPieces(read(OPEN), undefined, lookup)).toEqual([]);
});

describe('by words', () => {
  it('the same text is linked first, and then what shares words', () => {
    const some = 'From nine the shop is open.';
    expect(links(read(`${OPEN} ${CATS}`), read(`${CATS} ${some}`), null)).toEqual(['1–0 said', '0–1 said']);
  });

  it('other words are not', () => {
    expect(links(read(CATS), read(DOGS), null)).toEqual([]);
  });

  it('each piece is linked once, with the one that shares most', () => {
    const near = 'The shop is open on Sundays.';
    expect(links(read(OPEN), read(`${near} ${OPENS}`), null)).toEqual(['0–1 said']);
    expect(links(read(`${OPENS} ${OPEN.replace('shop', 'bar')}`), read(OPEN), null)).toEqual(['0–0 said']);
  });

  it('a call is linked with a call', () => {
    const call = (room: string) => ({ name: 'book', arguments: { room, nights: 2, guests: 'two adults' } });
    expect(
      links(read('book room nights guests two adults', [call('Oslo')]), read('', [call('Rome')]), null),
    ).toEqual(['1–0 said']);
  });

  it('what has no place in the answer is not linked', () => {
    expect(links(read('', [], [OPEN]), read(OPENS), null)).toEqual([]);
    expect(links(read(OPEN), read('', [], [OPENS]), null)).toEqual([]);
  });
});

describe('by the judge', () => {
  it('each piece that it names is linked, with what it says', () => {
    const base = read(`${OPEN} ${CATS}`);
    const head = read(`${DOGS} Nine hours daily. Never on Mondays.`);
    const by =
      (status: 'said' | 'partly' | 'contradicted', ...texts: string[]) =>
      (idOf: (text: string) => string) =>
        ({ status, by: texts.map(idOf), ...(status === 'partly' && { missing: 'a part' }) }) as SearchResult;
    expect(
      links(base, head, { find: { [OPEN]: by('said', 'Nine hours daily.', 'Never on Mondays.') } }),
    ).toEqual(['0–1 said', '0–2 said']);
    expect(links(base, head, { find: { [CATS]: by('contradicted', DOGS) } })).toEqual(['1–0 contradicted']);
    expect(links(base, head, { find: { [CATS]: by('partly', DOGS) } })).toEqual(['1–0 partly']);
  });

  it('a piece that it calls dropped is not linked by words', () => {
    const head = read(OPENS);
    expect(links(read(OPEN), head, {})).toEqual(['0–0 said']);
    expect(links(read(OPEN), head, { find: { [OPEN]: () => ({ status: 'dropped' }) } })).toEqual([]);
    expect(links(read(OPEN), head, { added: { [OPENS]: () => ({ status: 'new' }) } })).toEqual([]);
  });

  it('a new piece that says an earlier one is linked with it, once', () => {
    const said = {
      added: { [OPENS]: (idOf: (text: string) => string) => ({ status: 'said', of: [idOf(OPEN)] }) as const },
    };
    expect(links(read(`${CATS} ${OPEN}`), read(OPENS), said)).toEqual(['1–0 said']);
    const find = {
      [OPEN]: (idOf: (text: string) => string) =>
        ({ status: 'partly', by: [idOf(OPENS)], missing: '' }) as const,
    };
    // What it says of the earlier piece counts.
    expect(links(read(`${CATS} ${OPEN}`), read(OPENS), { ...said, find })).toEqual(['1–0 partly']);
  });

  it('a piece that is taken back is linked with both', () => {
    const back = {
      [CATS]: (idOf: (text: string) => string) => ({ status: 'takes-back', of: [idOf(OPEN)] }) as const,
    };
    expect(links(read(OPEN), read(`${OPEN} ${CATS}`), { added: back })).toEqual([
      '0–0 said',
      '0–1 takes-back',
    ]);
  });
});

it.each<[shared: number, linked: boolean]>([
  [3, true],
  [2, false],
])('without a judge, a statement of ten words that keeps %i is a rewording: %s', (shared, linked) => {
  const words = 'Amber basil cedar dahlia elder fennel ginger hazel iris juniper'.split(' ');
  const kept = words.slice(0, shared);
  const others = 'Lemons melons nectarines oranges plums quinces raisins'.split(' ');
  const head = read(`${[...kept, ...others].join(' ')}.`);
  expect(links(read(`${words.join(' ')}.`), head, null)).toEqual(linked ? ['0–0 said'] : []);
});
