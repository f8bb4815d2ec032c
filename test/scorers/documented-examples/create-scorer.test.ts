import { describe, expect, it } from 'vitest';
import {
  createAgentTestRun,
  createScorer,
  createTestMessage,
  extractAgentResponseMessages,
  extractInputMessages,
  getAssistantMessageFromRunOutput,
  getCombinedSystemPrompt,
  getReasoningFromRunOutput,
  getSystemMessagesFromRunInput,
  getUserMessageFromRunInput,
  z,
} from '../../../src/library/index.js';
import { fakeChat, llmJudge } from '../../support/judges.js';

/** The documented calls of `createScorer` and of the utilities, as users have them in their code. They must compile. */
const myModel = llmJudge(
  fakeChat(({ messages }) =>
    messages.at(-1)?.content.startsWith('Explain') ? '{"reason":"It says why."}' : '{"score":0.5}',
  ),
);
const run = createAgentTestRun({
  inputMessages: [createTestMessage({ content: 'What is the weather in London?', role: 'user', id: 'u1' })],
  systemMessages: [{ role: 'system', content: 'You know the weather.' }],
  taggedSystemMessages: { memory: [{ role: 'system', content: 'The user lives in London.' }] },
  output: [
    createTestMessage({
      content: 'The weather in London is sunny.',
      role: 'assistant',
      toolInvocations: [
        {
          toolCallId: 'call-1',
          toolName: 'weatherTool',
          args: { location: 'London' },
          result: { temp: 20 },
          state: 'result',
        },
      ],
    }),
  ],
});

describe('createScorer', () => {
  it('with every option and every step', async () => {
    const scorer = createScorer({
      id: 'my-custom-scorer',
      name: 'My Custom Scorer',
      description: 'Evaluates responses based on custom criteria',
      type: 'agent',
      judge: { model: myModel, instructions: 'You are an expert evaluator...' },
    })
      .preprocess({
        description: 'Takes the answer apart.',
        outputSchema: z.object({ score: z.number() }),
        createPrompt: ({ run: { output } }) => `How long is ${output[0]?.content}`,
      })
      .analyze(({ results }) => results.preprocessStepResult.score * 2)
      .generateScore(({ results }) => results.analyzeStepResult)
      .generateReason({ description: 'Explains.', createPrompt: ({ score }) => `Explain ${score}.` });
    expect(await scorer.run({ input: run.input, output: run.output })).toMatchObject({
      score: 1,
      reason: 'It says why.',
      preprocessStepResult: { score: 0.5 },
      analyzeStepResult: 1,
    });
  });

  it('with a judge alone', async () => {
    const responseQuality = createScorer({
      id: 'response-quality',
      description: 'Scores response quality',
      judge: { model: myModel, instructions: 'Return a score and concise reason.' },
    })
      .generateScore({
        description: 'Score the response quality.',
        createPrompt: ({ run: { output } }) => `Score: ${output}`,
      })
      .generateReason({ description: 'Explain the score.', createPrompt: () => 'Explain the score.' });
    expect(await responseQuality.run({ input: 'x', output: 'y' })).toMatchObject({
      score: 0.5,
      reason: 'It says why.',
    });
  });

  it('for agents', async () => {
    const agentScorer = createScorer({
      id: 'agent-response-quality',
      description: 'Evaluates agent responses',
      type: 'agent',
    })
      .preprocess(({ run: { inputData } }) => {
        const userMessage = inputData.inputMessages[0]?.content;
        return { userMessage };
      })
      .generateScore(({ run: { output } }) => {
        const response = output[0]?.content ?? '';
        return response.length > 10 ? 1.0 : 0.5;
      });
    const result = await agentScorer.run(run);
    expect(result.score).toBe(1);
    expect(result.preprocessStepResult?.userMessage).toBe('What is the weather in London?');
    expect((await agentScorer.run({ input: 'Hi', output: 'Hello' })).score).toBe(0.5);
  });

  it('with types of one’s own', async () => {
    type CustomInput = { query: string; context: string[] };
    type CustomOutput = { answer: string; confidence: number };
    const customScorer = createScorer<CustomInput, CustomOutput>({
      id: 'custom-scorer',
      description: 'Evaluates custom data',
    }).generateScore(({ run: { output } }) => output.confidence);
    const result = await customScorer.run({
      input: { query: 'q', context: [] },
      output: { answer: 'a', confidence: 0.7 },
    });
    expect(result.score).toBe(0.7);
    // @ts-expect-error an output of another type
    await customScorer.run({ input: { query: 'q', context: [] }, output: 'a' }).catch(() => null);
  });
});

