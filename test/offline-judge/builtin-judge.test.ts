import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBuiltinJudge } from '../../src/offline-judge/builtin-judge.js';
import { askVerdicts } from './ask.js';

const signal = new AbortController().signal;
const question = (name: string, data: unknown) => ({ name, rules: '', schema: {}, shape: '', data });

describe('createBuiltinJudge', () => {
  it('is known as the built-in one', () => {
    const { name, builtin, fingerprint } = createBuiltinJudge();
    expect({ name, builtin }).toEqual({ name: 'builtin', builtin: true });
    expect(fingerprint).toMatch(/^builtin\/\d+$/);
  });

  it('leaves the taking apart to the scorer', async () => {
    const asked = question('answer-relevancy/statements', { answer: 'Paris. Rome.' });
    expect(await createBuiltinJudge().ask(asked, { signal })).toEqual({ statements: [] });
  });

  it('refuses questions that it cannot answer, data of another shape, and a stopped run', async () => {
    const judge = createBuiltinJudge();
    await expect(judge.ask(question('answer-relevancy/reason', {}), { signal })).rejects.toMatchObject({
      kind: 'bad-request',
      message: expect.stringContaining('answer-relevancy/reason'),
    });
    await expect(
      judge.ask(question('answer-relevancy/verdicts', { input: 1 }), { signal }),
    ).rejects.toMatchObject({
      kind: 'bad-request',
    });
    const stopped = AbortSignal.abort();
    await expect(
      judge.ask(question('answer-relevancy/statements', {}), { signal: stopped }),
    ).rejects.toMatchObject({
      kind: 'aborted',
    });
  });

  it('gives every statement one verdict with a reason, whatever the texts are', async () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('', '|', '```', '{"a":', '- ', '1.', ': x', '「', '\n\n'),
    );
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        fc.option(text),
        fc.array(text, { maxLength: 5 }),
        async (input, answer, task, statements) => {
          const verdicts = await askVerdicts({ input, answer, task, statements });
          expect(verdicts).toHaveLength(statements.length);
          for (const { result, reason } of verdicts) {
            expect(['yes', 'unsure', 'no']).toContain(result);
            expect(reason.length).toBeGreaterThan(5);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('gives a statement the same verdict in any order and batch', async () => {
    const asked = {
      input: 'What is your refund policy?',
      answer: 'Refunds take 14 days. It goes to your card. Bananas are yellow.',
    };
    const all = await askVerdicts(asked);
    const alone = await Promise.all(all.map(({ text }) => askVerdicts({ ...asked, statements: [text] })));
    expect(alone.flat()).toEqual(all);
    const turned = await askVerdicts({ ...asked, statements: all.map(({ text }) => text).reverse() });
    expect([...turned].reverse()).toEqual(all);
  });

  it('stays quick on a long answer', async () => {
    const answer = Array.from(
      { length: 400 },
      (_, at) => `Refund number ${at} is paid within ${at} days.`,
    ).join(' ');
    const verdicts = await askVerdicts({
      input: 'When are refunds paid?',
      answer,
      statements: answer.split(/(?<=\.) /).slice(0, 20),
    });
    expect(verdicts.every(({ result }) => result === 'yes')).toBe(true);
  });
});
