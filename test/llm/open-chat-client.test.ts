import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createHttpFetch } from '../../src/llm/http-fetch.js';
import { type ChatClientOptions, openChatClient } from '../../src/llm/open-chat-client.js';
import { createRateLimits } from '../../src/llm/rate-limits.js';
import { ProviderError } from '../../src/model/errors.js';
import type { ChatRequest, ProviderSettings } from '../../src/model/provider.js';
import { createBudget } from '../../src/produce/spending.js';
import { runPool } from '../../src/workers/worker-pool.js';
import { type ServerReply, startOpenAiServer } from '../support/openai-server.js';
import { createRendezvous } from '../support/rendezvous.js';

const KEY = 'sk-test-0123456789';
const never = new AbortController().signal;

const REQUEST: ChatRequest = { model: 'm-1', messages: [{ role: 'user', content: 'hello' }], parameters: {} };

/** A client whose waits are told instead of waited, on a clock that they move. */
function openClient(url: string | null, options: Partial<ChatClientOptions> & { key?: string | null } = {}) {
  const { key = KEY, ...rest } = options;
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
  const provider: ProviderSettings = { baseUrl: url, apiKey: key, apiKeySource: 'input openai-api-key' };
  const client = openChatClient({
    provider,
    maxRetries: 4,
    requestTimeoutMs: 10_000,
    httpFetch: createHttpFetch({}),
    rateLimits: createRateLimits({ maxConcurrency: 16, ...clockwork }),
    ...clockwork,
    ...rest,
  });
  const ask = (request = REQUEST, signal = never) => client.complete(request, { signal });
  const fail = (request = REQUEST, signal = never) => failureOf(ask(request, signal));
  return { client, waits, ask, fail };
}

async function failureOf(work: Promise<unknown>): Promise<ProviderError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** A provider that replies in this order, the last one again and again. */
const serve = (...replies: ServerReply[]) =>
  startOpenAiServer({ reply: (_, index) => replies[Math.min(index, replies.length - 1)] ?? { hang: true } });

test('one call: what goes out and what comes back', async () => {
  // The SDK would send it to whatever address.
  vi.stubEnv('OPENAI_ORG_ID', 'org-1');
  onTestFinished(() => void vi.unstubAllEnvs());
  await using server = await serve({ content: 'hi', usage: { prompt_tokens: 7, completion_tokens: 2 } });
  const { client } = openClient(server.url, { key: `${KEY}\n` });
  const reply = await client.complete(
    {
      ...REQUEST,
      parameters: { temperature: 0, seed: 7, model: 'other', stream: true },
      responseFormat: { kind: 'json_schema', name: 'a/b c', schema: { type: 'object' } },
    },
    { signal: never },
  );
  expect(reply).toEqual({
    content: 'hi',
    finish: 'stop',
    refusal: null,
    toolCalls: [],
    usage: { calls: 1, inputTokens: 7, outputTokens: 2 },
    seconds: expect.any(Number),
  });
  expect(client.usage()).toEqual({ calls: 1, inputTokens: 7, outputTokens: 2 });
  expect(server.requests[0]?.headers).toMatchObject({ authorization: `Bearer ${KEY}` });
  expect(server.requests[0]?.headers).not.toHaveProperty('openai-organization');
  expect(server.requests[0]?.body).toEqual({
    model: 'm-1',
    messages: [{ role: 'user', content: 'hello' }],
    temperature: 0,
    seed: 7,
    stream: false,
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'a_b_c', strict: true, schema: { type: 'object' } },
    },
  });
});

