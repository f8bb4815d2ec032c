import { describe, expect, test } from 'vitest';
import { createLlmJudge } from '../../src/judging/llm-judge.js';
import { createHttpFetch } from '../../src/llm/http-fetch.js';
import { type ChatClientOptions, openChatClient } from '../../src/llm/open-chat-client.js';
import { createRateLimits } from '../../src/llm/rate-limits.js';
import type { Message } from '../../src/model/case.js';
import { ProviderError } from '../../src/model/errors.js';
import type { ChatRequest } from '../../src/model/provider.js';
import { createBudget } from '../../src/produce/spending.js';
import { ANTHROPIC_WIRE } from '../support/anthropic-wire.js';
import { type OpenAiServer, type ServerReply, startOpenAiServer } from '../support/openai-server.js';

const KEY = 'sk-test-0123456789';
const never = new AbortController().signal;
const REQUEST: ChatRequest = {
  model: 'anthropic/m-1',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'hello' },
  ],
  parameters: { temperature: 0, seed: 1 },
};

function openClient(url: string, options: Partial<ChatClientOptions> = {}) {
  const waits: number[] = [];
  let clock = 1_000_000;
  const clockwork = {
    now: () => clock,
    sleep: async (milliseconds: number) => {
      waits.push(milliseconds);
      clock += milliseconds;
    },
    random: () => 0,
  };
  const client = openChatClient({
    provider: { baseUrl: url, preset: 'anthropic', apiKey: KEY, apiKeySource: 'variable X' },
    maxRetries: 2,
    requestTimeoutMs: 10_000,
    httpFetch: createHttpFetch({}),
    rateLimits: createRateLimits({ maxConcurrency: 4, ...clockwork }),
    ...clockwork,
    ...options,
  });
  return { client, waits };
}

const open = (...replies: ServerReply[]) => ({
  anthropic: () =>
    startOpenAiServer(
      { reply: (_, index) => replies[Math.min(index, replies.length - 1)] ?? { hang: true } },
      ANTHROPIC_WIRE,
    ),
  openai: () =>
    startOpenAiServer({
      reply: (_, index) => replies[Math.min(index, replies.length - 1)] ?? { hang: true },
    }),
});

