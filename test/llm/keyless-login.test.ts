import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createHttpFetch } from '../../src/llm/http-fetch.js';
import { openChatClient } from '../../src/llm/open-chat-client.js';
import { createRateLimits } from '../../src/llm/rate-limits.js';
import { ProviderError } from '../../src/model/errors.js';
import type { ProviderSettings } from '../../src/model/provider.js';
import { ANTHROPIC_WIRE } from '../support/anthropic-wire.js';
import { completionBody } from '../support/openai-server.js';

const never = new AbortController().signal;
const ACCESS = 'access-token-0123456789';

type Exchange = { readonly status?: number; readonly content?: string };

/** Both providers' hosts on loopback: who was asked what, with which token. */
async function startProviders({ status = 200, content = 'hi' }: Exchange = {}) {
  const seen: { path: string; token: string; body: Record<string, unknown> }[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    const path = `${request.headers['x-host']}${request.url}`;
    seen.push({ path, token: request.headers.authorization ?? '', body });
    const isExchange = request.url?.endsWith('/oauth/token') === true;
    response.writeHead(isExchange ? status : 200, { 'content-type': 'application/json' });
    const used = seen.filter(({ path }) => path.endsWith('/oauth/token')).length;
    const tokens = { access_token: `${ACCESS}-${used}`, token_type: 'Bearer', expires_in: 3600 };
    const refused = { error: { message: `not trusted: ${body.subject_token ?? body.assertion}` } };
    const reply = { content };
    const completion = request.url?.endsWith('/messages')
      ? ANTHROPIC_WIRE.completion('m', reply)
      : completionBody('m', reply);
    response.end(JSON.stringify(isExchange ? (status === 200 ? tokens : refused) : completion));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const real = createHttpFetch({});
  return {
    seen,
    httpFetch: (input: string | URL | Request, init?: RequestInit) => {
      const { host, pathname } = new URL(input instanceof Request ? input.url : input);
      const headers = new Headers(init?.headers);
      headers.set('x-host', host);
      return real(`http://127.0.0.1:${port}${pathname}`, { ...init, headers });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const LOGINS = {
  openai: {
    baseUrl: null,
    login: {
      provider: 'openai',
      audience: 'the audience',
      ids: { OPENAI_IDENTITY_PROVIDER_ID: 'idp_1', OPENAI_SERVICE_ACCOUNT_ID: 'sa_1' },
    },
  },
  anthropic: {
    baseUrl: 'https://api.anthropic.com',
    preset: 'anthropic',
    login: {
      provider: 'anthropic',
      audience: 'the audience',
      ids: { ANTHROPIC_FEDERATION_RULE_ID: 'fdrl_1', ANTHROPIC_ORGANIZATION_ID: 'org_1' },
    },
  },
} as const;

const EXCHANGES = {
  openai: [
    'auth.openai.com/oauth/token',
    'subject_token',
    { identity_provider_id: 'idp_1', service_account_id: 'sa_1' },
    'api.openai.com/v1/chat/completions',
  ],
  anthropic: [
    'api.anthropic.com/v1/oauth/token',
    'assertion',
    { federation_rule_id: 'fdrl_1', organization_id: 'org_1' },
    'api.anthropic.com/v1/messages',
  ],
} as const;

describe.each(['openai', 'anthropic'] as const)('a login at %s', (kind) => {
  const [exchange, field, ids, call] = EXCHANGES[kind];
  const open = (
    providers: Awaited<ReturnType<typeof startProviders>>,
    { mint, at }: { mint?: () => Promise<string>; at?: string } = {},
  ) => {
    const audiences: string[] = [];
    const provider: ProviderSettings = {
      ...LOGINS[kind],
      ...(at !== undefined && { baseUrl: at }),
      apiKey: null,
      apiKeySource: 'permission `id-token: write` of the job',
    };
    const client = openChatClient({
      provider,
      maxRetries: 0,
      requestTimeoutMs: 10_000,
      httpFetch: providers.httpFetch,
      rateLimits: createRateLimits({ maxConcurrency: 4 }),
      mintToken: async (audience) =>
        mint === undefined ? `identity-token-${audiences.push(audience)}` : mint(),
    });
    const request = { model: 'm', messages: [{ role: 'user', content: 'a' }], parameters: {} } as const;
    return { audiences, ask: () => client.complete(request, { signal: never }) };
  };

  test('exchanges one token of GitHub for many calls, at its own host only', async () => {
    await using providers = await startProviders();
    const { ask, audiences } = open(providers);
    for (const { content } of await Promise.all([ask(), ask(), ask()])) expect(content).toBe('hi');
    expect(audiences).toEqual(['the audience']);
    const [first, ...calls] = providers.seen;
    expect(first).toMatchObject({ path: exchange, token: '', body: { [field]: 'identity-token-1', ...ids } });
    for (const asked of calls) expect(asked).toMatchObject({ path: call, token: `Bearer ${ACCESS}-1` });
  });

  test('mints a new token for every exchange', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await using providers = await startProviders();
    const { ask, audiences } = open(providers);
    await ask();
    vi.setSystemTime(Date.now() + 2 * 3_600_000);
    await ask();
    expect(audiences).toHaveLength(2);
    const used = providers.seen.filter(({ path }) => path === exchange).map(({ body }) => body[field]);
    expect(used).toEqual(['identity-token-1', 'identity-token-2']);
  });

  test('shows neither token, whatever the provider repeats', async () => {
    await using providers = await startProviders({ content: `identity-token-1 and ${ACCESS}-1` });
    expect((await open(providers).ask()).content).toBe('*** and ***');
  });

  test('that the provider refuses ends the run, with the cause', async () => {
    await using providers = await startProviders({ status: 401 });
    const error: unknown = await open(providers)
      .ask()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ kind: 'unauthorized', fatal: true });
    expect(String(error)).toMatch(/refused GitHub's identity token \(status 401\)/);
    expect(String(error)).not.toContain('identity-token-1');
  });

  test('without the permission says so', async () => {
    await using providers = await startProviders();
    const mint = () => Promise.reject(new Error('Unable to get ACTIONS_ID_TOKEN_REQUEST_URL'));
    await expect(open(providers, { mint }).ask()).rejects.toThrow(/permission `id-token: write`/);
    expect(providers.seen).toEqual([]);
  });

  test('sends no token to another host', async () => {
    await using providers = await startProviders();
    await expect(open(providers, { at: 'https://evil.example/v1' }).ask()).rejects.toThrow(
      'no token is sent to evil.example',
    );
    expect(providers.seen.filter(({ path }) => path.startsWith('evil'))).toEqual([]);
  });
});
