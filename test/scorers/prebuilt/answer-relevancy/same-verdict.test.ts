import { describe, expect, test } from 'vitest';
import { createVerdictStore } from '../../../../src/judging/verdict-store.js';
import {
  dueItems,
  fakeChat,
  isControl,
  llmJudge,
  readRequest,
  verdictsReply,
} from '../../../support/judges.js';
import {
  ANSWER,
  createRequest,
  INPUT,
  REQUEST,
  relevancy,
  score,
  three,
} from '../../../support/relevancy.js';

describe('the same statement gets the same verdict', () => {
  test('“No.” in two different answers has a verdict in each', async () => {
    const chat = fakeChat(({ messages }) => {
      const { data } = readRequest(messages);
      const right = data.answer?.includes('closed') === true;
      return JSON.stringify(
        verdictsReply(data, (text) => (isControl(text) || (text === 'No.' && !right) ? 'no' : 'yes')),
      );
    });
    const scorer = relevancy(chat);
    const base = await score(
      scorer,
      createRequest({ input: 'Open today?', output: 'No. The shop is closed on Sundays.' }),
    );
    const head = await score(
      scorer,
      createRequest({ input: 'Open today?', output: 'No. The shop was founded by two sisters.' }),
    );
    expect(base).toMatchObject({ statements: [{ text: 'No.', result: 'yes' }, { result: 'yes' }] });
    expect(head).toMatchObject({ statements: [{ text: 'No.', result: 'no' }, { result: 'yes' }] });
  });

  test('an independent sentence keeps its verdict in another answer, and the judge is asked only about the new one', async () => {
    const chat = three();
    const scorer = relevancy(chat);
    await score(scorer, REQUEST);
    await score(scorer, createRequest({ input: INPUT, output: `Refunds take ten working days. ${ANSWER}` }));
    const second = chat.requests.slice(1).flatMap(dueItems);
    expect(second.filter((text) => !isControl(text))).toEqual(['Refunds take ten working days.']);
  });

  test.each([
    ['task', { task: 'Something else.' }],
    ['input', { input: 'Where is my parcel?' }],
    ['history', { history: [{ role: 'user' as const, content: 'Hello' }] }],
  ])('under another %s it is asked anew', async (_, change) => {
    const chat = three();
    const scorer = relevancy(chat);
    await score(scorer, REQUEST);
    await score(scorer, createRequest({ input: INPUT, output: ANSWER, ...change }));
    expect(chat.requests).toHaveLength(2);
  });

  test('another judge or other parameters need a new verdict', async () => {
    const store = createVerdictStore();
    const chat = three();
    const request = REQUEST;
    for (const settings of [{}, { model: 'other' }, { parameters: { temperature: 1 } }]) {
      await score(relevancy(llmJudge(chat, settings), { store }), request);
    }
    expect(chat.requests).toHaveLength(3);
  });
});
