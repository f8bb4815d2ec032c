import { describe, expect, it } from 'vitest';
import {
  createToolCallAccuracyScorerCode as createCodeScorer,
  createCompletenessScorer,
  createContentSimilarityScorer,
  createKeywordCoverageScorer,
  createTextualDifferenceScorer,
  createToneScorer,
  createToolCallAccuracyScorerCode,
} from '../../../src/library/index.js';

const asked = (content: string) => [{ role: 'user', content }];
const answered = (text: string) => ({ role: 'assistant', text });

/**
 * The documented calls of the scorers that need no judge, as users have them in their code, with what the documentation
 * shows of each result, the fields under its names. They must compile.
 */
describe('documented calls', () => {
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
      score: found.ratio,
      analyzeStepResult: found,
      preprocessStepResult: found,
    });
  });

  it('of tone against a reference', async () => {
    const result = await createToneScorer().run({
      input: asked('The interface is frustrating and confusing, though it has potential.'),
      output: answered('The design shows promise but needs significant improvements to be usable.'),
    });
    const { responseSentiment, referenceSentiment, difference, avgSentiment, sentimentVariance } =
      result.analyzeStepResult ?? {};
    expect(result.score).toBeCloseTo(0.4181818181818182, 12);
    expect(responseSentiment).toBeCloseTo(0.18181818181818182, 12);
    expect(referenceSentiment).toBeCloseTo(-0.4, 12);
    expect(difference).toBeCloseTo(0.5818181818181818, 12);
    expect([avgSentiment, sentimentVariance]).toEqual([undefined, undefined]);
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

  it('of keyword coverage', async () => {
    const result = await createKeywordCoverageScorer().run({
      input: asked('TypeScript offers interfaces, generics, and type inference'),
      output: answered('TypeScript provides type inference and some advanced features'),
    });
    const keywords: ReadonlySet<string> | undefined = result.extractStepResult?.referenceKeywords;
    expect(keywords).toEqual(
      new Set(['typescript', 'offers', 'interfaces', 'generics', 'type', 'inference']),
    );
    expect(result.extractStepResult?.responseKeywords).toContain('provides');
    expect(result.extractStepResult).toEqual(result.preprocessStepResult);
    expect(result.score).toBe(0.5);
    expect(result.analyzeStepResult).toEqual({ totalKeywords: 6, matchedKeywords: 3 });
  });

  it('of content similarity', async () => {
    const query = 'The quick brown fox jumps over the lazy dog.';
    const response = 'A quick brown fox jumped over a lazy dog.';
    const result = await createContentSimilarityScorer().run({
      input: asked(query),
      output: { text: response },
    });
    const { processedInput, processedOutput } = result.extractStepResult ?? {};
    expect([processedInput, processedOutput]).toEqual([query.toLowerCase(), response.toLowerCase()]);
    expect(result.preprocessStepResult).toEqual(result.extractStepResult);
    expect(result.score).toBe(0.7761194029850746);
    expect(result.analyzeStepResult?.similarity).toBe(result.score);
  });

  it('of completeness', async () => {
    const result = await createCompletenessScorer().run({
      runId: 'run-1',
      input: asked('The seasons include summer.'),
      output: { text: 'The four seasons are spring, summer, fall, and winter.' },
    });
    const { inputElements, missingElements, elementCounts } = result.extractStepResult ?? {};
    expect(result).toMatchObject({ runId: 'run-1', score: 0.75 });
    expect(result.reason).toBe('3 of 4 elements of the input are covered. Missing: include.');
    expect(inputElements).toEqual(['the', 'seasons', 'include', 'summer']);
    expect(missingElements).toEqual(['include']);
    expect(elementCounts).toEqual({ input: 4, output: 9 });
    expect(result.preprocessStepResult).toEqual(result.extractStepResult);
  });

  it('of tool call accuracy', async () => {
    const lenientScorer = createCodeScorer({ expectedTool: 'search-tool', strictMode: false });
    const strictScorer = createCodeScorer({ expectedTool: 'search-tool', strictMode: true });
    const strictOrderScorer = createCodeScorer({
      expectedTool: 'step1-tool',
      expectedToolOrder: ['step1-tool', 'step2-tool', 'step3-tool'],
      strictMode: true,
    });
    const flexibleOrderScorer = createToolCallAccuracyScorerCode({
      expectedTool: 'auth-tool',
      expectedToolOrder: ['auth-tool', 'fetch-tool'],
      strictMode: false,
    });
    const invocation = (toolName: string, at: number) => ({
      toolCallId: `call-${at}`,
      toolName,
      args: {},
      result: {},
      state: 'result',
    });
    const run = (...names: string[]) => ({
      input: { inputMessages: [{ role: 'user', content: 'Go on' }] },
      output: [{ role: 'assistant', content: 'Done.', toolCalls: names.map(invocation) }],
    });
    expect((await lenientScorer.run(run('log-tool', 'search-tool'))).score).toBe(1);
    expect((await strictScorer.run(run('log-tool', 'search-tool'))).score).toBe(0);
    expect((await strictOrderScorer.run(run('step1-tool', 'step2-tool', 'step3-tool'))).score).toBe(1);
    const flexible = await flexibleOrderScorer.run(run('auth-tool', 'log-tool', 'fetch-tool'));
    expect(flexible.score).toBe(1);
    expect(flexible.preprocessStepResult).toMatchObject({
      expectedTool: 'auth-tool',
      expectedToolOrder: ['auth-tool', 'fetch-tool'],
      actualTools: ['auth-tool', 'log-tool', 'fetch-tool'],
      strictMode: false,
      hasToolCalls: true,
      correctToolCalled: true,
      correctOrderCalled: true,
    });
    expect((await lenientScorer.run(run('search-tool'))).preprocessStepResult?.correctOrderCalled).toBeNull();
    expect(flexible.preprocessStepResult?.toolCallInfos[1]).toEqual({
      toolName: 'log-tool',
      toolCallId: 'call-1',
      messageIndex: 0,
      invocationIndex: 1,
    });
  });
});