// The same of every SDK.
describe.each(['openai', 'anthropic'] as const)('a client of %s', (kind) => {
  const serve = (...replies: ServerReply[]) => open(...replies)[kind]();
  const openAt = (server: OpenAiServer, options: Partial<ChatClientOptions> = {}) =>
    openClient(server.url, {
      provider: { baseUrl: server.url, preset: kind, apiKey: KEY, apiKeySource: 'variable X' },
      ...options,
    });
  const request = { ...REQUEST, model: `${kind}/m-1` };

  test('asks the model by its own name, with the key, and reads the reply', async () => {
    await using server = await serve({ content: 'hi', usage: { prompt_tokens: 7, completion_tokens: 2 } });
    const { client } = openAt(server);
    expect(await client.complete(request, { signal: never })).toMatchObject({
      content: 'hi',
      finish: 'stop',
      refusal: null,
      toolCalls: [],
      usage: { calls: 1, inputTokens: 7, outputTokens: 2 },
    });
    expect(client.usage()).toEqual({ calls: 1, inputTokens: 7, outputTokens: 2 });
    expect(server.requests[0]?.body).toMatchObject({ model: 'm-1', temperature: 0 });
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  test.each([
    [
      { content: 'ha', finish: 'length' },
      { content: 'ha', finish: 'length' },
    ],
    [
      { content: '', finish: 'content_filter' },
      { content: '', finish: 'content-filter' },
    ],
    [
      { content: '', toolCalls: [{ name: 'find', arguments: '{"a":1}' }] },
      { finish: 'tool-calls', toolCalls: [{ name: 'find', arguments: { a: 1 } }] },
    ],
  ])('reads how the model stopped: %j', async (reply, read) => {
    await using server = await serve(reply);
    expect(await openAt(server).client.complete(request, { signal: never })).toMatchObject(read);
  });

  test('sends a history with tool calls', async () => {
    await using server = await serve({ content: 'ok' });
    const messages: Message[] = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: '', toolCalls: [{ name: 'x', arguments: { n: 1 } }, { name: 'y' }] },
      { role: 'tool', content: 'one' },
      { role: 'tool', content: 'two' },
      { role: 'user', content: 'b' },
    ];
    await openAt(server).client.complete({ ...request, messages }, { signal: never });
    const sent = JSON.stringify(server.requests[0]?.body);
    for (const text of ['one', 'two', '"x"', '"y"']) expect(sent).toContain(text);
  });

  test('waits for a rate limit as long as the provider says, and retries a busy server', async () => {
    const busy = {
      status: 529,
      body: { type: 'error', error: { type: 'overloaded_error', message: 'Busy' } },
    };
    await using server = await serve(
      { status: 429, headers: { 'retry-after': '7' }, body: { error: { type: 'rate_limit_error' } } },
      busy,
      { status: 500 },
      { content: 'hi' },
    );
    const { client, waits } = openAt(server);
    expect((await client.complete(request, { signal: never })).content).toBe('hi');
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThanOrEqual(7_000);
    expect(server.requests).toHaveLength(4);
    expect(client.usage().calls).toBe(1);
  });

  test.each([
    [401, 'unauthorized', true],
    [404, 'gone', true],
    [400, 'bad-request', false],
    [402, 'no-credit', true],
  ])('an error %i is %s, and never shows the key', async (status, failure, fatal) => {
    const body = { type: 'error', error: { type: 'some_error', message: `wrong: ${KEY}` } };
    await using server = await serve({ status, body });
    const error: unknown = await openAt(server)
      .client.complete(request, { signal: never })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ kind: failure, fatal, message: expect.stringContaining('wrong: ***') });
  });

  test('a budget that is spent ends the calls', async () => {
    await using server = await serve({ content: 'hi' });
    const budget = createBudget({ maxCalls: 1, maxTokens: null });
    const { client } = openAt(server, { budget });
    await client.complete(request, { signal: never });
    await expect(client.complete(request, { signal: never })).rejects.toThrow(/max-calls/);
    expect(server.requests).toHaveLength(1);
  });

  test('a request has its time limit, and an aborted run its reason', async () => {
    await using server = await serve({ hang: true });
    const { client } = openAt(server, { requestTimeoutMs: 50, maxRetries: 0 });
    await expect(client.complete(request, { signal: never })).rejects.toMatchObject({ kind: 'timeout' });
    const signal = AbortSignal.abort(new ProviderError('time is up', { kind: 'timeout' }));
    await expect(client.complete(request, { signal })).rejects.toThrow('time is up');
  });

  test('a judge gets the schema of its question, and the form in words if the model refuses it', async () => {
    const schema = {
      type: 'object',
      properties: { score: { type: 'number' } },
      required: ['score'],
      additionalProperties: false,
    };
    const refusal = 'This model does not support structured output (response_format).';
    await using server = await serve(
      { content: '{"score": 1}' },
      { status: 400, body: { type: 'error', error: { type: 'invalid_request_error', message: refusal } } },
      { content: 'Here: {"score": 2}' },
    );
    const { client } = openAt(server);
    const provider = { baseUrl: server.url, preset: kind, apiKey: KEY, apiKeySource: 'x' };
    const judge = createLlmJudge({ model: `${kind}/m-1`, provider, parameters: {} }, client, { salt: 's' });
    const question = { name: 'q', rules: 'Judge.', data: {}, schema, shape: '{"score": 1}' };
    expect(await judge.ask(question, { signal: never })).toEqual({ score: 1 });
    expect(await judge.ask({ ...question, draw: 1 }, { signal: never })).toEqual({ score: 2 });
    expect(JSON.stringify(server.requests[0]?.body)).toContain('"additionalProperties":false');
    expect(JSON.stringify(server.requests[2]?.body)).not.toContain('"additionalProperties":false');
  });
});

test('what the Messages API gets: rules apart, a limit, the format, declared tools that may not be called, no seed', async () => {
  await using server = await open({ content: 'ok' }).anthropic();
  const { client } = openClient(server.url);
  const messages: Message[] = [
    ...REQUEST.messages,
    {
      role: 'assistant',
      content: 'Let me look.',
      toolCalls: [{ name: 'find', arguments: 'x', result: '1' }],
    },
    { role: 'user', content: 'And?' },
  ];
  const responseFormat = { kind: 'json_schema', name: 'f', schema: { type: 'object' } } as const;
  const parameters = { ...REQUEST.parameters, output_config: { effort: 'low' } };
  await client.complete({ ...REQUEST, messages, responseFormat, parameters }, { signal: never });
  expect(server.requests[0]?.body).toEqual({
    model: 'm-1',
    max_tokens: 16_000,
    stream: false,
    temperature: 0,
    system: 'Be brief.',
    output_config: { effort: 'low', format: { type: 'json_schema', schema: { type: 'object' } } },
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'hello' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me look.' },
          { type: 'tool_use', id: 'call_1', name: 'find', input: { value: 'x' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_1', content: '1' },
          { type: 'text', text: 'And?' },
        ],
      },
    ],
    tools: [{ name: 'find', input_schema: { type: 'object' } }],
    tool_choice: { type: 'none' },
  });
});
