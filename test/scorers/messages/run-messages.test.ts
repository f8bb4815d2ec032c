import { describe, expect, test } from 'vitest';
import { type RunMessage, readAnswer, readScoreInput } from '../../../src/scorers/messages/run-messages.js';

const QUESTION = 'Where is my order?';

describe('what was asked', () => {
  test.each<[string, Parameters<typeof readScoreInput>[0]]>([
    ['a plain text', QUESTION],
    ['a message', [{ role: 'user', content: QUESTION }]],
    ['parts', [{ role: 'user', parts: [{ type: 'text', text: QUESTION }] }]],
    [
      'content of parts',
      [{ role: 'user', content: { format: 2, parts: [{ type: 'text', text: QUESTION }] } }],
    ],
    ['content without parts', [{ role: 'user', content: { format: 2, parts: [], content: QUESTION } }]],
    ['a conversation', { inputMessages: [{ role: 'user', content: QUESTION }] }],
    ['a conversation without roles', { inputMessages: [{ content: QUESTION }] }],
  ])('%s', (_, input) => {
    expect(readScoreInput(input)).toEqual({ task: null, history: [], input: QUESTION });
  });

  test('who says nothing of themselves asks', () => {
    expect(readScoreInput([{ content: 'Hi' }, { content: QUESTION }])).toEqual({
      task: null,
      history: [{ role: 'user', content: 'Hi' }],
      input: QUESTION,
    });
  });

  test('what was told and remembered comes before', () => {
    expect(
      readScoreInput({
        systemMessages: [{ content: 'Helps with orders.' }],
        taggedSystemMessages: { memory: [{ role: 'system', content: 'The customer is new.' }] },
        rememberedMessages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: 'Hello!' },
        ],
        inputMessages: [{ content: QUESTION }],
      }),
    ).toEqual({
      task: 'Helps with orders.\n\nThe customer is new.',
      history: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello!' },
      ],
      input: QUESTION,
    });
  });
});

describe('what was answered', () => {
  const call = { name: 'order_status', arguments: { id: 4 }, result: { left: 'Monday' } };
  const parts = (...given: readonly object[]): RunMessage => ({ role: 'assistant', content: given as never });

  test.each<[string, readonly RunMessage[]]>([
    ['our own', [{ toolCalls: [call] }]],
    [
      'chat completions, answered by id',
      [
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'c0', function: { name: 'other', arguments: {} } },
            { id: 'c1', function: { name: 'order_status', arguments: { id: 4 } } },
          ],
        },
        { role: 'tool', tool_call_id: 'c1', content: '"Monday"' },
      ],
    ],
    [
      'an invocation in parts and beside them',
      [
        {
          content: {
            format: 2,
            parts: [
              {
                type: 'tool-invocation',
                toolInvocation: {
                  toolCallId: 'c1',
                  toolName: 'order_status',
                  args: { id: 4 },
                  result: call.result,
                  state: 'result',
                },
              },
            ],
            toolInvocations: [
              {
                toolCallId: 'c1',
                toolName: 'order_status',
                args: { id: 4 },
                result: call.result,
                state: 'result',
              },
            ],
          },
        },
      ],
    ],
    [
      'parts named for their tool',
      [
        {
          parts: [
            {
              type: 'tool-order_status',
              toolCallId: 'c1',
              state: 'output-available',
              input: { id: 4 },
              output: call.result,
            },
          ],
        },
      ],
    ],
    [
      'a call and its result as parts of two messages',
      [
        parts({ type: 'tool-call', toolCallId: 'c1', toolName: 'order_status', input: { id: 4 } }),
        {
          role: 'tool',
          content: [{ type: 'tool-result', toolCallId: 'c1', output: { type: 'json', value: call.result } }],
        },
      ],
    ],
  ])('a tool call as %s', (_, output) => {
    const found = readAnswer(output).toolCalls.filter(({ name }) => name === 'order_status');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ name: 'order_status', arguments: { id: 4 } });
    expect(JSON.stringify(found[0]?.result)).toContain('Monday');
  });

  test('results without an id go to the calls in order; a result of an unknown call to none', () => {
    expect(
      readAnswer([
        { toolCalls: [{ name: 'a' }, { name: 'b' }] },
        { role: 'tool', content: 'one' },
        { role: 'tool', tool_call_id: 'c9', content: 'nobody’s' },
        { role: 'tool', content: 'two' },
        { role: 'assistant', content: 'Done.' },
      ]),
    ).toEqual({
      status: 'answered',
      output: 'Done.',
      toolCalls: [
        { name: 'a', result: 'one' },
        { name: 'b', result: 'two' },
      ],
      finish: 'tool-calls',
    });
  });

  test('what the model thought is none of the answer', () => {
    const thought = [
      { type: 'reasoning', text: 'He wants a date.' },
      { type: 'text', text: 'On Friday.' },
    ];
    expect(readAnswer({ role: 'assistant', parts: thought }).output).toBe('On Friday.');
  });
});