describe('before any request', () => {
  test.each([null, '', '  '])('no key (%j) is unauthorized and says where it is looked for', async (key) => {
    const error = await openClient('https://models.test/v1', { key }).fail();
    expect(error.kind).toBe('unauthorized');
    expect(error.fatal).toBe(true);
    expect(error.message).toContain('input openai-api-key');
  });

  test('a key that cannot be sent is unauthorized and not shown', async () => {
    const { fail } = openClient('http://127.0.0.1:1/v1', { key: 'sk-abc\nsk-def' });
    const error = await fail();
    expect(error.kind).toBe('unauthorized');
    expect(error.message).not.toContain('sk-abc');
  });

  test.each(['api.openai.com', 'ftp://x/v1', 'not a url'])('base URL %s is refused', (url) => {
    expect(() => openClient(url)).toThrow(`base URL ${url}`);
  });

  test('a base URL with a password is refused, and the password not shown', () => {
    expect(() => openClient('https://user:secret@x.test/v1')).toThrow(
      /^base URL https:\/\/x\.test\/v1: remove/,
    );
  });
});

describe('an HTTP error', () => {
  test.each<[number, string, boolean]>([
    [400, 'bad-request', false],
    [401, 'unauthorized', false],
    [402, 'no-credit', false],
    [403, 'unauthorized', false],
    [404, 'gone', false],
    [408, 'timeout', true],
    [409, 'unavailable', true],
    [410, 'gone', false],
    [413, 'bad-request', false],
    [422, 'bad-request', false],
    [500, 'unavailable', true],
    [499, 'unavailable', true],
    [502, 'unavailable', true],
  ])('%d is %s, tried again: %s', async (status, kind, again) => {
    await using server = await serve({ status, body: { error: { message: `because\n of ${KEY}` } } });
    const { client, fail } = openClient(server.url, { maxRetries: 1 });
    const error = await fail();
    expect(error).toMatchObject({ kind, status });
    expect(error.message).toMatch(/^127\.0\.0\.1:\d+, model m-1: [^\n]*because of \*\*\*/);
    expect(server.requests).toHaveLength(again ? 2 : 1);
    expect(client.usage().calls).toBe(0);
  });

  test.each([
    [429, { error: { message: 'quota', code: 'insufficient_quota' } }, 'no-credit'],
    [429, { message: 'Too many tokens per day, please wait before trying again.' }, 'rate-limited'],
  ])('an account that is used up (%d, %j) is not asked again', async (status, body, kind) => {
    await using server = await serve({ status, body });
    const rateLimits = createRateLimits({ maxConcurrency: 1, timeLeft: () => 600_000 });
    const { fail } = openClient(server.url, { rateLimits });
    for (const error of await Promise.all([1, 2, 3].map(() => fail()))) {
      expect(error).toMatchObject({ kind, fatal: true });
    }
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    [413, 'Payload Too Large', 1],
    [429, 'Request too large for m-1 on tokens per min', 1],
    [400, 'The schema is not supported', 2],
  ])('%d, “%s”: sent in so many forms: %d', async (status, message, count) => {
    await using server = await serve({ status, body: { error: { message } } });
    const { fail } = openClient(server.url);
    const responseFormat = { kind: 'json_schema', name: 'a', schema: { type: 'object' } } as const;
    await fail({ ...REQUEST, responseFormat, optional: { parameters: [], messages: REQUEST.messages } });
    expect(server.requests).toHaveLength(count);
  });

  test('an error reported under status 200 counts as that error', async () => {
    await using server = await serve(
      { raw: '{"error":{"message":"slow down","code":429}}' },
      { content: 'ok' },
    );
    const { waits, ask } = openClient(server.url);
    expect((await ask()).content).toBe('ok');
    expect(waits[0]).toBe(1_000);
  });
});

