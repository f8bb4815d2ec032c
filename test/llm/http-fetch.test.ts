import { createHook } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createHttpFetch, LARGEST_REPLY_BYTES, proxySecrets } from '../../src/llm/http-fetch.js';
import { openChatClient } from '../../src/llm/open-chat-client.js';
import { createRateLimits } from '../../src/llm/rate-limits.js';
import { ProviderError } from '../../src/ports/errors.js';
import { createSettingsRedactor } from '../../src/session/open-effects.js';
import { completionBody } from '../support/openai-server.js';

const KEY = 'sk-test-0123456789';
const never = new AbortController().signal;
const REQUEST = { model: 'm-1', messages: [{ role: 'user', content: 'hello' }], parameters: {} } as const;
const COMPLETION = JSON.stringify(completionBody('m-1', { content: 'Grüße 🦊' }));

/** Of `models.test`, made for this file; trusted by nobody. */
const TLS = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgg3uJcbCK7ryRf3We
hJtkjM3XY78ZHBhinfm2451JGMahRANCAARfJt/7mxmDKHq5Owm0Z+cw4p8tjkhD
YgO6h8M1NGCCc8ZMdzPmnlG/Xv11C+lcixDPVF+nMWIDHehxSDS+XmJp
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBVTCB/KADAgECAgEBMAoGCCqGSM49BAMCMBYxFDASBgNVBAMMC21vZGVscy50
ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAWMRQwEgYDVQQD
DAttb2RlbHMudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABF8m3/ubGYMo
erk7CbRn5zDiny2OSENiA7qHwzU0YIJzxkx3M+aeUb9e/XUL6VyLEM9UX6cxYgMd
6HFINL5eYmmjOTA3MBYGA1UdEQQPMA2CC21vZGVscy50ZXN0MB0GA1UdDgQWBBSL
463/0ARSlcWSnXyGER13ncf7ZTAKBggqhkjOPQQDAgNIADBFAiEA1JUBeJHE96BD
ke35xvgIAqD24lxEFTiL7YBVPyZ7FcsCICdg9AZ80/nMHjdF6fLJBqUPMAotjBKS
f/x7XoBtLAE2
-----END CERTIFICATE-----`,
};

/** A server of bytes: calls `reply` with each request that is there as a whole, body included. */
async function startWire(
  reply: (socket: Socket, request: string, index: number) => void,
  { tls = false, host = '127.0.0.1' } = {},
) {
  const requests: string[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  const serve = (socket: Socket) => {
    connections++;
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => {});
    let text = '';
    socket.setEncoding('latin1').on('data', (part) => {
      text += part;
      const end = text.indexOf('\r\n\r\n') + 4;
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (end < 4 || text.length < end + length) return;
      const request = text.slice(0, end + length);
      text = text.slice(end + length);
      reply(socket, request, requests.push(request) - 1);
    });
  };
  const server = tls ? createTlsServer(TLS, serve).on('tlsClientError', () => {}) : createServer(serve);
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http${tls ? 's' : ''}://${host.includes(':') ? `[${host}]` : host}:${port}/v1`,
    requests,
    open,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** The bytes of a reply; its length is stated unless the headers say otherwise. */
