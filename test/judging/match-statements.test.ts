import { describe, expect, it } from 'vitest';
import { matchStatements } from '../../src/judging/match-statements.js';
import { createVerdictStore } from '../../src/judging/verdict-store.js';
import type { Found, Search } from '../../src/ports/comparison.js';
import { ProviderError } from '../../src/ports/errors.js';
import { type FakeChat, fakeChat, llmJudge, readRequest } from '../support/judges.js';

const DAYS = 'You can return it within 14 days';
const RECEIPT = 'A receipt is needed';
const POST = 'Returns by post are free';
const BOTH = 'Bring the receipt, and come back in two weeks at the latest';
const AMONG = [BOTH, 'Our shops open at nine'];

type Reply = { readonly reason: string; readonly verdict: string };
type Says = (statement: string, said: readonly string[]) => Reply;

const NOT: Reply = { reason: 'No entry says so.', verdict: 'not-said' };
const quoting = (reason: string): Reply => ({ reason, verdict: 'said' });
/** Knows what means the same, and quotes it. */
const honest: Says = (statement) =>
  statement === DAYS
    ? quoting('come back in two weeks')
    : statement === RECEIPT
      ? quoting('Bring the receipt')
      : NOT;

function judgeOf(says: Says): FakeChat {
  return fakeChat(({ messages }) => {
    const { data } = readRequest(messages);
    const { said, statements } = data as { said: string[]; statements: Record<string, string> };
    const entries = Object.entries(statements).map(([key, statement]) => [key, says(statement, said)]);
    return JSON.stringify(Object.fromEntries(entries));
  });
}

async function match(
  chat: FakeChat,
  { wanted = [DAYS, RECEIPT, POST], among = AMONG as readonly string[], store = createVerdictStore() } = {},
): Promise<readonly Found[]> {
  const searches = wanted.map((statement): Search => ({ statement, among, for: 'comment' }));
  const matching = { judge: llmJudge(chat), store, salt: 'salt' };
  const { signal } = new AbortController();
  const matches = await matchStatements({ input: 'How do I return it?', searches }, matching, {
    signal,
  });
  expect(matches.map(({ found: _, ...search }) => search)).toEqual(searches);
  return matches.map(({ found }) => found);
}

const UNKNOWN = { status: 'unknown' };
const SAID = { status: 'said', by: BOTH };
const NOT_SAID = { status: 'not-said', missing: 'No entry says so.' };

describe('matchStatements', () => {
  it('finds in one question what is said in other words, two statements in one entry too', async () => {
    const chat = judgeOf(honest);
    expect(await match(chat)).toEqual([SAID, SAID, NOT_SAID]);
    expect(chat.requests).toHaveLength(1);
  });

  it('asks of each list that is searched once, and of nothing twice', async () => {
    const store = createVerdictStore();
    const chat = judgeOf(honest);
    await match(chat, { wanted: [DAYS, POST], store });
    expect(await match(chat, { store })).toEqual([SAID, SAID, NOT_SAID]);
    const asked = chat.requests.map(({ messages }) =>
      Object.values(readRequest(messages).data.statements ?? {}),
    );
    expect(
      asked.map((statements) => statements.filter((text) => [DAYS, RECEIPT, POST].includes(text))),
    ).toEqual([[DAYS, POST], [RECEIPT]]);
    await match(chat, { store, among: ['Another list'] });
    expect(chat.requests).toHaveLength(3);
  });

  it.each<[string, Reply]>([
    ['is made up', quoting('within a fortnight')],
    ['says too little', quoting('the')],
    ['is one word of many', quoting('receipt')],
    ['is missing', quoting('')],
  ])('believes no match whose quote %s', async (_, reply) => {
    const chat = judgeOf((statement, said) => (statement === DAYS ? reply : honest(statement, said)));
    expect(await match(chat)).toEqual([UNKNOWN, SAID, NOT_SAID]);
  });

  it('takes a quote with other quotation marks, emphasis and spaces, and a whole short entry', async () => {
    const chat = judgeOf((statement) =>
      statement === DAYS ? quoting(' “come  back in *two weeks*…” ') : NOT,
    );
    expect((await match(chat))[0]).toEqual(SAID);
    const terse = judgeOf((statement) => (statement === POST ? quoting('the postage is on us') : NOT));
    const among = ['Come by in two weeks, and the postage is on us'];
    expect(await match(terse, { among, wanted: [POST] })).toEqual([{ status: 'said', by: among[0] }]);
    const short = judgeOf((statement) => (statement === DAYS ? quoting('Fortnight.') : NOT));
    expect((await match(short, { among: ['Fortnight'] }))[0]).toEqual({ status: 'said', by: 'Fortnight' });
  });

  it.each<[string, FakeChat]>([
    ['finds a statement that nobody made', judgeOf(() => quoting('Bring the receipt'))],
    ['gives no verdict', fakeChat(() => '{}')],
    ['gives no JSON', fakeChat(() => 'no idea')],
    [
      'is out of reach',
      fakeChat(() => {
        throw new ProviderError('the budget was used up', { kind: 'budget' });
      }),
    ],
  ])('knows nothing where the judge %s', async (_, chat) => {
    expect(await match(chat)).toEqual([UNKNOWN, UNKNOWN, UNKNOWN]);
  });

  it('asks nobody where the list is too long, or the run is over', async () => {
    const chat = judgeOf(honest);
    expect(
      await match(chat, {
        among: Array.from({ length: 30 }, (_, index) => `${index} ${'long '.repeat(300)}`),
      }),
    ).toEqual([UNKNOWN, UNKNOWN, UNKNOWN]);
    expect(chat.requests).toEqual([]);
  });
});