describe('trying again', () => {
  test('waits double, and the message tells the tries', async () => {
    await using server = await serve({ status: 502 });
    const { waits, fail } = openClient(server.url);
    const error = await fail();
    expect(waits).toEqual([500, 1000, 2000, 4000]);
    expect(error.message).toContain('(5 tries)');
  });

  test.each<[string, number]>([
    ['2', 2_000],
    // One odd reply would take the whole run's time.
    ['3600', 60_000],
  ])('retry-after: %s is honoured, up to a minute', async (stated, wait) => {
    await using server = await serve({ status: 500, headers: { 'retry-after': stated } }, { content: 'ok' });
    const { waits, ask } = openClient(server.url);
    await ask();
    expect(waits).toEqual([wait]);
  });

  test('a reset connection is tried again', async () => {
    await using server = await serve({ destroy: true }, { content: 'ok' });
    expect((await openClient(server.url).ask()).content).toBe('ok');
    expect(server.requests).toHaveLength(2);
  });

  test('a call that waits holds no place', async () => {
    const resting = Promise.withResolvers<void>();
    await using server = await serve({ status: 500 }, { content: 'ok' });
    const { ask } = openClient(server.url, {
      rateLimits: createRateLimits({ maxConcurrency: 1 }),
      sleep: () => resting.promise,
    });
    const waiting = ask();
    expect((await ask()).content).toBe('ok');
    resting.resolve();
    expect((await waiting).content).toBe('ok');
  });
});

describe('a rate limit', () => {
  const slow = { error: { message: 'Slow down.' } };

  test.each<[number, Record<string, string>, object]>([
    [429, { 'retry-after': '2' }, slow],
    [429, { 'retry-after-ms': '2000' }, slow],
    [
      429,
      { 'retry-after': new Date(1_002_000).toUTCString(), date: new Date(1_000_000).toUTCString() },
      slow,
    ],
    [429, { 'x-ratelimit-reset-requests': '2s', 'x-ratelimit-remaining-requests': '0' }, slow],
    [429, {}, { error: { message: 'Rate limit reached. Please try again in 2s.' } }],
    [503, { 'retry-after': '2' }, slow],
    [529, { 'retry-after': '2' }, slow],
  ])('%d with %j is no try, and its wait is kept', async (status, headers, body) => {
    await using server = await serve({ status, headers, body }, { content: 'ok' });
    const { waits, ask } = openClient(server.url, { maxRetries: 0 });
    expect((await ask()).content).toBe('ok');
    expect(waits[0]).toBe(2_000);
  });

  test('that refuses a request twelve times does not end it, and its budget counts one call', async () => {
    const refused = Array.from({ length: 12 }, () => ({ status: 429, body: slow }));
    await using server = await serve(...refused, { content: 'ok' });
    const budget = createBudget({ maxCalls: 5, maxTokens: null });
    const { ask } = openClient(server.url, { maxRetries: 1, budget });
    expect((await ask()).content).toBe('ok');
    expect(server.requests).toHaveLength(13);
    expect(budget.left()?.calls).toBe(4);
  });

  test('holds every client of that address and key, and no other', async () => {
    await using server = await startOpenAiServer({
      reply: (_, __, { headers }) =>
        headers.authorization === 'Bearer sk-free'
          ? { content: 'ok' }
          : { status: 429, headers: { 'retry-after': '90' } },
    });
    const rateLimits = createRateLimits({ maxConcurrency: 4, timeLeft: () => 600_000 });
    const stop = new AbortController();
    const open = (key: string) => openClient(server.url, { key, rateLimits }).client;
    const agent = open('sk-limited').complete(REQUEST, { signal: stop.signal });
    while (server.requests.length < 1) await new Promise((resolve) => setTimeout(resolve, 1));
    await open('sk-free').complete(REQUEST, { signal: never });
    const judge = open('sk-limited').complete(REQUEST, { signal: stop.signal });
    await open('sk-free').complete(REQUEST, { signal: never });
    expect(server.requests).toHaveLength(3);
    stop.abort();
    for (const call of [agent, judge]) expect((await failureOf(call)).kind).toBe('aborted');
  });

  test("that lasts longer than the run fails every call, with the provider's message", async () => {
    await using server = await serve({ status: 429, headers: { 'retry-after': '32400' }, body: slow });
    const rateLimits = createRateLimits({ maxConcurrency: 2, timeLeft: () => 600_000 });
    const { fail } = openClient(server.url, { rateLimits });
    const errors = await Promise.all(Array.from({ length: 9 }, () => fail()));
    for (const error of errors) {
      expect(error).toMatchObject({ kind: 'rate-limited', fatal: true });
      expect(error.message).toContain(
        'status 429, Slow down; it asks to wait 9 h, and the run has 10 min left',
      );
    }
    expect(server.requests.length).toBeLessThanOrEqual(2);
  });
});

