import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createHttpFetch, listProxySecrets, MAX_REPLY_BYTES } from '../../src/llm/http-fetch.js';
import { openChatClient } from '../../src/llm/open-chat-client.js';
import { createRateLimits } from '../../src/llm/rate-limits.js';
import { ProviderError } from '../../src/model/errors.js';
import { createSettingsRedactor } from '../../src/session/open-effects.js';
import { completionBody } from '../support/openai-server.js';

const KEY = 'sk-test-0123456789';
const never = new AbortController().signal;
const REQUEST = { model: 'm-1', messages: [{ role: 'user', content: 'hello' }], parameters: {} } as const;
const COMPLETION = JSON.stringify(completionBody('m-1', { content: 'Grüße 🦊' }));

/** A server on loopback; `answer` gets each request when its body was read. */
async function startServer(
  answer: (response: ServerResponse, request: IncomingMessage, index: number) => void,
  host = '127.0.0.1',
) {
  const requests: string[] = [];
  const open = new Set<Socket>();
  const server = createServer(async (request, response) => {
    await text(request);
    answer(response, request, requests.push(`${request.method} ${request.url}`) - 1);
  });
  server.on('connection', (socket) => open.add(socket.on('close', () => open.delete(socket))));
  await once(server.listen(0, host), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    server,
    port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/v1`,
    requests,
    open,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** A server that answers every connection with these bytes. */
async function startBytes(bytes: string) {
  const server = createTcpServer((socket) =>
    socket.on('error', () => {}).once('data', () => socket.end(bytes)),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, port, [Symbol.dispose]: () => void server.close() };
}

function openClient(
  url: string,
  {
    maxRetries = 0,
    env = {},
    requestTimeoutMs = 10_000,
  }: { maxRetries?: number; env?: Record<string, string>; requestTimeoutMs?: number } = {},
) {
  const client = openChatClient({
    provider: { baseUrl: url, apiKey: KEY, apiKeySource: 'input openai-api-key' },
    maxRetries,
    requestTimeoutMs,
    httpFetch: createHttpFetch(env),
    secrets: listProxySecrets(env),
    rateLimits: createRateLimits({ maxConcurrency: 16 }),
    sleep: async () => {},
  });
  const ask = async (signal = never) => (await client.complete(REQUEST, { signal })).content;
  const fail = async (signal?: AbortSignal): Promise<ProviderError> => {
    const thrown = await ask(signal).catch((error) => error);
    if (thrown instanceof ProviderError) return thrown;
    throw new Error(`no failure: ${thrown}`);
  };
  return { ask, fail };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])(
    '%s is not followed: neither prompt nor key goes there, and the failure says so',
    async (status) => {
      await using other = await startServer((response) => response.end(COMPLETION));
      await using server = await startServer((response) => {
        const location = `http://user:secret@127.0.0.1:${other.port}/v1/chat/completions?token=secret`;
        response.writeHead(status, { location }).end();
      });
      const error = await openClient(server.url, { maxRetries: 2 }).fail();
      expect(error).toMatchObject({ kind: 'gone', status });
      expect(error.message).toContain('redirects are not followed');
      expect(error.message).toContain('base URL');
      expect(error.message).not.toContain('secret');
      expect(other.requests).toEqual([]);
      expect(server.requests).toHaveLength(1);
    },
  );
});

describe('a body', () => {
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('that comes as %s is read', async (coding, pack) => {
    await using server = await startServer((response) =>
      response.setHeader('content-encoding', coding).end(pack(COMPLETION)),
    );
    expect(await openClient(server.url).ask()).toBe('Grüße 🦊');
  });

  test.each([
    [200, 'answered'],
    [502, 'status 502'],
  ])('that is a page (status %s) is told by its title', async (status, words) => {
    await using server = await startServer((response) =>
      response.writeHead(status).end('<html><title>Please wait</title><body>soon</body></html>'),
    );
    expect((await openClient(server.url).fail()).message).toMatch(new RegExp(`${words}.*Please wait`));
  });

  test('of the largest size is read, and one byte more is a failure that says so', async () => {
    let size = MAX_REPLY_BYTES - Buffer.byteLength(COMPLETION);
    await using server = await startServer((response) => response.end(COMPLETION + ' '.repeat(size)));
    const { ask, fail } = openClient(server.url, { maxRetries: 2, requestTimeoutMs: 100_000 });
    expect(await ask()).toBe('Grüße 🦊');
    size++;
    const error = await fail();
    expect(error.kind).toBe('malformed');
    expect(error.message).toMatch(/: the reply is larger than 16 MB$/);
    expect(server.requests).toHaveLength(2);
  });
});

