import { createLlmJudge } from '../../src/judging/llm-judge.js';
import { createHttpFetch } from '../../src/llm/http-fetch.js';
import { openChatClient } from '../../src/llm/open-chat-client.js';
import { createRateLimits } from '../../src/llm/rate-limits.js';
import { SILENT_LOG } from '../../src/model/effects.js';
import type { Judge, Question } from '../../src/model/judge.js';
import type { ModelParameters } from '../../src/model/provider.js';

export const QUESTION: Question = {
  name: 'test/verdicts',
  rules: 'Rules of mine.',
  data: { answer: 'one' },
  schema: {
    type: 'object',
    properties: { a: { type: 'string' } },
    required: ['a'],
    additionalProperties: false,
  },
  shape: 'The form in words.',
};

/** A judge behind a server on loopback, on a clock that its waits move. */
export function wireJudge(
  url: string,
  { parameters = {}, maxRetries = 1 }: { parameters?: ModelParameters; maxRetries?: number } = {},
): { readonly judge: Judge; readonly lines: string[]; ask(question?: Question): Promise<unknown> } {
  const lines: string[] = [];
  const log = { ...SILENT_LOG, info: (line: string) => void lines.push(line) };
  let clock = 1_000_000;
  const clockwork = {
    now: () => clock,
    sleep: async (milliseconds: number) => {
      clock += milliseconds;
    },
    random: () => 0,
  };
  const provider = { baseUrl: url, apiKey: 'sk-test-0123456789', apiKeySource: 'variable X' };
  const chat = openChatClient({
    provider,
    role: 'judge',
    maxRetries,
    requestTimeoutMs: 10_000,
    httpFetch: createHttpFetch({}),
    rateLimits: createRateLimits({ maxConcurrency: 16, log, ...clockwork }),
    log,
    ...clockwork,
  });
  const judge = createLlmJudge({ model: 'm-1', provider, parameters }, chat, { salt: 's', log });
  const { signal } = new AbortController();
  return { judge, lines, ask: (question = QUESTION) => judge.ask(question, { signal }) };
}