describe('a limit in another form', () => {
  test.each<ServerReply>([
    { status: 425 },
    { status: 400, body: { error: { message: 'Too many requests, please slow down' } } },
    { status: 200, body: { choices: null, error: { type: 'rate_limit_error', message: '' } } },
    { status: 503 },
    { status: 529, body: { error: { type: 'overloaded_error', message: 'Overloaded' } } },
  ])('by %j is no try of the call', async (refusal) => {
    await using server = await serve({ content: 'ok' }, ...Array(9).fill(refusal), { content: 'ok' });
    const { ask } = openClient(server.url, { maxRetries: 0 });
    await ask();
    expect((await ask()).content).toBe('ok');
    expect(server.requests).toHaveLength(11);
  });

  test('by an overloaded server is tried for some minutes', async () => {
    await using server = await serve({ status: 503, body: 'no healthy upstream' });
    const { waits, fail } = openClient(server.url, { maxRetries: 0 });
    const error = await fail();
    expect(error).toMatchObject({ kind: 'unavailable', fatal: false, status: 503 });
    expect(error.message).toContain('no healthy upstream (40 tries)');
    expect(waits.slice(0, 7)).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });
});

describe('a 401, 403 or 404 of a model that answered before', () => {
  test.each([401, 403, 404])('%d once is tried again', async (status) => {
    await using server = await serve({ content: 'ok' }, { status }, { content: 'ok' });
    const { ask, waits } = openClient(server.url);
    await ask();
    expect((await ask()).content).toBe('ok');
    expect(waits).toEqual([500]);
  });

  test('403 for one request while others get through is that request’s failure alone', async () => {
    const isBlocked = (asked: { messages: readonly { content?: unknown }[] }) =>
      asked.messages[0]?.content === 'DROP TABLE';
    await using server = await startOpenAiServer({
      reply: (asked) => (isBlocked(asked) ? { status: 403, body: 'blocked' } : { content: 'ok' }),
    });
    const { ask, fail } = openClient(server.url);
    await ask();
    const blocked = fail({ ...REQUEST, messages: [{ role: 'user', content: 'DROP TABLE' }] });
    while (server.requests.filter(({ body }) => isBlocked(body)).length < 5) await ask();
    const error = await blocked;
    expect(error).toMatchObject({ fatal: false, status: 403 });
    expect(error.message).toContain('(5 tries, while others got through)');
  });
});

test('a request that a limit refuses fails alone if others succeed', async () => {
  const isLarge = (body: { readonly messages: readonly { readonly content?: unknown }[] }) =>
    body.messages[0]?.content === 'large';
  await using server = await startOpenAiServer({
    reply: (body) => (isLarge(body) ? { status: 429, headers: { 'retry-after': '60' } } : { content: 'ok' }),
  });
  const { ask, fail } = openClient(server.url, { maxRetries: 0 });
  await ask();
  const error = await fail({ ...REQUEST, messages: [{ role: 'user', content: 'large' }] });
  expect(error).toMatchObject({ kind: 'rate-limited', fatal: false });
  expect(error.message).toContain('refused again and again, while others got through');
  expect((await ask()).content).toBe('ok');
});

test('a server that never answers: one try more, then a timeout', async () => {
  await using server = await serve({ hang: true });
  const error = await openClient(server.url, { requestTimeoutMs: 60 }).fail();
  expect(error).toMatchObject({
    kind: 'timeout',
    message: expect.stringContaining('within 0.1 s (2 tries)'),
  });
});

