import { describe, expect, it } from 'vitest';
import {
  createCompletenessScorer,
  createContentSimilarityScorer,
  createKeywordCoverageScorer,
  createTextualDifferenceScorer,
  createToneScorer,
  createToolCallAccuracyScorerCode,
} from '../../../src/library/index.js';
import type { EvalScorer } from '../../../src/scorers/eval-scorer.js';

describe('what an answer is compared with', () => {
  const run = { input: 'Where is it?', output: 'It is in Oslo.', groundTruth: 'It is in Oslo.' };

  it.each([
    ['content similarity', createContentSimilarityScorer()],
    ['textual difference', createTextualDifferenceScorer()],
    ['tone', createToneScorer()],
  ])('%s: groundTruth where it is given', async (_, scorer) => {
    expect((await scorer.run(run)).score).toBe(1);
  });

  it.each([
    ['content similarity', createContentSimilarityScorer()],
    ['textual difference', createTextualDifferenceScorer()],
  ])('%s: else the input', async (_, scorer) => {
    expect((await scorer.run({ input: run.output, output: run.output })).score).toBe(1);
    expect((await scorer.run({ ...run, groundTruth: undefined })).score).toBeLessThan(1);
  });

  it.each([
    ['completeness', createCompletenessScorer()],
    ['keyword coverage', createKeywordCoverageScorer()],
  ])('%s: always the input', async (_, scorer) => {
    const { score } = await scorer.run({ input: 'Name rivers', output: 'Rhine', groundTruth: 'Rhine' });
    expect(score).toBe(0);
  });

  it('tone: referenceTone before both, and nothing where there is none', async () => {
    const happy = { input: 'I am happy', output: 'I am happy', groundTruth: 'I am happy' };
    expect((await createToneScorer().run(happy)).score).toBe(1);
    expect((await createToneScorer({ referenceTone: 'I am sad' }).run(happy)).score).toBe(0);
    const alone = await createToneScorer().run({ output: 'Great. Bad.' });
    expect(alone.analyzeStepResult).toEqual({ avgSentiment: 0, sentimentVariance: 9 });
    expect(alone.score).toBe(0);
  });
});

describe('nothing to score', () => {
  it.each<[string, EvalScorer, object, string]>([
    ['completeness of no input', createCompletenessScorer(), { input: '', output: 'x' }, 'no words'],
    ['completeness of signs alone', createCompletenessScorer(), { input: '?!', output: 'x' }, 'no words'],
    [
      'keywords of stop words',
      createKeywordCoverageScorer(),
      { input: 'What is it?', output: 'x' },
      'no keyword',
    ],
    ['tone of an empty answer', createToneScorer(), { input: 'Hi', output: '' }, 'no words'],
    ['tone of Japanese', createToneScorer(), { input: 'Hi', output: '東京です' }, 'language'],
    [
      'tone against German',
      createToneScorer(),
      { output: 'Good', groundTruth: 'Das ist gut und nicht schlecht' },
      'language',
    ],
    [
      'difference of endless texts',
      createTextualDifferenceScorer(),
      { input: 'ab'.repeat(60_000), output: 'ba'.repeat(60_000) },
      'too long',
    ],
  ])('%s', async (_, scorer, run, why) => {
    const result = await scorer.run({ output: '', ...run });
    expect(result.score).toBeNull();
    expect(result.unscored?.kind).toBe('not-scorable');
    expect(result.unscored?.reason).toContain(why);
  });
});

describe('options', () => {
  it('that do not exist are refused by name', () => {
    expect(() => createContentSimilarityScorer(JSON.parse('{"ignorecase":false}'))).toThrow(
      /ignorecase.*ignoreCase/,
    );
    expect(() => createCompletenessScorer(JSON.parse('{"scale":10}'))).toThrow(/scale/);
    expect(() => createToolCallAccuracyScorerCode({})).toThrow(/expectedTool or expectedToolOrder/);
    expect(() => createToolCallAccuracyScorerCode({ expectedToolOrder: [] })).toThrow(/at least one/);
    expect(() => createToneScorer({ lexicon: { gut: 9 } })).toThrow(/-5 to 5/);
  });
});

describe('tool call accuracy', () => {
  const calls = (...names: string[]) => [
    { role: 'assistant', content: '', toolCalls: names.map((toolName) => ({ toolName })) },
  ];
  const order = { expectedToolOrder: ['auth', 'fetch'] };
  it.each([
    ['the tool among others', { expectedTool: 'fetch' }, ['auth', 'fetch'], 1],
    ['strictly once', { expectedTool: 'fetch', strictMode: true }, ['fetch', 'fetch'], 0],
    ['another tool', { expectedTool: 'fetch' }, ['auth'], 0],
    ['no tool', { expectedTool: 'fetch' }, [], 0],
    ['in order with others between', order, ['auth', 'log', 'fetch'], 1],
    ['in order after a stray call', order, ['fetch', 'auth', 'fetch'], 1],
    ['out of order', order, ['fetch', 'auth'], 0],
    ['strictly in order, with others between', { ...order, strictMode: true }, ['auth', 'log', 'fetch'], 0],
    ['an order decides over a tool', { ...order, expectedTool: 'log' }, ['auth', 'fetch'], 1],
  ])('%s', async (_, options, names, score) => {
    const result = await createToolCallAccuracyScorerCode(options).run({
      input: 'x',
      output: calls(...names),
    });
    expect(result.score).toBe(score);
  });
});
