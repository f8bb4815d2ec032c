import { describe, expect, it } from 'vitest';
import type { ScoredRun } from '../../../src/decide/compare/answer-pieces.js';
import { compareStatements } from '../../../src/decide/compare/compare-statements.js';
import type { ToolCall } from '../../../src/model/case.js';
import type { AdditionResult, Match, Search, SearchResult } from '../../../src/model/comparison.js';
import type { JudgedStatement, VerdictLabel } from '../../../src/model/verdict.js';
import { renderToolCall } from '../../../src/scorers/judged/plan-request.js';
import { splitAnswer } from '../../../src/scorers/judged/split-answer.js';
import { matchesOf } from '../../support/compare-judge.js';
import { createJudgement, createStatement } from '../../support/records.js';

type Answer = string | { readonly text: string; readonly calls: readonly ToolCall[] };

/** A run of which every piece is relevant, but for headings and lines that introduce others. */
function run(answer: Answer, verdicts: Readonly<Record<string, VerdictLabel>> = {}): ScoredRun {
  const { text, calls } = typeof answer === 'string' ? { text: answer, calls: [] } : answer;
  const said = splitAnswer(text).filter((piece) => !/^#|:$/.test(`${piece.lead}${piece.text}`));
  const statements = said.map((piece) => createStatement(piece.text, verdicts[piece.text] ?? 'yes'));
  const called = calls.map(({ result: _, ...call }): JudgedStatement => {
    const quote = renderToolCall(call);
    return createStatement(`called ${quote}`, verdicts[quote] ?? 'yes', { quote, isCall: true });
  });
  const unique = [...new Map([...statements, ...called].map((each) => [each.text, each])).values()];
  return { judgement: createJudgement({ statements: unique }), answer: text, toolCalls: calls };
}

function searchesOf(base: readonly Answer[], head: Answer): readonly Search[] {
  const runs = base.map((answer) => run(answer));
  return compareStatements(runs, [run(head)], { matches: [] }).searches;
}

/** What the judge is asked about: the earlier pieces, then the new ones. */
function asked(base: readonly Answer[], head: Answer): readonly (readonly string[])[] {
  return searchesOf(base, head).map(({ earlier, answer, wanted, added }) => {
    const shown = (ids: readonly string[], pieces: readonly { id: string; shown: string }[]) =>
      ids.map((id) => pieces.find((piece) => piece.id === id)?.shown.trim() ?? '');
    return [...shown(wanted, earlier.flat()), '+', ...shown(added, answer)];
  });
}

const PLANS = '- Basic\n  - 2 users\n- Pro\n  - 25 users';

describe('nobody is asked about', () => {
  it.each<[string, Answer, Answer]>([
    ['an inserted item of a numbered list', '1. Aero\n2. Brix', '1. Aero\n2. Cato\n3. Brix'],
    ['another mark of a list', '- Aero\n- Brix', '* Aero\n* Brix'],
    ['a heading in another form', '**Fees:**\n\n- None', '## Fees\n- None'],
    ['bold labels', 'Price: 5 €', '**Price:** 5 €'],
    ['white space outside of code', 'It is  open.\n\nCome in.', 'It is open. Come in.'],
    ['the closing sign', 'It is open.', 'It is open!'],
    ['a quotation', '> It is open.\n> Come in.', 'It is open.\nCome in.'],
    ['JSON in another layout', '{"a": 1, "b": ["x", "y"]}', '{\n "a": 1,\n "b": [ "x", "y" ]\n}'],
  ])('%s', (_, base, head) => {
    expect(asked([base], head).flat()).not.toContain('Brix');
    expect(asked([base], head).flatMap((each) => each.slice(0, each.indexOf('+')))).toEqual([]);
  });

  it('a piece that any base run has there, and an answer that a base run gave', () => {
    expect(asked(['One. Two.', 'Two. Three.'], 'Two. Three.')).toEqual([]);
    expect(asked(['One. Two.', 'Two. Three.'], 'One. Two. Three.')).toEqual([]);
    expect(asked(['One. Two.', 'Two. Three.'], 'Three. One.')).toEqual([['Two.', '+']]);
  });
});

describe('the judge is asked about', () => {
  it.each<[string, Answer, Answer, string[]]>([
    [
      'a reversed ranking',
      '1. Aero\n2. Brix',
      '1. Brix\n2. Aero',
      ['1. Aero', '2. Brix', '+', '1. Brix', '2. Aero'],
    ],
    // Which of two neighbours moved, only the judge can say.
    [
      'an exception behind another sentence',
      'Paris is open. Rome is open. Except on Sundays.',
      'Paris is open. Except on Sundays. Rome is open.',
      ['Rome is open.', 'Except on Sundays.', '+', 'Except on Sundays.', 'Rome is open.'],
    ],
    [
      'an exception behind the sentence before',
      'Paris is open. Except on Sundays. Rome is open.',
      'Paris is open. Rome is open. Except on Sundays.',
      ['Except on Sundays.', 'Rome is open.', '+', 'Rome is open.', 'Except on Sundays.'],
    ],
    [
      'a proviso in Japanese',
      '返品できます。',
      '返品できます。ただし食品は除く。',
      ['+', 'ただし食品は除く。'],
    ],
    [
      'the next step of another order',
      '1. Boil\n2. Salt\n3. Serve',
      '1. Salt\n2. Boil\n3. Serve',
      ['1. Boil', '2. Salt', '+', '1. Salt', '2. Boil'],
    ],
    [
      'a choice in italics',
      '- *Red*\n- Blue',
      '- Red\n- *Blue*',
      ['- *Red*', '- Blue', '+', '- Red', '- *Blue*'],
    ],
    [
      'a choice in underscores',
      '- Red\n- __Blue__',
      '- __Red__\n- Blue',
      ['- Red', '- __Blue__', '+', '- __Red__', '- Blue'],
    ],
    ['a limit that became a value', '- > 5 GB', '- 5 GB', ['- > 5 GB', '+', '- 5 GB']],
    [
      'a limit in a table',
      '| Size |\n|---|\n| > 5 GB |',
      '| Size |\n|---|\n| 5 GB |',
      ['Size: > 5 GB', '+', 'Size: 5 GB'],
    ],
    ['a condition in signs', 'Wait if x > 5.', 'Wait if x < 5.', ['Wait if x > 5.', '+', 'Wait if x < 5.']],
    ['another type in JSON', '{"id": 5}', '{"id": "5"}', ['id: 5', '+', 'id: "5"']],
    ['nothing that became a word in JSON', '{"a": null}', '{"a": "null"}', ['a: null', '+', 'a: "null"']],
    [
      'one value in place of two in JSON',
      '{"to": ["Ann", "Bo"]}',
      '{"to": ["Ann, Bo"]}',
      ['to: Ann, Bo', '+', 'to: "Ann, Bo"'],
    ],
    [
      'the same text below another item',
      PLANS,
      '- Basic\n  - 25 users\n- Pro\n  - 2 users',
      ['- 2 users', '- 25 users', '+', '- 25 users', '- 2 users'],
    ],
    ['the same text below another heading', '## Yes\n- Dogs', '## No\n- Dogs', ['- Dogs', '+', '- Dogs']],
    ['the same list after another introduction', 'Do:\n- Run', 'Do not:\n- Run', ['- Run', '+', '- Run']],
    ['a check mark', '- [x] Milk\n- Tea', '- [ ] Milk\n- Tea', ['- [x] Milk', '+', '- [ ] Milk']],
    ['another choice', 'A, **B** or C', 'A, B or **C**', ['A, **B** or C', '+', 'A, B or **C**']],
    ['struck out text', 'Tea is free.', '~~Tea is free.~~', ['Tea is free.', '+', '~~Tea is free.~~']],
    [
      'the indentation of code',
      '```\nif a:\n  b\nc\n```',
      '```\nif a:\n  b\n  c\n```',
      ['```\nif a:\n  b\nc\n```', '+', '```\nif a:\n  b\n  c\n```'],
    ],
    [
      'a sentence about something else',
      'Standard is slow. It costs 5 €. Express is fast.',
      'Standard is slow. Express is fast. It costs 5 €.',
      ['It costs 5 €.', '+', 'It costs 5 €.'],
    ],
    ['one character', '6', '8', ['6', '+', '8']],
    ['a sentence that was added', 'It is free.', 'It is free. Not in May.', ['+', 'Not in May.']],
  ])('%s', (_, base, head, expected) => {
    expect(asked([base], head)).toEqual([expected]);
  });

  it('the pieces of all base runs, each numbered once and with its place', () => {
    const [search] = searchesOf(['## Fees\n- None', '## Fees\n- None\n- Tips'], '## Fees\n- 5 €');
    expect(search?.earlier.map((list) => list.map(({ shown }) => shown))).toEqual([
      ['## Fees', '- None'],
      ['Fees › - Tips'],
    ]);
  });
});

const FREE = 'Returns are free.';
const DAYS = 'You have 60 days.';
const OVER = 'Both rules ended in May.';

/** The changes after a judge that says these things of pieces by their text. */
function changes(
  base: readonly Answer[],
  head: Answer,
  says: {
    readonly find?: (text: string, search: Search) => SearchResult;
    readonly judge?: (text: string, search: Search) => AdditionResult;
  },
) {
  const { find = () => ({ status: 'dropped' }), judge = () => ({ status: 'new' }) } = says;
  const matches: Match[] = [];
  const runs = base.map((answer) => run(answer));
  for (;;) {
    const compared = compareStatements(runs, [run(head)], { matches });
    if (compared.searches.length === 0) return compared;
    for (const search of compared.searches) {
      matches.push(
        ...matchesOf(
          search,
          ({ shown }) => find(shown, search),
          ({ shown }) => judge(shown, search),
        ),
      );
    }
  }
}

const idOf = (pieces: readonly { readonly id: string; readonly shown: string }[], text: string) =>
  pieces.find(({ shown }) => shown === text)?.id ?? '';

describe('a sentence of its own', () => {
  const judge =
    (status: 'takes-back' | 'restricts', ...of: readonly string[]) =>
    (_: string, { earlier }: Search): AdditionResult => ({
      status,
      of: of.map((text) => idOf(earlier.flat(), text)),
    });

  it('that takes back what is still there contradicts it', () => {
    const base = `${DAYS} ${FREE}`;
    const found = changes([base], `${base} ${OVER}`, { judge: judge('takes-back', DAYS, FREE) });
    expect(found.changes).toMatchObject([
      { kind: 'says-otherwise', effect: 'takes-back', text: DAYS, otherText: OVER },
      { kind: 'says-otherwise', effect: 'takes-back', text: FREE, otherText: OVER },
    ]);
    expect(found.facts.map(({ head, effect }) => [head, effect])).toEqual([
      [['contradicted'], 'takes-back'],
      [['contradicted'], 'takes-back'],
    ]);
    expect(found.links).toEqual([
      { base: 0, head: 0, kind: 'said' },
      { base: 0, head: 2, kind: 'takes-back' },
      { base: 1, head: 1, kind: 'said' },
      { base: 1, head: 2, kind: 'takes-back' },
    ]);
  });

  it('that restricts it drops a part of it, and says what', () => {
    const found = changes([FREE], `${FREE} Islands cost 9 €.`, { judge: judge('restricts', FREE) });
    expect(found.changes).toMatchObject([
      { kind: 'partly-lost', effect: 'restricts', text: FREE, otherText: 'Islands cost 9 €.' },
    ]);
  });

  it('that says more changes nothing', () => {
    expect(changes([FREE], `${FREE} Ask us.`, {}).changes).toEqual([]);
  });

  it('is weighed against what else became of the fact: the worse counts', () => {
    const head = `Postage is on us. ${OVER}`;
    const find = (_: string, { answer }: Search): SearchResult => ({
      status: 'said',
      by: [idOf(answer, 'Postage is on us.')],
    });
    const judged = (text: string, search: Search): AdditionResult =>
      text === OVER ? judge('takes-back', FREE)(text, search) : { status: 'new' };
    expect(changes([FREE], head, { find, judge: judged }).changes).toMatchObject([
      { kind: 'says-otherwise', effect: 'takes-back', otherText: OVER },
    ]);
    const restricted = (text: string, search: Search): AdditionResult =>
      text === OVER ? judge('restricts', FREE)(text, search) : { status: 'new' };
    expect(changes([FREE], head, { judge: restricted }).changes).toMatchObject([{ kind: 'lost' }]);
  });

  it('is what the second call is about', () => {
    const found = changes([FREE], `${FREE} ${OVER}`, { judge: judge('takes-back', FREE) });
    const [fact] = found.facts;
    expect(fact?.secondSearch).toMatchObject({ draw: 1, wanted: [] });
    expect(fact?.secondSearch?.added).toHaveLength(1);
  });
});

describe('tool calls', () => {
  const text = 'Oslo is booked.';
  const book = { name: 'book', arguments: { room: 'Oslo' }, result: 'BK-1' };
  const invite = (ref?: string) => ({ name: 'invite', arguments: { team: 'design', ...(ref && { ref }) } });
  const with_ = (...calls: ToolCall[]): Answer => ({ text, calls });

  it('that are missing are dropped, whatever the text says', () => {
    expect(asked([with_(book, invite())], with_(book))).toEqual([['invite({"team":"design"})', '+']]);
    expect(changes([with_(book, invite())], with_(book), {}).facts).toMatchObject([
      { kind: 'tool-call', text: 'called invite({"team":"design"})', head: ['dropped'] },
    ]);
  });

  it('are compared by arguments, and not by results', () => {
    expect(asked([with_(book)], with_({ ...book, result: 'BK-2' }))).toEqual([]);
    const other = with_({ name: 'book', arguments: { room: 'Rome' } });
    expect(asked([with_(book)], other)).toEqual([['book({"room":"Oslo"})', '+', 'book({"room":"Rome"})']]);
  });

  it('are compared by number and order', () => {
    expect(asked([with_(book)], with_(book, book))).toEqual([['+', 'book({"room":"Oslo"}) (time 2)']]);
    expect(asked([with_(book, book)], with_(book, book))).toEqual([]);
    expect(changes([with_(book, book)], with_(book), {}).facts).toMatchObject([
      { text: 'called book({"room":"Oslo"}) (time 2)', head: ['dropped'] },
    ]);
    expect(asked([with_(book, invite())], with_(invite(), book))).toHaveLength(1);
  });

  it('differ in nothing that already differs between base runs', () => {
    const base = [with_(invite('a1')), with_(invite('b7'))];
    expect(asked(base, with_(invite('c3')))).toEqual([]);
    expect(asked(base, with_(book))).toEqual([
      ['invite({"team":"design","ref":"…"})', '+', 'book({"room":"Oslo"})'],
    ]);
  });

  it('that the judge doubts are not missed, nor those that it does not judge', () => {
    const base = run(with_(book), { 'book({"room":"Oslo"})': 'unsure' });
    const unjudged = { ...run(text), toolCalls: [book] };
    for (const before of [base, unjudged]) {
      const dropped = (search: Search) => matchesOf(search, () => ({ status: 'dropped' }));
      const first = compareStatements([before], [run(text)], { matches: [] });
      const matches = first.searches.flatMap(dropped);
      expect(compareStatements([before], [run(text)], { matches }).facts).toEqual([]);
    }
  });
});

describe('pieces with their verdicts', () => {
  it('a mixed piece is compared in its parts', () => {
    const answer = 'It takes ten days, and try Plus.';
    const statements = [
      createStatement('It takes ten days', 'yes', { quote: answer, off: 'and try Plus' }),
      createStatement('and try Plus', 'no', { quote: 'and try Plus' }),
    ];
    const head: ScoredRun = { judgement: createJudgement({ statements }), answer };
    const { searches } = compareStatements([run('It takes ten days')], [head], { matches: [] });
    expect(searches[0]?.answer.map(({ shown }) => shown)).toEqual(['It takes ten days', 'and try Plus']);
    expect(searches[0]?.added).toHaveLength(1);
  });

  it('the same statement counts in each of its places', () => {
    const base = '- A\n  - free\n- B\n  - free';
    expect(asked([base], '- A\n  - free\n- B\n  - 5 €')).toEqual([['- free', '+', '- 5 €']]);
  });

  it('headings and what only repeats are shown, and not asked about', () => {
    const [search] = searchesOf(['## Fees\nNone.'], '## Costs\nNone.');
    expect(search?.earlier.flat().map(({ shown }) => shown)).toEqual(['## Fees', 'None.']);
    expect(search?.wanted).toHaveLength(1);
  });

  it('a record that keeps no answers is compared by its statements', () => {
    const judgement = createJudgement({ statements: [createStatement('It is free.')] });
    const { searches } = compareStatements([{ judgement, answer: '' }], [run('It costs 5 €.')], {
      matches: [],
    });
    expect(searches[0]?.earlier.flat().map(({ shown }) => shown)).toEqual(['It is free.']);
  });
});
