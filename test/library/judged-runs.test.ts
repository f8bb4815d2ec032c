import { describe, expect, test } from 'vitest';
import * as library from '../../src/library/index.js';
import { isControl } from '../scorers/judged/judged-scorers.js';
import { type LabelOf, labeller } from '../support/item-scorers.js';
import { llmJudge, readRequest } from '../support/judges.js';

describe('messages', () => {
  const label: LabelOf = (item) => (isControl(item) ? 'unsupported' : 'supported');
  const seen = async (run: Parameters<ReturnType<typeof library.createFaithfulnessScorer>['run']>[0]) => {
    const chat = labeller(label);
    const result = await library.createFaithfulnessScorer({ model: llmJudge(chat) }).run(run);
    return { result, data: readRequest(chat.requests.at(-1)?.messages ?? []).data };
  };
  const output = [
    { role: 'assistant', toolCalls: [{ toolName: 'hours', args: {}, result: { opens: 9 } }] },
    { role: 'assistant', content: 'The library opens at nine in the morning.' },
  ];

  test('as lists, with tool results for context', async () => {
    const { result, data } = await seen({ input: [{ role: 'user', content: 'When?' }], output });
    expect(result.score).toBe(1);
    expect(data).toMatchObject({ input: 'When?', context: ['hours: {"opens":9}'] });
  });

  const call = { state: 'result', toolCallId: '1', toolName: 'hours', args: {}, result: { opens: 9 } };
  const text = { type: 'text', text: 'The library opens at nine in the morning.' };

  test.each([
    ['parts', { parts: [{ type: 'tool-invocation', toolInvocation: call }, text] }],
    [
      'both, once',
      {
        format: 2,
        parts: [{ type: 'tool-invocation', toolInvocation: call }, text],
        content: text.text,
        toolInvocations: [call],
      },
    ],
  ])('with tool results in %s', async (_, content) => {
    const { result, data } = await seen({
      input: 'When?',
      output: [{ id: '1', role: 'assistant', content }],
    });
    expect(result.score).toBe(1);
    expect(data).toMatchObject({ answer: text.text, context: ['hours: {"opens":9}'] });
  });

  test('a ground truth that is not text becomes text', async () => {
    const chat = labeller((item) => (isControl(item) ? 'D' : 'C'));
    const scorer = library.createFactualityScorer({ model: llmJudge(chat) });
    expect((await scorer.run({ input: 'When?', output: 'At nine.', groundTruth: { opens: 9 } })).score).toBe(
      1,
    );
    expect(JSON.stringify(readRequest(chat.requests[0]?.messages ?? []).data)).toContain('opens');
  });
});

describe('a function that gives the context', () => {
  const label: LabelOf = (item) => (isControl(item) || item.includes('harp') ? 'irrelevant' : 'relevant');
  const model = llmJudge(labeller(label));
  const run = { input: 'When?', output: 'At nine.', context: ['of the run'] };

  test('goes before the context of the options and of the run', async () => {
    const scorer = library.createContextPrecisionScorer({
      model,
      options: {
        context: ['of the options'],
        contextExtractor: (input, output) => [
          'A harp.',
          `${input.inputMessages[0]?.content} ${output[0]?.content}`,
        ],
      },
    });
    const result = await scorer.run(run);
    expect(result.score).toBe(0.5);
    expect(result.analyzePrompt).toContain('When? At nine.');
    expect(result.analyzePrompt).not.toMatch(/of the options|of the run/);
  });

  test('may take its time, and receives the run', async () => {
    const scorer = library.createHallucinationScorer({
      model: llmJudge(labeller((item) => (isControl(item) ? 'unsupported' : 'supported'))),
      getContext: async ({ run: { runId, output }, step }) => [`${runId} ${step} ${output.length}`],
    });
    const result = await scorer.run({
      ...run,
      output: 'The library opens at nine in the morning.',
      runId: 'run-1',
    });
    expect(result.score).toBe(0);
    expect(result.analyzePrompt).toContain('run-1 analyze 1');
  });
});
