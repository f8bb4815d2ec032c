import { afterEach, describe, expect, test, vi } from 'vitest';
import { createAnswerRelevancyScorer, ProviderError, UserError } from '../../src/library/index.js';
import { CONTROL_POOL } from '../../src/scorers/judged/control-statement.js';
import { fakeChat, isControl, llmJudge, readRequest, verdictsReply } from '../support/judges.js';
import { startOpenAiServer } from '../support/openai-server.js';

const INPUT = 'Where does my order stand?';
const OUTPUT =
  'Your order left the warehouse on Monday. The carrier may deliver it on Friday. Our founder collects clocks.';
const decide = (text: string) =>
  isControl(text)
    ? 'no'
    : text.includes('order')
      ? 'yes'
      : text.includes('carrier')
        ? 'unsure'
        : ('no' as const);
const reply = (messages: Parameters<typeof readRequest>[0]): string => {
  const seen = readRequest(messages);
  if ('score' in seen.data) return '{"reason": "One of three is about the order."}';
  return JSON.stringify(verdictsReply(seen.data, decide));
};
const serve = () =>
  startOpenAiServer({
    reply: ({ messages }) => ({ content: reply(messages as Parameters<typeof readRequest>[0]) }),
  });

afterEach(() => vi.unstubAllEnvs());

describe('the scorer as a function', () => {
  test('asks a model by name at any compatible provider, and shows every prompt', async () => {
    await using server = await serve();
    const scorer = createAnswerRelevancyScorer({
      model: 'some-model',
      baseUrl: server.url,
      apiKey: 'sk-test',
      reason: 'llm',
    });
    const result = await scorer.run({ input: INPUT, output: OUTPUT });
    expect(result.reason).toBe('One of three is about the order.');
    expect(result.score).toBeCloseTo(1.3 / 3, 10);
    expect(result.analyzePrompt).toContain('"s3": "Our founder collects clocks."');
    expect(result.generateReasonPrompt).toContain('"score": 0.433');
    expect(server.requests).toHaveLength(2);
    for (const { body, headers } of server.requests) {
      expect(body.model).toBe('some-model');
      expect(headers.authorization).toBe('Bearer sk-test');
      expect(body).toMatchObject({
        temperature: 0,
        response_format: { type: 'json_schema', json_schema: { strict: true } },
      });
    }
  });

  test('takes key and base URL from the environment', async () => {
    await using server = await serve();
    vi.stubEnv('OPENAI_API_KEY', 'sk-env');
    vi.stubEnv('OPENAI_BASE_URL', server.url);
    const { score } = await createAnswerRelevancyScorer({ model: 'some-model', uncertaintyWeight: 0.5 }).run({
      input: INPUT,
      output: OUTPUT,
    });
    expect(score).toBeCloseTo(0.5, 10);
    expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-env');
  });

  test('falls back where the provider has no strict schemas', async () => {
    await using server = await startOpenAiServer({
      reply: ({ messages, response_format }) =>
        (response_format as { type?: string } | undefined)?.type === 'json_schema'
          ? {
              status: 400,
              body: {
                error: {
                  message:
                    "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
                  type: 'invalid_request_error',
                  param: 'response_format',
                },
              },
            }
          : { content: reply(messages as Parameters<typeof readRequest>[0]) },
    });
    const scorer = createAnswerRelevancyScorer({
      model: 'old',
      baseUrl: server.url,
      apiKey: 'sk-test',
    });
    expect((await scorer.run({ input: INPUT, output: OUTPUT })).score).toBeCloseTo(1.3 / 3, 10);
    expect(
      server.requests.map(({ body }) => (body.response_format as { type: string } | undefined)?.type),
    ).toEqual(['json_schema', undefined]);
  });

  test('a key that is missing is an error, found out when a call is due', async () => {
    vi.stubEnv('OPENAI_API_KEY', '');
    const scorer = createAnswerRelevancyScorer({ model: 'openai/some-model' });
    expect((await scorer.run({ input: INPUT, output: '' })).score).toBe(0);
    await expect(scorer.run({ input: INPUT, output: OUTPUT })).rejects.toThrow(ProviderError);
    await expect(scorer.run({ input: INPUT, output: OUTPUT })).rejects.toThrow(/OPENAI_API_KEY/);
  });

  test('runs offline with the built-in judge', async () => {
    const scorer = createAnswerRelevancyScorer({ model: 'builtin', reason: 'llm' });
    const result = await scorer.run({ input: 'What is the capital of France?', output: 'Paris' });
    expect(result.score).toBeGreaterThan(0.8);
    expect(result.runId).toMatch(/^[0-9a-f-]{36}$/);
    expect(result.generateReasonPrompt).toBeUndefined();
  });

  test.each([
    [{ model: 'gemni/some' }, /provider "gemni", and no address\. Did you mean `gemini`.*set baseUrl/],
    [{ model: 'openai/' }, /names no model/],
    [{ model: 'openai/a', uncertaintyWeight: 1.01 }, /uncertaintyWeight is 1\.01: .*from 0 to 1/],
    [{ model: 'openai/a', scale: 0 }, /scale is 0: .*above 0/],
  ])('%j is refused', (config, message) => {
    expect(() => createAnswerRelevancyScorer(config)).toThrow(UserError);
    expect(() => createAnswerRelevancyScorer(config)).toThrow(message);
  });
});