function reply(
  body: string | Buffer,
  headers: Record<string, string | number> = {},
  status = '200 OK',
): Buffer {
  const bytes = Buffer.from(body);
  const all = { 'content-type': 'application/json', 'content-length': bytes.length, ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${head.join('')}\r\n`, 'latin1'), bytes]);
}

function openClient(
  url: string,
  {
    tries = 1,
    env = {},
    httpFetch = createHttpFetch(env),
    requestTimeoutMs = 10_000,
  }: {
    tries?: number;
    env?: Record<string, string>;
    httpFetch?: ReturnType<typeof createHttpFetch>;
    requestTimeoutMs?: number;
  } = {},
) {
  const waits: number[] = [];
  const client = openChatClient({
    provider: { baseUrl: url, apiKey: KEY, apiKeySource: 'input openai-api-key' },
    maxRetries: tries - 1,
    requestTimeoutMs,
    httpFetch,
    secrets: proxySecrets(env),
    rateLimits: createRateLimits({ maxConcurrency: 16 }),
    sleep: async (milliseconds) => void waits.push(milliseconds),
  });
  return { ask: (signal = never) => client.complete(REQUEST, { signal }), waits };
}

async function failureOf(work: Promise<unknown>): Promise<ProviderError> {
  const thrown = await work.then(
    () => new Error('nothing was thrown'),
    (error) => error,
  );
  if (thrown instanceof ProviderError) return thrown;
  throw thrown;
}

/** Calls `see` with the next reply of this process, before anything of its body is read. */
function onNextResponse(see: (response: IncomingMessage) => void): void {
  const channel = 'http.client.response.finish';
  const listener = (message: unknown) => {
    unsubscribe(channel, listener);
    see((message as { response: IncomingMessage }).response);
  };
  subscribe(channel, listener);
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}

describe('a redirect', () => {
  test.each(['301 Moved', '302 Found', '303 See Other', '307 Temporary', '308 Permanent'])(
    '%s is not followed: neither prompt nor key goes there, and the failure says where it leads',
    async (status) => {
      await using other = await startWire((socket) => socket.write(reply(COMPLETION)));
      await using server = await startWire((socket) => {
        const location = `http://user:secret@127.0.0.1:${other.port}/v1/chat/completions?token=secret`;
        socket.write(reply('', { location }, status));
      });
      const error = await failureOf(openClient(server.url, { tries: 3 }).ask());
      expect(error).toMatchObject({ kind: 'gone', status: Number.parseInt(status, 10) });
      expect(error.message).toContain(`redirects to http://127.0.0.1:${other.port}/v1/chat/completions`);
      expect(error.message).toContain(`base URL`);
      expect(error.message).not.toContain('secret');
      expect(other.requests).toEqual([]);
      expect(server.requests).toHaveLength(1);
    },
  );

  test('to a path of its own host is told whole', async () => {
    await using server = await startWire((socket) =>
      socket.write(reply('', { location: '/v2/chat/completions' }, '308 Permanent')),
    );
    const error = await failureOf(openClient(server.url).ask());
    expect(error.message).toContain(`redirects to http://127.0.0.1:${server.port}/v2/chat/completions`);
  });

  test.each<Record<string, string>>([{}, { location: 'http://[' }, { location: 'data:text/plain,x' }])(
    'that says nothing of use is one all the same (%j)',
    async (headers) => {
      await using server = await startWire((socket) => socket.write(reply('', headers, '307 Temporary')));
      expect(await failureOf(openClient(server.url).ask())).toMatchObject({ kind: 'gone', status: 307 });
    },
  );
});

