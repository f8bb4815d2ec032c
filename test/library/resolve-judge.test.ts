import { describe, expect, test } from 'vitest';
import {
  createAnswerRelevancyScorer,
  createBiasScorer,
  createJudge,
  createScorer,
  UserError,
  z,
} from '../../src/library/index.js';
import { createJudgeCache, resolveJudge } from '../../src/library/resolve-judge.js';
import { ScorerRunError } from '../../src/scorers/builder/steps.js';
import { startOpenAiServer } from '../support/openai-server.js';

test('a custom judge is a name and a function that returns text', async () => {
  expect(() => createJudge('x', undefined as never)).toThrow(
    'createJudge "x": ask is undefined: give a function',
  );
  expect(() => createJudge('', async () => '')).toThrow('createJudge: name is "": give a text');
  const model = createJudge('x', async () => ({ text: '{}' }) as never);
  await expect(createBiasScorer({ model }).run({ input: 'a', output: 'b' })).rejects.toThrow(
    'createJudge "x": ask gave {"text":"{}"}: give the text of the model’s reply',
  );
});

describe('a judge by its name', () => {
  test.each([
    [{ model: 42 as never }, ['judge: model is 42: must be a name such as openai/gpt-6-luna']],
    [
      { model: 'openai/x', maxConcurrency: 0, requestTimeoutMs: 0.5 },
      ['maxConcurrency is 0', 'requestTimeoutMs is 0.5'],
    ],
    [{ model: 'other/x' }, ['names the provider "other"', 'Known: `openai`', 'set baseUrl']],
    [{ model: { id: 'other/x' } }, ['names the provider "other"']],
    [
      {
        model: {
          specificationVersion: 'v2',
          provider: 'openai.chat',
          modelId: 'gpt-x',
          doGenerate() {},
        } as never,
      },
      ["model objects of the AI SDK are not supported: give its name, model: 'openai/gpt-x'"],
    ],
  ])('%j is refused, with all that is wrong', (choice, messages) => {
    const find = () => resolveJudge(choice, { env: {}, salt: '' });
    expect(find).toThrow(UserError);
    for (const message of messages) expect(find).toThrow(message);
  });

  test.each([
    ['id and url', (url: string) => ({ id: 'my-provider/some-model', url, apiKey: 'sk-own' })],
    [
      'provider and model apart',
      (url: string) => ({ providerId: 'x', modelId: 'some-model', url, apiKey: 'sk-own' }),
    ],
  ])('a model with its address is asked there, with its key: %s', async (_, modelAt) => {
    await using server = await startOpenAiServer({ reply: () => ({ content: '{"level": 7}' }) });
    const model = modelAt(server.url);
    const scorer = createScorer<string, string>({
      id: 'r',
      description: 'Rates.',
      judge: { model },
    }).generateScore({
      description: 'Rates.',
      outputSchema: z.object({ level: z.number() }),
      createPrompt: () => 'How warm?',
      calculateScore: ({ analyzeStepResult }) => analyzeStepResult.level / 10,
    });
    expect((await scorer.run({ output: 'x' })).score).toBe(0.7);
    const [request] = server.requests;
    expect(request?.body).toMatchObject({ model: 'some-model' });
    expect(request?.headers).toMatchObject({ authorization: 'Bearer sk-own' });
  });

  test('one choice has one judge; an unknown setting is named', () => {
    const remembered = createJudgeCache({ OPENAI_API_KEY: 'sk-test' });
    const choice = { model: 'openai/x' };
    expect(remembered(choice)).toBe(remembered(choice));
    expect(remembered({ ...choice })).not.toBe(remembered(choice));
    expect(() => remembered({ ...choice, modle: 1, temperature: 0 } as never)).toThrow(
      /there is no option "modle"\. Did you mean `model`.*\n.*"temperature"/,
    );
  });
});

describe('createScorer with a model by name', () => {
  const ratedBy = (judge: Parameters<typeof createScorer>[0]['judge']) =>
    createScorer<string, string>({ id: 'rated', description: 'A number from a judge.', judge }).generateScore(
      {
        description: 'Rates.',
        outputSchema: z.object({ level: z.number() }),
        createPrompt: ({ run }) => `How warm is this, from 0 to 10? ${run.output}`,
        calculateScore: ({ analyzeStepResult }) => analyzeStepResult.level / 10,
      },
    );

  test('puts its prompt to the provider, every run under one limit', async () => {
    let inFlight = 0;
    let most = 0;
    await using server = await startOpenAiServer({
      reply: async () => {
        most = Math.max(most, ++inFlight);
        await new Promise((resolve) => setTimeout(resolve, 5));
        inFlight -= 1;
        return { content: '{"level": 7}' };
      },
    });
    const scorer = ratedBy({
      model: 'openai/some-model',
      baseUrl: server.url,
      apiKey: 'sk-test',
      maxConcurrency: 1,
      instructions: 'Be fair.',
    });
    const results = await Promise.all(['a', 'b', 'c'].map((output) => scorer.run({ output })));
    expect(results.map(({ score }) => score)).toEqual([0.7, 0.7, 0.7]);
    expect(most).toBe(1);
    expect(server.requests[0]?.body).toMatchObject({
      model: 'openai/some-model',
      messages: [
        { role: 'system', content: 'Be fair.' },
        { role: 'user', content: 'How warm is this, from 0 to 10? a' },
      ],
      response_format: {
        type: 'json_schema',
        json_schema: { strict: true, schema: { required: ['level'] } },
      },
    });
  });

  test('is refused by the built-in judge, which says what to do', async () => {
    const refused = ratedBy({ model: 'builtin' }).run({ output: 'x' });
    await expect(refused).rejects.toThrow(ScorerRunError);
    await expect(refused).rejects.toThrow(
      /built-in judge cannot answer rated\/generateScore.*give the scorer a model/,
    );
  });
});

test.each([[createAnswerRelevancyScorer], [createBiasScorer]])('%o needs a model', (create) => {
  const called = create as unknown as (config?: unknown) => unknown;
  expect(() => called()).toThrow(UserError);
  expect(() => called('openai/gpt-6-luna')).toThrow(
    /called with "openai.*give a group of options, such as \{ model:/,
  );
});
