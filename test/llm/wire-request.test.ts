import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toWireMessages } from '../../src/llm/chat-wire.js';
import type { Message } from '../../src/model/case.js';
import { requestProblems } from '../support/chat-completions-wire.js';

test('a tool call gets an id that its tool message answers', () => {
  const wire = toWireMessages([
    { role: 'user', content: 'Weather?' },
    { role: 'assistant', content: '', toolCalls: [{ name: 'weather', arguments: { city: 'Oslo' } }] },
    { role: 'tool', content: 'rain' },
    { role: 'user', content: 'And tomorrow?' },
  ]);
  expect(wire).toEqual([
    { role: 'user', content: 'Weather?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
    { role: 'user', content: 'And tomorrow?' },
  ]);
});

test('a call whose result is known is answered with it, and one without with nothing', () => {
  const wire = toWireMessages([
    {
      role: 'assistant',
      content: 'Looking.',
      toolCalls: [{ name: 'list', result: ['a', 'b'] }, { name: 'ping' }],
    },
  ]);
  expect(wire.slice(1)).toEqual([
    { role: 'tool', tool_call_id: 'call_1', content: '["a","b"]' },
    { role: 'tool', tool_call_id: 'call_2', content: '' },
  ]);
});

test('whatever the conversation, providers accept it', () => {
  const call = fc.record({ name: fc.string({ minLength: 1 }), arguments: fc.jsonValue() });
  const message: fc.Arbitrary<Message> = fc.oneof(
    fc.record({ role: fc.constantFrom('system', 'user', 'tool' as const), content: fc.string() }),
    fc.record({
      role: fc.constant('assistant' as const),
      content: fc.string(),
      toolCalls: fc.array(call, { maxLength: 3 }),
    }),
  );
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 8 }), (messages) => {
      expect(requestProblems({ model: 'm', messages: toWireMessages(messages) })).toEqual([]);
    }),
  );
});