describe('a body', () => {
  const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
  const chunked = reply('', { 'transfer-encoding': 'chunked' })
    .toString()
    .replace('content-length: 0\r\n', '');

  test.each<[string, Buffer]>([
    ['gzip', gzipSync(COMPLETION)],
    ['x-gzip', gzipSync(COMPLETION)],
    ['deflate', deflateSync(COMPLETION)],
    // As some servers understand the word.
    ['deflate', deflateRawSync(COMPLETION)],
    ['br', brotliCompressSync(COMPLETION)],
    ['zstd', zstdCompressSync(COMPLETION)],
    ['GZIP, br', brotliCompressSync(gzipSync(COMPLETION))],
    ['identity', Buffer.from(COMPLETION)],
    ['', Buffer.from(COMPLETION)],
    ['identity, , GZip ,identity', gzipSync(COMPLETION)],
  ])('that comes as %s is read, though nobody asked for it', async (coding, bytes) => {
    await using server = await startWire((socket) =>
      socket.write(reply(bytes, { 'content-encoding': coding })),
    );
    expect((await openClient(server.url).ask()).content).toBe('Grüße 🦊');
    expect(server.requests[0]).not.toMatch(/accept-encoding/i);
  });

  test('in a compression that nobody knows is malformed and says which', async () => {
    await using server = await startWire((socket) =>
      socket.write(reply(COMPLETION, { 'content-encoding': 'lzma' })),
    );
    const error = await failureOf(openClient(server.url, { tries: 3 }).ask());
    expect(error.kind).toBe('malformed');
    expect(error.message).toContain('lzma');
    expect(server.requests).toHaveLength(1);
  });

  test.each(['gzip', 'deflate', 'br', 'zstd'])(
    'that is not the %s that it says it is is malformed',
    async (coding) => {
      await using server = await startWire((socket) =>
        socket.write(reply(COMPLETION, { 'content-encoding': coding })),
      );
      const error = await failureOf(openClient(server.url, { tries: 3 }).ask());
      expect(error.kind).toBe('malformed');
      expect(error.message).toContain(`not the ${coding} that it says it is`);
      expect(server.requests).toHaveLength(1);
    },
  );

  test('that is packed more than twice is not unpacked', async () => {
    const bytes = gzipSync(gzipSync(gzipSync(COMPLETION)));
    await using server = await startWire((socket) =>
      socket.write(reply(bytes, { 'content-encoding': 'gzip, gzip, gzip' })),
    );
    const error = await failureOf(openClient(server.url, { tries: 3 }).ask());
    expect(error.kind).toBe('malformed');
    expect(error.message).toContain('compressed 3 times');
    expect(server.requests).toHaveLength(1);
  });

  test('that takes long to unpack holds up no abort', async () => {
    const bytes = gzipSync(Buffer.alloc(LARGEST_REPLY_BYTES, ' '));
    await using server = await startWire((socket) =>
      socket.write(reply(bytes, { 'content-encoding': 'gzip' })),
    );
    const stop = new AbortController();
    onNextResponse((response) => response.on('end', () => setImmediate(() => stop.abort())));
    expect((await failureOf(openClient(server.url).ask(stop.signal))).kind).toBe('aborted');
  });

  test('that grows is unpacked when the one before it has been: together they would take the memory', async () => {
    const bytes = gzipSync(Buffer.alloc(LARGEST_REPLY_BYTES / 20, ' '));
    await using server = await startWire((socket) =>
      socket.write(reply(bytes, { 'content-encoding': 'gzip' })),
    );
    let [open, most] = [0, 0];
    const init = (_: number, type: string) => {
      if (type === 'ZLIB') most = Math.max(most, ++open);
    };
    const hook = createHook({ init }).enable();
    const fetch = createHttpFetch({});
    const ask = async () => {
      const sent = await fetch(server.url, { body: '{}', method: 'POST' });
      open--;
      return (await sent.text()).length;
    };
    const lengths = await Promise.all(Array.from({ length: 20 }, ask));
    hook.disable();
    expect(new Set(lengths)).toEqual(new Set([LARGEST_REPLY_BYTES / 20]));
    // The next one begins while the last one is on its way to who asked.
    expect(most).toBeLessThanOrEqual(2);
  });

  test('in the smallest of pieces keeps none of them', async () => {
    const pieces = 1_000;
    const go = Promise.withResolvers<Socket>();
    await using server = await startWire((socket) => {
      socket.write(`${chunked}${chunk(' ').repeat(pieces)}`);
      go.resolve(socket);
    });
    const seen: WeakRef<Buffer>[] = [];
    onNextResponse((response) => response.on('data', (part: Buffer) => seen.push(new WeakRef(part))));
    const asked = openClient(server.url).ask();
    const socket = await go.promise;
    await until(() => seen.length === pieces);
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
    expect(seen.filter((part) => part.deref() !== undefined).length).toBeLessThan(pieces / 10);
    socket.write(`${chunk(COMPLETION)}0\r\n\r\n`);
    expect((await asked).content).toBe('Grüße 🦊');
  });

  test('in pieces within a character, after a byte order mark, is read', async () => {
    const bytes = Buffer.from(`\uFEFF${COMPLETION}`);
    const cut = bytes.indexOf(Buffer.from('🦊')) + 2;
    await using server = await startWire((socket) => {
      socket.setNoDelay(true);
      socket.write(reply(bytes).subarray(0, -(bytes.length - cut)));
      setImmediate(() => socket.write(bytes.subarray(cut)));
    });
    expect((await openClient(server.url).ask()).content).toBe('Grüße 🦊');
  });

  test.each<[string, Buffer | string]>([
    ['its stated length', reply(COMPLETION, { 'content-length': COMPLETION.length + 50 })],
    ['its last chunk', `${chunked}${chunk(COMPLETION)}`],
    ['the end of a chunk', `${chunked}fff\r\n${COMPLETION}`],
    [
      'the end of what was compressed',
      reply(gzipSync(COMPLETION).subarray(0, -9), { 'content-encoding': 'gzip', connection: 'close' }),
    ],
  ])('that ends before %s is a lost connection, however whole its JSON is', async (_, bytes) => {
    await using server = await startWire((socket) => void socket.end(bytes));
    const error = await failureOf(openClient(server.url, { tries: 2 }).ask());
    expect(error.kind).toBe('unavailable');
    expect(error.message).toContain('no connection (');
    expect(server.requests).toHaveLength(2);
  });

  test('of an error is read no further than somebody would', async () => {
    const text = '<html>'.repeat(200_000);
    await using server = await startWire((socket) => socket.write(reply(text, {}, '502 Bad Gateway')));
    const sent = await createHttpFetch({})(server.url, { body: '{}', method: 'POST' });
    expect((await sent.text()).length).toBe(100_000);
    await using whole = await startWire((socket) => socket.write(reply(text)));
    const read = await createHttpFetch({})(whole.url, { body: '{}', method: 'POST' });
    expect(await read.text()).toBe(text);
  });

  test.each([
    ['200 OK', 'answered'],
    ['502 Bad Gateway', 'status 502'],
  ])('that is a page has its title near its beginning (%s)', async (status, words) => {
    // Whoever looks for it in all of some megabytes of `<title` looks for hours.
    const page = (before: number) => `${' '.repeat(before)}<title>Please wait</title>`;
    let before = 10_000;
    await using server = await startWire((socket) => socket.write(reply(page(before), {}, status)));
    const { ask } = openClient(server.url);
    expect((await failureOf(ask())).message).toMatch(new RegExp(`${words}.*Please wait`));
    before = 20_000;
    expect((await failureOf(ask())).message).not.toContain('Please');
  });

  test('of an error that is cut short leaves its status what it is', async () => {
    await using server = await startWire((socket, _, index) => {
      if (index > 0) return socket.write(reply(COMPLETION));
      return void socket.end(reply('Slow', { 'content-length': 99, 'retry-after-ms': 1 }, '429 Too Many'));
    });
    expect((await openClient(server.url).ask()).content).toBe('Grüße 🦊');
  });

  test('of the largest size is read, and one byte more is a failure that says so', async () => {
    const empty = JSON.stringify(completionBody('m-1', { content: '' }));
    let size = LARGEST_REPLY_BYTES;
    await using server = await startWire((socket) =>
      socket.write(reply(empty + ' '.repeat(size - empty.length))),
    );
    const { ask } = openClient(server.url, { tries: 3 });
    expect((await ask()).content).toBe('');
    size++;
    const error = await failureOf(ask());
    expect(error.kind).toBe('malformed');
    expect(error.message).toMatch(/: the reply is larger than 16 MB$/);
    expect(server.requests).toHaveLength(2);
    await until(() => server.open.size === 0);
  });

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('that %s blows up beyond it is the same failure', async (coding, compress) => {
    const bytes = compress(Buffer.alloc(LARGEST_REPLY_BYTES + 1, ' '));
    await using server = await startWire((socket) =>
      socket.write(reply(bytes, { 'content-encoding': coding })),
    );
    expect((await failureOf(openClient(server.url).ask())).message).toContain('larger than 16 MB');
  });
});

