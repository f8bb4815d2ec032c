import type { ClientRequest, IncomingMessage } from 'node:http';

/** The part of `fetch` that the SDK needs: an address, and a body that is text. */
export type HttpFetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A reply came, and trying again would not make it one that can be read. */
export class UnreadableReply extends Error {
  override readonly name = 'UnreadableReply';
}

/** Of a reply, unpacked. The longest answers of models have some megabytes. */
export const LARGEST_REPLY_BYTES = 16_000_000;

/** For a connection to come about, a proxy's tunnel and TLS included. */
const CONNECT_MS = 10_000;
/** Servers close what is idle, many after 5 s: a connection is given up before. */
const IDLE_MS = 4_000;

/** Never behind a proxy; GitHub's own toolkit has it so. */
const LOOPBACK = ['localhost', '.localhost', '127.0.0.0-127.255.255.255', '::1'];

type Environment = Readonly<Record<string, string | undefined>>;
type Connections = Awaited<ReturnType<typeof openConnections>>;
type Sending = { readonly url: URL; readonly init: RequestInit; readonly connectMs: number };

/**
 * Opens what the SDK sends with, in the place of the global `fetch`, which takes twice the processor time and gives up
 * after 300 s: connections of node:http, kept for the next call. A reply is handed over when it is there as a whole. A
 * redirect is a reply like any other: following it would hand prompts, and maybe the key, to whom nobody named.
 *
 * Rejects with the signal's reason on abort, which frees the connection; with `UnreadableReply`; else with the system's
 * error, or the proxy's.
 *
 * @param env `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` are read of it, in either case, with Node.js 24.5 or later.
 */
export function createHttpFetch(
  env: Environment,
  { connectMs = CONNECT_MS, idleMs = IDLE_MS } = {},
): HttpFetch {
  let opening: Promise<Connections> | null = null;
  return async (input, init = {}) => {
    opening ??= openConnections(env, idleMs);
    const url = new URL(input instanceof Request ? input.url : input);
    return exchange(await opening, { url, init, connectMs });
  };
}

/** Loaded with the first call: a run that calls no model does without. */
async function openConnections(env: Environment, timeout: number) {
  const [http, https] = await Promise.all([import('node:http'), import('node:https')]);
  const direct = [env['no_proxy'] || env['NO_PROXY'], ...LOOPBACK].filter(Boolean).join();
  const options = { keepAlive: true, timeout, proxyEnv: { ...env, no_proxy: direct } };
  try {
    return {
      'http:': { open: http.request, agent: new http.Agent(options) },
      'https:': { open: https.request, agent: new https.Agent(options) },
    };
  } catch {
    // What Node.js says shows the address, and its password.
    throw new Error('HTTP_PROXY or HTTPS_PROXY: no address of a proxy such as http://proxy.example:3128');
  }
}

function exchange(connections: Connections, sending: Sending): Promise<Response> {
  const { url, init, connectMs } = sending;
  const { signal, body } = init;
  if (typeof body !== 'string') throw new TypeError('the body of a request has to be text');
  signal?.throwIfAborted();
  const { open, agent } = connections[url.protocol === 'http:' ? 'http:' : 'https:'];
  return new Promise((resolve, reject) => {
    const request = open(url, { method: init.method ?? 'POST', agent, timeout: connectMs });
    const settle = () => signal?.removeEventListener('abort', abort);
    const fail = (error: unknown) => {
      settle();
      reject(error);
      request.destroy();
    };
    const abort = () => fail(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    let answered = false;
    request.on('response', (response) => {
      answered = true;
      readReply(response).then(resolve, fail).then(settle);
    });
    request.on('error', (error) => {
      // The server closed what had been idle while this was on its way, and read nothing of it.
      const again = request.reusedSocket && !answered && isReset(error) && !signal?.aborted;
      if (!again) return fail(error);
      settle();
      resolve(exchange(connections, sending));
    });
    // Without an error too: a server that changes to another protocol is hung up on.
    request.on('close', () => {
      if (!answered) fail(new Error('socket hang up'));
    });
    failWhereUnconnected(request, fail);
    request.setHeaders(new Headers(init.headers));
    request.end(body);
  });
}

function isReset(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNRESET' || error.code === 'EPIPE';
}

/** The request's time is that of its connection alone: answers may take as long as the caller has. */
function failWhereUnconnected(request: ClientRequest, fail: (error: Error) => void): void {
  let connected = false;
  const connect = () => {
    connected = true;
  };
  request.once('socket', (socket) => {
    if (!socket.connecting) return connect();
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', connect);
  });
  request.on('timeout', () => {
    if (!connected) fail(Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT' }));
  });
}

async function readReply(response: IncomingMessage): Promise<Response> {
  const status = response.statusCode ?? 0;
  const headers = new Headers();
  for (let at = 0; at + 1 < response.rawHeaders.length; at += 2) {
    headers.append(response.rawHeaders[at] ?? '', response.rawHeaders[at + 1] ?? '');
  }
  let text = '';
  try {
    if (status > 599) throw new UnreadableReply(`status ${status}, which HTTP does not have`);
    text = new TextDecoder().decode(await unpack(await readBody(response), headers.get('content-encoding')));
  } catch (error) {
    // What an error says of itself may be lost; that it is one is not.
    if (status < 400 || status > 599) throw error;
  }
  return wholeResponse(text, { status, headers });
}

function readBody(response: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    response.on('data', (part: Buffer) => {
      size += part.length;
      if (size > LARGEST_REPLY_BYTES) response.destroy(tooLarge());
      else parts.push(part);
    });
    response.on('end', () => resolve(Buffer.concat(parts)));
    response.on('error', reject);
  });
}

function tooLarge(): UnreadableReply {
  return new UnreadableReply(`the reply is larger than ${LARGEST_REPLY_BYTES / 1_000_000} MB`);
}

/** Nothing asks for compression, and some gateways compress all the same. */
async function unpack(body: Buffer, codings: string | null): Promise<Buffer> {
  if (codings === null || body.length === 0) return body;
  const { brotliDecompressSync, unzipSync, zstdDecompressSync } = await import('node:zlib');
  const options = { maxOutputLength: LARGEST_REPLY_BYTES };
  return codings.split(',').reduceRight((packed, coding) => {
    const name = coding.trim().toLowerCase();
    try {
      switch (name) {
        case 'identity':
          return packed;
        case 'gzip':
        case 'x-gzip':
        case 'deflate':
          return unzipSync(packed, options);
        case 'br':
          return brotliDecompressSync(packed, options);
        case 'zstd':
          return zstdDecompressSync(packed, options);
      }
    } catch (error) {
      throw isTooLarge(error) ? tooLarge() : error;
    }
    throw new UnreadableReply(`the reply is compressed in a way that nobody asked for (${name})`);
  }, body);
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}

/** A response that was read already: the stream that `Response` makes of a body costs more than all else here. */
function wholeResponse(text: string, init: ResponseInit): Response {
  return Object.assign(new Response(null, init), {
    text: async () => text,
    json: async () => JSON.parse(text),
  });
}