describe('replies that are none', () => {
  test.each<[string, ServerReply, string]>([
    [
      'a page under status 200',
      { raw: '<html><title>Sign in</title></html>', contentType: 'text/html' },
      'Sign in',
    ],
    ['broken JSON', { raw: '{"choices":[' }, 'instead of JSON'],
    ['nothing', { raw: '' }, 'answered nothing'],
    ['JSON null', { raw: 'null' }, 'not a chat completion'],
    ['an error without a status', { raw: '{"error":{"message":"odd"}}' }, 'an error under status 200, odd'],
    ['no choices', { raw: '{"choices":[]}' }, 'no choice'],
  ])('%s is malformed, in one line', async (_, reply, words) => {
    await using server = await serve(reply);
    const error = await openClient(server.url).fail();
    expect(error.kind).toBe('malformed');
    expect(error.message).toContain(words);
    expect(error.message).not.toContain('\n');
    expect(server.requests).toHaveLength(1);
  });
});

describe('what the user set', () => {
  const refusing =
    (name: string, message: string) =>
    (request: object): ServerReply =>
      Object.hasOwn(request, name)
        ? { status: 400, body: { error: { message, param: name, code: 'unsupported_parameter' } } }
        : { content: 'ok' };

  test.each([
    ['max_tokens', 'max_completion_tokens'],
    ['max_completion_tokens', 'max_tokens'],
  ])('%s becomes %s', async (sent, taken) => {
    const message = `Unsupported parameter: '${sent}'. Use '${taken}' instead.`;
    await using server = await startOpenAiServer({ reply: refusing(sent, message) });
    const { ask } = openClient(server.url);
    await ask({ ...REQUEST, parameters: { [sent]: 50 } });
    expect(server.requests[1]?.body).toMatchObject({ [taken]: 50 });
    expect(server.requests[1]?.body).not.toHaveProperty(sent);
  });

  test.each(['temperature', 'seed', 'top_p'])(
    '%s is never left out, and the message names it',
    async (name) => {
      await using server = await startOpenAiServer({
        reply: refusing(name, `Unsupported parameter: '${name}'`),
      });
      const error = await openClient(server.url).fail({ ...REQUEST, parameters: { [name]: 1 } });
      expect(error.kind).toBe('bad-request');
      expect(error.message).toContain(
        `${name} is set in the target's parameters or the prompt file: change or`,
      );
      expect(server.requests).toHaveLength(1);
    },
  );

  test.each<[string, ServerReply]>([
    ['named', { status: 400, body: { error: { message: 'unsupported', param: 'response_format' } } }],
    ['described', { status: 400, body: { error: "'response_format.type' must be 'json_object' or 'text'" } }],
    ['failing the server', { status: 500, body: { error: 'Grammar error' } }],
  ])('response_format, %s, is never left out either', async (_, reply) => {
    await using server = await serve(reply);
    const { fail } = openClient(server.url);
    await fail({ ...REQUEST, responseFormat: { kind: 'json_object' } });
    expect(server.requests.every(({ body }) => body.response_format !== undefined)).toBe(true);
  });
});

