import { expect, test } from 'vitest';
import { classifyAnswer } from '../../src/llm/provider-failure.js';
import { readErrorAnswer } from '../../src/llm/send-completion.js';

const CONTEXT = { from: 'host, model m-1', baseUrl: 'https://host/v1', keySource: 'input openai-api-key' };
const BAD = 'bad-request';

function failureOf(status: number, body: unknown, wait?: string) {
  const headers = new Headers(wait === undefined ? {} : { 'retry-after': wait });
  return classifyAnswer(readErrorAnswer(status, body, headers, String), CONTEXT, 0);
}

const said = (message: string, code?: string) => ({ error: { message, code } });
const gemini = (quotaId: string) => [
  { error: { message: 'You exceeded your current quota.', details: [{ violations: [{ quotaId }] }] } },
];

// As providers and gateways word it.
test.each<[number, unknown, string?]>([
  [400, said('Rate exceeded', 'ThrottlingException')],
  [403, said('User Rate Limit Exceeded')],
  [499, said('rate limit')],
  [200, said('rate limited', 'rate_limit_exceeded')],
  [503, said('Slow down'), '2'],
  [429, said('Limit reached on requests per day (RPD): Limit 10000. Please try again in 60s.')],
  [429, gemini('GenerateRequestsPerMinutePerProjectPerModel-FreeTier'), '38'],
  [429, said('on tokens per min. Add a payment method at …/billing. Please try again in 2s.')],
])('%d %j is a rate limit', (status, body, wait) => {
  expect(failureOf(status, body, wait)).toMatchObject({ limit: 'rate', retry: true, isSpent: false });
});

test.each<[number, unknown]>([
  [500, said('litellm.RateLimitError: AzureException')],
  [503, said('')],
  [529, said('Overloaded')],
  [500, said('That model is currently overloaded')],
])('%d %j is an overload', (status, body) => {
  expect(failureOf(status, body)).toMatchObject({ limit: 'overload', retry: true });
});

test.each<[number, unknown]>([
  [429, said('quota', 'insufficient_quota')],
  [429, said('quota', 'project_spend_limit_exceeded')],
  [500, said('quota', 'insufficient_quota')],
  [200, said('quota', 'insufficient_quota')],
])('%d %j is an account without credit', (status, body) => {
  const { error, isSpent } = failureOf(status, body);
  expect({ isSpent, fatal: error.fatal }).toEqual({ isSpent: true, fatal: true });
  expect(error.message).toContain('no credit left');
});

test.each<[number, unknown, string?]>([
  [429, said('Rate limit exceeded: free-models-per-day. Add 10 credits')],
  [429, { errors: [{ message: 'you have used up your daily free allocation' }] }],
  [429, gemini('GenerateRequestsPerDayPerProjectPerModel-FreeTier'), '38'],
  [429, { message: 'You are using a Trial key, which is limited to 1000 API calls / month.' }],
])('%d %j is a quota that will not be back in time', (status, body, wait) => {
  const { error, isSpent } = failureOf(status, body, wait);
  expect({ isSpent, kind: error.kind }).toEqual({ isSpent: true, kind: 'rate-limited' });
  expect(error.message).toContain('will not be back in time');
});

test.each<[number, unknown]>([
  [400, { message: 'too many tokens: size limit exceeded by 1502 tokens. Try using shorter inputs' }],
  [429, said('Request too large for gpt-4o on tokens per min: Limit 30000, Requested 41000.')],
  [413, said('Request too large for model', 'rate_limit_exceeded')],
  // What names a parameter speaks of the request.
  [400, { error: { message: 'Unknown parameter: rate_limit', param: 'rate_limit' } }],
  [400, said('Flagged: "What is my credit balance?"')],
])('%d %j is the failure of one request, however often it is sent', (status, body) => {
  const { error, retry } = failureOf(status, body);
  expect({ retry, kind: error.kind, fatal: error.fatal }).toEqual({ retry: false, kind: BAD, fatal: false });
});
