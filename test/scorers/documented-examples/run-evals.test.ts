import { describe, expect, expectTypeOf, it } from 'vitest';
import { createScorer, runEvals } from '../../../src/library/index.js';

/** The documented calls of `runEvals`, as users have them in their code. They must compile. */
const myAgent = {
  async generate(input: string, options?: { maxSteps?: number; requestContext?: unknown }) {
    return { text: `${input} Well, AI is a field of computer science.`, steps: options?.maxSteps ?? 1 };
  },
};
const myScorer1 = createScorer({ id: 'my-scorer-1', description: 'One.' }).generateScore(() => 1);
const myScorer2 = createScorer({ id: 'my-scorer-2', description: 'Two.', type: 'agent' }).generateScore(
  ({ run }) => (run.output[0]?.content.includes('AI') ? 0.5 : 0),
);

describe('runEvals', () => {
  it('with a ground truth that is used as what it is', async () => {
    const contains = createScorer({
      name: 'Contains',
      description: 'Does the answer hold the ground truth?',
      type: 'agent',
    }).generateScore(({ run }) => {
      const response = run.output[0]?.content || '';
      const expectedResponse = run.groundTruth;
      return response.includes(expectedResponse) ? 1 : 0;
    });
    const nested = createScorer({ id: 'nested', description: 'A field of it.' }).generateScore(({ run }) =>
      run.groundTruth.capital.length > 3 ? 1 : 0,
    );
    const { scores } = await runEvals({
      target: myAgent,
      data: [{ input: 'What is AI?', groundTruth: 'a field of computer science' }],
      scorers: [contains],
      concurrency: 3,
    });
    expect(scores['contains']).toBe(1);
    expect((await nested.run({ output: 'x', groundTruth: { capital: 'Paris' } })).score).toBe(1);
  });

  it('of an agent', async () => {
    const log: unknown[] = [];
    const result = await runEvals({
      target: myAgent,
      data: [
        { input: 'What is machine learning?' },
        { input: 'Explain neural networks' },
        { input: 'How does AI work?' },
      ],
      scorers: [myScorer1, myScorer2],
      targetOptions: { maxSteps: 5 },
      concurrency: 2,
      onItemComplete: ({ item, targetResult, scorerResults }) => {
        expectTypeOf(item.input).toEqualTypeOf<string>();
        log.push(`Completed: ${item.input}`, targetResult?.steps, scorerResults[myScorer2.id]?.score);
      },
    });
    expect(result.scores).toEqual({ 'my-scorer-1': 1, 'my-scorer-2': 0.5 });
    expect(result.summary.totalItems).toBe(3);
    expect(log).toContain('Completed: How does AI work?');
    expect(log.filter((line) => line === 5)).toHaveLength(3);
    expect(log.filter((line) => line === 0.5)).toHaveLength(3);
  });

  it('with what is expected', async () => {
    const myScorer = createScorer({
      id: 'my-scorer',
      description: "Check if Agent's response contains ground truth",
      type: 'agent',
    }).generateScore(({ run }) => {
      const response = run.output[0]?.content || '';
      const expectedResponse = String(run.groundTruth);
      return response.includes(expectedResponse) ? 1 : 0;
    });
    const result = await runEvals({
      target: myAgent,
      data: [
        { input: 'What is AI?', groundTruth: 'AI is a field of computer science' },
        { input: 'How does machine learning work?', groundTruth: 'Machine learning uses algorithms' },
      ],
      scorers: [myScorer],
      concurrency: 3,
    });
    expect(result.scores['my-scorer']).toBe(0.5);
  });

  it('of a workflow, as a whole and step by step', async () => {
    const myWorkflow = {
      async run(input: { query: string; priority: string }, options?: { initialState?: unknown }) {
        return {
          output: `done: ${input.query}`,
          state: options?.initialState,
          steps: {
            'validation-step': { status: 'success', payload: input, output: { valid: true } },
            'processing-step': { status: 'success', payload: { valid: true }, output: input.query },
          },
        };
      },
    };
    const outputQualityScorer = createScorer<object, string>({
      id: 'output-quality',
      description: 'Whole.',
    }).generateScore(({ run }) => (run.output.startsWith('done') ? 1 : 0));
    const validationScorer = createScorer<{ priority: string }, { valid: boolean }>({
      id: 'validation',
      description: 'A step.',
    }).generateScore(({ run }) => (run.output.valid && run.input.priority === 'high' ? 1 : 0));
    const seen: unknown[] = [];
    const workflowResult = await runEvals({
      target: myWorkflow,
      data: [
        {
          input: { query: 'Process this data', priority: 'high' },
          startOptions: { initialState: { counter: 1 } },
        },
        { input: { query: 'Another task', priority: 'low' } },
      ],
      scorers: {
        workflow: [outputQualityScorer],
        steps: { 'validation-step': [validationScorer], 'processing-step': [myScorer1] },
      },
      onItemComplete: ({ item, targetResult, scorerResults }) => {
        seen.push(item.inputData.query, targetResult?.state);
        if (scorerResults.workflow) seen.push(scorerResults.workflow['output-quality']?.score);
        if (scorerResults.steps) seen.push(scorerResults.steps['validation-step']?.['validation']?.score);
      },
    });
    expect(workflowResult.scores).toEqual({
      workflow: { 'output-quality': 1 },
      steps: { 'validation-step': { validation: 0.5 }, 'processing-step': { 'my-scorer-1': 1 } },
    });
    expect(seen).toEqual(['Process this data', { counter: 1 }, 1, 1, 'Another task', undefined, 1, 0]);
  });

  it('of agent scorers in their group', async () => {
    const result = await runEvals({
      target: myAgent,
      data: [{ input: 'What is AI?' }],
      scorers: { agent: [myScorer1] },
    });
    expect(result.scores.agent['my-scorer-1']).toBe(1);
  });
});
