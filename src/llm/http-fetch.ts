import { Agent, EnvHttpProxyAgent, fetch } from 'undici';

/** The part of `fetch` that the SDK needs: an address, and a body that is text. */
export type HttpFetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A reply came, and trying again would not make it readable. */
export class UnreadableReply extends Error {
  override readonly name = 'UnreadableReply';
}

/** Per reply, unpacked. The longest answers of models have some megabytes. */
export const LARGEST_REPLY_BYTES = 16_000_000;

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The caller limits how long an answer may take. HTTP/1.1 is what every gateway speaks. */
const CONNECTIONS = { headersTimeout: 0, bodyTimeout: 0, allowH2: false };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Opens what the SDK sends with. Both `fetch` and connections are undici's, since Node.js cannot use those of another
 * version. A redirect is an ordinary reply: following it would send prompts to an address that nobody named.
 *
 * @param env Supplies `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, in either case. Loopback is never proxied.
 */
export function createHttpFetch(env: Environment): HttpFetch {
  const direct = new Agent(CONNECTIONS);
  let proxied: EnvHttpProxyAgent | null = null;
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    proxied ??= openProxied(env);
    const { method = 'POST', headers = [], body, signal = null } = init;
    if (typeof body !== 'string') throw new TypeError('the body of a request has to be text');
    const reply = await fetch(url, {
      method,
      headers: [...new Headers(headers)],
      body,
      signal,
      redirect: 'manual',
      dispatcher: LOOPBACK.test(url.hostname) ? direct : proxied,
    });
    const response = new Response(null, { status: reply.status, headers: [...reply.headers] });
    return Object.assign(response, { text: () => readText(reply.body) });
  };
}

function openProxied(env: Environment): EnvHttpProxyAgent {
  const read = (name: string) => env[name] || env[name.toUpperCase()] || '';
  const [httpProxy, httpsProxy, noProxy] = [read('http_proxy'), read('https_proxy'), read('no_proxy')];
  try {
    return new EnvHttpProxyAgent({ ...CONNECTIONS, httpProxy, httpsProxy, noProxy });
  } catch {
    // The cause shows the address, and its password.
    throw new Error('HTTP_PROXY or HTTPS_PROXY: not an address such as http://proxy.example:3128');
  }
}

async function readText(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > LARGEST_REPLY_BYTES) {
      throw new UnreadableReply(`the reply is larger than ${LARGEST_REPLY_BYTES / 1_000_000} MB`);
    }
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

/** Name and password in the addresses of proxies, as written there and as sent. A proxy may repeat them in an error. */
export function proxySecrets(env: Environment): readonly string[] {
  return Object.entries(env).flatMap(([name, address = '']) => {
    const login = /^(?:[a-z][a-z\d+.-]*:\/\/)?([^/?#]*)@/i.exec(address)?.[1];
    if (login === undefined || !/^(https?|all)_proxy$/i.test(name)) return [];
    const sent = login.replace(/(?:%[\da-f]{2})+/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
    );
    return [login, sent].flatMap((text) => [text, text.slice(text.indexOf(':') + 1)]);
  });
}