describe('an abort frees the connection', () => {
  test.each([
    ['before the headers', () => {}],
    ['during the body', (response: ServerResponse) => void response.write('{')],
  ])('%s', async (_, begin) => {
    const stop = new AbortController();
    await using server = await startServer((response) => {
      begin(response);
      setTimeout(() => stop.abort(), 20);
    });
    expect((await openClient(server.url).fail(stop.signal)).kind).toBe('aborted');
    await until(() => server.open.size === 0);
  });

  test('and so does a try that took too long', async () => {
    await using server = await startServer((response) => void response.write('{'));
    const error = await openClient(server.url, { requestTimeoutMs: 60 }).fail();
    expect(error).toMatchObject({ kind: 'timeout', message: expect.stringContaining('within 0.1 s') });
    await until(() => server.open.size === 0);
  });
});

describe('connections', () => {
  test('are kept for later calls', async () => {
    let opened = 0;
    await using server = await startServer((response) => response.end(COMPLETION));
    server.server.on('connection', () => opened++);
    const { ask } = openClient(server.url);
    for (let times = 0; times < 10; times++) await ask();
    expect(opened).toBeLessThanOrEqual(2);
  });
});

test.each([
  ['a header without a colon', 'HTTP/1.1 200 OK\r\nno header\r\n\r\n'],
  ['no HTTP', 'hello\r\n\r\n'],
  ['endless headers', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}`],
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}'],
  ['another protocol', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
  ['an unknown status', 'HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n'],
  ['the key', `HTTP/1.1 200 OK\r\n${KEY}\r\n\r\n`],
])('a reply that breaks the rules of HTTP is a failure: %s', async (_, bytes) => {
  using server = await startBytes(bytes);
  const error = await openClient(server.url).fail();
  expect(error.kind).toBe('unavailable');
  expect(error.message).not.toContain(KEY.slice(0, 8));
});

describe('a proxy of the environment', () => {
  test('takes the requests of http, with its own name and password', async () => {
    let login: string | undefined;
    await using proxy = await startServer((response, { headers }) => {
      login = headers['proxy-authorization'];
      response.end(COMPLETION);
    });
    const env = { HTTP_PROXY: `http://user:p%40ss@127.0.0.1:${proxy.port}` };
    expect(await openClient('http://models.test/v1', { env }).ask()).toBe('Grüße 🦊');
    expect(proxy.requests).toEqual(['POST http://models.test/v1/chat/completions']);
    expect(login).toBe(`Basic ${btoa('user:p@ss')}`);
  });

  test('tunnels those of https, which it cannot read', async () => {
    using plain = await startBytes('HTTP/1.1 400 Bad Request\r\n\r\n');
    const asked: (string | undefined)[] = [];
    await using proxy = await startServer(() => {});
    proxy.server.on('connect', ({ url }, socket) => {
      asked.push(url);
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(connect(plain.port, '127.0.0.1')).pipe(socket);
    });
    const env = { https_proxy: `http://127.0.0.1:${proxy.port}` };
    const error = await openClient('https://models.test/v1', { env }).fail();
    expect(error.message).toContain('no connection (ERR_SSL_WRONG_VERSION_NUMBER)');
    expect(asked).toEqual(['models.test:443']);
  });

  test.each(['http', 'https'])('of %s that refuses is named without its password', async (scheme) => {
    using proxy = await startBytes('HTTP/1.1 407 user:hunter%40secret\r\ncontent-length: 0\r\n\r\n');
    const env = { [`${scheme}_proxy`]: `http://user:hunter%40secret@127.0.0.1:${proxy.port}` };
    const error = await openClient(`${scheme}://models.test/v1`, { env }).fail();
    expect(error).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('407') });
    expect(error.message).not.toContain('hunter');
  });

  test.each(['http://user:hunter%40secret@h:1', 'user:hunter%40secret@h:1', 'http://hunter%40secret@h:1'])(
    '(%s) has no word of its login in what a run says',
    (address) => {
      const redact = createSettingsRedactor([], [], { all_proxy: address, NO_PROXY: 'plain:words@h' });
      expect(redact('plain:words, hunter@secret, hunter%40secret')).toBe('plain:words, ***, ***');
    },
  );

  test.each([
    ['NO_PROXY names', { NO_PROXY: 'other.test,0.0.0.0' }, '0.0.0.0'],
    ['is loopback, whatever NO_PROXY says', { NO_PROXY: 'other.test' }, '127.0.0.1'],
    ['is loopback', {}, 'localhost'],
    ['is loopback by IPv6', {}, '[::1]'],
  ])('is left out if the address %s', async (_, env, host) => {
    await using proxy = await startServer((response) => response.end());
    const own = host === '[::1]' ? '::1' : '127.0.0.1';
    await using server = await startServer((response) => response.end(COMPLETION), own);
    const settings = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, ...env };
    expect(await openClient(`http://${host}:${server.port}/v1`, { env: settings }).ask()).toBe('Grüße 🦊');
    expect(proxy.requests).toEqual([]);
  });

  test('whose address is wrong is a failure that does not show it', async () => {
    const env = { HTTP_PROXY: 'http://user:secret@[h:1' };
    const { message } = await openClient('http://models.test/v1', { env }).fail();
    expect(message).toContain('HTTP_PROXY');
    expect(message).not.toContain('secret');
  });
});