describe('an abort frees the connection', () => {
  test.each<[string, string]>([
    ['before the headers', ''],
    ['during the body', 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{'],
  ])('%s', async (_, beginning) => {
    const begun = Promise.withResolvers<void>();
    await using server = await startWire((socket) => socket.write(beginning, () => begun.resolve()));
    const stop = new AbortController();
    const asked = openClient(server.url).ask(stop.signal);
    await begun.promise;
    stop.abort();
    expect((await failureOf(asked)).kind).toBe('aborted');
    await until(() => server.open.size === 0);
  });

  test('and so does a try that took too long', async () => {
    await using server = await startWire((socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{'),
    );
    const error = await failureOf(openClient(server.url, { requestTimeoutMs: 60 }).ask());
    expect(error).toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('no answer within 0.1 s'),
    });
    await until(() => server.open.size === 0);
  });
});

describe('connections', () => {
  test('are kept for the next call, of another client too, until they have been idle for long', async () => {
    await using server = await startWire((socket) => socket.write(reply(COMPLETION)));
    const httpFetch = createHttpFetch({}, { idleMs: 50 });
    await openClient(server.url, { httpFetch }).ask();
    await openClient(server.url, { httpFetch }).ask();
    expect(server.connections()).toBe(1);
    await until(() => server.open.size === 0);
  });

  test('that break between two calls cost no try', async () => {
    await using server = await startWire((socket, _, index) =>
      index === 1 ? socket.resetAndDestroy() : socket.write(reply(COMPLETION)),
    );
    const { ask, waits } = openClient(server.url);
    await ask();
    expect((await ask()).content).toBe('Grüße 🦊');
    expect(waits).toEqual([]);
    expect(server.connections()).toBe(2);
  });

  test('that break once the server says that it has the request cost one', async () => {
    await using server = await startWire((socket, _, index) => {
      if (index !== 1) return void socket.write(reply(COMPLETION));
      socket.write('HTTP/1.1 102 Processing\r\n\r\n', () => socket.resetAndDestroy());
    });
    const { ask } = openClient(server.url);
    await ask();
    expect((await failureOf(ask())).kind).toBe('unavailable');
    expect(server.requests).toHaveLength(2);
  });

  test('that all break are tried no more than once again, on a new one', async () => {
    const all = Promise.withResolvers<void>();
    await using server = await startWire((socket, _, index) => {
      if (index >= 4) return void socket.resetAndDestroy();
      if (index === 3) all.resolve();
      void all.promise.then(() => socket.write(reply(COMPLETION)));
    });
    const { ask } = openClient(server.url);
    await Promise.all([ask(), ask(), ask(), ask()]);
    expect(server.connections()).toBe(4);
    expect((await failureOf(ask())).kind).toBe('unavailable');
    expect(server.requests).toHaveLength(6);
    expect(server.connections()).toBe(5);
  });

  test('whose server answered before it read the request are closed', async () => {
    const open = new Set<Socket>();
    const hasty = createServer((socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket)).on('error', () => {});
      socket.once('data', () => socket.pause().write(reply(COMPLETION)));
    }).listen(0, '127.0.0.1');
    await once(hasty, 'listening');
    const { port } = hasty.address() as AddressInfo;
    let client: Socket | undefined;
    onNextResponse(({ socket }) => {
      client = socket;
    });
    const response = await createHttpFetch({})(`http://127.0.0.1:${port}`, { body: 'x'.repeat(16_000_000) });
    expect(await response.text()).toBe(COMPLETION);
    await until(() => client?.destroyed === true);
    for (const socket of open) socket.destroy();
    hasty.close();
  });

  test('that break in an answer do, and so do new ones', async () => {
    await using server = await startWire((socket, _, index) => {
      if (index === 1) return void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{');
      if (index === 2) return void socket.resetAndDestroy();
      return void socket.write(reply(COMPLETION));
    });
    const { ask, waits } = openClient(server.url, { tries: 3 });
    await ask();
    await ask();
    expect(waits).toHaveLength(2);
  });

  test('hand nothing that comes unasked to the next call', async () => {
    const unasked = JSON.stringify(completionBody('m-1', { content: 'of nobody' }));
    await using server = await startWire((socket, _, index) =>
      socket.write(Buffer.concat([reply(COMPLETION), ...(index === 0 ? [reply(unasked)] : [])])),
    );
    const { ask } = openClient(server.url, { tries: 3 });
    expect((await ask()).content).toBe('Grüße 🦊');
    expect((await ask()).content).toBe('Grüße 🦊');
  });

  test('find a server by its IPv6 address', async () => {
    await using server = await startWire((socket) => socket.write(reply(COMPLETION)), { host: '::1' });
    expect((await openClient(server.url).ask()).content).toBe('Grüße 🦊');
  });

  test('find a server that listens on IPv4 alone as localhost', async () => {
    await using server = await startWire((socket) => socket.write(reply(COMPLETION)));
    expect((await openClient(`http://localhost:${server.port}/v1`).ask()).content).toBe('Grüße 🦊');
  });

  test('that do not come about in time are given up long before the answer’s time is', async () => {
    const speechless = createServer(() => {}).listen(0, '127.0.0.1');
    await once(speechless, 'listening');
    const { port } = speechless.address() as AddressInfo;
    const httpFetch = createHttpFetch({}, { connectMs: 50 });
    const error = await failureOf(openClient(`https://127.0.0.1:${port}/v1`, { httpFetch }).ask());
    expect(error).toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('no connection (ETIMEDOUT)'),
    });
    speechless.close();
  });

  test('that stand wait for an answer longer than that', async () => {
    await using server = await startWire((socket) => setTimeout(() => socket.write(reply(COMPLETION)), 150));
    const httpFetch = createHttpFetch({}, { connectMs: 30, idleMs: 30 });
    const { ask } = openClient(server.url, { httpFetch });
    expect((await ask()).content).toBe('Grüße 🦊');
    expect((await ask()).content).toBe('Grüße 🦊');
  });

  test('over TLS are refused where the certificate is not trusted, and named as ever', async () => {
    await using server = await startWire((socket) => socket.write(reply(COMPLETION)), { tls: true });
    const error = await failureOf(openClient(server.url).ask());
    expect(error).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('no connection (DEPTH_ZERO_SELF_SIGNED_CERT)'),
    });
    expect(server.requests).toEqual([]);
  });

  test('over TLS to a server without it are named', async () => {
    const plain = createServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    plain.listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const { port } = plain.address() as AddressInfo;
    const error = await failureOf(openClient(`https://127.0.0.1:${port}/v1`).ask());
    expect(error.message).toContain('no connection (wrong version number)');
    plain.close();
  });
});

