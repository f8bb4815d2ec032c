import type { ClientRequest, IncomingMessage } from 'node:http';

/** The part of `fetch` that the SDK needs: an address, and a body that is text. */
export type HttpFetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A reply came, and trying again would not make it one that can be read. */
export class UnreadableReply extends Error {
  override readonly name = 'UnreadableReply';
}

/** Of a reply, unpacked. The longest answers of models have some megabytes. */
export const LARGEST_REPLY_BYTES = 16_000_000;

/** Of an error, in characters: nobody reads on. */
const LONGEST_ERROR = 100_000;

/** Each may blow a reply up to that size. */
const MOST_CODINGS = 2;

/** For a connection to come about, a proxy's tunnel and TLS included. */
const CONNECT_MS = 10_000;
/** Servers close what is idle, many after 5 s: a connection is given up before. */
const IDLE_MS = 4_000;

/** Never behind a proxy; GitHub's own toolkit has it so. */
const LOOPBACK = ['localhost', '.localhost', '127.0.0.0-127.255.255.255', '::1'];

type Environment = Readonly<Record<string, string | undefined>>;
type Connections = Awaited<ReturnType<typeof openConnections>>;
type Sending = {
  readonly url: URL;
  readonly init: RequestInit;
  readonly connectMs: number;
  /** Of an agent's kept connections, or a new one. */
  readonly on: 'kept' | 'fresh';
};

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
    return exchange(await opening, { url, init, connectMs, on: 'kept' });
  };
}

/**
 * What is secret in the addresses of proxies: name and password together, and the password alone, as written there and as
 * it is sent. A proxy may repeat it in what it answers.
 */
export function proxySecrets(env: Environment): readonly string[] {
  return Object.entries(env).flatMap(([name, address = '']) => {
    if (!/^(https?|all)_proxy$/i.test(name)) return [];
    const written = /^(?:[a-z][a-z\d+.-]*:\/\/)?([^/?#]*)@/i.exec(address)?.[1];
    if (written === undefined) return [];
    const sent = percentDecoded(written);
    // What a header repeats has a character for each byte.
    return [written, sent, Buffer.from(sent).toString('latin1')].flatMap(secretsOf);
  });
}

function secretsOf(login: string): readonly string[] {
  const password = login.slice(login.indexOf(':') + 1);
  return [login, password === '' ? login.slice(0, -1) : password];
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Loaded with the first call: a run that calls no model does without. */
async function openConnections(env: Environment, timeout: number) {
  const [http, https] = await Promise.all([import('node:http'), import('node:https')]);
  const direct = [env['no_proxy'] || env['NO_PROXY'], ...LOOPBACK].filter(Boolean).join();
  const options = { keepAlive: true, timeout, proxyEnv: { ...env, no_proxy: direct } };
  try {
    const once = { ...options, keepAlive: false };
    return {
      'http:': { open: http.request, kept: new http.Agent(options), fresh: new http.Agent(once) },
      'https:': { open: https.request, kept: new https.Agent(options), fresh: new https.Agent(once) },
    };
  } catch {
    // What Node.js says shows the address, and its password.
    throw new Error('HTTP_PROXY or HTTPS_PROXY: no address of a proxy such as http://proxy.example:3128');
  }
}

function exchange(connections: Connections, sending: Sending): Promise<Response> {
  const { url, init, connectMs, on } = sending;
  const { signal, body } = init;
  if (typeof body !== 'string') throw new TypeError('the body of a request has to be text');
  signal?.throwIfAborted();
  const { open, [on]: agent } = connections[url.protocol === 'http:' ? 'http:' : 'https:'];
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
      const finish = (reply: Response) => {
        settle();
        resolve(reply);
        // A server that reads no further would hold the connection for ever.
        if (!request.writableFinished) request.destroy();
      };
      readReply(response).then(finish, fail);
    });
    let isRead = false;
    request.on('information', () => {
      isRead = true;
    });
    request.on('error', (error) => {
      // The server closed what had been idle while this was on its way, and read nothing of it.
      const isUnread = request.reusedSocket && !answered && !isRead;
      const again = on === 'kept' && isUnread && isReset(error) && !signal?.aborted;
      if (!again) return fail(error);
      settle();
      // Other kept ones may have been closed as well.
      resolve(exchange(connections, { ...sending, on: 'fresh' }));
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
    if (status < 200 || status > 599) throw new UnreadableReply(`status ${status}, which HTTP does not have`);
    text = new TextDecoder().decode(await unpack(await readBody(response), headers.get('content-encoding')));
  } catch (error) {
    // What an error says of itself may be lost; that it is one is not.
    if (status < 400 || status > 599) throw error;
  }
  return wholeResponse(status < 400 ? text : text.slice(0, LONGEST_ERROR), { status, headers });
}

function readBody(response: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // One buffer that grows: a piece of one byte, kept, holds some hundred.
    let body = Buffer.alloc(0);
    let size = 0;
    response.on('data', (part: Buffer) => {
      const end = size + part.length;
      if (end > LARGEST_REPLY_BYTES) return void response.destroy(tooLarge());
      if (end > body.length) body = Buffer.concat([body], 2 * end);
      part.copy(body, size);
      size = end;
    });
    response.on('end', () => resolve(body.subarray(0, size)));
    response.on('error', reject);
  });
}