describe('messages', () => {
  test('the last user message is the input, the system message the task, the tool calls belong to the answer', async () => {
    const chat = fakeChat(({ messages }) => reply(messages));
    await createAnswerRelevancyScorer({ model: llmJudge(chat) }).run({
      input: [
        { role: 'system', content: 'Helps with orders.' },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello!' },
        { role: 'user', content: [{ type: 'text', text: INPUT }] },
      ],
      output: [
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ function: { name: 'order_status', arguments: '{"id":4}' } }],
        },
        { role: 'tool', content: 'left on Monday' },
        { role: 'assistant', content: OUTPUT },
      ],
    });
    expect(readRequest(chat.requests.at(-1)?.messages ?? []).data).toMatchObject({
      task: 'Helps with orders.',
      conversation: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello!' },
      ],
      input: INPUT,
      answer: OUTPUT,
      tool_calls: ['order_status({"id":4}) → left on Monday'],
    });
  });
});

test('control statements and repeats are in no prompt that is shown', async () => {
  let asked = 0;
  const chat = fakeChat(({ messages }) => (++asked > 1 ? reply(messages) : '{}'));
  const output = Array.from(
    { length: 120 },
    (_, index) => `The order number ${index} left the big warehouse.`,
  ).join('\n');
  const result = await createAnswerRelevancyScorer({ model: llmJudge(chat) }).run({ input: INPUT, output });
  expect(asked).toBe(3);
  expect(result.analyzePrompt?.match(/"statements": \{/g)).toHaveLength(2);
  expect(result.preprocessStepResult?.statements).toHaveLength(120);
  for (const text of CONTROL_POOL) {
    expect(JSON.stringify(result)).not.toContain(text);
  }
});

describe('what a program hands over', () => {
  const builtin = createAnswerRelevancyScorer({ model: 'builtin' });
  const input = 'What is the capital of France?';
  // What plain JavaScript may hand over, whatever the types say.
  const run = (given: object) => builtin.run(given as Parameters<typeof builtin.run>[0]);

  test.each([42, true, {}, [42], [{ role: 'assistant' }]])(
    'output %j is a fault of the harness, not an empty answer',
    async (output) => {
      const result = await run({ input, output, runId: 'run-1' });
      expect(result).toMatchObject({ runId: 'run-1', output, score: null, unscored: { kind: 'harness' } });
      expect(result.reason).toContain(JSON.stringify(output));
    },
  );

  test('an answer that says nothing still scores 0', async () => {
    for (const output of ['', [], { role: 'assistant', content: null }]) {
      expect(await run({ input, output })).toMatchObject({ score: 0, flags: ['empty'] });
    }
  });

  test.each([
    [{ input, output: undefined }, /^output is undefined: give a text/],
    [{ input, output: null }, /^output is null/],
    [{ input: null, output: 'Paris' }, /^input is null: give a text/],
    [{ input: 42, output: 'Paris' }, /^input is 42/],
    [{ output: 'Paris' }, /^input is undefined/],
    [{}, /^input is undefined.*\noutput is undefined/],
  ])('%j is refused', async (given, message) => {
    const refused = run(given);
    await expect(refused).rejects.toThrow(UserError);
    await expect(refused).rejects.toThrow(message);
  });
});
