import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBuiltinJudge } from '../../src/judging/builtin-judge.js';

const signal = new AbortController().signal;
const question = (name: string, data: unknown) => ({ name, rules: '', schema: {}, shape: '', data });
const verdicts = (given: object) =>
  createBuiltinJudge().ask(
    question('answer-relevancy/verdicts', { task: null, conversation: [], tool_calls: [], ...given }),
    { signal },
  );

describe('createBuiltinJudge', () => {
  it('is known as the built-in one', () => {
    const { name, builtin, fingerprint } = createBuiltinJudge();
    expect({ name, builtin }).toEqual({ name: 'builtin', builtin: true });
    expect(fingerprint).toMatch(/^builtin\/\d+$/);
  });

  it('refuses other questions, data of another shape, and a stopped run', async () => {
    const judge = createBuiltinJudge();
    await expect(judge.ask(question('answer-relevancy/reason', {}), { signal })).rejects.toMatchObject({
      kind: 'bad-request',
      message: expect.stringContaining('answer-relevancy/reason'),
    });
    await expect(verdicts({ input: 1 })).rejects.toMatchObject({ kind: 'bad-request' });
    const stopped = { signal: AbortSignal.abort() };
    await expect(judge.ask(question('answer-relevancy/statements', {}), stopped)).rejects.toMatchObject({
      kind: 'aborted',
    });
  });

  it('gives every statement one verdict with a reason, whatever the texts are', async () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '',
        '|',
        '```',
        '{"a":',
        '- ',
        '1.',
        ': x',
        '「',
        '\n\n',
        'مرحبا',
        'สวัสดี',
        '안녕하세요',
      ),
    );
    const given = fc.record({
      input: text,
      answer: text,
      task: fc.option(text),
      statements: fc.dictionary(fc.stringMatching(/^s\d$/), text),
    });
    await fc.assert(
      fc.asyncProperty(given, async (asked) => {
        const reply = (await verdicts(asked)) as Record<string, { reason: string; verdict: string }>;
        expect(Object.keys(reply)).toEqual(Object.keys(asked.statements));
        for (const { verdict, reason } of Object.values(reply)) {
          expect(['yes', 'unsure', 'no', 'skip']).toContain(verdict);
          expect(reason.length).toBeGreaterThan(5);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('gives a statement the same verdict in any batch', async () => {
    const answer = 'Refunds take 14 days. It goes to your card. Bananas are yellow.';
    const texts = { s1: 'Refunds take 14 days.', s2: 'It goes to your card.', s3: 'Bananas are yellow.' };
    const asked = { input: 'What is your refund policy?', answer };
    const all = await verdicts({ ...asked, statements: texts });
    for (const [key, text] of Object.entries(texts)) {
      expect(await verdicts({ ...asked, statements: { [key]: text } })).toHaveProperty(
        key,
        (all as Record<string, unknown>)[key],
      );
    }
  });
});
