import { describe, expect, test } from 'vitest';
import { createHttpFetch } from '../../src/llm/http-fetch.js';
import { openChatClient } from '../../src/llm/open-chat-client.js';
import { createRateLimits } from '../../src/llm/rate-limits.js';
import { ProviderError } from '../../src/model/errors.js';
import type { ChatRequest } from '../../src/model/provider.js';
import { type ServerReply, startOpenAiServer } from '../support/openai-server.js';
import { createRendezvous } from '../support/rendezvous.js';

const CALLS = 100;

/** A judge's request, in which the format and the seed may be changed. */
const REQUEST: ChatRequest = {
  model: 'm-1',
  messages: [
    { role: 'system', content: 'rules' },
    { role: 'user', content: 'hello' },
  ],
  parameters: { seed: 7 },
  responseFormat: { kind: 'json_schema', name: 'verdicts', schema: { type: 'object' } },
  optional: { parameters: ['seed'], messages: [{ role: 'user', content: 'rules, then hello' }] },
};

/** Names nothing that was sent. */
const REFUSED: ServerReply = { status: 400, body: { error: { message: 'The request is invalid.' } } };

type Body = Readonly<Record<string, unknown>>;

/** A provider whose first replies, one per call, come at once, so that every call is refused before any other form is sent. */
async function startRefusing(isTaken: (body: Body) => boolean) {
  const { meet } = createRendezvous(CALLS);
  return startOpenAiServer({
    reply: async (body, index) => {
      if (index < CALLS) await meet();
      return isTaken(body as unknown as Body) ? { content: 'ok' } : REFUSED;
    },
  });
}

function openClient(url: string) {
  return openChatClient({
    provider: { baseUrl: url, apiKey: 'sk-test-0123456789', apiKeySource: 'input openai-api-key' },
    maxRetries: 0,
    requestTimeoutMs: 10_000,
    httpFetch: createHttpFetch({}),
    rateLimits: createRateLimits({ maxConcurrency: CALLS }),
  });
}

function askAll(url: string, signal = new AbortController().signal) {
  const client = openClient(url);
  return Promise.allSettled(Array.from({ length: CALLS }, () => client.complete(REQUEST, { signal })));
}

describe('calls that are refused at the same time', () => {
  test('share one search for a form that the model takes', async () => {
    await using server = await startRefusing((body) => !('response_format' in body) && !('seed' in body));
    const results = await askAll(server.url);
    expect(results.every(({ status }) => status === 'fulfilled')).toBe(true);
    // One call tries the other forms: without the format, without the seed, without both. Then all others succeed.
    expect(server.requests).toHaveLength(CALLS + 3 + (CALLS - 1));
  });

  test('give up together if no form is taken', async () => {
    await using server = await startRefusing(() => false);
    const results = await askAll(server.url);
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    // One call tries all five other forms.
    expect(server.requests).toHaveLength(CALLS + 5);
  });

  test('end on abort while one of them searches', async () => {
    const stop = new AbortController();
    const { meet } = createRendezvous(CALLS);
    await using server = await startOpenAiServer({
      reply: async (_, index) => {
        if (index < CALLS) {
          await meet();
          return REFUSED;
        }
        stop.abort(new ProviderError('20 minutes are used up', { kind: 'timeout' }));
        return { hang: true };
      },
    });
    const results = await askAll(server.url, stop.signal);
    const reasons = results.map((result) =>
      result.status === 'rejected' ? result.reason.message : 'answered',
    );
    expect(new Set(reasons)).toEqual(new Set(['20 minutes are used up']));
  });
});
