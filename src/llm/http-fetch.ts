import { Agent, EnvHttpProxyAgent, fetch } from 'undici';
import type { Env } from '../model/effects.js';
import { ProviderError, UserError } from '../model/errors.js';
import { isLocalAddress, type ProviderSettings } from '../model/provider.js';

/** The part of `fetch` that the SDK needs: an address, and a body that is text. */
export type HttpFetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A reply that no retry would make readable. */
export class UnreadableReply extends Error {
  override readonly name = 'UnreadableReply';
}

/** Per reply, unpacked. The longest answers of models have a few megabytes. */
export const MAX_REPLY_BYTES = 16_000_000;

/** The caller limits how long an answer may take. Every gateway speaks HTTP/1.1. */
const CONNECTIONS = { headersTimeout: 0, bodyTimeout: 0, allowH2: false };

/** A `Response` with one of these statuses takes no body. */
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Opens the SDK's `fetch` with undici's connections, which Node's own cannot use. Redirects are not followed: they
 * would send prompts to an address that the settings do not name. Loopback is never proxied.
 */
export function createHttpFetch(env: Env): HttpFetch {
  const direct = new Agent(CONNECTIONS);
  let proxied: EnvHttpProxyAgent | null = null;
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    proxied ??= openProxied(env);
    const { method = 'POST', headers = [], body = null, signal = null } = init;
    if (body !== null && typeof body !== 'string') throw new TypeError('the body of a request must be text');
    const reply = await fetch(url, {
      method,
      headers: [...new Headers(headers)],
      body,
      signal,
      redirect: 'manual',
      dispatcher: isLocalAddress(url.href) ? direct : proxied,
    });
    const { status } = reply;
    const parts =
      reply.body === null || NO_BODY.has(status) ? null : ReadableStream.from(buildLimitFailure(reply.body));
    return new Response(parts, { status, headers: [...reply.headers] });
  };
}

function openProxied(env: Env): EnvHttpProxyAgent {
  const read = (name: string) => env[name] || env[name.toUpperCase()] || '';
  const [httpProxy, httpsProxy, noProxy] = [read('http_proxy'), read('https_proxy'), read('no_proxy')];
  try {
    return new EnvHttpProxyAgent({ ...CONNECTIONS, httpProxy, httpsProxy, noProxy });
  } catch {
    // The cause would show the address and its password.
    throw new Error('HTTP_PROXY or HTTPS_PROXY: not an address such as http://proxy.example:3128');
  }
}

async function* buildLimitFailure(body: AsyncIterable<Uint8Array>) {
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_REPLY_BYTES) {
      throw new UnreadableReply(`the reply is larger than ${MAX_REPLY_BYTES / 1_000_000} MB`);
    }
    yield part;
  }
}

/** Names and passwords in proxy addresses, both encoded and decoded: a proxy may repeat them in an error. */
export function listProxySecrets(env: Env): readonly string[] {
  return Object.entries(env).flatMap(([name, address = '']) => {
    const login = /^(?:[a-z][a-z\d+.-]*:\/\/)?([^/?#]*)@/i.exec(address)?.[1];
    if (login === undefined || !/^(https?|all)_proxy$/i.test(name)) return [];
    const sent = login.replace(/(?:%[\da-f]{2})+/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
    );
    return [login, sent].flatMap((text) => [text, text.slice(text.indexOf(':') + 1)]);
  });
}

export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/**
 * Host and URL without the query, which may hold secrets. Throws `UserError` for anything but an http or https URL
 * without a login.
 */
export function parseBaseUrl(baseUrl: string): { host: string; shown: string } {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new UserError(
      `base URL ${baseUrl}: not an http or https URL; it usually looks like ${OPENAI_BASE_URL}`,
    );
  }
  const shown = `${url.origin}${url.pathname}`;
  if (url.username !== '' || url.password !== '') {
    throw new UserError(`base URL ${shown}: remove the name and password; a provider gets only the API key`);
  }
  return { host: url.host, shown };
}

/** Why no request to this provider can succeed, else `null`. */
export function findRefusal(
  { blocked, apiKeySource, baseUrl, login }: ProviderSettings,
  apiKey: string,
  host: string,
): ProviderError | null {
  const refuse = (why: string) => new ProviderError(`${host}: ${why}`, { kind: 'unauthorized' });
  if (blocked) {
    return refuse(
      "no key was sent, because only the pull request's config has this address; merge that change of the config first",
    );
  }
  if (apiKey === '' && login === undefined && !isLocalAddress(baseUrl))
    return refuse(`no API key; give ${apiKeySource}`);
  const isOdd = /[^\x21-\x7e]/.test(apiKey);
  return isOdd
    ? refuse(`the API key holds a space, a line break or another odd character; check ${apiKeySource}`)
    : null;
}
