import { describe, expect, test } from 'vitest';
import { createVerdictStore } from '../../../../src/judging/verdict-store.js';
import { ProviderError } from '../../../../src/ports/errors.js';
import {
  fakeChat,
  isControl,
  isExtraction,
  llmJudge,
  readRequest,
  type Said,
  verdictsReply,
} from '../../../support/judges.js';
import {
  ANSWER,
  createRequest,
  INPUT,
  opinion,
  REQUEST,
  relevancy,
  score,
  scoreOf,
  three,
} from '../../../support/relevancy.js';

describe('the score', () => {
  test('comes with a reason built from the verdicts', async () => {
    const judgement = await score(relevancy(three()), REQUEST);
    expect(judgement.reason).toBe(
      '1 of 3 statements is relevant, 1 unsure, 1 not relevant. Not relevant: “Our founder collects antique clocks.” (it is no). Unsure: “The carrier may deliver on Wednesday or Thursday.” (it is unsure).',
    );
    const alone = createRequest({ input: INPUT, output: 'Our founder collects antique clocks.' });
    expect((await score(relevancy(three()), alone)).reason).toMatch(/^0 of 1 statement is relevant, 1/);
  });

  test('costs at most two calls for a new answer of 20 statements, and none when it is known', async () => {
    const chat = three();
    const scorer = relevancy(chat);
    const output = Array.from(
      { length: 20 },
      (_, index) => `The parcel number ${index} left the big warehouse.`,
    ).join('\n');
    const request = createRequest({ input: INPUT, output });
    const first = await score(scorer, request);
    expect(chat.requests).toHaveLength(2);
    expect(await score(scorer, request)).toEqual(first);
    expect(chat.requests).toHaveLength(2);
  });

  test('with extraction: segment asks for verdicts alone', async () => {
    const chat = three();
    await score(relevancy(chat, { extraction: 'segment' }), REQUEST);
    expect(chat.requests).toHaveLength(1);
    expect(isExtraction(readRequest(chat.requests[0]?.messages ?? []))).toBe(false);
  });

  test('a refusal is flagged, and its verdict is the judge’s', async () => {
    const chat = fakeChat(({ messages }) =>
      JSON.stringify(verdictsReply(readRequest(messages).data, () => 'no')),
    );
    const judgement = await score(
      relevancy(chat, { extraction: 'segment' }),
      createRequest({ input: INPUT, output: "I'm sorry, but I can't help with that." }),
    );
    expect(judgement).toMatchObject({ score: 0, flags: ['refusal'] });
  });

  test('the stricter reading has rules, a rubric and verdicts of its own', async () => {
    const store = createVerdictStore();
    const [plain, strict] = [three(), three()];
    const request = REQUEST;
    const [a, b] = [relevancy(plain, { store }), relevancy(strict, { store, correctness: 'unsure' })];
    await score(a, request);
    await score(b, request);
    expect(a.fingerprint.rubric).not.toBe(b.fingerprint.rubric);
    expect(strict.requests.at(-1)?.messages[0]?.content).toContain('plainly false');
    expect(plain.requests.at(-1)?.messages[0]?.content).not.toContain('plainly false');
  });

  test('the reason can be worded by the judge, and falls back to the verdicts', async () => {
    const worded = (reason: Said) =>
      fakeChat(({ messages, responseFormat }) => {
        if (responseFormat?.kind === 'json_schema' && responseFormat.name === 'answer-relevancy_reason')
          return reason;
        const seen = readRequest(messages);
        return JSON.stringify(isExtraction(seen) ? { statements: [] } : verdictsReply(seen.data, opinion));
      });
    const request = REQUEST;
    const good = worded('{"reason": "Two of three parts are about\\nthe order."}');
    expect((await score(relevancy(good, { reason: 'llm' }), request)).reason).toBe(
      'Two of three parts are about the order.',
    );
    expect(good.requests).toHaveLength(3);
    const bad = worded({ content: '{"rea', finish: 'length' });
    const judgement = await score(relevancy(bad, { reason: 'llm' }), request);
    expect(judgement.reason).toMatch(/^1 of 3 statements/);
    expect(scoreOf(judgement)).toBeCloseTo(1.3 / 3, 10);
  });
});