describe('abort', () => {
  test('running and waiting calls end at once, with the reason', async () => {
    const stop = new AbortController();
    await using server = await serve({ hang: true });
    const { ask, fail } = openClient(server.url, { rateLimits: createRateLimits({ maxConcurrency: 2 }) });
    const calls = [1, 2, 3, 4].map(() => ask(REQUEST, stop.signal));
    while (server.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    stop.abort(new ProviderError('20 minutes are used up', { kind: 'timeout' }));
    for (const call of calls) expect((await failureOf(call)).message).toBe('20 minutes are used up');
    expect((await fail(REQUEST, stop.signal)).kind).toBe('timeout');
    expect(server.requests).toHaveLength(2);
  });
});

describe('the same key in flight', () => {
  test('is sent once, and counted once', async () => {
    await using server = await startOpenAiServer({ reply: (_, index) => ({ content: `reply ${index}` }) });
    const { client, ask } = openClient(server.url);
    const request = { ...REQUEST, shareKey: 'k' };
    const replies = await Promise.all([1, 2, 3].map(() => ask(request)));
    expect(replies.map((reply) => reply.content)).toEqual(['reply 0', 'reply 0', 'reply 0']);
    expect(replies.map((reply) => reply.usage.calls)).toEqual([1, 0, 0]);
    expect(client.usage().calls).toBe(1);
    expect((await ask(request)).content).toBe('reply 1');
  });
});

test('a dead provider: after twenty failed calls the rest fail without a request', async () => {
  await using server = await serve({ status: 500, body: { error: 'down' } });
  const { fail } = openClient(server.url, {
    maxRetries: 1,
    rateLimits: createRateLimits({ maxConcurrency: 4 }),
  });
  const failures: ProviderError[] = [];
  await runPool({
    items: Array.from({ length: 500 }),
    concurrency: 6,
    signal: never,
    run: async () => void failures.push(await fail()),
  });
  expect(failures).toHaveLength(500);
  expect(new Set(failures.map((error) => error.kind))).toEqual(new Set(['unavailable']));
  const unasked = failures.filter(({ message }) => /down .*no more are made/.test(message));
  expect(unasked.length).toBeGreaterThan(400);
  expect(server.requests.length).toBeLessThan(60);
});

test('all clients that share a limit together keep to it', async () => {
  const atServer = createRendezvous(5);
  await using server = await startOpenAiServer({
    reply: async () => {
      await atServer.meet();
      return { content: 'x' };
    },
  });
  const rateLimits = createRateLimits({ maxConcurrency: 5 });
  const clients = ['a', 'b'].map((key) => openClient(server.url, { key, rateLimits }).client);
  await Promise.all(
    Array.from({ length: 60 }, (_, at) => clients[at % 2]?.complete(REQUEST, { signal: never })),
  );
  expect(atServer.most).toBe(5);
  expect(server.requests).toHaveLength(60);
});

describe('a budget', () => {
  const ok: ServerReply = { content: 'hi', usage: { prompt_tokens: 7, completion_tokens: 3 } };

  test('is shared by all clients of a run; when it is spent no call begins, those that have begun end well', async () => {
    await using server = await serve(ok);
    const budget = createBudget({ maxCalls: 5, maxTokens: null });
    const clients = [openClient(server.url, { budget }).client, openClient(server.url, { budget }).client];
    const ended = await Promise.allSettled(
      Array.from({ length: 12 }, (_, call) => clients[call % 2]?.complete(REQUEST, { signal: never })),
    );
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(server.requests).toHaveLength(5);
    for (const each of ended) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ kind: 'budget', fatal: true });
    }
  });

  test('counts a call once, however often it is tried, and a shared one once', async () => {
    await using server = await serve({ status: 503, body: {} }, { status: 503, body: {} }, ok);
    const budget = createBudget({ maxCalls: 3, maxTokens: null });
    const { ask } = openClient(server.url, { budget });
    await ask();
    const request = { ...REQUEST, shareKey: 'k' };
    await Promise.all([1, 2].map(() => ask(request)));
    expect(budget.left()?.calls).toBe(1);
    expect(server.requests).toHaveLength(4);
  });
});

test('a provider gets the name without its preset, and a server on this machine needs no key', async () => {
  await using server = await serve({ content: 'hi' });
  const provider = { baseUrl: server.url, preset: 'ollama', apiKey: null, apiKeySource: 'x' };
  const { ask } = openClient(null, { provider });
  await ask({ ...REQUEST, model: 'ollama/gpt-oss:20b' });
  await ask({ ...REQUEST, model: 'openai/gpt-oss' });
  expect(server.requests.map(({ body }) => body.model)).toEqual(['gpt-oss:20b', 'openai/gpt-oss']);
});

test('the slow tier has a longer request timeout', async () => {
  await using server = await startOpenAiServer({
    reply: async ({ service_tier }) => {
      if (service_tier !== 'flex') return { hang: true };
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { content: 'late' };
    },
  });
  const { ask, fail } = openClient(server.url, { requestTimeoutMs: 20, maxRetries: 0 });
  expect((await fail()).kind).toBe('timeout');
  expect((await ask({ ...REQUEST, parameters: { service_tier: 'flex' } })).content).toBe('late');
});
