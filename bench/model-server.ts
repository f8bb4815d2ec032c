/**
 * An OpenAI-compatible server of fixed latency that keeps no books: what benches measure against, as a process of its
 * own so that its work is not counted as ours.
 *
 *     node bench/model-server.ts --latency 50 [--reply ./replies.ts] [--limit fixed-minute:300]
 *
 * Prints `{"url":"http://127.0.0.1:…/v1"}` and serves until its stdin ends. `GET /v1/stats` tells the calls, the most
 * that were open at once, and estimates of the tokens asked and replied. A reply module's default export is `(body) => string`, the content of the reply.
 *
 * `--limit` refuses what is beyond it with a 429, after the latency too, that states its wait in the way of `--waits`
 * (seconds, milliseconds, date, both, past, none); `--lift-after 300` takes the limit away after so many replies, and the
 * stats tell how long it took from then until 16 were open.
 */
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { HEADER_STYLES, lifted, openLimit, waitHeaders } from './limits/provider-limits.js';

const { values } = parseArgs({
  options: {
    latency: { type: 'string', default: '50' },
    reply: { type: 'string' },
    content: { type: 'string', default: 'Paris is the capital of France.' },
    limit: { type: 'string' },
    waits: { type: 'string', default: 'seconds' },
    'lift-after': { type: 'string', default: 'Infinity' },
  },
});
const latency = Number(values.latency);
const replies: ((body: unknown) => string) | undefined =
  values.reply === undefined ? undefined : (await import(pathToFileURL(values.reply).href)).default;

function completion(content: string): string {
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: 'fixed',
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        logprobs: null,
        message: { role: 'assistant', content, refusal: null },
      },
    ],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  });
}

const fixed = completion(values.content);
let calls = 0;
let inFlight = 0;
let peakInFlight = 0;
let firstAt: number | null = null;
let lastAt: number | null = null;
let refused = 0;
/** What each request that was let through cost, in estimated tokens. */
const tokens: number[] = [];
let asked = 0;
let replied = 0;
let liftedAt: number | null = null;
let fullAfterMs: number | null = null;
const style = HEADER_STYLES.find((name) => name === values.waits);
if (style === undefined) throw new Error(`--waits ${values.waits}: give one of ${HEADER_STYLES.join(', ')}`);
const limit =
  values.limit === undefined
    ? null
    : lifted(openLimit(values.limit, latency), () => {
        if (tokens.length < Number(values['lift-after'])) return false;
        liftedAt ??= performance.now();
        return true;
      });

/** A token for every four characters, as providers say of English. */
const tokensOf = (text: string) => Math.ceil(text.length / 4);

/** How long a request has to wait; 0 where it is let through. */
function admit(body: string): number {
  const cost = tokensOf(body) + 50;
  const wait = limit?.admit(performance.now(), cost) ?? 0;
  if (wait > 0) refused++;
  else if (limit !== null) tokens.push(cost);
  if (liftedAt !== null && inFlight >= 16) fullAfterMs ??= performance.now() - liftedAt;
  return wait;
}

const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, response) => {
  if (incoming.url === '/v1/stats') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ calls, peakInFlight, firstAt, lastAt, refused, tokens, asked, replied, fullAfterMs }),
    );
    return;
  }
  calls++;
  firstAt ??= Date.now();
  inFlight++;
  peakInFlight = Math.max(peakInFlight, inFlight);
  const parts: Buffer[] = [];
  incoming.on('data', (part: Buffer) => {
    if (replies !== undefined || limit !== null) parts.push(part);
  });
  incoming.on('end', () => {
    const text = Buffer.concat(parts).toString('utf8');
    const wait = admit(text);
    setTimeout(() => {
      inFlight--;
      lastAt = Date.now();
      if (wait > 0) {
        const left = Math.max(0, wait - latency);
        response.writeHead(429, {
          'content-type': 'application/json',
          ...waitHeaders(style, left, lastAt),
        });
        response.end('{"error":{"message":"Slow down."}}');
        return;
      }
      limit?.done();
      const content = replies?.(JSON.parse(text));
      asked += tokensOf(text);
      replied += tokensOf(content ?? values.content);
      const body = content === undefined ? fixed : completion(content);
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    }, latency);
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/v1` })}\n`);
});
process.stdin.on('end', () => {
  server.close();
  server.closeAllConnections();
});
process.stdin.resume();