describe('statements', () => {
  const extracting = (statements: unknown) =>
    fakeChat(({ messages }) => {
      const seen = readRequest(messages);
      return JSON.stringify(isExtraction(seen) ? { statements } : verdictsReply(seen.data, opinion));
    });

  test('are the judge’s where they quote the answer and cover it', async () => {
    const statements = ANSWER.split(/(?<=\.) /).map((quote) => ({
      quote,
      text: quote.replace('Your', 'The customer’s'),
    }));
    const judgement = await score(relevancy(extracting(statements)), REQUEST);
    expect(judgement).toMatchObject({
      statements: [{ text: 'The customer’s order left the warehouse on Monday.' }, {}, {}],
    });
  });

  test.each([
    ['invents quotes', [{ text: 'All is well.', quote: 'All is well.' }]],
    [
      'leaves a part out',
      [{ text: 'The order left on Monday.', quote: 'Your order left the warehouse on Monday.' }],
    ],
  ])('are the segmenter’s where the judge %s', async (_, statements) => {
    const judgement = await score(relevancy(extracting(statements)), REQUEST);
    expect(judgement).toMatchObject({
      statements: [{}, {}, { text: 'Our founder collects antique clocks.' }],
    });
    expect(scoreOf(judgement)).toBeCloseTo(1.3 / 3, 10);
  });

  test.each<[string, Said]>([
    ['malformed', 'I found three statements.'],
    ['cut off', { content: '{"statements": [', finish: 'length' }],
    ['refused', { refusal: 'I will not.' }],
  ])('are the segmenter’s where the reply is %s, asked three times', async (_, said) => {
    const chat = fakeChat(({ messages }) => {
      const seen = readRequest(messages);
      return isExtraction(seen) ? said : JSON.stringify(verdictsReply(seen.data, opinion));
    });
    const judgement = await score(relevancy(chat), REQUEST);
    expect(scoreOf(judgement)).toBeCloseTo(1.3 / 3, 10);
    expect(chat.requests).toHaveLength(4);
  });

  describe('with extraction: auto', () => {
    const MIXED =
      'Your order left the warehouse on Monday. The carrier brings the order on Wednesday, and try Plus today. Our founder collects clocks; he also paints big boats.';
    const split = (chat: ReturnType<typeof fakeChat>) =>
      score(relevancy(chat, { extraction: 'auto' }), createRequest({ input: INPUT, output: MIXED }));

    test('plain sentences are nobody’s but the segmenter’s: no call', async () => {
      const chat = three();
      await score(relevancy(chat, { extraction: 'auto' }), REQUEST);
      expect(chat.requests).toHaveLength(1);
    });

    test('the judge sees the sentence that may hide a second point, and no other', async () => {
      const statements = ['The carrier brings the order on Wednesday', 'try Plus today.'].map((quote) => ({
        text: quote,
        quote,
      }));
      const chat = extracting(statements);
      const judgement = await split(chat);
      const [extraction] = chat.requests.map(({ messages }) => readRequest(messages)).filter(isExtraction);
      expect(extraction?.data).toEqual({
        answer: 'The carrier brings the order on Wednesday, and try Plus today.',
      });
      expect(judgement).toMatchObject({
        statements: [
          { text: 'Your order left the warehouse on Monday.' },
          {
            text: 'The carrier brings the order on Wednesday',
            quote: 'The carrier brings the order on Wednesday',
          },
          { text: 'try Plus today.', quote: 'try Plus today.' },
          { text: 'Our founder collects clocks;' },
          { text: 'he also paints big boats.' },
        ],
      });
    });

    test('that sentence stays whole where the judge gives nothing of use', async () => {
      const judgement = await split(extracting([{ text: 'All is well.', quote: 'All is well.' }]));
      expect(judgement).toMatchObject({
        statements: [{}, { text: 'The carrier brings the order on Wednesday, and try Plus today.' }, {}, {}],
      });
    });

    test('what was taken apart is known the next time', async () => {
      const store = createVerdictStore();
      const run = async () => {
        const chat = extracting([]);
        const scorer = relevancy(chat, { extraction: 'auto', store });
        await score(scorer, createRequest({ input: INPUT, output: MIXED }));
        return chat.requests.length;
      };
      expect([await run(), await run()]).toEqual([2, 0]);
    });
  });

  test('are nobody’s where the reply is odd and the answer is judged again later', async () => {
    const chat = fakeChat(() => 'I found three statements.');
    const [request, repeats] = [REQUEST, [] as string[]];
    const judgement = await relevancy(chat).score(request, {
      signal: new AbortController().signal,
      judgedAgain: true,
      onRepeat: (why) => void repeats.push(why),
    });
    expect(judgement).toMatchObject({ status: 'unscored', kind: 'malformed' });
    expect(repeats).toEqual(["the judge's reply is not JSON", "the judge's reply is not JSON"]);
  });

  test('of two answers at once share what is the same, and each call', async () => {
    const chat = three();
    const judge = llmJudge(chat);
    const store = createVerdictStore();
    const request = REQUEST;
    const longer = createRequest({ input: INPUT, output: `${ANSWER} Refunds take ten working days.` });
    const [a, b] = [relevancy(judge, { store }), relevancy(judge, { store })];
    const [one, two, three_] = await Promise.all([score(a, request), score(b, request), score(b, longer)]);
    expect(one).toEqual(two);
    expect(scoreOf(three_)).toBeGreaterThan(scoreOf(one));
    const asked = chat.requests
      .map(({ messages }) => readRequest(messages).data.statements)
      .flatMap((statements) => Object.values(statements ?? {}).filter((text) => !isControl(text)));
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    expect(chat.requests).toHaveLength(4);
  });

  test('that another sample failed to judge are asked once more', async () => {
    let failed = false;
    const chat = fakeChat(({ messages }) => {
      const { data } = readRequest(messages);
      if (!failed && data.answer?.includes('Refunds')) {
        failed = true;
        throw new ProviderError('no room', { kind: 'unavailable' });
      }
      return JSON.stringify(verdictsReply(data, opinion));
    });
    const store = createVerdictStore();
    const scorer = relevancy(chat, { store, extraction: 'segment' });
    const first = score(
      scorer,
      createRequest({ input: INPUT, output: `${ANSWER} Refunds take ten working days.` }),
    );
    const second = score(scorer, REQUEST);
    await expect(first).rejects.toThrow('no room');
    expect(scoreOf(await second)).toBeCloseTo(1.3 / 3, 10);
  });
});