describe('replies that break the rules of HTTP', () => {
  test.each<[string, string | Buffer, string]>([
    ['a header that is none', 'HTTP/1.1 200 OK\r\nno header\r\n\r\n', 'unavailable'],
    ['no HTTP at all', 'hello\r\n\r\n', 'unavailable'],
    ['endless headers', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}`, 'unavailable'],
    ['a line break within a header', 'HTTP/1.1 200 OK\r\nx: a\rb\r\n\r\n', 'unavailable'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}', 'unavailable'],
    [
      'another protocol',
      'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'unavailable',
    ],
    ['a status that there is not', reply(COMPLETION, {}, '999 Odd'), 'malformed'],
    ['a status below all', reply(COMPLETION, {}, '099 Odd'), 'malformed'],
    ['no content', 'HTTP/1.1 204 No Content\r\n\r\n', 'malformed'],
    ['nothing new', 'HTTP/1.1 304 Not Modified\r\n\r\n', 'gone'],
  ])('%s: a failure, and no crash', async (_, bytes, kind) => {
    await using server = await startWire((socket) => void socket.end(bytes));
    expect((await failureOf(openClient(server.url).ask())).kind).toBe(kind);
  });

  test('what comes before the reply proper, and letters beyond ASCII in a header, do no harm', async () => {
    await using server = await startWire((socket) =>
      socket.write(
        Buffer.concat([
          Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'),
          reply(COMPLETION, { 'x-name': 'Größe', 'set-cookie': 'a' }),
        ]),
      ),
    );
    expect((await openClient(server.url).ask()).content).toBe('Grüße 🦊');
  });
});

test.each<[string, Buffer]>([
  ['where a redirect leads', reply('', { location: `/v1/${KEY}/chat` }, '307 Temporary')],
  ['a content type', reply('x', { 'content-type': KEY })],
  ['a content type that ends in the key', reply('x', { 'content-type': `${'x'.repeat(290)}${KEY}` })],
  ['the name of a compression', reply(COMPLETION, { 'content-encoding': KEY })],
  ['what is no HTTP', Buffer.from(`HTTP/1.1 200 OK\r\n${KEY}\r\n\r\n`)],
])('a key in %s is not shown', async (_, bytes) => {
  await using server = await startWire((socket) => void socket.end(bytes));
  expect((await failureOf(openClient(server.url).ask())).message).not.toContain(KEY.slice(0, 8));
});

describe('a proxy of the environment', () => {
  test('takes the requests of http, with its own name and password', async () => {
    await using proxy = await startWire((socket) => socket.write(reply(COMPLETION)));
    const env = { HTTP_PROXY: `http://user:p%40ss@127.0.0.1:${proxy.port}` };
    expect((await openClient('http://models.test/v1', { env }).ask()).content).toBe('Grüße 🦊');
    expect(proxy.requests[0]).toMatch(/^POST http:\/\/models\.test\/v1\/chat\/completions HTTP/);
    expect(proxy.requests[0]).toContain(`proxy-authorization: Basic ${btoa('user:p@ss')}`);
  });

  test('tunnels those of https, which it cannot read, and keeps the tunnel', async () => {
    const trusted = getCACertificates('default');
    await using server = await startWire((socket) => socket.write(reply(COMPLETION)), { tls: true });
    await using proxy = await startWire((socket) => {
      socket.removeAllListeners('data').write('HTTP/1.1 200 Connection established\r\n\r\n');
      const further = connect(server.port, '127.0.0.1');
      socket.on('close', () => further.destroy());
      further.pipe(socket.on('data', (bytes: string) => further.write(bytes, 'latin1')));
    });
    const env = { HTTPS_PROXY: `http://user:secret@127.0.0.1:${proxy.port}` };
    const untrusted = await failureOf(openClient('https://models.test/v1', { env }).ask());
    expect(untrusted.message).toContain('no connection (DEPTH_ZERO_SELF_SIGNED_CERT)');
    expect(server.requests).toEqual([]);
    try {
      setDefaultCACertificates([...trusted, TLS.cert]);
      const { ask } = openClient('https://models.test/v1', { env });
      for (let times = 0; times < 2; times++) expect((await ask()).content).toBe('Grüße 🦊');
    } finally {
      setDefaultCACertificates(trusted);
    }
    expect(server.requests[1]).toMatch(/^POST \/v1\/chat\/completions HTTP.*authorization: Bearer sk-/is);
    expect(server.requests[1]).not.toMatch(/proxy-/i);
    expect(proxy.requests).toHaveLength(2);
    expect(proxy.requests[1]).toMatch(/^CONNECT models\.test:443 HTTP/);
  });

  test.each([
    ['refuses', '407 Proxy Authentication Required'],
    ['fails', '502 Bad Gateway'],
  ])('that %s is named without its password', async (_, status) => {
    await using proxy = await startWire((socket) => void socket.end(reply('', {}, status)));
    const env = { https_proxy: `http://user:secret@127.0.0.1:${proxy.port}` };
    const error = await failureOf(openClient('https://models.test/v1', { env }).ask());
    expect(error.kind).toBe('unavailable');
    expect(
      JSON.stringify([error.message, String(error.cause), String((error.cause as Error).cause)]),
    ).not.toContain('secret');
    expect(error.message).toContain(status);
  });

  test.each(['HTTP', 'HTTPS'])(
    'of %s that repeats what it was sent is not quoted with it',
    async (scheme) => {
      await using proxy = await startWire((socket, request) => {
        const sent = /proxy-authorization: (.*)/i.exec(request)?.[1]?.trim();
        const said = `denied: ${sent} / user:hunter%40secret / hunter@secret`;
        socket.end(scheme === 'HTTP' ? reply(said, {}, '407 Denied') : reply('', {}, `407 ${said}`));
      });
      const env = { [`${scheme}_PROXY`]: `http://user:hunter%40secret@127.0.0.1:${proxy.port}` };
      const { message } = await failureOf(
        openClient(`${scheme.toLowerCase()}://models.test/v1`, { env }).ask(),
      );
      expect(message).toContain('denied: Basic ***');
      expect(message).not.toContain('hunter');
    },
  );

  test.each([
    'http://user:hunter%40secret@h:1',
    'user:hunter%40secret@h:1',
    'https://user:hunter%40secret@[h:1/x@y',
    'http://hunter%40secret@h:1',
  ])('(%s) has no word of its login in what a run says', (address) => {
    const redact = createSettingsRedactor([], [], {
      all_proxy: address,
      HTTP_PROXY: '',
      NO_PROXY: 'plain:words@h',
    });
    const inBytes = { HTTP_PROXY: 'http://user:gr%C3%BC%C3%9Fe@h' };
    const repeated = Buffer.from('user:grüße').toString('latin1');
    expect(createSettingsRedactor([], [], inBytes)(`${repeated}, ${repeated.slice(5)}`)).toBe('***, ***');
    const login = address.includes('user') ? 'user:hunter@secret' : 'hunter@secret:';
    const said = `plain:words, Basic ${btoa(login)}, hunter@secret, hunter%40secret`;
    expect(redact(said)).toMatch(/^plain:words, Basic \*{3}\w{0,2}=*, \*\*\*, \*\*\*$/);
  });

  test.each([
    ['NO_PROXY names', { NO_PROXY: 'other.test,0.0.0.0' }, '0.0.0.0'],
    ['is loopback, whatever NO_PROXY says', { NO_PROXY: 'other.test' }, '127.0.0.1'],
    ['is loopback', {}, 'localhost'],
    ['is loopback by IPv6', {}, '[::1]'],
  ])('is left out where the address %s', async (_, env, host) => {
    await using proxy = await startWire((socket) => socket.write(reply('')));
    await using server = await startWire((socket) => socket.write(reply(COMPLETION)), {
      host: host === '[::1]' ? '::1' : '127.0.0.1',
    });
    const settings = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, ...env };
    expect((await openClient(`http://${host}:${server.port}/v1`, { env: settings }).ask()).content).toBe(
      'Grüße 🦊',
    );
    expect(proxy.requests).toEqual([]);
  });

  test.each(['http://user:se%cret@h:1', 'http://user:secret@[h:1'])(
    'that is no address (%s) is a failure that does not show it',
    async (address) => {
      const error = await failureOf(
        openClient('http://models.test/v1', { env: { HTTP_PROXY: address } }).ask(),
      );
      expect(error.message).toContain('HTTP_PROXY');
      expect(error.message).not.toMatch(/se%?cret/);
    },
  );

  test('that does not answer holds nobody for long', async () => {
    await using proxy = await startWire(() => {});
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    const httpFetch = createHttpFetch(env, { connectMs: 50 });
    const error = await failureOf(openClient('https://models.test/v1', { httpFetch }).ask());
    expect(error.kind).toBe('timeout');
    await until(() => proxy.open.size === 0);
  });

  test('that does not answer does not hold an abort', async () => {
    await using proxy = await startWire(() => stop.abort());
    const stop = new AbortController();
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    expect((await failureOf(openClient('https://models.test/v1', { env }).ask(stop.signal))).kind).toBe(
      'aborted',
    );
  });
});
