/**
 * An OpenAI-compatible server of fixed latency that keeps no books: what benches measure against, as a process of its
 * own so that its work is not counted as ours.
 *
 *     node test/support/openai-server-process.ts --latency 50 [--reply ./replies.ts]
 *
 * Prints `{"url":"http://127.0.0.1:…/v1"}` and serves until its stdin ends. `GET /v1/stats` tells the calls and the
 * most that were open at once. A reply module's default export is `(body) => string`, the content of the reply.
 */
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    latency: { type: 'string', default: '50' },
    reply: { type: 'string' },
    content: { type: 'string', default: 'Paris is the capital of France.' },
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

const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, response) => {
  if (incoming.url === '/v1/stats') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ calls, peakInFlight, firstAt }));
    return;
  }
  calls++;
  firstAt ??= Date.now();
  inFlight++;
  peakInFlight = Math.max(peakInFlight, inFlight);
  const parts: Buffer[] = [];
  incoming.on('data', (part: Buffer) => {
    if (replies !== undefined) parts.push(part);
  });
  incoming.on('end', () => {
    setTimeout(() => {
      inFlight--;
      const body =
        replies === undefined
          ? fixed
          : completion(replies(JSON.parse(Buffer.concat(parts).toString('utf8'))));
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