function tooLarge(): UnreadableReply {
  return new UnreadableReply(`the reply is larger than ${LARGEST_REPLY_BYTES / 1_000_000} MB`);
}

/** Nothing asks for compression, and some gateways compress all the same. */
async function unpack(body: Buffer, codings: string | null): Promise<Buffer> {
  if (codings === null || body.length === 0) return body;
  const listed = codings.toLowerCase().split(',');
  const names = listed.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity');
  if (names.length > MOST_CODINGS) {
    throw new UnreadableReply(`the reply is compressed ${names.length} times, which nobody asked for`);
  }
  let unpacked = body;
  for (const name of names.reverse()) unpacked = await unpackOnce(unpacked, name);
  return unpacked;
}

async function unpackOnce(packed: Buffer, name: string): Promise<Buffer> {
  const zlib = await import('node:zlib');
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return unpackAside(zlib.unzip, packed, name);
    case 'deflate':
      // Its wrapping says how it is packed, and that is 8; some servers leave the wrapping out.
      return unpackAside(((packed[0] ?? 0) & 15) === 8 ? zlib.inflate : zlib.inflateRaw, packed, name);
    case 'br':
      return unpackAside(zlib.brotliDecompress, packed, name);
    case 'zstd':
      return unpackAside(zlib.zstdDecompress, packed, name);
  }
  throw new UnreadableReply(`the reply is compressed in a way that nobody asked for (${name})`);
}

type Unpack = (
  packed: Buffer,
  options: { readonly maxOutputLength: number },
  done: (error: Error | null, unpacked: Buffer) => void,
) => void;

let unpacking: Promise<unknown> = Promise.resolve();

/** Beside the event loop, so that an abort is heard; one after the other, since some bytes may become megabytes. */
function unpackAside(unpack: Unpack, packed: Buffer, name: string): Promise<Buffer> {
  const unpacked = unpacking.then(() => unpackNow(unpack, packed, name));
  unpacking = unpacked.catch(() => {});
  return unpacked;
}

function unpackNow(unpack: Unpack, packed: Buffer, name: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    unpack(packed, { maxOutputLength: LARGEST_REPLY_BYTES }, (error, unpacked) => {
      const code = error !== null && 'code' in error ? error.code : null;
      if (error === null) resolve(unpacked);
      else if (code === 'ERR_BUFFER_TOO_LARGE') reject(tooLarge());
      // It ends too early, as what a lost connection left does.
      else if (code === 'Z_BUF_ERROR') reject(error);
      else reject(new UnreadableReply(`the reply is not the ${name} that it says it is`));
    });
  });
}

/** A response that was read already: the stream that `Response` makes of a body costs more than all else here. */
function wholeResponse(text: string, init: ResponseInit): Response {
  return Object.assign(new Response(null, init), {
    text: async () => text,
    json: async () => JSON.parse(text),
  });
}
