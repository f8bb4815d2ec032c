import { describe, expect, it } from 'vitest';
import {
  checks,
  createToolCallAccuracyScorerCode as createCodeScorer,
  createCompletenessScorer,
  createContentSimilarityScorer,
  createKeywordCoverageScorer,
  createTextualDifferenceScorer,
  createToneScorer,
  createToolCallAccuracyScorerCode,
} from '../../../src/library/index.js';

/** The documented calls of the scorers that need no judge, as users have them in their code. They must compile. */
describe('documented calls', () => {
  it('of textual difference', async () => {
    const scorer = createTextualDifferenceScorer();
    const input = 'The quick brown fox jumps over the lazy dog';
    const output = 'The quick brown fox jumps over the lazy dog';
    const result = await scorer.run({
      input: [{ role: 'user', content: input }],
      output: { role: 'assistant', text: output },
    });
    expect(result.score).toBe(1);
    expect(result.analyzeStepResult).toEqual({ confidence: 1, ratio: 1, changes: 0, lengthDiff: 0 });
  });

  it('of tone', async () => {
    const scorer = createToneScorer();
    const input = 'The interface is frustrating and confusing, though it has potential.';
    const output = 'The design shows promise but needs significant improvements to be usable.';
    const result = await scorer.run({
      input: [{ role: 'user', content: input }],
      output: { role: 'assistant', text: output },
    });
    const { responseSentiment, referenceSentiment, difference, avgSentiment, sentimentVariance } =
      result.analyzeStepResult ?? {};
    expect(result.score).toBeCloseTo(0.4181818181818182, 12);
    expect(responseSentiment).toBeCloseTo(0.18181818181818182, 12);
    expect(referenceSentiment).toBeCloseTo(-0.4, 12);
    expect(difference).toBeCloseTo(0.5818181818181818, 12);
    expect([avgSentiment, sentimentVariance]).toEqual([undefined, undefined]);
  });

  it('of keyword coverage', async () => {
    const scorer = createKeywordCoverageScorer();
    const input =
      'Machine learning models require data preprocessing, feature engineering, and hyperparameter tuning';
    const output = 'Data preparation is important for models';
    const result = await scorer.run({
      input: [{ role: 'user', content: input }],
      output: { role: 'assistant', text: output },
    });
    const keywords: ReadonlySet<string> | undefined = result.extractStepResult?.referenceKeywords;
    expect(keywords?.size).toBe(10);
    expect(result.score).toBe(0.2);
    expect(result.analyzeStepResult).toEqual({ totalKeywords: 10, matchedKeywords: 2 });
  });

  it('of content similarity', async () => {
    const scorer = createContentSimilarityScorer();
    const query = 'A brown fox quickly leaps across a sleeping dog.';
    const response = 'The quick brown fox jumps over the lazy dog.';
    const result = await scorer.run({
      input: [{ role: 'user', content: query }],
      output: { text: response },
    });
    const { processedInput, processedOutput } = result.extractStepResult ?? {};
    expect([processedInput, processedOutput]).toEqual([query.toLowerCase(), response.toLowerCase()]);
    expect(result.score).toBe(0.40540540540540543);
    expect(result.analyzeStepResult?.similarity).toBe(result.score);
  });

  it('of completeness', async () => {
    const scorer = createCompletenessScorer();
    const query = 'The primary colors are red and blue.';
    const response = 'The primary colors are red, blue, and yellow.';
    const result = await scorer.run({
      input: [{ role: 'user', content: query }],
      output: { text: response },
    });
    const { inputElements = [], missingElements, elementCounts } = result.extractStepResult ?? {};
    expect(result.score).toBe(1);
    expect([...inputElements].sort()).toEqual(['and', 'be', 'blue', 'colors', 'primary', 'red', 'the']);
    expect(missingElements).toEqual([]);
    expect(elementCounts).toEqual({ input: 7, output: 8 });
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
    expect(flexible.preprocessStepResult?.correctOrderCalled).toBe(true);
    expect(flexible.preprocessStepResult?.toolCallInfos[1]?.toolName).toBe('log-tool');
  });

  it('of the checks', () => {
    const made = [
      checks.includes('sunny'),
      checks.includes('Sunny', { ignoreCase: false }),
      checks.excludes('error'),
      checks.excludes('Error', { ignoreCase: false }),
      checks.equals('Hello, world!'),
      checks.equals('Hello', { ignoreCase: false }),
      checks.matches(/\d+°[FC]/),
      checks.matches(/^hello$/, { exact: true }),
      checks.similarity('Sunny, 72°F'),
      checks.similarity('Sunny, 72°F', { threshold: 0.7 }),
      checks.calledTool('get_weather'),
      checks.calledTool('search', { times: 2 }),
      checks.didNotCall('delete_user'),
      checks.toolOrder(['search', 'summarize', 'respond']),
      checks.maxToolCalls(5),
      checks.usedNoTools(),
      checks.noToolErrors(),
    ];
    expect(new Set(made.map(({ id }) => id))).toEqual(
      new Set([
        'check-includes',
        'check-excludes',
        'check-equals',
        'check-matches',
        'check-similarity',
        'check-called-tool',
        'check-did-not-call',
        'check-tool-order',
        'check-max-tool-calls',
        'check-used-no-tools',
        'check-no-tool-errors',
      ]),
    );
  });
});
