import { expect, test } from 'vitest';
import type { Case } from '../../src/model/case.js';
import { ProviderError, UserError } from '../../src/model/errors.js';
import type { TargetSettings } from '../../src/model/target-settings.js';
import { openHttpTarget } from '../../src/target/http-target.js';
import { type AgentReply, openTestClient, startAgentServer } from '../support/agent-server.js';

type HttpSettings = Extract<TargetSettings, { kind: 'http' }>;

const never = new AbortController().signal;
const ROW: Case = {
  id: 'a',
  input: 'And how long?',
  history: [{ role: 'user', content: 'Do you ship?' }],
  inputHash: 'h',
  vars: { tone: 'kind' },
  tags: [],
};
const DEFAULTS = {
  kind: 'http',
  headers: {},
  body: null,
  answer: '/output',
  toolCalls: '/toolCalls',
  context: '/context',
  env: [],
} as const;

async function ask(
  reply: (index: number) => AgentReply,
  more: Partial<HttpSettings> = {},
  {
    env = {},
    blocked = false,
    ...limits
  }: { env?: Record<string, string>; blocked?: boolean; maxRetries?: number; requestTimeoutMs?: number } = {},
) {
  await using server = await startAgentServer((_, index) => reply(index));
  const client = openTestClient(server.url, limits);
  await using target = openHttpTarget({ ...DEFAULTS, http: server.url, ...more }, { client, env, blocked });
  const asking = target.answer(ROW, 0, { signal: never });
  const given = await asking.catch((thrown: Error) => thrown);
  const error = given instanceof Error ? given : null;
  const answer = given instanceof Error ? null : given;
  return { answer, error, requests: server.requests, usage: target.usage() };
}

test('the question is sent as a command gets it, and its reply is read as a command gives it', async () => {
  const toolCalls = [{ name: 'search', arguments: { q: 'x' } }];
  const { answer, requests, usage } = await ask(() => ({
    body: { output: 'Two days.', toolCalls, context: 'Known.' },
  }));
  expect(answer).toMatchObject({ status: 'answered', output: 'Two days.', toolCalls, context: ['Known.'] });
  expect(requests[0]).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: {
      id: 'a',
      input: ROW.input,
      messages: [...ROW.history, { role: 'user', content: ROW.input }],
      vars: { tone: 'kind' },
      sample: 0,
    },
  });
  expect(usage.calls).toBe(1);
});

test('body, headers and pointers are the settings’ own', async () => {
  const { answer, requests } = await ask(
    () => ({ body: { choices: [{ 'a/b': 'Two days.' }], used: ['Known.'] } }),
    {
      headers: { Authorization: `Bearer \${TOKEN}` },
      env: ['TOKEN'],
      body: { text: 'In a {{tone}} way: {{input}}', all: ['{{messages}}', 3, null], vars: '{{ vars }}' },
      answer: '/choices/0/a~1b',
      context: '/used',
    },
    { env: { TOKEN: 'a-secret', OTHER: 'x' } },
  );
  expect(answer).toMatchObject({ output: 'Two days.', context: ['Known.'] });
  expect(requests[0]).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer a-secret' } });
  expect(requests[0]?.body).toEqual({
    text: `In a kind way: ${ROW.input}`,
    all: [[...ROW.history, { role: 'user', content: ROW.input }], 3, null],
    vars: { tone: 'kind' },
  });
});

test.each<[string, Partial<HttpSettings>, RegExp]>([
  ['a placeholder without a value', { body: '{{tune}}' }, /^target body: `\{\{tune\}\}` has no value/],
  ['a variable that is not set', { headers: { a: `\${TOKEN}` } }, /variable TOKEN is not set$/],
])('%s is an error to fix, and nothing is sent', async (_, more, message) => {
  const { error, requests } = await ask(() => ({ body: {} }), more);
  expect(error).toBeInstanceOf(UserError);
  expect(error?.message).toMatch(message);
  expect(requests).toEqual([]);
});

test('to an address that only the pull request names, nothing is sent', async () => {
  const { error, requests } = await ask(() => ({ body: {} }), { env: ['TOKEN'] }, { blocked: true });
  expect(error).toMatchObject({ kind: 'unauthorized', fatal: true });
  expect(error?.message).toMatch(
    /^no variable was sent to http .*only the pull request's config has this address for TOKEN/,
  );
  expect(requests).toEqual([]);
});

test.each<[string, AgentReply, string, RegExp]>([
  ['an error of its own', { status: 500, body: 'boom' }, 'target', /status 500, boom$/],
  ['a refused request', { status: 422, body: { error: 'no text' } }, 'target', /status 422, no text$/],
  ['a page', { body: '<html>Log in</html>' }, 'target', /answered "<html>Log in<\/html>" instead of JSON$/],
  [
    'NaN',
    { body: '{"output":"x","score":NaN}' },
    'target',
    /instead of JSON \(it has NaN, which JSON does not know; write null or a number instead\)$/,
  ],
  [
    'another form',
    { body: { reply: 1 } },
    'target',
    /nothing at \/output \(target\.answer\) \(it wrote: \{"reply":1\}\)$/,
  ],
  ['a number', { body: { output: 1 } }, 'target', /output is a number, not a text/],
  ['a reported error', { body: { error: 'no such user' } }, 'target', /reports an error: no such user$/],
  ['a gateway’s error', { status: 502, body: 'a-secret' }, 'unavailable', /status 502, \*\*\*$/],
])('%s is a failed answer', async (_, reply, kind, message) => {
  const { answer } = await ask(() => reply);
  expect(answer).toMatchObject({ status: 'failed', kind, message: expect.stringMatching(message) });
});

test('no answer in time is late', async () => {
  const { answer } = await ask(() => null, {}, { requestTimeoutMs: 50 });
  expect(answer).toMatchObject({
    status: 'failed',
    kind: 'late',
    message: expect.stringMatching(/no answer within 0\.1 s$/),
  });
});

test('redirects are refused, and end the run', async () => {
  const { error, requests } = await ask(() => ({ status: 307, headers: { location: '/other' }, body: '' }));
  expect(error).toMatchObject({ kind: 'gone', fatal: true });
  expect(error?.message).toMatch(/redirects are not followed, so check target\.http$/);
  expect(requests).toHaveLength(1);
});

test('a failure that may pass is retried, and a limit is waited for', async () => {
  const replies = [
    { status: 503, body: 'busy' },
    { status: 429, headers: { 'retry-after-ms': '1' }, body: 'slower' },
  ];
  const { answer, requests } = await ask(
    (index) => replies[index] ?? { body: { output: 'ok' } },
    {},
    { maxRetries: 1 },
  );
  expect(answer).toMatchObject({ output: 'ok' });
  expect(requests).toHaveLength(3);
});

test('a server that never answers is given up', async () => {
  const client = openTestClient('http://127.0.0.1:9/answer');
  const send = () =>
    client.send({ method: 'POST', headers: {}, body: '{}' }, never).catch((error: unknown) => error);
  for (let index = 1; index < 20; index += 1) expect(await send()).toMatchObject({ fatal: false });
  const last = await send();
  expect(last).toBeInstanceOf(ProviderError);
  expect(last).toMatchObject({
    fatal: true,
    message: expect.stringContaining('none of 20 questions was answered'),
  });
});