describe('the utilities', () => {
  it('those that read what was asked', async () => {
    const scorer = createScorer({ id: 'my-scorer', description: 'My scorer', type: 'agent' })
      .preprocess(({ run: { input } }) => {
        const systemMessages = getSystemMessagesFromRunInput(input);
        return {
          userMessage: getUserMessageFromRunInput(input),
          conversationHistory: extractInputMessages(input).join('\n'),
          systemPromptCount: systemMessages.length,
          systemPrompts: systemMessages,
          fullSystemPrompt: getCombinedSystemPrompt(input),
        };
      })
      .generateScore(() => 1);
    expect((await scorer.run(run)).preprocessStepResult).toEqual({
      userMessage: 'What is the weather in London?',
      conversationHistory: 'What is the weather in London?',
      systemPromptCount: 2,
      systemPrompts: ['You know the weather.', 'The user lives in London.'],
      fullSystemPrompt: 'You know the weather.\n\nThe user lives in London.',
    });
    expect((await scorer.run({ input: 'plain', output: '' })).preprocessStepResult).toMatchObject({
      userMessage: 'plain',
      conversationHistory: 'plain',
      systemPromptCount: 0,
    });
  });

  it('extractAgentResponseMessages', () => {
    expect(extractAgentResponseMessages(run.output)).toEqual(['The weather in London is sunny.']);
    expect(extractAgentResponseMessages('plain')).toEqual(['plain']);
  });

  it('getReasoningFromRunOutput', async () => {
    const reasoningQualityScorer = createScorer({
      id: 'reasoning-quality',
      name: 'Reasoning Quality',
      description: 'Evaluates the quality of model reasoning',
      type: 'agent',
    })
      .preprocess(({ run: { output } }) => {
        const reasoning = getReasoningFromRunOutput(output);
        const response = getAssistantMessageFromRunOutput(output);
        return { reasoning, response };
      })
      .analyze(({ results }) => {
        const { reasoning } = results.preprocessStepResult || {};
        return {
          hasReasoning: !!reasoning,
          reasoningLength: reasoning?.length || 0,
          hasStepByStep: reasoning?.includes('step') || false,
        };
      })
      .generateScore(({ results }) => {
        const { hasReasoning, reasoningLength } = results.analyzeStepResult || {};
        if (!hasReasoning) return 0;
        return Math.min(reasoningLength / 500, 1);
      })
      .generateReason(({ results, score }) => {
        const { hasReasoning, reasoningLength } = results.analyzeStepResult || {};
        if (!hasReasoning) return 'No reasoning was provided by the model.';
        return `Model provided ${reasoningLength} characters of reasoning. Score: ${score}`;
      });
    const thought = { type: 'reasoning', details: [{ type: 'text', text: 'x'.repeat(250) }] };
    for (const content of [
      { parts: [thought, { type: 'text', text: 'Sunny.' }] },
      { parts: [{ type: 'text', text: 'Sunny.' }], reasoning: 'x'.repeat(250) },
    ]) {
      const result = await reasoningQualityScorer.run({
        input: 'x',
        output: [{ role: 'assistant', content }],
      });
      expect(result.score).toBe(0.5);
      expect(result.preprocessStepResult?.response).toBe('Sunny.');
    }
    expect((await reasoningQualityScorer.run(run)).reason).toBe('No reasoning was provided by the model.');
  });
});
