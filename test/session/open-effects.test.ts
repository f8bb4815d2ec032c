import { expect, test } from 'vitest';
import { openChatClient } from '../../src/llm/open-chat-client.js';
import { createRateLimits } from '../../src/llm/rate-limits.js';
import type { ProviderSettings } from '../../src/model/provider.js';
import { findShutdowns } from '../../src/session/open-effects.js';
import { ANTHROPIC_WIRE } from '../support/anthropic-wire.js';
import { completionBody } from '../support/openai-server.js';

const DAY = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const OPENAI: ProviderSettings = { baseUrl: null, apiKey: 'sk-openai-key', apiKeySource: 'x' };
const ANTHROPIC: ProviderSettings = {
  baseUrl: 'https://api.anthropic.com',
  preset: 'anthropic',
  apiKey: 'sk-anthropic-key',
  apiKeySource: 'x',
};

/** Both providers, which shut these models down at these times. */
function createProviders(dates: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const httpFetch = async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname, host } = new URL(input instanceof Request ? input.url : input);
    asked.push(`${init?.method} ${host}${pathname}`.replace(/^\S* /, (method) => method.toUpperCase()));
    if (pathname.endsWith('/completions')) return Response.json(completionBody('m', { content: 'hi' }));
    if (pathname.endsWith('/messages'))
      return Response.json(ANTHROPIC_WIRE.completion('m', { content: 'hi' }));
    const model = pathname.slice('/v1/models/'.length);
    if (!Object.hasOwn(dates, model)) return Response.json({ error: { message: 'no' } }, { status: 404 });
    return Response.json({ id: model, shutdown_date: dates[model], retires_at: dates[model] });
  };
  return { asked, httpFetch };
}

test('models that a provider shuts down within 60 days are named once, with the day', async () => {
  const soon = inDays(59);
  const { httpFetch, asked } = createProviders({
    soon,
    'claude-soon': soon,
    later: inDays(61),
    never: null,
    odd: 'some day',
  });
  const ask = (provider: ProviderSettings, ...models: readonly string[]) =>
    models.map((model) => ({ provider, model }));
  const notes = await findShutdowns(
    [
      ...ask(OPENAI, 'soon', 'soon', 'later', 'never', 'odd', 'unknown'),
      ...ask(ANTHROPIC, 'anthropic/claude-soon'),
      ...ask({ ...OPENAI, baseUrl: 'https://gateway.example/v1' }, 'soon'),
      ...ask({ ...OPENAI, apiKey: null }, 'soon'),
    ],
    {},
    httpFetch,
  );
  const date = soon.slice(0, 10);
  expect(notes).toEqual([
    { kind: 'model-shutdown', model: 'soon', date },
    { kind: 'model-shutdown', model: 'claude-soon', date },
  ]);
  expect(asked).not.toContain('GET gateway.example/v1/models/soon');
});

test.each([
  [OPENAI, 'm', 'POST api.openai.com/v1/chat/completions', 'GET api.openai.com/v1/models/m'],
  [ANTHROPIC, 'anthropic/m', 'POST api.anthropic.com/v1/messages', 'GET api.anthropic.com/v1/models/m'],
])('after a run, the models that have answered are looked up: %j', async (provider, model, call, lookup) => {
  const { httpFetch, asked } = createProviders({ m: inDays(1) });
  const client = openChatClient({
    provider,
    httpFetch,
    maxRetries: 0,
    requestTimeoutMs: 5_000,
    rateLimits: createRateLimits({ maxConcurrency: 1 }),
  });
  expect(await client.shutdowns?.()).toEqual([]);
  const request = { model, messages: [{ role: 'user', content: 'a' }], parameters: {} } as const;
  await client.complete(request, { signal: new AbortController().signal });
  expect(await client.shutdowns?.()).toEqual([{ model: 'm', date: inDays(1).slice(0, 10) }]);
  expect(asked).toEqual([call, lookup]);
});
