import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { startOpenAiServer } from './openai-server.js';

test('answers the openai SDK and records the request', async () => {
  await using server = await startOpenAiServer({
    reply: (request) => ({ content: `to ${request.messages.length}` }),
  });
  const client = new OpenAI({ apiKey: 'test-key', baseURL: server.url, maxRetries: 0 });
  const reply = await client.chat.completions.create({
    model: 'm',
    messages: [{ role: 'user', content: 'hello' }],
  });
  expect(reply.choices[0]?.message.content).toBe('to 1');
  expect(server.requests[0]?.headers['authorization']).toBe('Bearer test-key');
});

test.each([
  [
    'an unknown field',
    { model: 'm', messages: [{ role: 'user', content: 'x' }], temprature: 0 },
    'temprature',
  ],
  [
    'an unanswered tool message',
    { model: 'm', messages: [{ role: 'tool', content: 'x' }] },
    'answers no tool call',
  ],
  ['no messages', { model: 'm', messages: [] }, 'not a filled list'],
])('refuses %s', async (_, body, problem) => {
  const server = await startOpenAiServer({ reply: () => ({ content: 'never' }) });
  const response = await fetch(`${server.url}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(400);
  expect(server.problems.join()).toContain(problem);
  await expect(server[Symbol.asyncDispose]()).rejects.toThrow(problem);
});
