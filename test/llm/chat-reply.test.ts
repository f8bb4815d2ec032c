import { describe, expect, test } from 'vitest';
import { parseChatReply } from '../../src/llm/chat-wire.js';
import { ProviderError } from '../../src/model/errors.js';

function completion(message: unknown, rest: Record<string, unknown> = {}): unknown {
  return { choices: [{ message, finish_reason: 'stop', ...rest }] };
}

describe('content', () => {
  test.each<[string, unknown, string]>([
    ['text', { content: 'Paris' }, 'Paris'],
    ['nothing, as reasoning models give it', { content: null, reasoning_content: 'hm' }, ''],
    ['none', {}, ''],
    [
      'parts',
      {
        content: [
          { type: 'text', text: 'Par' },
          { type: 'text', text: 'is' },
        ],
      },
      'Paris',
    ],
    ['bare text parts', { content: ['Par', 'is'] }, 'Paris'],
    ['parts of other kinds', { content: [{ type: 'image_url', image_url: {} }, { text: 'x' }] }, 'x'],
  ])('%s', (_, message, content) => {
    expect(parseChatReply(completion(message), 'host')).toMatchObject({
      content,
      refusal: null,
      finish: 'stop',
    });
  });
});

test('a refusal is not content', () => {
  expect(parseChatReply(completion({ content: null, refusal: 'I cannot' }), 'host').refusal).toBe('I cannot');
  const parts = [{ type: 'refusal', refusal: 'No.' }];
  expect(parseChatReply(completion({ content: parts }), 'host')).toMatchObject({
    content: '',
    refusal: 'No.',
  });
});

test.each([
  ['stop', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['content_filter', 'content-filter'],
  ['tool_calls', 'tool-calls'],
  ['STOP', 'stop'],
  [null, 'stop'],
  ['something new', 'stop'],
])('finish reason %s', (given, finish) => {
  expect(parseChatReply(completion({ content: 'x' }, { finish_reason: given }), 'host').finish).toBe(finish);
});

test('tool calls: arguments are parsed, broken ones kept as text, nameless ones left out', () => {
  const reply = parseChatReply(
    completion({
      content: null,
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'add', arguments: '{"a":1}' } },
        { id: 'b', type: 'function', function: { name: 'say', arguments: '{"a":' } },
        { id: 'd', type: 'function' },
        null,
      ],
    }),
    'host',
  );
  expect(reply.toolCalls).toEqual([
    { name: 'add', arguments: { a: 1 } },
    { name: 'say', arguments: '{"a":' },
  ]);
  expect(reply.finish).toBe('tool-calls');
});

test.each<[unknown, { inputTokens: number; outputTokens: number }]>([
  [
    { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
    { inputTokens: 12, outputTokens: 3 },
  ],
  [
    { prompt_tokens: '12', completion_tokens: -3 },
    { inputTokens: 0, outputTokens: 0 },
  ],
  [null, { inputTokens: 0, outputTokens: 0 }],
  [undefined, { inputTokens: 0, outputTokens: 0 }],
])('usage %j counts as one call', (usage, expected) => {
  const json = { choices: [{ message: { content: '' } }], usage };
  expect(parseChatReply(json, 'host').usage).toEqual({ calls: 1, ...expected });
});

test.each<[string, unknown, string]>([
  ['null', null, 'not a chat completion'],
  ['a list', [], 'not a chat completion'],
  ['a text', 'hello', 'not a chat completion'],
  ['another object', { result: 1 }, 'not a chat completion'],
  ['no choices', { choices: [] }, 'no choice'],
  ['a null choice', { choices: [null] }, 'no choice'],
  ['no choice with a message', { choices: [{}] }, 'no choice with a message'],
  ['odd content', completion({ content: 7 }), 'neither text'],
])('%s is malformed', (_, json, words) => {
  const error = thrownBy(() => parseChatReply(json, 'host, model m'));
  expect(error.kind).toBe('malformed');
  expect(error.message).toMatch(/^host, model m: /);
  expect(error.message).toContain(words);
});

test('a model that stopped with an error was unavailable', () => {
  expect(
    thrownBy(() => parseChatReply(completion({ content: '' }, { finish_reason: 'error' }), 'h')).kind,
  ).toBe('unavailable');
});

function thrownBy(run: () => unknown): ProviderError {
  try {
    run();
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
