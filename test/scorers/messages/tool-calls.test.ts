import { describe, expect, it } from 'vitest';
import { readToolInvocations } from '../../../src/scorers/messages/tool-calls.js';

const search = { toolCallId: 'c1', toolName: 'search', args: { q: 'rain' }, state: 'result', result: {} };

describe('tool calls are read in every form', () => {
  it.each<[string, unknown]>([
    ['toolCalls', { toolCalls: [search] }],
    ['our own name and arguments', { toolCalls: [{ id: 'c1', name: 'search', arguments: { q: 'rain' } }] }],
    [
      'a function as chat completions have it',
      {
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'search', arguments: { q: 'rain' } } }],
      },
    ],
    [
      'a payload',
      {
        toolCalls: [
          { type: 'tool-call', payload: { toolName: 'search', args: { q: 'rain' } }, toolCallId: 'c1' },
        ],
      },
    ],
    ['toolInvocations in the content', { content: { format: 2, parts: [], toolInvocations: [search] } }],
    [
      'parts of the content',
      {
        content: {
          parts: [
            { type: 'text', text: 'x' },
            { type: 'tool-invocation', toolInvocation: search },
          ],
        },
      },
    ],
    [
      'parts of a call',
      { content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'search', input: { q: 'rain' } }] },
    ],
    [
      'both forms at once',
      {
        content: { parts: [{ type: 'tool-invocation', toolInvocation: search }], toolInvocations: [search] },
      },
    ],
  ])('%s', (_, message) => {
    expect(readToolInvocations([{ role: 'user', content: 'hi' }, message])).toEqual([
      {
        toolName: 'search',
        toolCallId: 'c1',
        messageIndex: 1,
        invocationIndex: 0,
        arguments: { q: 'rain' },
        failed: false,
      },
    ]);
  });

  it('gives a place for an id where there is none, and counts equal calls without one', () => {
    const found = readToolInvocations({ toolCalls: [{ name: 'a' }, { name: 'a' }] });
    expect(found.map(({ toolCallId }) => toolCallId)).toEqual(['0-0', '0-1']);
  });

  it.each([
    ['thrown', { state: 'output-error' }, true],
    ['never answered', { state: 'call' }, true],
    ['flagged', { isError: true }, true],
    ['an error as the result', { result: { error: 'no' } }, true],
    ['answered', { result: { error: null } }, false],
  ])('a call that is %s has failed: %j', (_, state, failed) => {
    expect(readToolInvocations({ toolCalls: [{ name: 'a', ...state }] })[0]?.failed).toBe(failed);
  });

  it.each(['text', null, undefined, 3, {}, [null, { toolCalls: [null, 'x', { id: 'c' }] }]])(
    'none in %j',
    (output) => {
      expect(readToolInvocations(output)).toEqual([]);
    },
  );
});
