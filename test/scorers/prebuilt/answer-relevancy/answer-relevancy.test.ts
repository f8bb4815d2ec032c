import { describe, expect, test } from 'vitest';
import { createVerdictStore } from '../../../../src/judging/verdict-store.js';
import { ProviderError } from '../../../../src/model/errors.js';
import {
  dueItems,
  fakeChat,
  isControl,
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
      '3 statements: 1 relevant, 1 unsure, 1 not relevant. Not relevant: “Our founder collects antique clocks.” (it is no). Unsure: “The carrier may deliver on Wednesday or Thursday.” (it is unsure).',
    );
    const alone = createRequest({ input: INPUT, output: 'Our founder collects antique clocks.' });
    expect((await score(relevancy(three()), alone)).reason).toMatch(/^1 statement: 1 not relevant\./);
  });

  test('the strict mode has separate rules, rubric and verdicts', async () => {
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
        return JSON.stringify(verdictsReply(seen.data, opinion));
      });
    const request = REQUEST;
    const good = worded('{"reason": "Two of three parts are about\\nthe order."}');
    expect((await score(relevancy(good, { reason: 'llm' }), request)).reason).toBe(
      'Two of three parts are about the order.',
    );
    expect(good.requests).toHaveLength(2);
    const bad = worded({ content: '{"rea', finish: 'length' });
    const judgement = await score(relevancy(bad, { reason: 'llm' }), request);
    expect(judgement.reason).toMatch(/^3 statements: 1/);
    expect(scoreOf(judgement)).toBeCloseTo(1.3 / 3, 10);
  });
});

describe('labels other than yes, unsure and no', () => {
  const labelled = (label: (text: string) => { verdict: string; off?: string }) =>
    fakeChat(({ messages }) => {
      const entries = Object.entries(readRequest(messages).data.statements ?? {});
      const replies = entries.map(([key, text]) => [
        key,
        { reason: 'so it is', off: '', ...(isControl(text) ? { verdict: 'no' } : label(text)) },
      ]);
      return JSON.stringify(Object.fromEntries(replies));
    });
  const by = (output: string, label: Parameters<typeof labelled>[0]) =>
    score(relevancy(labelled(label)), createRequest({ input: INPUT, output }));

  test('skip is not counted, and known the next time', async () => {
    const judgement = await by('Hello!\n\nIt left on Monday.', (text) => ({
      verdict: text === 'Hello!' ? 'skip' : 'yes',
    }));
    expect(judgement).toMatchObject({
      score: 1,
      statements: [{ text: 'It left on Monday.' }],
      skipped: [expect.any(String)],
    });
  });

  test('mixed counts as a yes and a no, both shown', async () => {
    const judgement = await by('It left on Monday, and try Plus today.', () => ({
      verdict: 'mixed',
      off: 'and try Plus today.',
    }));
    expect(judgement).toMatchObject({
      score: 0.5,
      statements: [
        { text: 'It left on Monday', result: 'yes' },
        { text: 'and try Plus today.', quote: 'and try Plus today.', result: 'no' },
      ],
    });
    if (judgement.status !== 'scored') return;
    const [good, bad] = judgement.statements;
    expect(good?.key).not.toBe(bad?.key);
    const again = relevancy(labelled(() => ({ verdict: 'yes' })));
    const keys = new Set([bad?.key ?? '']);
    const signal = new AbortController().signal;
    const request = createRequest({ input: INPUT, output: 'It left on Monday, and try Plus today.' });
    const second = await again.judgeAgain(request, { keys, draw: 1 }, { signal });
    expect([...second]).toEqual([[bad?.key, { result: 'yes', reason: 'so it is' }]]);
    expect(again.withVerdicts(judgement, second).score).toBe(1);
  });
});

describe('statements', () => {
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
    const asked = chat.requests.flatMap(dueItems).filter((text) => !isControl(text));
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    expect(chat.requests).toHaveLength(2);
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
    const scorer = relevancy(chat, { store });
    const first = score(
      scorer,
      createRequest({ input: INPUT, output: `${ANSWER} Refunds take ten working days.` }),
    );
    const second = score(scorer, REQUEST);
    expect(await first).toMatchObject({ status: 'unscored', reason: 'no room' });
    expect(scoreOf(await second)).toBeCloseTo(1.3 / 3, 10);
  });
});
