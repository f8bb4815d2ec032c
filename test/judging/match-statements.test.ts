import { describe, expect, it } from 'vitest';
import { matchStatements } from '../../src/judging/match-statements.js';
import { createVerdictStore } from '../../src/judging/verdict-store.js';
import type { Search, SearchResult } from '../../src/model/comparison.js';
import { ProviderError } from '../../src/model/errors.js';
import { type FakeChat, fakeChat, isControl, llmJudge, readRequest } from '../support/judges.js';

const ANSWER =
  'Bring the receipt, and come back in **two weeks** at the latest. Dogs are forbidden. Try Plus!';
const DAYS = 'You can return it within 14 days';
const RECEIPT = 'A receipt is needed';
const POST = 'Returns by post are free';
const DOGS = 'Dogs are allowed';
const EARLIER = ['You can return it within 14 days', 'Get our Plus plan'];

type Reply = { readonly reason: string; readonly verdict: string };
const NOT: Reply = { reason: 'No word of it.', verdict: 'dropped' };
const SAYS: Readonly<Record<string, Reply>> = {
  [DAYS]: { reason: 'come back in two weeks', verdict: 'said' },
  [RECEIPT]: { reason: 'the shop', verdict: 'partly' },
  [DOGS]: { reason: '“Dogs are forbidden.”', verdict: 'contradicted' },
  'Try Plus!': { reason: 'Get our Plus plan', verdict: 'said' },
};

function judgeOf(says: Readonly<Record<string, Reply>> = SAYS, control: Reply = NOT): FakeChat {
  return fakeChat(({ messages }) => {
    const entries = Object.entries(readRequest(messages).data.statements ?? {});
    return JSON.stringify(
      Object.fromEntries(
        entries.map(([key, text]) => [key, isControl(text) ? control : (says[text] ?? NOT)]),
      ),
    );
  });
}

const inAnswer = (statement: string): Search => ({ statement, answer: ANSWER });
const ALL: readonly Search[] = [
  ...[DAYS, RECEIPT, DOGS, POST].map(inAnswer),
  { statement: 'Try Plus!', answer: ANSWER, base: EARLIER },
];

async function match(
  chat: FakeChat,
  searches = ALL,
  store = createVerdictStore(),
): Promise<readonly SearchResult[]> {
  const { signal } = new AbortController();
  const asked = { input: 'How do I return it?', history: [], searches };
  const matches = await matchStatements(asked, { judge: llmJudge(chat), store, salt: 'salt' }, { signal });
  expect(matches.map(({ found: _, ...search }) => search)).toEqual(searches);
  return matches.map(({ found }) => found);
}

const FOUND: readonly SearchResult[] = [
  { status: 'said', by: 'come back in two weeks' },
  { status: 'partly', reason: 'the shop' },
  { status: 'contradicted', by: '“Dogs are forbidden.”', reason: '' },
  { status: 'dropped', reason: 'No word of it.' },
  { status: 'said', by: 'Get our Plus plan' },
];

describe('matchStatements', () => {
  it('compares an answer in one call, with a key for each of its parts', async () => {
    const chat = judgeOf();
    expect(await match(chat)).toEqual(FOUND);
    expect(chat.requests).toHaveLength(1);
    const { data } = readRequest(chat.requests[0]?.messages ?? []);
    expect(data).toMatchObject({ input: 'How do I return it?', answer: ANSWER, earlier: EARLIER.slice(1) });
    expect(Object.entries(data.statements ?? {}).filter(([key]) => key.startsWith('c'))).toEqual([
      ['c1', 'Try Plus!'],
    ]);
  });

  it('asks of each answer and draw once, and of nothing twice', async () => {
    const store = createVerdictStore();
    const chat = judgeOf();
    await match(chat, ALL.slice(0, 2), store);
    expect(await match(chat, ALL, store)).toEqual(FOUND);
    expect(await match(chat, ALL, store)).toEqual(FOUND);
    expect(chat.requests).toHaveLength(2);
    await match(
      chat,
      [
        { ...inAnswer(DAYS), draw: 1 },
        { ...inAnswer(DAYS), answer: 'Another.' },
      ],
      store,
    );
    expect(chat.requests).toHaveLength(4);
  });

  it.each([
    ['is made up', 'within a fortnight'],
    ['says nothing', '“ ”'],
  ])('believes no quote that %s', async (_, reason) => {
    for (const verdict of ['said', 'contradicted']) {
      expect(await match(judgeOf({ [DAYS]: { reason, verdict } }), ALL.slice(0, 1))).toEqual([
        { status: 'unknown' },
      ]);
    }
  });

  it.each<[string, FakeChat]>([
    ['gives no verdict', fakeChat(() => '{}')],
    ['gives no JSON', fakeChat(() => 'no idea')],
    [
      'is out of reach',
      fakeChat(() => {
        throw new ProviderError('the budget was used up', { kind: 'budget' });
      }),
    ],
  ])('knows nothing if the judge %s', async (_, chat) => {
    expect(await match(chat)).toEqual(ALL.map(() => ({ status: 'unknown' })));
  });

  it('does not believe a second call that finds what nobody said', async () => {
    const again = [{ ...inAnswer(RECEIPT), draw: 1 }];
    expect(await match(judgeOf(), again)).toEqual([FOUND[1]]);
    const influenced = judgeOf(SAYS, { reason: 'Bring the receipt', verdict: 'said' });
    expect(await match(influenced, again)).toEqual([{ status: 'unknown' }]);
  });

  it('does not compare an answer that is too long', async () => {
    const chat = judgeOf();
    const long = { ...inAnswer(DAYS), answer: 'long '.repeat(10_000) };
    expect(await match(chat, [long])).toEqual([{ status: 'unknown' }]);
    expect(chat.requests).toEqual([]);
  });
});
