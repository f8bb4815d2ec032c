import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpFetch } from '../../src/llm/http-fetch.js';
import { openHttpClient } from '../../src/llm/open-http-client.js';
import { createRateLimits } from '../../src/llm/rate-limits.js';
import type { HttpClient } from '../../src/model/effects.js';

type Given = {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  /** The body as it came. */
  readonly text: string;
};
/** `null`: never answers. */
export type AgentReply = {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
} | null;

/** An agent behind an address on loopback, as its own JSON server. */
export async function startAgentServer(
  reply: (given: Given, index: number) => AgentReply,
): Promise<AsyncDisposable & { readonly url: string; readonly requests: readonly Given[] }> {
  const requests: Given[] = [];
  const server = createServer(async (incoming, response) => {
    let text = '';
    for await (const part of incoming.setEncoding('utf8')) text += part;
    const given = { method: incoming.method ?? '', headers: incoming.headers, body: JSON.parse(text), text };
    requests.push(given);
    const found = reply(given, requests.length - 1);
    if (found === null) return;
    response.writeHead(found.status ?? 200, found.headers);
    response.end(typeof found.body === 'string' ? found.body : JSON.stringify(found.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/answer`,
    requests,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** A client as a run has it, but without waiting between two tries. */
export function openTestClient(
  url: string,
  limits: { maxRetries?: number; requestTimeoutMs?: number } = {},
): HttpClient {
  return openHttpClient({
    url,
    maxRetries: 0,
    requestTimeoutMs: 20_000,
    httpFetch: createHttpFetch({}),
    rateLimits: createRateLimits({ maxConcurrency: 4 }),
    redact: (text) => text.replaceAll('a-secret', '***'),
    sleep: async () => {},
    ...limits,
  });
}
