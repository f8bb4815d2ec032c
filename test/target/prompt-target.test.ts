import { describe, expect, test } from 'vitest';
import { parsePromptFile } from '../../src/dataset/prompt-file.js';
import type { Case } from '../../src/model/case.js';
import { type FailureKind, ProviderError, UserError } from '../../src/model/errors.js';
import type { ChatClient, ChatReply } from '../../src/model/provider.js';
import { openPromptTarget } from '../../src/target/prompt-target.js';
import { fakeChat } from '../support/judges.js';

const never = new AbortController().signal;
const row: Case = { id: 'a', input: 'Where?', history: [], inputHash: 'h', vars: { city: 'Oslo' }, tags: [] };

const REPLY: ChatReply = {
  content: 'There.',
  finish: 'stop',
  refusal: null,
  toolCalls: [],
  usage: { calls: 1, inputTokens: 3, outputTokens: 1 },
};

const chat = (reply: Partial<ChatReply> | Error) =>
  fakeChat(() => (reply instanceof Error ? reply : { ...REPLY, ...reply }));

const FILE = parsePromptFile('You know {{city}}.', 'prompts/p.md');

function open(client: ChatClient, file = FILE, model: string | null = 'm-1', parameters = {}) {
  return openPromptTarget(
    { kind: 'prompt', prompt: 'prompts/p.md', model, parameters },
    { file, chat: client },
  );
}

test('the prompt is rendered for the case; the reply is the answer; what it cost is this target’s', async () => {
  const client = chat({ seconds: 1.5 });
  const target = open(client, FILE, 'm-1', { temperature: 0.2 });
  expect(await target.answer(row, 0, { signal: never })).toEqual({
    status: 'answered',
    output: 'There.',
    toolCalls: [],
    finish: 'stop',
    usage: REPLY.usage,
    seconds: 1.5,
  });
  expect(client.requests).toEqual([
    {
      model: 'm-1',
      messages: [
        { role: 'system', content: 'You know Oslo.' },
        { role: 'user', content: 'Where?' },
      ],
      parameters: { temperature: 0.2 },
    },
  ]);
  expect(target.usage()).toEqual({ calls: 1, inputTokens: 3, outputTokens: 1 });
  expect(target.description).toBe('prompt prompts/p.md (m-1)');
});

test('every run is a separate request: runs never share a reply', async () => {
  const client = chat({});
  const target = open(client);
  for (const sample of [0, 1, 2]) await target.answer(row, sample, { signal: never });
  expect(client.requests).toHaveLength(3);
  for (const request of client.requests) expect(request).not.toHaveProperty('shareKey');
});

test('model, parameters and response format of the file count, settings win', async () => {
  const file = parsePromptFile(
    [
      'model: from-file',
      'modelParameters: { temperature: 1, maxTokens: 50 }',
      'responseFormat: json_object',
      'messages: [{ role: user, content: "Answer in JSON: {{input}}" }]',
    ].join('\n'),
    'p.prompt.yml',
  );
  const client = chat({ content: '{}' });
  await open(client, file, null, { temperature: 0 }).answer(row, 0, { signal: never });
  expect(client.requests[0]).toMatchObject({
    model: 'from-file',
    parameters: { temperature: 0, max_tokens: 50 },
    responseFormat: { kind: 'json_object' },
  });
});

test('a missing model is an error for the user to fix', () => {
  expect(() => open(chat({}), FILE, null)).toThrow(UserError);
});

test.each<[Partial<ChatReply>, object]>([
  [
    { content: 'Half an ans', finish: 'length' },
    {
      status: 'failed',
      kind: 'length',
      message: expect.stringMatching(/cut off .* at a limit of the provider/),
    },
  ],
  [
    { content: '', finish: 'content-filter' },
    { status: 'failed', kind: 'content-filter', message: expect.stringMatching(/withheld the answer/) },
  ],
  [
    { content: 'Half', finish: 'content-filter' },
    { status: 'failed', kind: 'content-filter' },
  ],
  [
    { content: '', finish: 'tool-calls', toolCalls: [{ name: 'look', arguments: { q: 1 } }] },
    { output: '', finish: 'tool-calls', toolCalls: [{ name: 'look', arguments: { q: 1 } }] },
  ],
  [{ content: '', refusal: 'I cannot help.' }, { output: 'I cannot help.' }],
  [{ content: 'undefined' }, { status: 'failed', kind: 'harness' }],
])('%j', async (reply, answer) => {
  expect(await open(chat(reply)).answer(row, 0, { signal: never })).toMatchObject(answer);
});

describe('an answer that ends by finish reason length', () => {
  const outcome = async (max_tokens: number, outputTokens: number) => {
    const usage = { calls: 1, inputTokens: 3, outputTokens };
    const client = chat({ content: 'Half an ans', finish: 'length', usage });
    const answer = await open(client, FILE, 'm-1', { max_tokens }).answer(row, 0, { signal: never });
    return answer.status;
  };

  test('is what users get where the limit is the prompt’s own', async () => {
    expect(await outcome(50, 50)).toBe('answered');
    // The provider reports no tokens.
    expect(await outcome(50, 0)).toBe('answered');
  });

  test('is none where it ends before that limit', async () => {
    expect(await outcome(50, 20)).toBe('failed');
  });
});

describe('failures', () => {
  const failure = (kind: FailureKind) => new ProviderError(`host: ${kind}`, { kind });

  test.each<FailureKind>([
    'rate-limited',
    'unavailable',
    'timeout',
    'bad-request',
    'malformed',
    'content-filter',
  ])('%s is a failed answer', async (kind) => {
    expect(await open(chat(failure(kind))).answer(row, 0, { signal: never })).toEqual({
      status: 'failed',
      kind,
      message: `host: ${kind}`,
    });
  });

  test.each<FailureKind>(['unauthorized', 'gone'])('%s ends the run', async (kind) => {
    await expect(open(chat(failure(kind))).answer(row, 0, { signal: never })).rejects.toMatchObject({ kind });
  });

  test('an abort ends the run, whatever its reason', async () => {
    const stop = AbortSignal.abort(failure('timeout'));
    await expect(open(chat(failure('timeout'))).answer(row, 0, { signal: stop })).rejects.toMatchObject({
      kind: 'timeout',
    });
  });

  test('a placeholder without a value is an error for the user to fix', async () => {
    const file = parsePromptFile('You know {{country}}.', 'p.md');
    await expect(open(chat({}), file).answer(row, 0, { signal: never })).rejects.toThrow(UserError);
  });
});
