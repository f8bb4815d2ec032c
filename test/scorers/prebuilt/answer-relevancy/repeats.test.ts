import { expect, test } from 'vitest';
import { createVerdictStore } from '../../../../src/judging/verdict-store.js';
import {
  dueItems,
  type FakeChat,
  fakeChat,
  isControl,
  itemsOf,
  llmJudge,
  readRequest,
} from '../../../support/judges.js';
import { storeKnowing } from '../../../support/records.js';
import { createRequest, relevancy, score, scoreOf } from '../../../support/relevancy.js';

const FACT = 'The refund takes ten working days after the return.';
const AGAIN = 'So ten working days pass until the money is back.';
const ADVERT = 'Our Plus plan is half price during the winter sale.';
const INPUT = 'How long do refunds take?';

/** Knows that `AGAIN` repeats `FACT` if it is there, and what advertising is. */
function judge(): FakeChat {
  return fakeChat(({ messages }) => {
    const items = itemsOf(readRequest(messages).data) ?? {};
    const fact = Object.keys(items).find((key) => items[key] === FACT);
    const label = (text: string) => {
      if (isControl(text)) return 'something else: no';
      if (text === ADVERT) return 'advertising: no';
      return text === AGAIN && fact !== undefined ? `${fact}: repeats` : 'yes';
    };
    return JSON.stringify(Object.fromEntries(Object.entries(items).map(([key, text]) => [key, label(text)])));
  });
}

const answer = (output: string) => createRequest({ input: INPUT, output });

test('a piece that only repeats another counts for nothing', async () => {
  const judgement = await score(relevancy(judge()), answer(`${FACT} ${ADVERT} ${AGAIN}`));
  expect(scoreOf(judgement)).toBe(0.5);
  expect(judgement).toMatchObject({ statements: [{ text: FACT }, { text: ADVERT, reason: 'advertising' }] });
});

test('its verdict holds beside what it repeats, and the same sentence alone keeps its own', async () => {
  const chat = judge();
  const scorer = relevancy(llmJudge(chat), { store: createVerdictStore() });
  const both = answer(`${FACT} ${AGAIN}`);
  const first = await score(scorer, both);
  expect(await score(scorer, answer(AGAIN))).toMatchObject({ statements: [{ text: AGAIN, result: 'yes' }] });
  expect(chat.requests.map((request) => dueItems(request).filter((text) => !isControl(text)))).toEqual([
    [FACT, AGAIN],
    [AGAIN],
  ]);
  expect(await score(scorer, both)).toEqual(first);
  expect(chat.requests).toHaveLength(2);
});

test('it is known from a baseline', async () => {
  const both = answer(`${FACT} ${AGAIN}`);
  const first = await score(relevancy(judge()), both);
  const chat = judge();
  expect(await score(relevancy(chat, { store: storeKnowing(first) }), both)).toEqual(first);
  expect(chat.requests).toEqual([]);
});

test('a new piece may repeat one that is known: the judge sees all, and is asked about the new one', async () => {
  const chat = judge();
  const scorer = relevancy(chat);
  await score(scorer, answer(FACT));
  const judgement = await score(scorer, answer(`${FACT} ${AGAIN}`));
  expect(judgement).toMatchObject({ statements: [{ text: FACT }] });
  const [, second] = chat.requests;
  expect(second && dueItems(second).filter((text) => !isControl(text))).toEqual([AGAIN]);
});
