import { describe, expect, it } from 'vitest';
import {
  createCompletenessScorer,
  createContentSimilarityScorer,
  createKeywordCoverageScorer,
  createTextualDifferenceScorer,
  createToneScorer,
  createToolCallAccuracyScorerCode,
} from '../../../src/library/index.js';

const asked = (content: string) => [{ role: 'user', content }];
const answered = (text: string) => ({ role: 'assistant', text });

/** What the documentation shows of each result, with the fields under its names. */
describe('documented results', () => {
  it('of completeness', async () => {
    const result = await createCompletenessScorer().run({
      runId: 'run-1',
      input: asked('The primary colors are red, blue, and yellow.'),
      output: answered('The primary colors are red, blue, and yellow.'),
    });
    const found = {
      inputElements: ['the', 'primary', 'colors', 'be', 'red', 'blue', 'and', 'yellow'],
      outputElements: ['the', 'primary', 'colors', 'be', 'red', 'blue', 'and', 'yellow'],
      missingElements: [],
      elementCounts: { input: 8, output: 8 },
    };
    expect(result).toMatchObject({
      runId: 'run-1',
      score: 1,
      extractStepResult: found,
      preprocessStepResult: found,
    });
  });

  it('of completeness with something missing', async () => {
    const result = await createCompletenessScorer().run({
      input: 'The seasons include summer.',
      output: 'The four seasons are spring, summer, fall, and winter.',
    });
    expect(result.score).toBe(0.75);
    expect(result.reason).toBe('3 of 4 elements of the input are covered. Missing: include.');
    expect(result.extractStepResult?.missingElements).toEqual(['include']);
    expect(result.extractStepResult?.elementCounts).toEqual({ input: 4, output: 9 });
  });

  it.each([
    [
      'JavaScript frameworks like React and Vue',
      'Popular JavaScript frameworks include React and Vue for web development',
      4,
      4,
    ],
    [
      'TypeScript offers interfaces, generics, and type inference',
      'TypeScript provides type inference and some advanced features',
      6,
      3,
    ],
  ])('of keyword coverage: %s', async (input, output, totalKeywords, matched) => {
    const result = await createKeywordCoverageScorer().run({ input: asked(input), output: answered(output) });
    expect(result.score).toBe(matched / totalKeywords);
    expect(result.analyzeStepResult).toEqual({ totalKeywords, matchedKeywords: matched });
    expect(result.extractStepResult?.referenceKeywords).toBeInstanceOf(Set);
    expect(result.extractStepResult).toEqual(result.preprocessStepResult);
    expect(result.extractStepResult?.referenceKeywords.size).toBe(totalKeywords);
    expect(result.extractStepResult?.responseKeywords).toContain(output.split(' ')[1]?.toLowerCase());
  });

  it('of content similarity', async () => {
    const result = await createContentSimilarityScorer().run({
      input: asked('The quick brown fox jumps over the lazy dog.'),
      output: { text: 'A quick brown fox jumped over a lazy dog.' },
    });
    expect(result).toMatchObject({
      score: 0.7761194029850746,
      analyzeStepResult: { similarity: 0.7761194029850746 },
      preprocessStepResult: {
        processedInput: 'the quick brown fox jumps over the lazy dog.',
        processedOutput: 'a quick brown fox jumped over a lazy dog.',
      },
    });
  });

  it('of textual difference', async () => {
    const result = await createTextualDifferenceScorer().run({
      input: asked('Hello world! How are you?'),
      output: answered('Hello there! How is it going?'),
    });
    const found = {
      confidence: 0.8620689655172413,
      ratio: 0.5925925925925926,
      changes: 4,
      lengthDiff: 0.13793103448275862,
    };
    expect(result).toMatchObject({
      score: 0.5925925925925926,
      analyzeStepResult: found,
      preprocessStepResult: found,
    });
  });

  it('of tone against a reference', async () => {
    const result = await createToneScorer().run({
      input: asked('This product is fantastic and amazing!'),
      output: answered('The product is excellent and wonderful!'),
    });
    expect(result.score).toBeCloseTo(0.8333333333333335, 12);
    expect(result.analyzeStepResult?.responseSentiment).toBeCloseTo(1.1666666666666667, 12);
    expect(result.analyzeStepResult?.referenceSentiment).toBeCloseTo(1.3333333333333333, 12);
    expect(result.analyzeStepResult?.difference).toBeCloseTo(0.16666666666666652, 12);
    expect(result.analyzeStepResult).toEqual(result.preprocessStepResult);
  });

  it('of tone from sentence to sentence', async () => {
    const result = await createToneScorer({ mode: 'stability' }).run({
      input: asked('How was it?'),
      output: answered('Great service! Friendly staff. Perfect atmosphere.'),
    });
    expect(result.score).toBeCloseTo(0.9444444444444444, 12);
    expect(result.analyzeStepResult?.avgSentiment).toBeCloseTo(1.3333333333333333, 12);
    expect(result.analyzeStepResult?.sentimentVariance).toBeCloseTo(0.05555555555555556, 12);
  });

  it('of tool call accuracy', async () => {
    const scorer = createToolCallAccuracyScorerCode({ expectedTool: 'weather-tool' });
    const result = await scorer.run({
      input: asked('What is the weather like in New York today?'),
      output: [
        {
          role: 'assistant',
          content: 'Let me check.',
          toolCalls: [{ toolCallId: 'call-123', toolName: 'weather-tool', args: { location: 'New York' } }],
        },
      ],
    });
    expect(result.score).toBe(1);
    expect(result.preprocessStepResult).toEqual({
      expectedTool: 'weather-tool',
      actualTools: ['weather-tool'],
      strictMode: false,
      expectedToolOrder: undefined,
      hasToolCalls: true,
      correctToolCalled: true,
      correctOrderCalled: null,
      toolCallInfos: [
        { toolName: 'weather-tool', toolCallId: 'call-123', messageIndex: 0, invocationIndex: 0 },
      ],
    });
  });
});
